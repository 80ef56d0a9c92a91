"""Commitments: entries, their file and journal, dates, repetition and firing."""
