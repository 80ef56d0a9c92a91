"""What `betimes doctor` looks at, one module a subject; nothing here needs a vault that is whole.

Each `examine...` function yields `Check` values and changes nothing. `repairs.py` does what is safe, and touches no
note.
"""
