"""The effect of an event on a player's rating, estimated by the rating core (FIDE B.02).

It stays an estimate: FIDE adds up all events of a month, takes the ratings of the list valid at the
start, knows how many games a player has on the list and how high they ever stood, and has the last
word on what is rated.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from ratings.change import GameChange, Rated
from ratings.change import change as change_of
from ratings.editions import ListKind, fide
from ratings.events import Month, PastEvent, PastGame, Player
from ratings.exact import half_away
from ratings.expected import POINT
from ratings.first import first_rating
from ratings.games import RatedGame as CoreGame
from tournaments.models import Entry
from tournaments.wording.numbers import signed

#: halves of the results that are rated
HALVES = {"1": 2, "=": 1, "0": 0}
#: what is not known of a player is taken as usual: thirty games, never higher than today
_USUAL_GAMES = 30


@dataclass(frozen=True, slots=True)
class RatingEstimate:
    rating: int
    coefficient: int
    games: tuple[GameChange, ...]
    change: int  # whole points
    first: int = 0  # a first rating, for somebody unrated who has games enough

    @property
    def hundredths(self) -> int:
        """The change before it is rounded to whole points."""
        deltas = sum(row.delta for row in self.games)
        return half_away(Fraction(self.coefficient * deltas, POINT // 100))

    @property
    def change_text(self) -> str:
        return signed(self.change)

    def of_round(self, number: int) -> str:
        """ "+2.8": the change by its game, or by both of a match, times the coefficient."""
        found = [row.delta for row in self.games if row.game.game == number]
        return signed_tenths(sum(found) * self.coefficient // (POINT // 100)) if found else ""


class RatedGame(NamedTuple):
    round: int
    opponent: Entry
    symbol: str  # of the player's half of the result


def rated_symbols(result: str, reported_result: str, *, colour: str) -> str:
    """A player's symbols as they are reported: one a game, also where the standings keep another
    result (C.04.2 art. 4.3)."""
    code = reported_result or result
    return code[::2] if colour == "w" else code[1::2]


def estimate(entry: Entry, games: Iterable[RatedGame], kind: str, today: date) -> RatingEstimate:
    """From the games that are rated: played, not marked unrated, against rated opponents."""
    counted = [game for game in games if game.symbol in HALVES and game.opponent.fide_rating > 0]
    if not entry.fide_rating:
        return RatingEstimate(0, 0, (), 0, _first(counted, kind, today))
    found = _change(entry, counted, kind, today)
    return RatingEstimate(entry.fide_rating, int(found.k_used), found.games, found.change)


def _change(entry: Entry, games: list[RatedGame], kind: str, today: date) -> Rated:
    edition, own = fide(ListKind(kind)), entry.fide_rating
    gap = edition.unrated_gap
    sides = [
        CoreGame("", game.round, game.opponent.pk or 0, own, rating, HALVES[game.symbol])
        for game in games
        for rating in [game.opponent.fide_rating]
        if not (gap and gap.parts(own, rating))  # rapid, blitz 7.3.1
    ]
    listed = getattr(entry.player, f"k_{kind}") if entry.player else 0
    player = Player(
        id=entry.pk or 0,
        rating=own,
        k=entry.k or listed or None,
        born=entry.birth_year,
        games=_USUAL_GAMES,
    )
    return change_of(player, own, sides, edition, Month(today.year, today.month))


def _first(games: list[RatedGame], kind: str, today: date) -> int:
    """Art. 7.1.4, 8.2: 0 where it would not be published."""
    month = Month(today.year, today.month)
    played = tuple(PastGame(one.opponent.fide_rating, HALVES[one.symbol]) for one in games)
    found = first_rating([PastEvent("", month, played)], fide(ListKind(kind)), month)
    return found.new or 0


def signed_tenths(hundredths: int) -> str:
    tenths = half_away(Fraction(hundredths, 10))
    return signed(f"{'-' * (tenths < 0)}{abs(tenths) // 10}.{abs(tenths) % 10}")
