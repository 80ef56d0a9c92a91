"""Typed dates and lengths of time."""

from __future__ import annotations

from app.ledger.dates.leads import Lead, NotADate, before, parse_lead
from app.ledger.dates.reading import Reading, read_date

__all__ = ["Lead", "NotADate", "Reading", "before", "parse_lead", "read_date"]
