"""The lots of a round robin: who gets which number of the Berger table (handbook, round robin 2).

Drawn from the tournament's recorded seed, so that anybody can draw them again, or typed in as
they came out at the table; until round 1 is published, and as often as somebody leaves who makes it
needed. A draft of round 1 then shows how it is paired otherwise.
"""

from collections.abc import Mapping

from pairing.handbook.round_robin import after_leaving
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import guard_session
from tournaments.models import Entry, Tournament, User
from tournaments.queries.entries.numbering import is_drawn, lots_are_open, order_of
from tournaments.services.entries.lots import draw_as_data, drawn_numbers
from tournaments.services.entries.numbering import assign_numbers


def draw_table(
    *, tournament: Tournament, by: User | None, typed: Mapping[int, int] | None = None
) -> list[Entry]:
    """Numbers by lot, in the order of the table. `typed`: number by entry."""
    with act("lots.drawn", tournament, by=by) as done:
        tournament = done.tournament
        _guard(tournament)
        entries = list(tournament.entries.all())
        entries.sort(key=order_of(tournament, entries))
        if len(entries) < 2:
            raise Refused("lots.too_few_players")
        ratings = [entry.rating for entry in entries]
        typed = typed or {}
        numbers = drawn_numbers(tournament, entries, ratings, typed, unfit="lots.numbers_wrong")
        for entry in entries:
            entry.drawn_number = numbers[entry.pk]
        Entry.objects.bulk_update(entries, ["drawn_number"])
        assign_numbers(tournament, regenerate=True)
        done.record(
            tournament,
            label=str(len(entries)),
            after=draw_as_data(tournament, entries, numbers, typed),
        )
        return sorted(entries, key=lambda entry: entry.drawn_number or 0)


def undo_draw(*, tournament: Tournament, by: User | None, confirmed: str = "") -> None:
    """Back to the order of the ratings."""
    with act("lots.undone", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        _guard(tournament)
        drawn = dict(
            tournament.entries.exclude(drawn_number=None).values_list("name", "drawn_number")
        )
        if not drawn:
            return done.nothing()
        done.require("lots.undo", level=2, reasons=[Reason("lots.undo_effect")])
        _forget(tournament)
        done.record(tournament, before=drawn, label="")


def forget_after_leaving(tournament: Tournament, leaver: Entry, players: int) -> None:
    """C-26: the draw is repeated when somebody leaves, unless they had the last, even number."""
    if leaver.drawn_number and after_leaving(players, leaver.drawn_number).repeat:
        _forget(tournament)


def _forget(tournament: Tournament) -> None:
    tournament.entries.update(drawn_number=None)
    assign_numbers(tournament, regenerate=lots_are_open(tournament))


def _guard(tournament: Tournament) -> None:
    if not tournament.format.table_of_players:
        raise Refused("lots.no_table")
    if not lots_are_open(tournament):
        raise Refused("lots.under_way")
    for round_ in tournament.rounds.filter(number=1):
        guard_session(round_)


def not_drawn(tournament: Tournament) -> list[Reason]:
    """Ask where the regulations promise lots that were never drawn."""
    if not lots_are_open(tournament) or is_drawn(tournament):
        return []
    return [Reason("lots.not_drawn")]
