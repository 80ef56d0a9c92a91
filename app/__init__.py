"""Betimes without its screen: vault, ledger, index, search and the command line."""

__version__ = "0.1.0"
