"""Handbook 1.2 (Lim): what the pairing cards say. Art. 2.2, 3.1, 3.2, 4.10, 6 and 7."""

from pairing.errors import UnsupportedRule
from pairing.matching import as_set
from pairing.results import ByeKind
from pairing.sentences import Said
from pairing.state import Colour, Fact, Record, TournamentState

# A broken colour limit (last round only) weighs more than all the clashes of a round.
BROKEN_LIMIT = 1_000_000
CLASH = 1

MAXI_LIMIT = 100


class Cards:
    """The pairing cards before one round, gathered once and then only read.

    Number 1 is called the *highest* number, as in Art. 1. Everything that depends on history
    uses the games really played; a forfeited pairing may come again but counts as a float.
    """

    def __init__(self, state: TournamentState) -> None:
        if state.acceleration is not None:
            raise UnsupportedRule("system.no_rule", rule=Said("word.acceleration"))
        self.state = state
        self.record = record = Record(state)
        self.present = [player.tpn for player in state.to_be_paired()]
        self.score = record.score
        self.rating = {player.tpn: player.rating for player in state.players}
        self.maxi = bool(state.option("maxi", False))
        #: twice the points of the median group (Art. 3.2), to stay whole
        self.double_median = len(state.rounds) * state.points.win
        #: place among those who are paired in round 1, for the lot of B.1.2
        self.place: dict[int, int] = {}
        self.may: dict[int, frozenset[Colour]] = {t: self._may(t) for t in self.present}
        self.due: dict[int, Colour | None] = {t: self._due(t) for t in self.present}
        self.floated = self._floated_last_round()
        self.barred = self._barred()
        self.legal = self._legal()
        #: the same as a graph whose vertices are the numbers
        self.rows = [self.legal.get(t, 0) for t in range(max(self.present, default=0) + 1)]
        self._fitting: dict[object, int] = {}

    # Art. 6.1.a-b  The limits

    def _may(self, tpn: int) -> frozenset[Colour]:
        """The colours that keep the limits: not three running, difference not above two."""
        last = self.record.colours[tpn][-2:]
        difference = self.record.colour_difference(tpn)
        allowed = []
        if last != [Colour.WHITE] * 2 and difference < 2:
            allowed.append(Colour.WHITE)
        if last != [Colour.BLACK] * 2 and difference > -2:
            allowed.append(Colour.BLACK)
        return frozenset(allowed)

    # Art. 6.1, 6.3, 6.5, 6.6  The colour a player is due

    def _due(self, tpn: int) -> Colour | None:
        """The only colour the limits allow; else the equalising one; else the other than last."""
        if len(self.may[tpn]) == 1:
            return next(iter(self.may[tpn]))
        difference = self.record.colour_difference(tpn)
        if difference:
            return Colour.BLACK if difference > 0 else Colour.WHITE
        colours = self.record.colours[tpn]
        return colours[-1].opposite if colours else None

    # Art. 3.1 and 7  Compatible opponents

    def _barred(self) -> dict[int, int]:
        """For each player as bits: the player, those they have met, those they must not meet."""
        barred = {tpn: as_set(self.record.met[tpn]) | 1 << tpn for tpn in self.present}
        for group in self.state.forbidden:
            if group.applies_to(self.state.next_round):
                for tpn in group.players & barred.keys():
                    barred[tpn] |= as_set(group.players)
        return barred

    def _legal(self) -> dict[int, int]:
        """For each player the set of their compatible opponents, as bits."""
        may_white = as_set(t for t in self.present if Colour.WHITE in self.may[t])
        may_black = as_set(t for t in self.present if Colour.BLACK in self.may[t])
        same_score: dict[int, int] = {}
        for tpn in self.present:
            same_score[self.score[tpn]] = same_score.get(self.score[tpn], 0) | 1 << tpn
        legal = {}
        for tpn in self.present:
            row = 0
            if Colour.WHITE in self.may[tpn]:
                row |= may_black
            if Colour.BLACK in self.may[tpn]:
                row |= may_white
            if self.state.is_last_round:
                row |= same_score[self.score[tpn]]
            legal[tpn] = row & ~self.barred[tpn]
        return legal

    def compatible(self, a: int, b: int) -> bool:
        return bool(self.legal[a] >> b & 1)

    # Art. 6.2  What a pairing costs in the second scrutiny

    def clash(self, a: int, b: int) -> bool:
        """Both are due the same colour."""
        return self.due[a] is not None and self.due[a] is self.due[b]

    def broken_limits(self, a: int, b: int) -> int:
        """The number of the two who must break a limit of 6.1; above 0 only in the last round."""
        return min(self._breaches(a, b), self._breaches(b, a))

    def _breaches(self, white: int, black: int) -> int:
        return (Colour.WHITE not in self.may[white]) + (Colour.BLACK not in self.may[black])

    def cost(self, a: int, b: int) -> int:
        return BROKEN_LIMIT * self.broken_limits(a, b) + CLASH * self.clash(a, b)

    def fitting(self, tpn: int) -> int:
        """The players whose colours fit, as bits: a pair with them costs nothing."""
        kind = self.due[tpn], self.may[tpn]
        if kind not in self._fitting:
            self._fitting[kind] = as_set(t for t in self.present if not self.cost(tpn, t))
        return self._fitting[kind]

    def within_maxi(self, a: int, b: int) -> bool:
        """Art. 4.2, 4.8, 6.7: in a maxi tournament at most 100 rating points apart."""
        return not self.maxi or abs(self.rating[a] - self.rating[b]) <= MAXI_LIMIT

    # Art. 4.10  Who floated in the previous round

    def _floated_last_round(self) -> frozenset[int]:
        """Above the median the one with more points floated, below it the one with fewer.

        The pairing counts, whether or not it was played. A bye is no float, unless the option
        `protect_bye` follows the worked example, which spares the player of the last bye.
        """
        state, record = self.state, self.record
        if not state.rounds:
            return frozenset()
        last = len(state.rounds) - 1
        double_median = last * state.points.win
        protect_bye = bool(state.option("protect_bye", False))
        before = {tpn: scores[last] for tpn, scores in record.scores_before.items()}
        floated = set()
        for tpn in self.present:
            opponent = record.opponents[tpn][last]
            if opponent:
                own, other = before[tpn], before[opponent]
                if own > other and 2 * own > double_median:
                    floated.add(tpn)
                if own < other and 2 * own < double_median:
                    floated.add(tpn)
            elif record.bye_kinds[tpn][last] is ByeKind.PAIRING_ALLOCATED and protect_bye:
                floated.add(tpn)
        return frozenset(floated)

    # Art. 3.2, F.1 of the Dutch chapter  Orders

    def rank(self, tpn: int) -> tuple[int, int]:
        """Score first, then the higher number."""
        return -self.score[tpn], tpn

    def board_key(self, a: int, b: int) -> tuple[int, int, int]:
        """Boards: higher score of the two, sum of the scores, higher number."""
        higher = min(a, b, key=self.rank)
        return -self.score[higher], -self.score[a] - self.score[b], higher

    # Art. 6  Colours of a pair

    def colours(self, a: int, b: int, *, below_median: bool) -> tuple[int, int, Fact]:
        """(white, black, why) for two who meet in a group below the median or not."""
        due_a, due_b = self.due[a], self.due[b]
        if due_a is None and due_b is None:
            return self._by_lot(a, b)
        if due_a is not due_b:
            a_white = due_a is Colour.WHITE or due_b is Colour.BLACK
            white, black = (a, b) if a_white else (b, a)
            return self._fact(white, black, "due", "6.1")
        assert due_a is not None
        breaches = self._breaches(a, b) - self._breaches(b, a)
        if breaches:
            white, black = (a, b) if breaches < 0 else (b, a)
            return self._fact(white, black, "limits", "6.3")
        claim = self._by_history(a, b, due_a)
        code = "history"
        if claim is None:
            higher, lower = sorted((a, b), key=self.rank)
            claim, code = (lower, "lower") if below_median else (higher, "higher")
        other = b if claim == a else a
        white, black = (claim, other) if due_a is Colour.WHITE else (other, claim)
        return self._fact(white, black, code, "6.4")

    def _by_history(self, a: int, b: int, wanted: Colour) -> int | None:
        """Art. 6.4: going back, the first who had the wanted colour when the other did not yields.

        A history that has ended stands between the two colours.
        """
        one, two = self.record.colours[a][::-1], self.record.colours[b][::-1]
        for index in range(max(len(one), len(two))):
            claims = []
            for history in (one, two):
                if index >= len(history):
                    claims.append(1)
                else:
                    claims.append(0 if history[index] is wanted else 2)
            if claims[0] != claims[1]:
                return a if claims[0] > claims[1] else b
        return None

    def _by_lot(self, a: int, b: int) -> tuple[int, int, Fact]:
        """B.1.2: odd numbers of the upper half get the colour drawn for number 1."""
        higher, lower = min(a, b), max(a, b)
        lot = self.state.initial_colour or Colour.WHITE
        colour = lot if self.place.get(higher, higher) % 2 else lot.opposite
        white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
        return self._fact(white, black, "lot", "B.1.2")

    def _fact(self, white: int, black: int, code: str, article: str) -> tuple[int, int, Fact]:
        due = tuple(
            (name, str(self.due[tpn] or "-")) for name, tpn in (("white", white), ("black", black))
        )
        return white, black, Fact(f"handbook.lim.colour.{code}", article, (white, black), due)
