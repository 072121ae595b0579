"""B.01 art. 1.4 once more for Swiss events: every subset of the games is tried. Shares no code.

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
    found = []
    fields = [(games, walkovers)]
    if last and len(games) < 9:
        fields.append(([*games, last], walkovers - 1))
    for field, over in fields:
        for count in range(8, len(field) + 1):
            for chosen in combinations(field, count):
                if count == 8 and not (event["rounds"] == 9 and over == 1):
                    continue
                if field is not games and last not in chosen:
                    continue
                left = [game for game in field if game not in chosen]
                end = max(game[0] for game in chosen)
                if any(game[0] < end and game[2] != 1 for game in left):
                    continue
                if _holds(title, people[player]["fed"], chosen, free):
                    found.append(sorted(game[0] for game in chosen))
    return found


def _card(event, people, player):
    """The games that count, walkovers and byes, and the last round's forfeit."""
    games, walkovers, last = [], 0, None
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
        if row.get("how") is None and opponent["fed"] != "NON":
            games.append((row["round"], opponent, score))
    games.sort(key=lambda game: game[0])
    return games, walkovers, last


def _waived(event, player):
    kind = event["kind"]
    at_home = player["fed"] == event["host"]
    return kind == "zonal" or (at_home and kind in ("national-championship", "national-team"))


def _holds(title, federation, games, free):
    performance, average, floor, holders = THRESHOLDS[title]
    count = len(games)
    opponents = [opponent for _, opponent, _ in games]
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
    if sum(one["title"] in holders for one in opponents) < max(3, count / 3):
        return False
    ratings = sorted(1400 if one["rating"] is None else one["rating"] for one in opponents)
    ratings[0] = max(ratings[0], floor)
    mean = _round(Decimal(sum(ratings)) / count)
    score = sum(game[2] for game in games)
    share = _round(100 * score / count)
    enough = score * 100 >= 35 * count
    return mean >= average and mean + DIFFERENCE[share] >= performance and enough


def _round(number):
    return int(number.quantize(Decimal(1), ROUND_HALF_UP))
