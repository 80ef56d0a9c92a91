"""`betimes doctor`: what Betimes depends on, checked one by one, and what is safe repaired."""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace
from pathlib import Path

from app.cli.answer import Answer
from app.cli.opening import vault_folder
from app.cli.shapes import Json
from app.clock import clock_as_of, system_clock
from app.doctor.check import Check, Fixed, Subject
from app.doctor.configuration import read_settings
from app.doctor.examination import Examination
from app.errors import BetimesError
from app.paths import Locations
from app.text import safe_line
from app.vault.files import Vault

_PROBLEM = 3


def doctor(options: argparse.Namespace, locations: Locations) -> Answer:
    """Look at everything that Betimes depends on; what is broken stops none of it."""
    named, root, error = _vault(options, locations)
    config, wrong = read_settings(locations, root)
    if options.no_semantic:
        config = replace(config, embedding=replace(config.embedding, enabled=False))
    subject = Subject(named, root, error, config, locations, system_clock())
    clock = clock_as_of(options.as_of) if options.as_of else system_clock
    examination = Examination(subject, clock, quick=options.quick, fix=options.fix)
    examination.run(wrong)
    return answer_of(examination, fix=options.fix)


def answer_of(examination: Examination, *, fix: bool) -> Answer:
    """Return what was found in both forms; the status is 3 when there is a problem left."""
    checks, fixed = examination.checks, examination.fixed
    lines = [_fixed_line(item) for item in fixed]
    if fix and not fixed:
        lines.append("fixed   nothing to repair")
    lines += [_check_line(check) for check in checks]
    problems = sum(check.state == "problem" for check in checks)
    notes = sum(check.state == "note" for check in checks)
    lines.append(_sum(problems, notes))
    shape: Json = {
        "checks": [_check_shape(check) for check in checks],
        "fixed": [{"name": item.name} | asdict(item) for item in fixed],
        "problems": problems,
        "notes": notes,
    }
    return Answer(shape, tuple(map(safe_line, lines)), status=_PROBLEM if problems else 0)


def _vault(options: argparse.Namespace, locations: Locations) -> tuple[Path | None, Path | None, BetimesError | None]:
    """Return the vault as named, its real place, and why there is none."""
    named = None
    try:
        named = vault_folder(options.vault, locations)
        return named, Vault(named).root, None
    except BetimesError as error:
        return named, None, error


def _check_shape(check: Check) -> Json:
    return {"name": check.name} | asdict(check)


def _check_line(check: Check) -> str:
    told = f"{check.message.rstrip('.')}. {check.hint}" if check.hint else check.message
    return f"{check.state:7} {check.name}: {told}"


def _fixed_line(item: Fixed) -> str:
    told = f"{item.message.rstrip('.')}. {item.hint}" if item.hint else item.message
    return f"{'fixed' if item.done else 'failed':7} {item.name}: {told}"


def _sum(problems: int, notes: int) -> str:
    if not problems and not notes:
        return "All is well."
    counts = [(problems, "problem"), (notes, "hint")]
    return ", ".join(f"{count} {name}{'s' if count > 1 else ''}" for count, name in counts if count) + "."
