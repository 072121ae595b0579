"""The whole answer to a rating period once more, every field, by any edition's constants.

Written from parts B and C of the readings alone, in steps that can be followed by hand: no line of
the core, exact numbers as fractions of whole ones. `tests.ratings.literal` has the tables.
"""

from decimal import Decimal
from fractions import Fraction as F

from tests.ratings.literal import DIFFERENCE, EXPECTED, SCORES

HALF = F(1, 2)
FIDE_K = [
    {"k": 10, "peak_at_least": 2400},
    {"k": 40, "age_at_most": 18, "peak_below": 2300},
    {"k": 40, "games_below": 30},
    {"k": 20},
]


def fide(kind):
    fast = kind != "standard"
    return {
        "difference_cap": 400,
        "difference_cap_exempt_from": None if fast else 2650,
        "unrated_gap": {"difference": 600, "above": 2600} if fast else None,
        "k": FIDE_K,
        "use_published_k": True,
        "k_times_games_max": 700,
        "standard_stands_in": fast,
        "matches": True,
        "first": {
            "min_games": 5,
            "window": 26,
            "hypothetical": [1800, 1800],
            "max": 2200,
            "min": 1400,
            "drop_zero_first_event": True,
        },
        "floor": 1400,
    }


def text(number):
    """An exact decimal without zeros behind."""
    told = f"{Decimal(number.numerator) / Decimal(number.denominator):f}"
    return told.rstrip("0").rstrip(".") if "." in told else told


def nearest(number):
    """Halves away from zero."""
    size = (2 * abs(number) + 1) // 2
    return int(size) if number >= 0 else -int(size)


def answer(case):
    rules = case.get("constants") or fide(case["list"])
    people = {one["id"]: one for one in case["players"]}
    rows = {number: [] for number in people}
    pools = {number: list(map(_past, one.get("past") or ())) for number, one in people.items()}
    not_rated = []
    for event in sorted(case["events"], key=lambda one: one["start"]):
        _play(event, people, rules, case["period"], rows, pools, not_rated)
    told = {}
    for number, one in people.items():
        base = _base(one, rules)
        if base is None:
            told[str(number)] = _unrated(pools[number], rules, case["period"])
        else:
            told[str(number)] = _rated(one, base, rows[number], rules, case["period"])
    return {"players": told, "not_rated": not_rated}


def _past(event):
    points = {"1": F(1), "1/2": HALF, "0": F(0)}
    games = [(rating, points[score]) for rating, score in event["games"]]
    return [event["event"], event["period"], games]


def _base(one, rules):
    if one["rating"] is None and rules["standard_stands_in"]:
        return one.get("standard")
    return one["rating"]


def _then(event, one, rules):
    said = (event.get("at_start") or {}).get(str(one["id"]), {})
    rating = said["rating"] if "rating" in said else one["rating"]
    if rating is None and rules["standard_stands_in"]:
        return said["standard"] if "standard" in said else one.get("standard")
    return rating


def _play(event, people, rules, period, rows, pools, not_rated):
    points = dict.fromkeys(people, F(0))
    scheduled = (event.get("match") or {}).get("scheduled") if rules["matches"] else None
    new = {number: [] for number in people}
    for number, game in enumerate(event["games"], 1):
        both = game["white"], game["black"]
        scores = [F(one) for one in SCORES[game["result"]]]
        ratings = [_then(event, people[one], rules) for one in both]
        decided = scheduled is not None and any(one > F(scheduled, 2) for one in points.values())
        for one, score in zip(both, scores, strict=True):
            points[one] += score
        gap = rules["unrated_gap"]
        why = None
        if game.get("how") == "forfeit":
            why = "5.1"
        elif game.get("how") == "unrated":
            why = "unrated"
        elif scheduled is not None and None in ratings:
            why = "6.1"
        elif decided:
            why = "6.2"
        elif gap and None not in ratings:
            apart = abs(ratings[0] - ratings[1]) >= gap["difference"]
            why = "gap" if apart and max(ratings) > gap["above"] else None
        if why:
            not_rated.append({"event": event["id"], "game": number, "why": why})
            continue
        for side in (0, 1):
            own, opponent = ratings[side], ratings[1 - side]
            new[both[side]].append((opponent, scores[side]))
            base = _base(people[both[side]], rules)
            if opponent is None or base is None:
                continue
            rows[both[side]].append(
                (event["id"], number, both[1 - side], base if own is None else own, opponent,
                 scores[side])
            )  # fmt: skip
    for number, games in new.items():
        if games:
            pools[number].append([event["id"], period, games])


