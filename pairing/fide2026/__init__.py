"""FIDE Handbook C.04, the editions applied from 1 February 2026."""
