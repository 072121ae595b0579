"""The estimated rating changes of everybody, by the same estimate as on a player's own page."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ratings.exact import half_up
from ratings.expected import POINT
from tournaments.models import UNFINISHED, Entry, Pairing, Tournament
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.queries.standings.ratings import (
    HALVES,
    RatedGame,
    RatingEstimate,
    estimate,
    rated_symbols,
)
from tournaments.queries.standings.table import last_public_round
from tournaments.wording.numbers import decimal, points_text


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player who met rated opponents over the board."""

    entry: Entry
    estimate: RatingEstimate
    games: int
    average: int  # of the opponents' ratings
    halves: int

    @property
    def points(self) -> str:
        return points_text(5 * self.halves)

    @property
    def expected_hundredths(self) -> int:
        return sum(row.expected for row in self.estimate.games) * 100 // POINT

    @property
    def expected(self) -> str:
        """ "4.37"; nothing of a player without a rating."""
        if not self.estimate.games:
            return ""
        hundredths = self.expected_hundredths
        return decimal(f"{hundredths // 100}.{hundredths % 100:02}")

    @property
    def change(self) -> str:
        return self.estimate.change_text if self.estimate.games else ""

    @property
    def new(self) -> int:
        """The rating as it would be; a first one, or 0 where there is none."""
        if self.estimate.games:
            return self.estimate.rating + self.estimate.change
        return self.estimate.first


@dataclass(frozen=True, slots=True)
class RatingChanges:
    rows: tuple[RatingRow, ...]
    after: int  # the last published round
    open: int  # its games without a result, and those of rounds before

    @property
    def final(self) -> bool:
        return not self.open


def has_rating_changes(tournament: Tournament) -> bool:
    """Where players meet round by round; the games of a knock-out are of their own kind."""
    return tournament.format.has_rounds


def rating_changes(tournament: Tournament, *, public: bool = False) -> RatingChanges:
    """By number, all from one reading of the games."""
    people = {entry.pk: entry for entry in tournament.entries.select_related("player")}
    if public:
        shorten_names(tournament.event, people.values())
    pairings = Pairing.objects.games().filter(
        round__tournament=tournament, round__status__in=PUBLIC
    )
    games: dict[int, list[RatedGame]] = {}
    rows = pairings.order_by("round__number").values_list(
        "round__number", "white_id", "black_id", "result", "reported_result"
    )
    for number, white, black, *codes in rows:
        for own, other, colour in ((white, black, "w"), (black, white, "b")):
            games.setdefault(own, []).extend(
                RatedGame(number, people[other], symbol)
                for symbol in rated_symbols(*codes, colour=colour)
            )
    everybody = sorted(
        (people[pk] for pk in games), key=lambda entry: (entry.tpn or 10_000, entry.pk)
    )
    after = last_public_round(tournament)
    left = pairings.filter(UNFINISHED).count() + (tournament.total_rounds > after)
    return RatingChanges(
        tuple(found for one in everybody for found in _row(tournament, one, games[one.pk])),
        after,
        left,
    )


def _row(tournament: Tournament, entry: Entry, games: list[RatedGame]) -> Iterator[RatingRow]:
    rated = [one for one in games if one.symbol in HALVES and one.opponent.fide_rating]
    if not rated:
        return
    found = estimate(entry, games, tournament.rating_type, tournament.event.starts_on)
    if entry.fide_rating and not found.games:
        return  # all of them too far apart (rapid, blitz 7.3.1)
    if found.games:
        ratings = [row.opponent for row in found.games]
        halves = sum(row.game.halves for row in found.games)
    else:
        ratings = [one.opponent.fide_rating for one in rated]
        halves = sum(HALVES[one.symbol] for one in rated)
    average = half_up(Fraction(sum(ratings), len(ratings)))
    yield RatingRow(entry, found, len(ratings), average, halves)
