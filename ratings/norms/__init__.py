"""Title norms by FIDE B.01 (1 January 2024), art. 1.4: a player's games in, the verdict out.

    ratings.norms.verdict.of_all / of_selection / best
    ratings.norms.forecast.forecast
    python -m ratings norms FILE.json

    titles.py    0.5, 1.4.5, 1.4.6, 1.4.8: the figures of each title
    event.py     what goes in: players, rounds, results
    counted.py   1.4.2: which games count
    mix.py       1.4.3 to 1.4.5: federations and titles of the opponents, the waivers
    result.py    1.4.6 to 1.4.9: average, score, performance
    verdict.py   1.4.1: how many games, which may be left out; all of it together
    forecast.py  what the rounds to come must bring
    cases.py     case files in, answers out

Facts of the event are not judged: registration, arbiters and hours of play (1.1), 1.4.2 d and e,
1.4.3 e, applications (1.5).
"""
