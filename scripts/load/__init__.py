"""Load on loopback, bounded, ends by itself: `python -m scripts.load`."""
