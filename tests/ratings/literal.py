"""B.02 once more, word by word and without a line of the core: judges random periods.

Tables 8.1.1 and 8.1.2 come from here, typed as they are printed, by the difference in points.
"""

from decimal import ROUND_HALF_UP, Decimal

#: 8.1.2 as printed: "0-3 .50", the higher player's hundredths
PRINTED = """
0-3 50, 4-10 51, 11-17 52, 18-25 53, 26-32 54, 33-39 55, 40-46 56, 47-53 57, 54-61 58, 62-68 59,
69-76 60, 77-83 61, 84-91 62, 92-98 63, 99-106 64, 107-113 65, 114-121 66, 122-129 67, 130-137 68,
138-145 69, 146-153 70, 154-162 71, 163-170 72, 171-179 73, 180-188 74, 189-197 75, 198-206 76,
207-215 77, 216-225 78, 226-235 79, 236-245 80, 246-256 81, 257-267 82, 268-278 83, 279-290 84,
291-302 85, 303-315 86, 316-328 87, 329-344 88, 345-357 89, 358-374 90, 375-391 91, 392-411 92,
412-432 93, 433-456 94, 457-484 95, 485-517 96, 518-559 97, 560-619 98, 620-735 99
"""
EXPECTED = {}
for _band in PRINTED.replace("\n", " ").split(","):
    _span, _hundredths = _band.split()
    _low, _high = _span.split("-")
    EXPECTED.update(dict.fromkeys(range(int(_low), int(_high) + 1), Decimal(_hundredths) / 100))

#: 8.1.1 as printed, rows of ten from .00 on
DIFFERENCE = [
    *(-800, -677, -589, -538, -501, -470, -444, -422, -401, -383),
    *(-366, -351, -336, -322, -309, -296, -284, -273, -262, -251),
    *(-240, -230, -220, -211, -202, -193, -184, -175, -166, -158),
    *(-149, -141, -133, -125, -117, -110, -102, -95, -87, -80),
    *(-72, -65, -57, -50, -43, -36, -29, -21, -14, -7),
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
]
SCORES = {
    "1-0": ("1", "0"),
    "0-1": ("0", "1"),
    "1/2": ("0.5", "0.5"),
    "0-0": ("0", "0"),
    "1/2-0": ("0.5", "0"),
    "0-1/2": ("0", "0.5"),
}
PAST = {"1": Decimal(1), "1/2": Decimal("0.5"), "0": Decimal(0)}


def new_ratings(case):
    """{player: new rating or None} by FIDE's edition, from a case as read from JSON."""
    fast = case["list"] != "standard"
    people = {player["id"]: player for player in case["players"]}
    change = {player: [] for player in people}  # (score, expected) of every rated game
    first = {player: [(past["period"], past["games"]) for past in people[player].get("past", [])]
             for player in people}  # fmt: skip

    def now(player):
        one = people[player]
        if one["rating"] is not None or not fast:
            return one["rating"]
        return one.get("standard")

    for event in sorted(case["events"], key=lambda one: one["start"]):
        points, met = {}, {player: [] for player in people}
        match = event.get("match")
        for game in event["games"]:
            pair, scores = (game["white"], game["black"]), SCORES[game["result"]]
            over = match and any(2 * point > match["scheduled"] for point in points.values())
            for player, score in zip(pair, scores, strict=True):
                points[player] = points.get(player, Decimal(0)) + Decimal(score)
            if game.get("how") is not None or over:
                continue
            then = [at_start(event, people[player], fast) for player in pair]
            if None in then and match:
                continue
            if None not in then and fast and max(then) > 2600 and abs(then[0] - then[1]) >= 600:
                continue
            for side in (0, 1):
                met[pair[side]].append([then[1 - side], Decimal(scores[side])])
                if then[1 - side] is not None and now(pair[side]) is not None:
                    own = then[side] if then[side] is not None else now(pair[side])
                    change[pair[side]].append(
                        (Decimal(scores[side]), probability(own, then[1 - side], fast))
                    )
        for player, games in met.items():
            first[player].append((case["period"], games))
    return {
        player: rated(people[player], now(player), change[player], case)
        if now(player) is not None
        else unrated(first[player], case)
        for player in people
    }


def at_start(event, player, fast):
    said = event.get("at_start", {}).get(str(player["id"]), {})
    rating = said.get("rating", player["rating"])
    if rating is None and fast:
        return said.get("standard", player.get("standard"))
    return rating


def probability(own, opponent, fast):
    difference = abs(own - opponent)
    if fast or own < 2650:
        difference = min(difference, 400)
    higher = EXPECTED.get(difference, Decimal(1))
    return higher if own >= opponent else 1 - higher


def rated(player, base, games, case):
    if not games:
        return player["rating"]
    peaks = [one for one in (player.get("peak"), player["rating"]) if one is not None]
    age = int(case["period"][:4]) - player["born"] if player.get("born") else 99
    if player.get("k"):
        k = player["k"]
    elif peaks and max(peaks) >= 2400:
        k = 10
    elif (age <= 18 and not (peaks and max(peaks) >= 2300)) or player.get("games", 0) < 30:
        k = 40
    else:
        k = 20
    while k * len(games) > 700:
        k -= 1
    total = k * sum(score - expected for score, expected in games)
    new = base + int(total.quantize(Decimal(1), ROUND_HALF_UP))  # away from zero
    return new if new >= 1400 else None


def unrated(events, case):
    year, month = map(int, case["period"].split("-"))
    events = [
        (period, [(rating, PAST.get(score, score)) for rating, score in games if rating])
        for period, games in events
    ]
    events = [(period, games) for period, games in events if games]
    if events and not any(score for _, score in events[0][1]):
        events = events[1:]
    games = []
    for period, played in events:
        then_year, then_month = map(int, period.split("-"))
        if (year - then_year) * 12 + month - then_month <= 25:
            games += played
    if len(games) < 5:
        return None
    count = len(games) + 2
    score = sum(score for _, score in games) + 1
    share = (100 * score / count).quantize(Decimal(1), ROUND_HALF_UP)
    # whole average and rest apart: no quotient is cut
    total = sum(rating for rating, _ in games) + 3600 + count * DIFFERENCE[int(share)]
    whole, rest = divmod(total, count)
    rating = min(2200, whole + (1 if 2 * rest >= count else 0))
    return rating if rating >= 1400 else None
