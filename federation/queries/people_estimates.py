"""Ratings of a player as the events since the latest list would make them. Estimates: what counts
is decided when a list is made."""

from collections.abc import Collection, Iterable
from datetime import date, timedelta
from fractions import Fraction

from federation.core.rating_rules import DAYS_BEFORE, edition
from federation.models import PlayerResult, RatingReport, RatingRun, Series
from federation.queries import ratings_lists
from federation.queries.people_games import games_of, public_entries
from federation.queries.people_ratings import KINDS, RatingLine
from ratings.change import change
from ratings.events import Month, Player
from ratings.exact import half_away
from ratings.games import RatedGame
from tournaments.models import RegisteredPlayer

#: B.02 art. 9.1: what ended before three lists is not rated any more
NOT_LATER = timedelta(days=92)


def estimates(
    player: RegisteredPlayer, lines: Iterable[RatingLine], outcomes: Collection[PlayerResult]
) -> dict[str, int]:
    """By the key of the line: the rating as it would be; none where nothing has ended since."""
    found = {}
    for line in lines:
        if line.key in KINDS:
            since = line.month - timedelta(days=DAYS_BEFORE)
            changes = [
                one.change
                for one in outcomes
                if one.kind == line.key and one.ended_on > since and one.change is not None
            ]
            if changes:
                found[line.key] = line.now + half_away(Fraction(sum(changes), 100))
        elif line.key == Series.NATIONAL:
            recent = [one for one in outcomes if one.ended_on > line.month - NOT_LATER]
            changed = _national(player, line.now, recent) if recent else None
            if changed is not None:
                found[line.key] = line.now + changed
    return found


def since_when(lines: Iterable[RatingLine]) -> date | None:
    """The day until which every list has counted all."""
    counted = [line.month for line in lines if line.key in (*KINDS, Series.NATIONAL)]
    return min(counted) - max(NOT_LATER, timedelta(days=DAYS_BEFORE)) if counted else None


def _national(player: RegisteredPlayer, now: int, recent: list[PlayerResult]) -> int | None:
    """By the rules that hold, from tournaments that no list has counted yet."""
    rules = ratings_lists.rules()
    open_ = set(
        RatingReport.objects.filter(
            tournament__in=[one.tournament_id for one in recent if one.kind in rules.kinds],
            for_national=True,
        )
        .exclude(state=RatingReport.State.NOT_RATED)
        .exclude(
            versions__lists__series=Series.NATIONAL,
            versions__lists__run__state=RatingRun.State.PUBLISHED,
        )
        .values_list("tournament", flat=True)
    )
    held = ratings_lists.holding(Series.NATIONAL) if open_ else None
    listed = held.rows.filter(player=player.pk).first() if held else None
    if held is None or listed is None:
        return None
    constants = edition(Series.NATIONAL, rules.constants)
    gap = constants.unrated_gap
    played = [
        RatedGame("", game.round, game.opponent_player or 0, own, game.opponent_national, halves)
        for game in games_of(public_entries(player).filter(tournament__in=open_))
        if game.opponent_national
        for own in [game.entry.national_rating or now]
        if not (gap and gap.parts(own, game.opponent_national))
        for _colour, halves in game.played()
    ]
    if not played:
        return None
    person = Player(
        id=player.pk,
        rating=now,
        born=player.birth_year,
        games=listed.total_games,
        peak=listed.peak,
    )
    month: date = held.month
    return change(person, now, played, constants, Month(month.year, month.month)).change
