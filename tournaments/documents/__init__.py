"""Printed papers. `catalogue.py` lists them; each has a builder and a template."""
