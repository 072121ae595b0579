"""Ratings: games in, ratings out, each with its working. Plain Python, no Django.

ratings.period.rate(period) -> Answer
python -m ratings rate FILE.json

editions.py   FIDE B.02 and editions whose constants are data
tables.py     8.1.1, 8.1.2
events.py     what goes in: players, events, games
games.py      5, 6, 7.3: which games are rated, with which ratings
change.py     8.3: the change of a rated player
first.py      7.1.4, 8.2: the first rating of an unrated player
period.py     the whole period
exact.py      numbers without floats
reading.py    a case file in; writing.py: its answer out
"""
