"""Measuring the prospective term: blueprints run through the product's own code, and a person's own record of firings.

Nothing here computes a score. A blueprint becomes a vault and a ledger in a temporary folder, which are indexed,
matched and searched as any other vault is; only W, F and the matcher differ between arms.
"""
