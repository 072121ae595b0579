"""Byes granted and cancelled, and points for the rounds before a late entry."""

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import (
    ByeKind,
    ByeRequest,
    Entry,
    Irregular,
    Pairing,
    Round,
    Tournament,
    User,
)
from tournaments.queries.rounds.coming import next_open_round


def score_missed_rounds(tournament: Tournament, entries: list[Entry]) -> None:
    """C.04.2 art. 2.4: no points for missed rounds, unless the regulations give half a point."""
    if tournament.late_entry_bye != ByeKind.HALF_POINT or tournament.format.pairs_teams:
        return
    before = tournament.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED])
    Pairing.objects.bulk_create(
        Pairing(round=round_, white=entry, bye=ByeKind.HALF_POINT)
        for round_ in before
        for entry in entries
        if round_.number < entry.first_round
    )


def grant_bye(
    *,
    tournament: Tournament,
    entry: Entry,
    round_number: int,
    kind: str,
    by: User | None,
    confirmed: str = "",
) -> ByeRequest:
    """A round that a player will miss, with half, no or (rarely) a full point."""
    with act("bye.granted", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        entry = Entry.objects.get(tournament=tournament, pk=entry.pk)
        if round_number < next_open_round(tournament) or round_number > tournament.total_rounds:
            raise Refused("bye.round_is_paired", field="round_number", round=round_number)
        if kind not in ("H", "Z", "F"):
            raise Refused("bye.unknown_kind", field="kind")
        if kind not in tournament.format.asked_byes:
            code = "bye.only_away" if tournament.format.asked_byes else "bye.none_here"
            raise Refused(code, field="kind")
        granted = entry.bye_requests.filter(round_number=round_number, kind=kind).first()
        if granted is not None:
            return done.nothing(granted)  # the second press of the same button
        reasons: list[Reason] = []
        level = 2
        if kind == "H":
            if not entry.bye_entitled:
                raise Refused("bye.not_entitled", name=entry.name)
            last = tournament.total_rounds - tournament.no_byes_in_last
            if round_number > last:
                raise Refused(
                    "bye.last_rounds", round=round_number, last=tournament.no_byes_in_last
                )
            had = entry.bye_requests.filter(kind="H").exclude(round_number=round_number).count()
            level = 3  # FIDE's checklist 174: from the second one
            if had >= 1:
                reasons.append(Reason("bye.second_half_point", {"name": entry.name, "had": had}))
            if had >= tournament.half_byes_allowed:
                reasons.append(
                    Reason(
                        "bye.over_the_limit", {"allowed": tournament.half_byes_allowed, "had": had}
                    )
                )
        elif kind == "F":
            reasons.append(Reason("bye.full_point_out_of_use", {"name": entry.name}))
        done.require(
            "bye.grant",
            level=level,
            reasons=reasons,
            subject=f"{entry.pk}:{round_number}:{kind}",
        )
        before = dict(entry.bye_requests.values_list("round_number", "kind"))
        request, _created = ByeRequest.objects.update_or_create(
            entry=entry, round_number=round_number, defaults={"kind": kind}
        )
        done.record(
            entry,
            round_number=round_number,
            before=before.get(round_number),
            after=kind,
            irregular=Irregular.FULL_BYE if kind == "F" else Irregular.NO,
        )
        return request


def cancel_bye(*, tournament: Tournament, entry: Entry, round_number: int, by: User | None) -> None:
    with act("bye.cancelled", tournament, by=by) as done:
        tournament = done.tournament
        if round_number < next_open_round(tournament):
            raise Refused("bye.round_is_paired", round=round_number)
        request = ByeRequest.objects.filter(
            entry__tournament=tournament, entry=entry, round_number=round_number
        ).first()
        if request is None:
            return done.nothing()
        request.delete()
        done.record(entry, round_number=round_number, before=request.kind)
