"""Standings as pages, papers and the API show them, from one computation per revision."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.cache import cache
from django.db.models import Max, Min

from pairing.handbook.round_robin import Withdrawal, below_half, cross_table
from pairing.state import Fact, TournamentState
from tiebreaks import registry
from tiebreaks.advice import advice, refuses
from tiebreaks.errors import TieBreakError
from tiebreaks.standings import Standings, format_value
from tiebreaks.standings import standings as compute
from tournaments.models import UNFINISHED, Entry, Pairing, Round, Tournament
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.knockout.course import decided_playoffs
from tournaments.queries.standings.decisions import hand_order, rating_policy, values_from_elsewhere
from tournaments.snapshot import Snapshot, snapshot
from tournaments.wording.round_robin import NOT_RANKED
from tournaments.wording.tiebreaks import name_of_code

CACHE_SECONDS = 24 * 3600
#: raised when what is kept changes: a new release must not read what the old one kept
SHAPE = 3


@dataclass(frozen=True, slots=True)
class StandingsRow:
    rank: int
    shared: bool
    entry: Entry
    score: int  # tenths
    values: tuple[str, ...]  # as printed, in the order of the codes
    overall: int = 0  # the rank among all, where only a category is listed
    by_hand: bool = False  # the arbiter's order separates them from others of their rank


@dataclass(frozen=True, slots=True)
class Unranked:
    """Left a round robin below half of their games: those count in nobody's points, and stay in
    the cross table (handbook, round robin 3)."""

    entry: Entry
    completed: int
    games: int
    score: int  # tenths, of the games as they stand in the cross table

    @property
    def values(self) -> dict[str, str | int]:
        """For the sentence that says so."""
        return {"one": self.entry.name, "completed": self.completed, "games": self.games}

    @property
    def sentence(self) -> str:
        return str(NOT_RANKED) % self.values


@dataclass(frozen=True, slots=True)
class StandingsTable:
    tournament: Tournament
    after: int
    codes: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    final: bool
    missing: int  # results still open in the rounds counted
    #: codes of the list that cannot be used here, and so were left out
    unusable: tuple[str, ...] = ()
    unranked: tuple[Unranked, ...] = ()

    @property
    def by_hand(self) -> bool:
        return any(row.by_hand for row in self.rows)

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Each code with its name in words."""
        edition = self.tournament.tie_break_edition
        return [
            (head, name_of_code(registry.parse(code, edition=edition), edition))
            for head, code in zip(self.heads, self.codes, strict=True)
        ]

    @property
    def less_is_better(self) -> list[str]:
        """The codes of which the lower value is ahead."""
        return codes_where_less_is_better(self.codes, self.tournament.tie_break_edition)

    @property
    def heads(self) -> list[str]:
        """The codes as they stand above their columns."""
        return ["PO" if code.startswith("OTHER_PLAYOFF") else code for code in self.codes]

    def only(self, belongs: Callable[[Entry], bool]) -> "StandingsTable":
        """The same with everybody else left out; ranked among those who are left."""
        rows: list[StandingsRow] = []
        left = [row for row in self.rows if belongs(row.entry)]
        for place, row in enumerate(left, start=1):
            if rows and rows[-1].overall == row.rank:
                rows[-1] = replace(rows[-1], shared=True)
                rows.append(replace(rows[-1], entry=row.entry, values=row.values))
            else:
                rows.append(replace(row, rank=place, shared=False, overall=row.rank))
        return replace(self, rows=tuple(rows))


def codes_where_less_is_better(codes: Iterable[str], edition: str) -> list[str]:
    return [
        code
        for code in codes
        if registry.less_is_better(registry.parse(code, edition=edition), edition)
    ]


def last_public_round(tournament: Tournament) -> int:
    """The last round that everybody may see; 0 = none."""
    return (
        tournament.rounds.filter(
            status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED]
        ).aggregate(last=Max("number"))["last"]
        or 0
    )


