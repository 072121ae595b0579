"""Pairing core: plain Python, no Django. Start reading at `state.py`, then `systems.py`."""

#: of the package, of the checker and generator taken alone, and of every site that runs them
VERSION = "1.0.0"
