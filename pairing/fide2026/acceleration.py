"""FIDE C.04.7 (Accelerated systems: Baku), applied from 1 February 2026.

Virtual points are never standings points: they are added for the pairing of one round and are
gone afterwards (art. 1.5).
"""

from collections.abc import Iterable

from pairing.errors import UnsupportedRule
from pairing.state import Baku, Fact, TournamentState, VirtualPoints, format_score


class Acceleration:
    """The virtual points of every player in every round, past and next."""

    def __init__(self, state: TournamentState) -> None:
        self._schedule: tuple[int, ...] = ()
        self._explicit: dict[int, tuple[int, ...]] = {}
        self._last = 0
        if isinstance(state.acceleration, VirtualPoints):
            self._explicit = dict(state.acceleration.points)
        elif isinstance(state.acceleration, Baku):
            self._schedule = baku_schedule(state)
            self._last = last_of_first_group(state)

    @property
    def active(self) -> bool:
        return bool(self._schedule or self._explicit)

    def points(self, tpn: int, round_: int) -> int:
        """Virtual points, in tenths, of a player when that round is paired."""
        given = self._explicit.get(tpn, ())
        if not given and tpn <= self._last:
            given = self._schedule
        return given[round_ - 1] if round_ <= len(given) else 0

    def facts(self, tpns: Iterable[int], round_: int) -> tuple[Fact, ...]:
        """Art. 1.4: which of these players are paired with how many virtual points."""
        groups: dict[int, list[int]] = {}
        for tpn in sorted(tpns):
            points = self.points(tpn, round_)
            if points:
                groups.setdefault(points, []).append(tpn)
        return tuple(
            Fact(
                "acceleration.virtual_points",
                "C.04.7 1.4",
                tuple(given),
                (("points", format_score(points)),),
            )
            for points, given in sorted(groups.items(), reverse=True)
        )


def baku_schedule(state: TournamentState) -> tuple[int, ...]:
    """Virtual points of the first group, round by round.

    Art. 1.4.1: the first half of the rounds, rounded up, is accelerated. Art. 1.4.2: a win's
    points in the first half of those, rounded up. Art. 1.4.3: half of that in the others. Where
    a round is a match of two games, a win is one of 2-0.
    """
    points = state.points
    # Art. 1.1: only where a win is worth two draws and a loss nothing.
    if points.win != 2 * points.draw or points.loss != 0:
        raise UnsupportedRule("swiss.baku_points")
    accelerated = (state.total_rounds + 1) // 2
    full = (accelerated + 1) // 2
    win = points.round_win
    return (win,) * full + (win // 2,) * (accelerated - full)


def last_of_first_group(state: TournamentState) -> int:
    """The TPN of the last member of the first group, GA.

    Art. 1.2: GA is the first half, rounded up to an even number, of those who entered the
    pairing of round 1. Art. 1.3.2: the last member stays the same participant afterwards, so a
    value recorded when round 1 was paired is kept; without one, round 1 itself tells.
    """
    if isinstance(state.acceleration, Baku) and state.acceleration.last_of_first_group:
        return state.acceleration.last_of_first_group
    if state.rounds:
        first = state.rounds[0]
        paired = {tpn for game in first.games for tpn in (game.white, game.black)}
        paired |= {bye.player for bye in first.byes if bye.kind == "U"}
        entered = sorted(paired)
    else:
        entered = [player.tpn for player in state.to_be_paired()]
    size = 2 * ((len(entered) + 3) // 4)
    return entered[min(size, len(entered)) - 1] if entered else 0
