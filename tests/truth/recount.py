"""Points, places and tie-breaks, counted again from the rows by the words of the rules.

Points are tenths. Nothing of the product is used here. FIDE: C.07 of 1 March 2026. Handbook: its
chapter on tie-breaks.
"""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from tests.truth import words
from tests.truth.record import Game, Record

#: letters of a game that was not played
UNPLAYED = "+-"


@dataclass(frozen=True)
class Cell:
    """One round of a player. `other` is None without an opponent."""

    round: int
    other: int | None
    points: int
    kind: str  # "game", "+", "-", or the letter of a bye
    black: bool = False

    @property
    def played(self) -> bool:
        return self.kind == "game"

    @property
    def voluntary(self) -> bool:
        """Art. 16.1.2: a requested bye, or a game lost by forfeit."""
        return self.kind in "-HZ"


@dataclass(frozen=True)
class Line:
    place: int
    shared: bool
    player: int
    points: int
    values: tuple[str, ...]


@dataclass(frozen=True)
class Left:
    """Left a round robin below half of the games."""

    player: int
    completed: int
    games: int
    points: int


def game_points(record: Record, half: str) -> int:
    """Of a player's letters of a result, one for each game; an open game gives nothing."""
    given = record.settings
    worth = {
        "1": given["win_points"],
        "W": given["win_points"],
        "+": given["win_points"],
        "=": given["draw_points"],
        "D": given["draw_points"],
        "0": given["loss_points"],
        "L": given["loss_points"],
    }
    return sum(worth.get(letter, 0) for letter in half)


def bye_points(record: Record, kind: str) -> int:
    given = record.settings
    games = 2 if given["system"] == words.DOUBLE else 1
    return {
        "U": given["bye_points"],
        "F": games * given["win_points"],
        "H": games * given["draw_points"],
        "Z": 0,
    }[kind]


def points_before(record: Record, number: int) -> dict[int, int]:
    """With which points everybody is paired: an adjourned game counts as a draw (C.04.2 3.1)."""
    found: dict[int, int] = defaultdict(int)
    for game in record.games:
        if game.round < number:
            for player in (game.white, game.black):
                adjourned = game.code == "??"
                draw = record.settings["draw_points"]
                found[player] += draw if adjourned else game_points(record, game.half(player))
    for bye in record.byes:
        if bye.round < number:
            found[bye.player] += bye_points(record, bye.kind)
    return found


def plain_sum(record: Record, player: int, last: int) -> int:
    """The points of all results of a player, whatever they count for."""
    games = (g for g in record.games if g.round <= last and player in (g.white, g.black))
    byes = (bye for bye in record.byes if bye.round <= last and bye.player == player)
    return sum(game_points(record, game.half(player)) for game in games) + sum(
        bye_points(record, bye.kind) for bye in byes
    )