def last_complete_round(tournament: Tournament, latest: int | None = None) -> int:
    """The last published round up to which every game has its result, if only an adjournment.

    `latest`: the last published round, where the caller knows it.
    """
    published = tournament.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED])
    open_games = Pairing.objects.games().filter(round__in=published, result="")
    first_open = open_games.aggregate(first=Min("round__number"))["first"]
    if first_open is not None:
        return int(first_open) - 1
    return last_public_round(tournament) if latest is None else latest


def standings_table(
    tournament: Tournament, after: int | None = None, *, public: bool = False, kept: bool = True
) -> StandingsTable:
    """The standings after a published round (the last complete one, when not said).

    `kept`: what was computed at this revision is good enough, and is kept for the next one. Not
    within an act, which may still be undone.
    """
    latest = last_public_round(tournament)
    after = min(after, latest) if after is not None else last_complete_round(tournament)
    key = f"standings:{SHAPE}:{tournament.pk}:{tournament.revision}:{after}"
    computed = cache.get(key) if kept else None
    people: Iterable[Entry] = ()
    if computed is None:
        before = snapshot(tournament, before_round=after + 1, pairing=False)
        computed, people = _compute(tournament, before, after), before.entries.values()
        if kept:
            cache.set(key, computed, CACHE_SECONDS)
    codes, raw, missing, unusable, unranked = computed
    entries = {entry.pk: entry for entry in people or tournament.entries.all()}
    if public:
        shorten_names(tournament.event, entries.values())
    rows = tuple(
        StandingsRow(rank, shared, entries[entry_id], score, values, rank, by_hand)
        for rank, shared, entry_id, score, values, by_hand in raw
    )
    return StandingsTable(
        tournament,
        after,
        codes,
        rows,
        final=after == tournament.total_rounds and not missing,
        missing=missing,
        unusable=unusable,
        unranked=tuple(Unranked(entries[pk], *rest) for pk, *rest in unranked),
    )


def tie_break_advice(tournament: Tournament) -> tuple[Fact, ...]:
    """The objections to the tournament's list."""
    return advice(
        list(tournament.tie_breaks),
        tournament.format.family_of_players,
        tournament.total_rounds,
        edition=tournament.tie_break_edition,
        unrated=tournament.entries.filter(rating=0).count(),
        unrated_policy=tournament.unrated,
        days=days_for_advice(tournament),
    )


def days_for_advice(tournament: Tournament) -> int:
    """The length of the event, or what the arbiter's mark of a long one stands for."""
    days = tournament.event.days
    return max(days, 31) if tournament.is_long else min(days, 30)


def usable_codes(tournament: Tournament) -> tuple[list[str], tuple[str, ...]]:
    """The list without what the rule book excludes here, and what that is."""
    usable: list[str] = []
    unusable: list[str] = []
    family, edition = tournament.format.family_of_players, tournament.tie_break_edition
    for code in tournament.tie_breaks:
        try:
            facts = advice([code], family, tournament.total_rounds, edition=edition)
        except TieBreakError:
            unusable.append(code)
            continue
        refused = any(map(refuses, facts))
        (unusable if refused else usable).append(code)
    return usable, tuple(unusable)


def counted_codes(tournament: Tournament, after: int) -> list[str]:
    """The usable list with the play-offs that decide final places, each after the tie-breaks in
    which its players were level."""
    codes = usable_codes(tournament)[0]
    for code, level in reversed(_playoff_codes(tournament, after)):
        place = next((i for i, own in enumerate(level) if codes[i : i + 1] != [own]), len(level))
        codes.insert(place, f"{code}/R")  # the place won there: the lower, the better
    return codes


def _playoff_codes(tournament: Tournament, after: int) -> list[tuple[str, tuple[str, ...]]]:
    if after < tournament.total_rounds:
        return []
    return _codes_of(decided_playoffs(tournament))


