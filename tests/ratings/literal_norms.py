"""B.01 art. 1.4 once more: every subset of the games is tried, in a Swiss, a round robin of one
or two cycles, a knock-out. Shares no code.

Its own table 1.4.9 is `tests.ratings.literal.DIFFERENCE`.
"""

from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations

from tests.ratings.literal import DIFFERENCE, SCORES

THRESHOLDS = {
    "GM": (2600, 2380, 2200, {"GM"}),
    "IM": (2450, 2230, 2050, {"IM", "GM"}),
    "WGM": (2400, 2180, 2000, {"WGM", "IM", "GM"}),
    "WIM": (2250, 2030, 1850, {"WIM", "WGM", "IM", "GM"}),
}
TITLED = {"GM", "IM", "FM", "WGM", "WIM", "WFM"}


def norms(case, player, title):
    """All selections that are norms, as sorted lists of rounds."""
    event = case["event"]
    people = {one["id"]: one for one in event["players"]}
    if title in ("WGM", "WIM") and people[player].get("sex") != "f":
        return []
    games, walkovers, last = _card(event, people, player)
    free = _waived(event, people[player])
    least, twice = _least(event), event["system"] == "doubleroundrobin"
    if twice and len(people) < 6:  # 1.4.5 f
        return []
    everybody = event["system"] in ("roundrobin", "doubleroundrobin")
    may_drop = not everybody or _whole_field_holds(event, people, player, title, free)
    found = []
    fields = [(games, walkovers)]
    if last and len(games) < least:
        fields.append(([*games, last], walkovers - 1))
    for field, over in fields:
        for count in range(min(least, 8), len(field) + 1):
            if count < least and not (count == 8 and event["rounds"] == 9 and over == 1):
                continue  # 1.4.1 a to c
            for chosen in combinations(field, count):
                if field is not games and last not in chosen:
                    continue
                left = [game for game in field if game not in chosen]
                # 1.4.1 e, f: the end of a Swiss or a knock-out; of a round robin wins alone
                end = 1000 if everybody else max(game[0] for game in chosen)
                if any(game[0] < end and game[2] != 1 for game in left) or (left and not may_drop):
                    continue
                if _reached(title, chosen) and _met(
                    title, people[player]["fed"], [game[1] for game in chosen], free, twice
                ):
                    found.append(sorted(game[0] for game in chosen))
    return found


def whole(case, player):
    """The rounds that count, without and with the forfeit of the last round."""
    event = case["event"]
    games, _walkovers, last = _card(event, {one["id"]: one for one in event["players"]}, player)
    rounds = [game[0] for game in games]
    return [rounds, *([[*rounds, last[0]]] if last and len(games) < _least(event) else [])]


def _least(event):
    """1.4.1: the games of a norm; all scheduled ones where six play two cycles."""
    if event["system"] == "doubleroundrobin" and len(event["players"]) == 6:
        return 10
    if event["kind"] == "world-team" and event["rounds"] in (7, 8, 9):
        return 7
    return 8 if event["kind"] == "world-cup" else 9


def _zero(event, people):
    """1.4.2 b: unrated players of a round robin without a point against somebody rated."""
    if event["system"] not in ("roundrobin", "doubleroundrobin"):
        return set()
    points = dict.fromkeys(
        (one for one, who in people.items() if who["rating"] is None), Decimal(0)
    )
    for row in event["results"]:
        if "bye" in row or row.get("how"):
            continue
        for own, other, score in zip(
            (row["white"], row["black"]),
            (row["black"], row["white"]),
            SCORES[row["result"]],
            strict=True,
        ):
            if own in points and people[other]["rating"] is not None:
                points[own] += Decimal(score)
    return {one for one, score in points.items() if not score}


def _whole_field_holds(event, people, player, title, free):
    """1.4.1 f: games of a round robin may be left out where all of them together would do."""
    zero, twice = _zero(event, people), event["system"] == "doubleroundrobin"
    others = [
        one
        for one in people.values()
        if one["id"] != player and one["fed"] != "NON" and one["id"] not in zero
    ]
    return _met(title, people[player]["fed"], others * (2 if twice else 1), free, twice)


def _card(event, people, player):
    """The games that count, walkovers and byes, and the last round's forfeit."""
    games, walkovers, last = [], 0, None
    zero = _zero(event, people)
    for row in event["results"]:
        if row.get("player") == player and row["bye"] == "pab":
            walkovers += 1
        if player not in (row.get("white"), row.get("black")):
            continue
        side = 0 if row["white"] == player else 1
        opponent = people[row["black" if side == 0 else "white"]]
        score = Decimal(SCORES[row["result"]][side])
        if row.get("how") == "forfeit" and score == 1:
            walkovers += 1
            if row["round"] == event["rounds"] and opponent["fed"] != "NON":
                last = (row["round"], opponent, Decimal(0))
        if row.get("how") is None and opponent["fed"] != "NON" and opponent["id"] not in zero:
            games.append((row["round"], opponent, score))
    games.sort(key=lambda game: game[0])
    return games, walkovers, last


def _waived(event, player):
    kind = event["kind"]
    at_home = player["fed"] == event["host"]
    return kind == "zonal" or (at_home and kind in ("national-championship", "national-team"))


def _met(title, federation, opponents, free, twice):
    """1.4.3 to 1.4.5."""
    holders, count = THRESHOLDS[title][3], len(opponents)
    flags = [one["fed"] for one in opponents if one["fed"] != "FID"]
    if not free:
        if len({flag for flag in flags if flag != federation}) < 2:
            return False
        own = sum(flag == federation for flag in flags) if federation != "FID" else 0
        if own / count > 0.6 + 1e-9:
            return False
        if max(flags.count(flag) for flag in flags) / count > 2 / 3 + 1e-9:
            return False
    if sum(one["title"] in TITLED for one in opponents) < count / 2:
        return False
    if twice:  # 1.4.5 f: half as many, and different ones
        asked = max(3, (count + 2) // 3)
        return 2 * len({one["id"] for one in opponents if one["title"] in holders}) >= asked
    return sum(one["title"] in holders for one in opponents) >= max(3, count / 3)


def _reached(title, games):
    """1.4.6 to 1.4.9."""
    performance, average, floor, _holders = THRESHOLDS[title]
    count = len(games)
    opponents = [opponent for _, opponent, _ in games]
    ratings = sorted(1400 if one["rating"] is None else one["rating"] for one in opponents)
    ratings[0] = max(ratings[0], floor)
    mean = _round(Decimal(sum(ratings)) / count)
    score = sum(game[2] for game in games)
    share = _round(100 * score / count)
    enough = score * 100 >= 35 * count
    return mean >= average and mean + DIFFERENCE[share] >= performance and enough


def _round(number):
    return int(number.quantize(Decimal(1), ROUND_HALF_UP))
