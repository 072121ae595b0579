"""Damaged files for every reader, and nonsense behind every address."""