def _codes_of(
    decided: Sequence[tuple[tuple[str, ...], Mapping[int, int]]],
) -> list[tuple[str, tuple[str, ...]]]:
    levels = sorted({level for level, _places in decided}, key=len)
    names = ["OTHER_PLAYOFF", *(f"OTHER_PLAYOFF_{count}" for count in range(2, len(levels) + 1))]
    return list(zip(names, levels, strict=False))


def _playoff_places(tournament: Tournament, before: Snapshot) -> dict[str, dict[int, int]]:
    """By code and number: the place won in a play-off."""
    decided = decided_playoffs(tournament)
    return {
        code: {
            before.numbers[entry]: place
            for played, places in decided
            if played == level
            for entry, place in places.items()
            if entry in before.numbers
        }
        for code, level in _codes_of(decided)
    }


def how_computed(tournament: Tournament, before: Snapshot) -> dict[str, Any]:
    """The data that the core needs besides the record: the same for values and their working."""
    return {
        "external": {
            **values_from_elsewhere(tournament, before),
            **_playoff_places(tournament, before),
        },
        "ratings": rating_policy(tournament, before),
        "edition": tournament.tie_break_edition,
        "family": tournament.format.family_of_players,
        "seed": tournament.seed,
        "annulled": [one.player for one in left_below_half(tournament, before)],
    }


def left_below_half(tournament: Tournament, before: Snapshot) -> tuple[Withdrawal, ...]:
    """Those who had left by the rounds of the record, with less than half of their games."""
    if not tournament.format.table_of_players:
        return ()
    counted = len(before.state.rounds)
    left = (
        tpn
        for tpn, entry in before.entries.items()
        if entry.gone and (entry.withdrawn_after or 0) <= counted
    )
    return below_half(before.state, left)


def missing_results(tournament: Tournament, after: int) -> int:
    games = Pairing.objects.filter(round__tournament=tournament, round__number__lte=after)
    return games.games().filter(UNFINISHED).count()


def counted_state(before: Snapshot, missing: int) -> TournamentState:
    """The record as standings count it: a game without a result gives nothing yet.

    (For pairing it counts as a draw; a table that is still moving should not give points away.)
    """
    state = before.state
    return replace(state, points=replace(state.points, adjourned=0)) if missing else state


def ranks_in_a_report(tournament: Tournament, after: int) -> dict[int, int]:
    """By number. A report marks an open game `?` and counts it as a draw, in points and places."""
    before = snapshot(tournament, before_round=after + 1, pairing=False)
    return {row.tpn: row.rank for row in _computed(tournament, before, before.state, after).rows}


def _computed(
    tournament: Tournament, before: Snapshot, state: TournamentState, after: int
) -> Standings:
    return compute(
        state,
        counted_codes(tournament, after),
        after=after,
        expelled=[tpn for tpn, e in before.entries.items() if e.status == Entry.Status.EXPELLED],
        by_hand=hand_order(before),
        **how_computed(tournament, before),
    )


def _compute(tournament: Tournament, before: Snapshot, after: int) -> tuple[Any, ...]:
    missing = missing_results(tournament, after)
    unusable = usable_codes(tournament)[1]
    result = _computed(tournament, before, counted_state(before, missing), after)
    codes = tuple(str(code) for code in result.codes)
    left = left_below_half(tournament, before)
    own = (
        {
            row.player: row.points
            for row in cross_table(
                counted_state(before, missing), {one.player for one in left}
            ).rows
        }
        if left
        else {}
    )
    unranked = tuple(
        (before.entries[one.player].pk, one.completed, one.games, own[one.player]) for one in left
    )
    rows = tuple(
        (
            row.rank,
            row.shared,
            before.entries[row.tpn].pk,
            row.score,
            tuple(
                format_value(code, value, result.edition)
                for code, value in zip(result.codes, row.values, strict=True)
            ),
            row.by_hand,
        )
        for row in result.rows
    )
    return codes, rows, missing, unusable, unranked