def _rated(one, base, games, rules, period):
    told = []
    for event, number, opponent, own, opp, score in games:
        d = used = abs(own - opp)
        cap, exempt = rules["difference_cap"], rules["difference_cap_exempt_from"]
        if cap is not None and used > cap and not (exempt is not None and own >= exempt):
            used = cap
        higher = F(EXPECTED.get(used, Decimal(1)))
        pd = higher if own >= opp else 1 - higher
        told.append(
            {
                "event": event, "game": number, "opponent": opponent, "own": own, "opp": opp,
                "d": d, "d_used": used, "pd": text(pd), "score": text(score),
                "delta": text(score - pd),
            }
        )  # fmt: skip
    k = used_k = _k(one, base, rules, period)
    most = rules["k_times_games_max"]
    if most is not None and k * len(games) > most:
        used_k = F(most // len(games))
    total = sum((F(row["delta"]) for row in told), F(0))
    change = nearest(used_k * total)
    found = {
        "kind": "rated",
        "base": base,
        "games": told,
        "n": len(games),
        "sum": text(total),
        "k": _plain(k),
        "k_used": _plain(used_k),
        "change_exact": text(used_k * total),
        "change": change,
        "new": base + change if games else one["rating"],
    }
    if games and rules["floor"] is not None and base + change < rules["floor"]:
        found |= {"new": None, "below_floor": base + change}
    return found


def _plain(number):
    return int(number) if number == int(number) else text(number)


def _k(one, base, rules, period):
    if rules["use_published_k"] and one.get("k") is not None:
        return F(one["k"])
    peaks = [rating for rating in (one.get("peak"), one["rating"]) if rating is not None]
    peak = max(peaks) if peaks else None
    age = int(period[:4]) - one["born"] if one.get("born") else None
    for line in rules["k"]:
        if "peak_at_least" in line and (peak is None or peak < line["peak_at_least"]):
            continue
        if "peak_below" in line and peak is not None and peak >= line["peak_below"]:
            continue
        if "rating_at_least" in line and base < line["rating_at_least"]:
            continue
        if "rating_below" in line and base >= line["rating_below"]:
            continue
        if "age_at_most" in line and (age is None or age > line["age_at_most"]):
            continue
        if "games_below" in line and one.get("games", 0) >= line["games_below"]:
            continue
        return F(line["k"])
    return F(0)


def _unrated(pool, rules, period):
    first = rules["first"]
    events = [
        (event, then, [game for game in games if game[0] is not None])
        for event, then, games in pool
    ]
    events = [one for one in events if one[2]]
    dropped = None
    if events and first["drop_zero_first_event"] and not sum(score for _, score in events[0][2]):
        dropped = events.pop(0)[0]
    kept = [game for _event, then, games in events for game in games
            if _months(period) - _months(then) <= first["window"] - 1]  # fmt: skip
    n, score = len(kept), sum((one for _, one in kept), F(0))
    found = {"kind": "unrated", "n": n, "score": text(score), "dropped_event": dropped, "new": None}
    if n < first["min_games"] or not n:
        return found
    extra = first["hypothetical"]
    total = sum(rating for rating, _ in kept)
    ra = F(total + sum(extra), n + len(extra))
    p = nearest(100 * (score + HALF * len(extra)) / (n + len(extra)))
    dp = DIFFERENCE[p]
    uncapped = nearest(ra + dp)
    ru = uncapped if first["max"] is None else min(uncapped, first["max"])
    found |= {
        "sum_opponents": total, "ra": str(ra), "p": p, "dp": dp, "ru_uncapped": uncapped, "ru": ru,
    }  # fmt: skip
    if first["min"] is None or ru >= first["min"]:
        found["new"] = ru
    return found


def _months(period):
    year, month = period.split("-")
    return 12 * int(year) + int(month)
