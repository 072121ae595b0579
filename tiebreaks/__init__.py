"""Tie-break core: plain Python, no Django. Start reading at `standings.py`."""
