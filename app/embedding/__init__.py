"""Meaning as vectors: a worker process and the protocol that the rest of the program sees."""
