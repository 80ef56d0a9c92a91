"""Colour themes, as data."""