class Count:
    """Everybody's rounds up to one, and what follows from them."""

    def __init__(self, record: Record, after: int) -> None:
        self.record, self.after = record, after
        self.robin = record.settings["system"] == "handbook.round_robin"
        self.handbook = record.settings["tie_break_edition"] == "handbook"
        games = 2 if record.settings["system"] == words.DOUBLE else 1
        self.win = games * record.settings["win_points"]
        self.draw = games * record.settings["draw_points"]
        people = sorted(
            (one for one in record.people.values() if one.number), key=lambda one: one.number
        )
        self.everybody = [one.pk for one in people]
        self.left = self._left_below_half() if self.robin else []
        void = {one.player for one in self.left}
        self.cells: dict[int, list[Cell]] = {pk: [] for pk in self.everybody}
        for number in range(1, after + 1):
            self._enter(number, void)
        self.points = {pk: sum(c.points for c in row) for pk, row in self.cells.items()}
        self.ranked = [one.pk for one in people if one.status != "expelled" and one.pk not in void]

    def _enter(self, number: int, void: set[int]) -> None:
        seen = set()
        for game in self.record.games_of(number):
            if {game.white, game.black} & void:
                continue
            for player in (game.white, game.black):
                half = game.half(player)
                kind = half if half and half in UNPLAYED else "game"
                points = game_points(self.record, half)
                cell = Cell(number, game.other(player), points, kind, player == game.black)
                self.cells[player].append(cell)
                seen.add(player)
        for bye in self.record.byes_of(number):
            if bye.player not in void:
                points = bye_points(self.record, bye.kind)
                self.cells[bye.player].append(Cell(number, None, points, bye.kind))
                seen.add(bye.player)
        for player in self.everybody:
            if player not in seen:
                self.cells[player].append(Cell(number, None, 0, "Z"))

    # --- The handbook's rule of half of the games ------------------------------------------------

    def _left_below_half(self) -> list[Left]:
        found = []
        cycles = self.record.settings["options"].get("cycles", 1)
        games = (len(self.everybody) - 1) * cycles
        for pk in self.everybody:
            one = self.record.people[pk]
            if not one.gone or (one.withdrawn_after or 0) > self.after:
                continue
            own = [
                g for g in self.record.games if g.round <= self.after and pk in (g.white, g.black)
            ]
            completed = sum(g.half(pk) != "-" for g in own)
            if 2 * completed < games:
                points = plain_sum(self.record, pk, self.after)
                found.append(Left(pk, completed, games, points))
        return found

    # --- Places ----------------------------------------------------------------------------------

    def standings(self) -> list[Line]:
        values: dict[int, list[str]] = {pk: [] for pk in self.ranked}
        groups = self._split([self.ranked], lambda pk: (self.points[pk],))
        for code in self.record.settings["tie_breaks"]:
            groups, texts = self._apply(code, groups)
            for pk in self.ranked:
                values[pk].append(texts[pk])
        lines, place = [], 1
        for group in groups:
            for pk in sorted(group, key=lambda one: self.record.people[one].number):
                own = tuple(values[pk])
                lines.append(Line(place, len(group) > 1, pk, self.points[pk], own))
            place += len(group)
        return lines

    @staticmethod
    def _split(groups, key, best=max):
        """Each group in smaller ones, the greatest keys first."""
        found = []
        for group in groups:
            by_key = defaultdict(list)
            for pk in group:
                by_key[key(pk)].append(pk)
            found += [by_key[one] for one in sorted(by_key, reverse=True)]
        return found

    def _apply(self, code: str, groups):
        name = code.partition("/")[0]
        if name == "DE":
            return self._direct_encounter(groups)
        count = {
            "BH": self.buchholz,
            "SB": self.sonneborn_berger,
            "PS": self.progressive,
            "WIN": self.wins,
            "BWG": self.wins_with_black,
            "BPG": self.games_with_black,
            "KS": self.koya,
            "KASH": self.kashdan,
        }[name]
        worth = {pk: count(pk, code) for pk in self.everybody}
        decimals = {"BH": 1, "SB": 2, "PS": 1, "KS": 1}.get(name, 0)
        texts = {pk: written(worth[pk], decimals) for pk in self.everybody}
        return self._split(groups, lambda pk: (worth[pk],)), texts

    # --- Direct encounter ------------------------------------------------------------------------

    def _direct_encounter(self, groups):
        found, texts = [], {}
        for group in groups:
            if self.handbook:
                order, own = self._encounter_of_the_handbook(group)
            else:
                order = self._encounter_of_fide(group)
                own = self._inner_places(order)
            found += order
            texts |= own
        return found, texts

    def _met(self, pk: int, group) -> dict[int, list[int]]:
        found = defaultdict(list)
        for cell in self.cells[pk]:
            if cell.other in group and (cell.played or self.robin):
                found[cell.other].append(cell.points)
        return found

    def _encounter_of_fide(self, group):
        """Art. 6.2 and 6.3; of two games with the same opponent the mean counts (6.1.2)."""
        if len(group) == 1:
            return [group]
        met = {pk: self._met(pk, group) for pk in group}
        score = {pk: sum(Fraction(sum(p), len(p)) for p in met[pk].values()) for pk in group}
        if self.robin or all(len(met[pk]) == len(group) - 1 for pk in group):
            parts = self._split([group], lambda pk: (score[pk],))
        else:
            best = {pk: score[pk] + self.win * (len(group) - 1 - len(met[pk])) for pk in group}
            left, parts = list(group), []
            while len(left) > 1:
                first = max(left, key=lambda pk: (score[pk], best[pk]))
                if any(score[first] <= best[pk] for pk in left if pk != first):
                    break
                parts.append([first])
                left.remove(first)
            parts.append(left)
        if len(parts) == 1:
            return parts
        return [small for part in parts for small in self._encounter_of_fide(part)]

    @staticmethod
    def _inner_places(order) -> dict[int, str]:
        """Places within the group; 0 where nothing was split."""
        if len(order) == 1:
            return dict.fromkeys(order[0], "0")
        found, place = {}, 1
        for part in order:
            found |= dict.fromkeys(part, str(place))
            place += len(part)
        return found

    def _encounter_of_the_handbook(self, group):
        """Only if all have met one another: the points of these games, added up."""
        if len(group) == 1:
            return [group], {group[0]: "-"}
        met = {pk: self._met(pk, group) for pk in group}
        if any(len(met[pk]) < len(group) - 1 for pk in group):
            return [group], dict.fromkeys(group, "-")
        score = {pk: sum(sum(points) for points in met[pk].values()) for pk in group}
        texts = {pk: written(Fraction(score[pk], 10), 1) for pk in group}
        return self._split([group], lambda pk: (score[pk],)), texts

    # --- From the opponents' points --------------------------------------------------------------

    def _as_opponent(self, pk: int) -> int:
        """Art. 16.3: requested byes that no later round redeems count as draws. The handbook:
        whatever came without play counts half a point."""
        if self.robin:
            return self.points[pk]
        if self.handbook:
            return sum(c.points if c.played else self.draw for c in self.cells[pk])
        last = max((c.round for c in self.cells[pk] if not c.voluntary), default=0)
        return sum(
            self.draw if c.kind in "HZ" and c.round > last else c.points for c in self.cells[pk]
        )

    def _elements(self, pk: int) -> list[tuple[int, int, bool]]:
        """(value of the opponent, points won, may be cut first), round by round."""
        found, own, before = [], self.points[pk], 0
        for cell in self.cells[pk]:
            if cell.played or (self.robin and cell.other):
                found.append((self._as_opponent(cell.other), cell.points, False))
            elif self.robin:
                pass
            elif self.handbook:
                # "Round left": of those that are counted; opponents have no more either.
                rest = self.after - cell.round
                virtual = before + (self.win - cell.points) + self.draw * rest
                found.append((virtual, cell.points, False))
            elif cell.other:
                found.append((min(own, self._as_opponent(cell.other)), cell.points, cell.voluntary))
            else:
                found.append((min(own, self.draw * self.after), cell.points, cell.voluntary))
            before += cell.points
        return found

    def adjusted(self, pk: int) -> int:
        """The points with which a player counts for the opponents."""
        return self._as_opponent(pk)

    def as_draws(self, pk: int) -> tuple[int, ...]:
        """The rounds that count as a draw there."""
        if self.handbook:
            return tuple(cell.round for cell in self.cells[pk] if not cell.played)
        last = max((c.round for c in self.cells[pk] if not c.voluntary), default=0)
        return tuple(c.round for c in self.cells[pk] if c.kind in "HZ" and c.round > last)

    def elements_by_round(self, pk: int) -> dict[int, tuple[int, int]]:
        """The value of each round, and the points made in it."""
        rounds = [cell.round for cell in self.cells[pk]]
        made = [(value, points) for value, points, _cut in self._elements(pk)]
        return dict(zip(rounds, made, strict=True))

    def buchholz(self, pk: int, code: str) -> Fraction:
        left = self._elements(pk)
        low = high = 0
        if code.startswith("BH/M"):
            low = high = int(code[4:])
        elif code.startswith("BH/C"):
            low = int(code[4:])
        for _cut in range(low):
            voluntary = [one for one in left if one[2]]
            if left:
                left.remove(min(voluntary or left))
        for _cut in range(high):
            if left:
                left.remove(max(left))
        return Fraction(sum(one[0] for one in left), 10)

    def sonneborn_berger(self, pk: int, code: str) -> Fraction:
        return Fraction(sum(value * points for value, points, _ in self._elements(pk)), 100)

    # --- From the own points ---------------------------------------------------------------------

    def progressive(self, pk: int, code: str) -> Fraction:
        total, running = 0, []
        for cell in self.cells[pk]:
            total += cell.points
            running.append(total)
        return Fraction(sum(running[int(code.partition("/C")[2] or 0) :]), 10)

    def wins(self, pk: int, code: str) -> int:
        """FIDE: rounds with as many points as a win. The handbook: wins over the board."""
        own = self.cells[pk]
        return sum(c.points == self.win and (c.played or not self.handbook) for c in own)

    def wins_with_black(self, pk: int, code: str) -> int:
        return sum(c.played and c.black and c.points == self.win for c in self.cells[pk])

    def games_with_black(self, pk: int, code: str) -> int:
        return sum(c.played and c.black for c in self.cells[pk])

    def kashdan(self, pk: int, code: str) -> int:
        """4 for a win, 2 for a draw, 1 for a loss; 2 for points without play."""
        found = 0
        for cell in self.cells[pk]:
            if cell.played:
                found += 4 if cell.points == self.win else 2 if cell.points == self.draw else 1
            elif cell.points:
                found += 2
        return found

    def koya(self, pk: int, code: str) -> Fraction:
        """Points against those with half of the points of their games or more."""
        of_games = {
            one: sum(c.points for c in self.cells[one] if c.other) for one in self.everybody
        }
        games = max(sum(1 for c in row if c.other) for row in self.cells.values())
        good = {one for one in of_games if 2 * of_games[one] >= self.win * games}
        return Fraction(sum(c.points for c in self.cells[pk] if c.other in good), 10)


def written(value: Fraction | int, decimals: int) -> str:
    """With the decimals usual for it, more if it needs them."""
    exact = Fraction(value)
    while (exact * 10**decimals).denominator != 1:
        decimals += 1
    return f"{float(exact):.{decimals}f}"


def mark(game: Game, player: int) -> str:
    """The result as the player sees it: 1, ½, 0, +, −, ?; nothing of an open game."""
    letters = {"1": "1", "W": "1", "=": "½", "D": "½", "0": "0", "L": "0", "+": "+", "-": "−"}
    return {**letters, "?": "?", "": ""}[game.half(player)]


def mark_of(record: Record, game: Game, player: int) -> str:
    """Of a match the points of both games, with the sign of one without play; nothing of an open
    one."""
    if record.settings["system"] != words.DOUBLE:
        return mark(game, player)
    if not game.code:
        return ""
    half = game.half(player)
    signs = "".join(sign for letter, sign in (("+", "+"), ("-", "−")) if letter in half)
    return in_words(game_points(record, half)) + signs


def in_words(tenths: int) -> str:
    """35 → 3½"""
    whole, rest = divmod(tenths, 10)
    if rest == 5:
        return f"{whole or ''}½"
    return str(whole) if not rest else f"{tenths / 10:.1f}"
