"""Printed papers.

`catalogue.py` lists them. A builder (`lists.py`, `boards.py`, `tables.py`, `cards.py`,
`bulletins.py`) asks the same queries as the pages and answers a `Sheet` (`layout.py`): sections
of tables and templates, with the text of every row. `render.py` sets it.
"""
