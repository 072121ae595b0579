"""Byes granted and cancelled, and points for the rounds before a late entry."""

from tournaments.kernel.acts import Act, act
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
from tournaments.queries.entries.listed import MISSED
from tournaments.queries.rounds.coming import next_open_round


def half_points_for_missing(tournament: Tournament, entry: Entry) -> list[Round]:
    """C.04.2 art. 2.4: no points for missed rounds, unless the regulations give half a point; who
    is entitled to none gets none."""
    half = tournament.late_entry_bye == ByeKind.HALF_POINT and not tournament.format.pairs_teams
    if not half or not entry.bye_entitled:
        return []
    public = tournament.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED])
    return list(public.filter(number__lt=entry.first_round).order_by("number"))


def missed_reasons(tournament: Tournament, entries: list[Entry]) -> list[Reason]:
    """FIDE's checklist 174: the second half point is asked about, whatever it is for."""
    counted = ((entry, len(half_points_for_missing(tournament, entry))) for entry in entries)
    return [
        Reason("bye.missed_rounds", {"name": entry.name, "count": count})
        for entry, count in counted
        if count > 1
    ]


def score_missed_rounds(tournament: Tournament, entries: list[Entry]) -> None:
    Pairing.objects.bulk_create(
        Pairing(round=round_, white=entry, bye=ByeKind.HALF_POINT)
        for entry in entries
        for round_ in half_points_for_missing(tournament, entry)
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
        guard_bye(tournament, round_number, kind)
        granted = entry.bye_requests.filter(round_number=round_number, kind=kind).first()
        if granted is not None:
            return done.nothing(granted)  # the second press of the same button
        done.require(
            "bye.grant",
            level=3 if kind == "H" else 2,  # FIDE's checklist 174 and 178
            reasons=bye_reasons(entry, round_number, kind),
            subject=f"{entry.pk}:{round_number}:{kind}",
        )
        return store_bye(done, entry, round_number, kind)


def guard_bye(tournament: Tournament, round_number: int, kind: str) -> None:
    """Refuse a round that is out, and a kind that this tournament does not have."""
    if round_number < next_open_round(tournament) or round_number > tournament.total_rounds:
        raise Refused("bye.round_is_paired", field="round_number", round=round_number)
    if kind not in ("H", "Z", "F"):
        raise Refused("bye.unknown_kind", field="kind")
    if kind not in tournament.format.asked_byes:
        code = "bye.only_away" if tournament.format.asked_byes else "bye.none_here"
        raise Refused(code, field="kind")


def bye_reasons(entry: Entry, round_number: int, kind: str) -> list[Reason]:
    """The reasons to confirm before a bye is given; what the regulations rule out is refused."""
    if kind == "F":
        return [Reason("bye.full_point_out_of_use", {"name": entry.name})]
    if kind != "H":
        return []
    tournament = entry.tournament
    if not entry.bye_entitled:
        raise Refused("bye.not_entitled", name=entry.name)
    had = entry.bye_requests.filter(kind="H").exclude(round_number=round_number).count()
    had += Pairing.objects.filter(MISSED, white=entry).count()
    return half_point_reasons(tournament, entry.name, round_number, had)


def half_point_reasons(
    tournament: Tournament, name: str, round_number: int, had: int
) -> list[Reason]:
    """Of a player or a team that `had` so many half-point byes already."""
    last = tournament.total_rounds - tournament.no_byes_in_last
    if round_number > last:
        raise Refused("bye.last_rounds", round=round_number, last=tournament.no_byes_in_last)
    reasons, allowed = [], tournament.half_byes_allowed
    if had >= 1:
        reasons.append(Reason("bye.second_half_point", {"name": name, "had": had}))
    if had >= allowed:
        teams = tournament.format.pairs_teams
        code = "bye.over_the_limit_of_teams" if teams else "bye.over_the_limit"
        reasons.append(Reason(code, {"allowed": allowed, "had": had}))
    return reasons


def store_bye(done: Act[Tournament], entry: Entry, round_number: int, kind: str) -> ByeRequest:
    """Grant it, as part of an act that has asked."""
    before = dict(entry.bye_requests.values_list("round_number", "kind"))
    request, _created = ByeRequest.objects.update_or_create(
        entry=entry, round_number=round_number, defaults={"kind": kind}
    )
    done.record(
        entry,
        "bye.granted",
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
