"""A player's card as everybody may read it: rounds, place, seat, rating."""

from dataclasses import dataclass

from pairing.results import ByeKind as CoreByeKind
from tournaments.models import Entry, Pairing, Round
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.rounds.sheets import CardLine, player_card
from tournaments.queries.standings.ratings import (
    RatedGame,
    RatingEstimate,
    estimate,
    rated_symbols,
)
from tournaments.queries.standings.table import StandingsRow, standings_table
from tournaments.wording.numbers import points_text
from tournaments.wording.players import BYES


@dataclass(frozen=True, slots=True)
class PublicLine:
    line: CardLine
    bye: str  # in words, for a round without a game
    change: str  # of the rating by this game


@dataclass(frozen=True, slots=True)
class PublicCard:
    entry: Entry
    lines: tuple[PublicLine, ...]
    row: StandingsRow | None
    after: int
    now: CardLine | None  # the latest published round, while it is being played
    rating: RatingEstimate
    final: bool  # the place will not change any more
    #: why games of this card are in nobody's points
    notes: tuple[str, ...] = ()


def public_card(entry: Entry) -> PublicCard:
    tournament = entry.tournament
    lines = player_card(entry)
    shorten_names(tournament.event, [entry, *(line.opponent for line in lines)])
    table = standings_table(tournament, public=True)
    row = next((row for row in table.rows if row.entry.pk == entry.pk), None)
    met = {entry.pk, *(line.opponent.pk for line in lines if line.opponent)}
    rating = estimate_of(entry, lines)
    latest = lines[-1] if lines else None
    playing = latest is not None and latest.round.status == Round.Status.PUBLISHED
    return PublicCard(
        entry,
        tuple(
            PublicLine(line, _bye_words(line), rating.of_round(line.round.number)) for line in lines
        ),
        row,
        table.after,
        latest if playing else None,
        rating,
        table.final,
        tuple(one.sentence for one in table.unranked if one.entry.pk in met),
    )


def estimate_of(entry: Entry, lines: list[CardLine]) -> RatingEstimate:
    """The estimated change of the rating by the games of a card."""
    tournament = entry.tournament
    games = [
        RatedGame(line.round.number, line.opponent, symbol)
        for line in lines
        if line.opponent and line.pairing
        for symbol in rated_symbols(  # of a match both games
            line.pairing.result, line.pairing.reported_result, colour=line.colour
        )
    ]
    return estimate(entry, games, tournament.rating_type, tournament.event.starts_on)


def bye_in_words(pairing: Pairing) -> str:
    """The bye of a player in words, with the points that it gives."""
    points = pairing.round.tournament.point_system.for_bye(CoreByeKind(pairing.bye))
    return str(BYES[pairing.bye]) % {"points": points_text(points)}


def _bye_words(line: CardLine) -> str:
    if line.pairing is None or line.opponent is not None:
        return ""
    line.pairing.round = line.round
    return bye_in_words(line.pairing)
