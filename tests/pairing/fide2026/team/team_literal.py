"""C.04.6 word by word, by brute force: every set of upfloaters, every pairing of a bracket.

Shares no code with the engine. Small fields only. Where the text leaves a choice, the reading is
named as in docs/rules/fide2026-team.md.
"""

from collections.abc import Iterator
from itertools import combinations

from pairing.state import TournamentState

Pairs = tuple[tuple[int, int], ...]
Round = tuple[frozenset[tuple[int, int]], int | None]


def matchings(teams: tuple[int, ...]) -> Iterator[Pairs]:
    """Every way to pair these teams, the smaller number of each pair first."""
    if not teams:
        yield ()
        return
    first, rest = teams[0], teams[1:]
    for other in rest:
        left = tuple(team for team in rest if team != other)
        for more in matchings(left):
            yield ((first, other), *more)


class Literal:
    def __init__(self, state: TournamentState) -> None:
        self.state = state
        option = dict(state.options)
        self.kind = option.get("preferences", "type_a")
        self.game_points_first = option.get("primary_score") == "game_points"
        self.uses_second = option.get("second_score", True)
        self.tops_by_score = option.get("top_member") == "higher_score"
        self.by_tpn = option.get("parity_numbering") == "tpn"
        self.number = len(state.rounds) + 1
        away = {bye.player for bye in state.byes}
        self.pool = sorted(p.tpn for p in state.players if p.tpn not in away)
        self.met: set[frozenset[int]] = set()
        self.colours: dict[int, str] = {p.tpn: "" for p in state.players}
        self.barred: set[int] = set()
        self.entered: set[int] = set(self.pool)
        self.game_points = dict(state.game_points)
        for round_ in state.rounds:
            for game in round_.games:
                self.entered |= {game.white, game.black}
                if game.result.played:
                    self.met.add(frozenset((game.white, game.black)))
                    self.colours[game.white] += "W"
                    self.colours[game.black] += "B"
                elif game.result.code == "+-":
                    self.barred.add(game.white)
                elif game.result.code == "-+":
                    self.barred.add(game.black)
            for bye in round_.byes:
                if bye.kind.value in "UF":
                    self.barred.add(bye.player)
                if bye.kind.value == "U":
                    self.entered.add(bye.player)
        self.score = {t: self.pairing_score(t, self.number) for t in self.pool}
        self.floaters = self.floated()
        self.paired: tuple[int, ...] = ()  # without the bye

    # 1.2, C.04.7

    def match_points(self, team: int, before: int) -> int:
        points = self.state.points
        total = sum(b.points for b in self.state.bonuses if b.player == team and b.round < before)
        for round_ in self.state.rounds[: before - 1]:
            for game in round_.games:
                if team == game.white:
                    total += getattr(points, game.result.white.value)
                if team == game.black:
                    total += getattr(points, game.result.black.value)
            for bye in round_.byes:
                if bye.player == team:
                    worth = {
                        "U": points.pairing_bye,
                        "F": points.full_bye,
                        "H": points.half_bye,
                        "Z": points.zero_bye,
                    }
                    total += worth[bye.kind.value]
        return total

    def all_game_points(self, team: int, before: int) -> int:
        return sum(self.game_points[team][: before - 1])

    def pairing_score(self, team: int, before: int) -> int:
        score = self.all_game_points if self.game_points_first else self.match_points
        given = dict(getattr(self.state.acceleration, "points", ())).get(team, ())
        return score(team, before) + (given[before - 1] if before <= len(given) else 0)

    def second(self, team: int) -> int:
        if not self.uses_second:
            return 0
        other = self.match_points if self.game_points_first else self.all_game_points
        return other(team, self.number)

    # 1.5: only matches played (LX-3), no byes (LX-4), by the scores of that round (G-6)

    def floated(self) -> set[int]:
        found: set[int] = set()
        if self.state.rounds:
            before = self.number - 1
            for game in self.state.rounds[-1].games:
                scores = {self.pairing_score(t, before) for t in (game.white, game.black)}
                if game.result.played and len(scores) == 2:
                    found |= {game.white, game.black}
        return found

    # 1.7

    def preference(self, team: int) -> str:
        """W, B: strong (or simply, of type A); w, b: mild; nothing: none."""
        history = self.colours[team]
        difference = history.count("W") - history.count("B")
        if self.kind == "no_preferences" or not history:
            return ""
        if difference <= -2 or (difference in (0, -1) and history.endswith("BB")):
            return "W"
        if difference >= 2 or (difference in (0, 1) and history.endswith("WW")):
            return "B"
        if self.kind == "type_a":
            return ""
        if difference == -1:
            return "w"
        if difference == 1:
            return "b"
        if self.number >= self.state.total_rounds:
            return ""
        return "b" if history.endswith("W") else "w"

    # 2.1.1

    def allowed(self, a: int, b: int) -> bool:
        return frozenset((a, b)) not in self.met and not any(
            a in group.players and b in group.players and group.applies_to(self.number)
            for group in self.state.forbidden
        )

    def pairings(self, teams: tuple[int, ...]) -> Iterator[Pairs]:
        for pairs in matchings(tuple(sorted(teams))):
            if all(self.allowed(a, b) for a, b in pairs):
                yield pairs

    def can_be_paired(self, teams: tuple[int, ...]) -> bool:
        """Also one after the other, for larger numbers."""
        if not teams:
            return True
        first, rest = teams[0], teams[1:]
        return any(
            self.allowed(first, other)
            and self.can_be_paired(tuple(team for team in rest if team != other))
            for other in rest
        )

    # 3.3

    def round(self) -> Round | None:
        left = tuple(self.pool)
        bye = None
        if len(left) % 2:
            order = sorted(
                (team for team in left if team not in self.barred),
                key=lambda team: (self.score[team], -len(self.colours[team]), -team),
            )
            bye = next(
                (t for t in order if self.can_be_paired(tuple(x for x in left if x != t))), None
            )
            if bye is None:
                return None
            left = tuple(team for team in left if team != bye)
        elif not self.can_be_paired(left):
            return None
        self.paired = left
        boards = set()
        while left:
            top = max(self.score[team] for team in left)
            residents = tuple(team for team in left if self.score[team] == top)
            lower = tuple(team for team in left if self.score[team] < top)
            up = self.upfloaters(residents, lower)
            for a, b in self.bracket(residents, up):
                boards.add(self.coloured(a, b))
            left = tuple(team for team in lower if team not in up)
        return frozenset(boards), bye

    # 3.5

    def upfloaters(self, residents: tuple[int, ...], lower: tuple[int, ...]) -> tuple[int, ...]:
        order = sorted(lower, key=lambda team: (-self.score[team], team))
        for size in range(len(residents) % 2, len(lower) + 1, 2):
            legal = [
                chosen
                for chosen in combinations(order, size)
                if self.can_be_paired(residents + chosen)
                and self.can_be_paired(tuple(team for team in lower if team not in chosen))
            ]
            if not legal:
                continue
            best = max(self.profile(chosen) for chosen in legal)
            legal = [chosen for chosen in legal if self.profile(chosen) == best]
            last_two = self.number >= self.state.total_rounds - 1

            def cost(chosen: tuple[int, ...], last_two: bool = last_two) -> tuple[object, ...]:
                again = sum(team in self.floaters for team in chosen)
                return self.fails_c6(residents, chosen, lower), 0 if last_two else again, chosen

            return min(legal, key=cost)
        raise AssertionError("C3 holds")

    def profile(self, chosen: tuple[int, ...]) -> list[int]:
        return sorted(self.score[team] for team in chosen)

    def fails_c6(
        self, residents: tuple[int, ...], chosen: tuple[int, ...], lower: tuple[int, ...]
    ) -> bool:
        """LX-1: passed if the rest of the next scoregroup needs no upfloater, or only one; or if
        all of it became upfloaters before. It is the next in the standings, without the bye."""
        bracket = self.score[residents[0]]
        below = [self.score[team] for team in self.paired if self.score[team] < bracket]
        top = max(below, default=0)
        rest = [team for team in lower if team not in chosen]
        following = tuple(team for team in rest if self.score[team] == top)
        further = tuple(team for team in rest if self.score[team] < top)
        if not following:
            return False
        if len(following) % 2 == 0:
            return not (self.can_be_paired(following) and self.can_be_paired(further))
        return not any(
            self.can_be_paired((*following, one))
            and self.can_be_paired(tuple(team for team in further if team != one))
            for one in further
        )

    # 3.6

    def bracket(self, residents: tuple[int, ...], up: tuple[int, ...]) -> Pairs:
        def cost(pairs: Pairs) -> tuple[object, ...]:
            same = both_strong = again = 0
            for a, b in pairs:
                one, two = self.preference(a), self.preference(b)
                if one and one.upper() == two.upper():
                    same += 1
                    both_strong += one.isupper() and two.isupper()
                if (a in up) != (b in up):
                    again += (b if a in up else a) in self.floaters
            if self.kind != "type_b":
                both_strong = 0
            if self.number >= self.state.total_rounds - 1:
                again = 0
            return same, both_strong, again, self.identifier(pairs)

        return min(self.pairings(residents + up), key=cost)

    def identifier(self, pairs: Pairs) -> list[int]:
        """LX-2: the smaller TPN is the top member, or with the option the higher score."""
        seats = [
            tuple(
                sorted(
                    pair, key=lambda team: (-self.score[team] if self.tops_by_score else 0, team)
                )
            )
            for pair in pairs
        ]
        seats.sort()
        return [top for top, _ in seats] + [bottom for _, bottom in seats]

    # 4

    def coloured(self, a: int, b: int) -> tuple[int, int]:
        """(White, Black) on board 1."""
        first, other = sorted(
            (a, b), key=lambda team: (-self.score[team], -self.second(team), team)
        )
        white = self.colour(first, other) == "W"
        return (first, other) if white else (other, first)

    def colour(self, first: int, other: int) -> str:
        opposite = {"W": "B", "B": "W"}
        mine, theirs = self.colours[first], self.colours[other]
        if not mine and not theirs:
            initial = "B" if self.state.initial_colour == "b" else "W"
            numbers = sorted(self.entered)
            number = first if self.by_tpn else numbers.index(first) + 1
            return initial if number % 2 else opposite[initial]
        want, wanted = self.preference(first), self.preference(other)
        if want and not wanted:
            return want.upper()
        if wanted and not want:
            return opposite[wanted.upper()]
        if want and want.upper() != wanted.upper():
            return want.upper()
        if want and self.kind == "type_b" and want.isupper() != wanted.isupper():
            return want.upper() if want.isupper() else opposite[wanted.upper()]
        lead = mine.count("W") - mine.count("B")
        lead_of_other = theirs.count("W") - theirs.count("B")
        if lead != lead_of_other:
            return "W" if lead < lead_of_other else "B"
        for one, two in zip(reversed(mine), reversed(theirs), strict=False):
            if one != two:
                return two
        if want:
            return want.upper()
        return opposite[mine[-1]] if mine else theirs[-1]
