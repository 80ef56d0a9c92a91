"""Query language, candidates, blend and explanation."""
