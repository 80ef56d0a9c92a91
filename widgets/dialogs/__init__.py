"""Dialogs: each asks one thing and gives back a value."""
