"""The players tied for a place, and those of a knock-out or play-off before it is announced."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.core.cache import cache

from pairing.handbook.knockout import seed_by_ranking, seed_by_rating
from pairing.handbook.lots import Lots
from pairing.state import Fact, Player
from tiebreaks.standings import build_field, by_score, chosen_codes, refine
from tournaments.models import Entry, Knockout, Team, Tournament
from tournaments.queries.knockout.bracket_words import Contender
from tournaments.queries.knockout.team_games import as_player
from tournaments.queries.standings.table import (
    CACHE_SECONDS,
    StandingsTable,
    counted_state,
    how_computed,
    standings_table,
    usable_codes,
)
from tournaments.queries.teams.listing import teams_to_draw
from tournaments.queries.teams.rules import rules_of
from tournaments.snapshot import snapshot

#: ties for later places are decided by the tie-breaks; nobody plays on for them
LAST_PLACE = 12


@dataclass(frozen=True, slots=True)
class Tied:
    """Players level for the places from `first` on, in the order of the remaining tie-breaks."""

    first: int
    level: tuple[str, ...]  # the tie-breaks in which they are level too
    entries: tuple[Entry, ...]

    @property
    def last(self) -> int:
        return self.first + len(self.entries) - 1


def tied_groups(table: StandingsTable) -> list[Tied]:
    """Every group that is level on points, or on points and the first tie-breaks, for one of the
    first places of final standings. A group is named once, with the fewest tie-breaks."""
    tournament = table.tournament
    if not table.final or not tournament.format.ranks_players:
        return []
    key = f"tied:{tournament.pk}:{tournament.revision}:{table.after}"
    found = cache.get(key)
    if found is None:
        found = list(_tied(tournament, table.after))
        cache.set(key, found, CACHE_SECONDS)
    place = {row.entry.pk: index for index, row in enumerate(table.rows)}
    people = {row.entry.pk: row.entry for row in table.rows}
    return [
        Tied(first, level, tuple(people[pk] for pk in sorted(group, key=place.__getitem__)))
        for first, level, group in found
    ]


def _tied(
    tournament: Tournament, after: int
) -> Iterator[tuple[int, tuple[str, ...], tuple[int, ...]]]:
    before = snapshot(tournament, before_round=after + 1, pairing=False)
    field = build_field(counted_state(before, 0), after=after, **how_computed(tournament, before))
    codes, _unusable = usable_codes(tournament)
    chosen = chosen_codes(codes, edition=tournament.tie_break_edition, compat="")
    expelled = {t for t, e in before.entries.items() if e.status == Entry.Status.EXPELLED}
    groups = by_score(field)
    seen: set[tuple[int, ...]] = set()
    for count in range(len(chosen) + 1):
        if count:
            groups, _shown = refine(field, chosen[count - 1], groups)
        first = 1
        for group in groups:
            members = tuple(tpn for tpn in group if tpn not in expelled)
            if first > LAST_PLACE:
                break
            if len(members) > 1 and members not in seen:
                seen.add(members)
                level = tuple(codes[: count + len(codes) - len(chosen)]) if count else ()
                yield first, level, tuple(before.entries[tpn].pk for tpn in members)
            first += len(members)


def tied_for(tournament: Tournament, place: int, level: tuple[str, ...]) -> Tied | None:
    table = standings_table(tournament)
    return next(
        (tied for tied in tied_groups(table) if (tied.first, tied.level) == (place, level)), None
    )


def ties_to_decide(table: StandingsTable) -> list[Tied]:
    """Ties for which a play-off can still be prepared."""
    found = tied_groups(table)
    if not found:
        return []
    planned = table.tournament.knockouts.filter(kind=Knockout.Kind.PLAYOFF, cancelled_at=None)
    taken = set(planned.values_list("place", flat=True))
    return [tied for tied in found if tied.first not in taken]


# --- Before the announcement ---------------------------------------------------------------------


def seats_before(knockout: Knockout) -> tuple[Sequence[Contender], tuple[Fact, ...]]:
    """The seats if the plan were announced now, and why in this order: those who
    qualified elsewhere by their places, everybody else by rating."""
    tournament = knockout.tournament
    if knockout.is_playoff:
        tied = tied_for(tournament, knockout.place, tuple(knockout.level))
        return (list(tied.entries) if tied else []), ()
    if tournament.format.makes_rounds_from_plan:
        return _teams_before(knockout)
    away = (Entry.Status.WITHDRAWN, Entry.Status.EXPELLED, Entry.Status.ABSENT)
    present = list(tournament.entries.exclude(status__in=away).numbered())
    known = {entry.pk: entry for entry in present}
    qualified: list[Entry] = [known[pk] for pk in knockout.order if pk in known]
    others = {entry.tpn: entry for entry in present if entry not in qualified}
    seeding = seed_by_rating(
        [Player(tpn, rating=entry.rating) for tpn, entry in others.items()],
        Lots(knockout.lot_seed),
    )
    facts = seed_by_ranking(range(1, len(qualified) + 1)).facts + tuple(
        replace(fact, players=(number,))
        for number, fact in enumerate(seeding.facts, start=len(qualified) + 1)
    )
    return qualified + [others[tpn] for tpn in seeding.order], facts


def _teams_before(knockout: Knockout) -> tuple[list[Team], tuple[Fact, ...]]:
    """Teams by the average rating of their boards; those without ratings by lot (A.4)."""
    tournament = knockout.tournament
    boards = rules_of(tournament).boards
    teams = teams_to_draw(tournament)
    by_place = {place: as_player(team, boards) for place, team in enumerate(teams, start=1)}
    seeding = seed_by_rating(
        [Player(place, rating=team.rating) for place, team in by_place.items()],
        Lots(knockout.lot_seed),
    )
    facts = tuple(
        replace(fact, players=(number,)) for number, fact in enumerate(seeding.facts, start=1)
    )
    return [by_place[place] for place in seeding.order], facts
