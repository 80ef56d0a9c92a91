"""`betimes eval`: figures on blueprints, which need no vault, and on the person's own vault."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.answer import Answer
from app.cli.opening import open_workspace
from app.cli.parser import LATER_EVALUATIONS
from app.clock import system_clock
from app.embedding.choosing import start_embedder
from app.errors import UsageError
from app.paths import Locations, betimes_folder
from app.settings import load_config
from app.text import safe_line

if TYPE_CHECKING:
    from app.embedding.protocol import Embedder
    from app.evaluation.blueprints import BadLine
    from app.evaluation.remembering import RememberingEmbedder

HASH = "hash"
"""The model that is none: words alone, the same on every machine."""


def evaluate(options: argparse.Namespace, locations: Locations) -> Answer:
    """Carry out `betimes eval ...`."""
    if options.evaluation in LATER_EVALUATIONS:
        raise UsageError(f"eval {options.evaluation}: not in this version", "See `betimes eval --help` for what is.")
    return _EVALUATIONS[options.evaluation](options, locations)


def _blueprints(options: argparse.Namespace, locations: Locations) -> Answer:
    from app.evaluation.blueprints import read_blueprints
    from app.evaluation.figures import figures
    from app.evaluation.measuring import measure
    from app.evaluation.outcomes import Options
    from app.evaluation.report import blueprints_lines
    from app.evaluation.shape import blueprints_shape

    path = Path(options.file)
    blueprints, bad_lines = read_blueprints(path)
    chosen = Options(options.entries, options.cues, options.matcher)
    tell = _teller(options)
    with closing(_embedder(options, locations)) as embedder:
        measured = measure(blueprints, bad_lines, chosen, embedder, tell)
    tell("")
    found = {name: figures(measured, name) for name in measured.by_matcher}
    lines = tuple(map(safe_line, blueprints_lines(measured, found)))
    return Answer(blueprints_shape(measured, found), lines, _left_out(path, bad_lines))


def _fit(options: argparse.Namespace, locations: Locations) -> Answer:
    from app.evaluation.blueprints import read_blueprints
    from app.evaluation.fitting import FitOptions, fit
    from app.evaluation.fitting_choice import Rule
    from app.evaluation.fitting_report import fit_lines
    from app.evaluation.shape import fit_shape

    path = Path(options.file)
    blueprints, bad_lines = read_blueprints(path)
    chosen = FitOptions(
        vaults=(options.kind,) if options.kind else ("union", "own"),
        cues=(options.cues,) if options.cues else ("given", "none"),
        folds=options.folds,
        shufflings=options.shufflings,
        rule=Rule(options.most_false / 100, options.most_near / 100),
        curve=options.curve,
    )
    tell = _teller(options)
    with closing(_embedder(options, locations)) as embedder:
        fitted = fit(blueprints, bad_lines, chosen, embedder, tell)
    tell("")
    return Answer(fit_shape(fitted), tuple(map(safe_line, fit_lines(fitted))), _left_out(path, bad_lines))


def _left_out(path: Path, bad_lines: Iterable[BadLine]) -> tuple[str, ...]:
    return tuple(f"{path}, line {bad.line} is left out: {bad.reason}" for bad in bad_lines)


def _own(options: argparse.Namespace, locations: Locations) -> Answer:
    from app.evaluation.own import own_record, read_events
    from app.evaluation.report import own_lines
    from app.evaluation.shape import own_shape

    with closing(open_workspace(options, locations)) as workspace:
        operations = betimes_folder(workspace.root) / "operations.jsonl"
        record = own_record(read_events(operations, workspace.ledger.history()))
        return Answer(own_shape(record), tuple(own_lines(record)), workspace.messages())


def _embedder(options: argparse.Namespace, locations: Locations) -> RememberingEmbedder:
    """Return where vectors come from; those of a real model are kept in the cache folder for the next run."""
    from app.embedding.hashing import HashEmbedder
    from app.evaluation.remembering import RememberingEmbedder
    from app.index.store import IndexStore

    if options.model == HASH:
        return RememberingEmbedder(HashEmbedder())
    config = load_config(locations.settings)
    if options.no_semantic or not (config.embedding.enabled or options.model):
        raise UsageError("This is measured by meaning, which is switched off.", f"Name a model: --model {HASH}.")
    if options.model:
        config = replace(config, embedding=replace(config.embedding, model=options.model))
    inner: Embedder = start_embedder(config, locations, lambda state, detail: None)
    return RememberingEmbedder(inner, IndexStore.open(locations.evaluation_vectors, "evaluation"))


def _teller(options: argparse.Namespace) -> Callable[[str], None]:
    """Return what shows progress on one line of a terminal; a pipe is told nothing."""
    if options.quiet or not sys.stderr.isatty():
        return lambda line: None

    def tell(line: str) -> None:
        print(f"\r\x1b[K{safe_line(line)}", end="", file=sys.stderr, flush=True)

    return tell


def _suggestions(options: argparse.Namespace, locations: Locations) -> Answer:
    from app.evaluation.suggesting import measure_suggestions
    from app.evaluation.suggesting_report import suggestions_lines, suggestions_shape

    measured = measure_suggestions(Path(options.path), options.as_of or system_clock().date())
    return Answer(suggestions_shape(measured), tuple(map(safe_line, suggestions_lines(measured))))


def _retrieval(options: argparse.Namespace, locations: Locations) -> Answer:
    from app.evaluation.corpus import read_corpus
    from app.evaluation.retrieval import measure_retrieval
    from app.evaluation.retrieval_report import retrieval_lines, retrieval_shape

    folder = Path(options.folder)
    corpus = read_corpus(folder)
    tell = _teller(options)
    with closing(_embedder(options, locations)) as embedder:
        measured = measure_retrieval(corpus, embedder, tell, ablate=options.ablate)
    tell("")
    messages = tuple(message for name, bad in corpus.bad for message in _left_out(folder / name, [bad]))
    return Answer(retrieval_shape(measured), tuple(map(safe_line, retrieval_lines(measured))), messages)


_EVALUATIONS = {
    "blueprints": _blueprints,
    "fit": _fit,
    "own": _own,
    "retrieval": _retrieval,
    "suggestions": _suggestions,
}
