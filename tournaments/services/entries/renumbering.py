"""Changing pairing numbers by the arbiter's decision (C.04.2 art. 2.3): all anew, or two of them.

Results hang on the person and not on the number, so nothing played moves. After round 4 is
paired the numbers stay.
"""

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Entry, Irregular, Round, Tournament, User
from tournaments.queries.entries.numbering import numbers_are_fixed, proposed_numbers
from tournaments.queries.setup.events import is_under_way

SHOWN = 60


def renumber_by_rating(*, tournament: Tournament, by: User | None, confirmed: str = "") -> int:
    with act("numbers.renumbered", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        _guard(tournament)
        moves = proposed_numbers(tournament)
        if not moves:
            return done.nothing(0)
        done.require(
            "numbers.renumber",
            level=3,
            reasons=[
                *(
                    Reason("numbers.moves", {"name": entry.name, "old": old or "–", "new": new})
                    for entry, old, new in moves[:SHOWN]
                ),
                *(
                    [Reason("numbers.more_moves", {"count": len(moves) - SHOWN})]
                    if len(moves) > SHOWN
                    else []
                ),
                *_used(tournament),
            ],
        )
        for entry, _old, new in moves:
            entry.tpn = new
        Entry.objects.bulk_update([entry for entry, _old, _new in moves], ["tpn"], batch_size=500)
        done.record(
            tournament,
            label=str(len(moves)),
            before={str(entry.pk): old for entry, old, _new in moves},
            after={str(entry.pk): new for entry, _old, new in moves},
            irregular=_irregular(tournament),
        )
        return len(moves)


def exchange_numbers(
    *, tournament: Tournament, first: Entry, second: Entry, by: User | None, confirmed: str = ""
) -> None:
    """Only between players of equal rating: anything else would break the order by strength."""
    with act("numbers.exchanged", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        _guard(tournament)
        first, second = (
            Entry.objects.get(tournament=tournament, pk=first.pk),
            Entry.objects.get(tournament=tournament, pk=second.pk),
        )
        if first.pk == second.pk or first.tpn is None or second.tpn is None:
            raise Refused("numbers.two_players_needed", field="second")
        if first.rating != second.rating:
            raise Refused(
                "numbers.ratings_differ",
                field="second",
                first=first.name,
                second=second.name,
            )
        done.require(
            "numbers.exchange",
            level=3,
            reasons=[
                Reason("numbers.moves", {"name": first.name, "old": first.tpn, "new": second.tpn}),
                Reason("numbers.moves", {"name": second.name, "old": second.tpn, "new": first.tpn}),
                *_used(tournament),
            ],
            subject=f"{first.pk}:{second.pk}",
        )
        before = {str(first.pk): first.tpn, str(second.pk): second.tpn}
        first.tpn, second.tpn = second.tpn, first.tpn
        Entry.objects.bulk_update([first, second], ["tpn"])
        done.record(
            first,
            label=f"{first.name} ↔ {second.name}",
            before=before,
            after={str(first.pk): first.tpn, str(second.pk): second.tpn},
            irregular=_irregular(tournament),
        )


def _guard(tournament: Tournament) -> None:
    if numbers_are_fixed(tournament):
        raise Refused("numbers.fixed_after_round_4")


def _used(tournament: Tournament) -> list[Reason]:
    """A reason that names the rounds paired with the old numbers."""
    rounds = tournament.rounds.exclude(
        status__in=[Round.Status.PLANNED, Round.Status.PAIRING]
    ).values_list("number", flat=True)
    return [Reason("numbers.used", {"rounds": ", ".join(map(str, rounds))})] if rounds else []


def _irregular(tournament: Tournament) -> Irregular:
    return Irregular.RENUMBERING if is_under_way(tournament) else Irregular.NO
