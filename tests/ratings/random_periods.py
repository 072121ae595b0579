"""Random rating periods in which every rule of B.02 happens."""

from random import Random

_RESULTS = ("1-0", "1-0", "0-1", "0-1", "1/2", "1/2", "0-0", "1/2-0", "0-1/2")


def random_period(seed: int) -> dict:
    chance = Random(seed)
    kind = chance.choice(("standard", "rapid", "blitz"))
    year, month = chance.choice((2026, 2027)), chance.randint(1, 12)
    players = [_player(chance, number, kind, year) for number in range(1, chance.randint(4, 16))]
    return {
        "format": "hakem-rating-period/1",
        "list": kind,
        "period": f"{year}-{month:02}",
        "edition": "fide",
        "players": players,
        "events": [
            _event(chance, name, players, f"{year}-{month:02}-{chance.randint(1, 27):02}")
            for name in ("A", "B", "C")[: chance.randint(1, 3)]
        ],
    }


def _rating(chance: Random) -> int:
    return min(2870, max(1400, round(chance.gauss(2100, 420))))


def _player(chance: Random, number: int, kind: str, year: int) -> dict:
    unrated = chance.random() < 0.3
    found = {
        "id": number,
        "rating": None if unrated else _rating(chance),
        "born": chance.choice((None, 1980, year - 19, year - 18, year - 12)),
        "games": chance.choice((0, 12, 29, 30, 400)),
    }
    if not unrated and chance.random() < 0.3:
        found["peak"] = found["rating"] + chance.choice((0, 50, 300))
    if not unrated and chance.random() < 0.2:
        found["k"] = chance.choice((10, 20, 40))
    if kind != "standard" and chance.random() < 0.5:
        found["standard"] = _rating(chance)
    if unrated:
        found["past"] = [
            {
                "event": f"old{place}",
                "period": period,
                "games": [
                    [chance.choice((None, _rating(chance))), chance.choice(("1", "1/2", "0", "0"))]
                    for _ in range(chance.randint(1, 5))
                ],
            }
            for place, period in enumerate(
                sorted(
                    f"{year - chance.randint(1, 3)}-{chance.randint(1, 12):02}"
                    for _ in range(chance.randint(0, 3))
                )
            )
        ]
    return found


def _event(chance: Random, name: str, players: list[dict], start: str) -> dict:
    event = {"id": name, "start": start, "games": [], "at_start": {}}
    match = len(players) > 1 and chance.random() < 0.3
    some = chance.sample(players, 2) if match else players
    if match:
        event["match"] = {"scheduled": chance.choice((4, 6))}
    for _ in range(event["match"]["scheduled"] if match else chance.randint(3, 60)):
        white, black = chance.sample(some, 2)
        game = {"white": white["id"], "black": black["id"], "result": chance.choice(_RESULTS)}
        if chance.random() < 0.12:
            game["how"] = chance.choice(("forfeit", "unrated"))
        event["games"].append(game)
    for player in some:
        if chance.random() < 0.2:
            said = {"rating": chance.choice((None, _rating(chance), 2650, 2601))}
            if chance.random() < 0.3:
                said["standard"] = chance.choice((None, _rating(chance)))
            event["at_start"][str(player["id"])] = said
    return event


def random_edition(seed: int) -> dict:
    """Constants of another edition: each of FIDE's rules there, absent, or otherwise."""
    chance = Random(seed)
    lines = [
        {"k": chance.choice((10, 15, "12.5"))} | chance.choice(_CONDITIONS)
        for _ in range(chance.randint(0, 3))
    ]
    return {
        "difference_cap": chance.choice((None, 350, 400, 735)),
        "difference_cap_exempt_from": chance.choice((None, 2000, 2650)),
        "unrated_gap": chance.choice((None, {"difference": 500, "above": 2200})),
        "k": [*lines, {"k": chance.choice((20, 32))}],
        "use_published_k": chance.random() < 0.5,
        "k_times_games_max": chance.choice((None, 100, 500, 700)),
        "standard_stands_in": chance.random() < 0.5,
        "matches": chance.random() < 0.6,
        "first": {
            "min_games": chance.choice((1, 3, 9)),
            "window": chance.choice((1, 12, 24, 36)),
            "hypothetical": chance.choice(([], [1600], [1600, 1700, 1800])),
            "max": chance.choice((None, 2000, 2300)),
            "min": chance.choice((None, 1000, 1500)),
            "drop_zero_first_event": chance.random() < 0.5,
        },
        "floor": chance.choice((None, 1000, 1800)),
    }


_CONDITIONS: tuple[dict, ...] = (
    {"peak_at_least": 2300},
    {"peak_below": 2300, "age_at_most": 18},
    {"rating_at_least": 2100},
    {"rating_below": 2000, "games_below": 30},
    {"games_below": 13},
    {},
)
