"""Pairing core: plain Python, no Django. Start reading at `state.py`, then `systems.py`."""
