"""The command line: everything that works without a screen."""
