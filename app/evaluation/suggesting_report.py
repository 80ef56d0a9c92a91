"""The figures on suggestions, as text and as `--json` prints them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from app.evaluation.suggesting import Figures, SentenceFigures, UtteranceFigures, VaultFigures

Json = dict[str, object]


def suggestions_shape(figures: Figures) -> Json:
    """Return `betimes eval suggestions PATH --json`."""
    if isinstance(figures, VaultFigures):
        found: object = [asdict(one) for one in figures.found]
        return {"kind": "vault", "notes": figures.notes, "suggested": found, "per_100_notes": figures.per_100}
    if isinstance(figures, UtteranceFigures):
        labels = {label: {"n": n, "suggested": figures.suggested[label]} for label, n in figures.n.items()}
        return {"kind": "utterances", "labels": labels}
    return {"kind": "blueprints"} | {name: _sentences(part) for name, part in figures.items()}


def _sentences(part: SentenceFigures) -> Json:
    return {
        "n": part.blueprints,
        "notes": part.notes,
        "sentences": part.sentences,
        "suggested": len(part.found),
        "right": sum(one.right for one in part.found),
        "precision": part.precision,
        "recall": part.recall,
        "wrong": [asdict(one) for one in part.found if not one.right],
    }


def suggestions_lines(figures: Figures) -> Iterator[str]:
    """Yield the report."""
    if isinstance(figures, VaultFigures):
        yield f"{figures.notes} notes, {len(figures.found)} suggestions: {figures.per_100:.2f} per 100 notes"
        yield from (f"  {one.place}:{one.line}  {one.sentence}" for one in figures.found)
    elif isinstance(figures, UtteranceFigures):
        for label, n in sorted(figures.n.items()):
            yield f"{label:<12}{figures.suggested[label]:>5} of {n} suggested"
    else:
        for name, part in figures.items():
            yield (
                f"{name:<5}{part.blueprints} blueprints, {part.notes} notes, {part.sentences} sentences: "
                f"{len(part.found)} suggested, precision {_share(part.precision)}, recall {_share(part.recall)}"
            )
        yield from (f"  wrong  {one.place}  {one.sentence}" for one in figures["all"].found if not one.right)


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}".removeprefix("0")
