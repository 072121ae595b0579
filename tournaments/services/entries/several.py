"""Several players at once: here, absent, a bye, another section of the event.

One question, one line of the history, one way back. Those for whom it is not possible are left out
and named with the reason; nobody is refused for the sake of another.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import (
    ByeKind,
    ByeRequest,
    Entry,
    LogEntry,
    Pairing,
    Tournament,
    User,
)
from tournaments.queries.entries.listed import MISSED, paired_among
from tournaments.queries.entries.numbering import tournament_rating
from tournaments.queries.entries.several import BYES, MARKS, MOVED, last_of_several
from tournaments.queries.rounds.coming import first_round_now, next_open_round
from tournaments.services.entries.byes import (
    bye_reasons,
    missed_reasons,
    score_missed_rounds,
)
from tournaments.services.entries.listing import guard_fide_id, guard_tables
from tournaments.services.entries.numbering import assign_numbers
from tournaments.services.entries.table_numbers import forget_after_leaving

#: as many names as a question or an answer lists
NAMED = 40


@dataclass(frozen=True, slots=True)
class Several:
    """An act done: with how many, and the line that takes it back."""

    count: int
    line: LogEntry | None
    #: of those whom a way back left as they are now
    left: tuple[str, ...] = ()


def mark_several(
    *, tournament: Tournament, entries: list[int], status: str, by: User | None, confirmed: str = ""
) -> Several:
    """Here (`present`), away in the next round (`absent`), or not heard of after all
    (`entered`)."""
    with act(MARKS, tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        chosen, left_out = _chosen(tournament, entries)
        if status not in (Entry.Status.PRESENT, Entry.Status.ABSENT, Entry.Status.ENTERED):
            raise Refused("several.unknown")
        if status == Entry.Status.ENTERED:
            chosen = [one for one in chosen if one.status == Entry.Status.PRESENT]
            if tournament.checkin_closed_at:
                status = Entry.Status.ABSENT
        chosen = [one for one in chosen if one.status != status]
        number = next_open_round(tournament)
        if not chosen:
            raise Refused("several.nothing")
        _ask(done, status, chosen, left_out, number)
        zero = _zero_byes(chosen, number)
        if status == Entry.Status.ABSENT and number <= tournament.total_rounds:
            ByeRequest.objects.bulk_create(
                [
                    ByeRequest(entry=one, round_number=number, kind=ByeKind.ZERO_POINT)
                    for one in chosen
                ],
                ignore_conflicts=True,
            )
        elif status == Entry.Status.PRESENT:
            back = [one.pk for one in chosen if one.status == Entry.Status.ABSENT]
            _of(back, number).filter(kind=ByeKind.ZERO_POINT).delete()
        before = {str(one.pk): [one.status, one.pk in zero] for one in chosen}
        _set(chosen, status)
        line = done.record(
            tournament,
            round_number=number,
            label=str(len(chosen)),
            before={"states": before},
            after={"status": status, "players": _names(chosen)},
        )
        return Several(len(chosen), line)


def give_several_byes(
    *,
    tournament: Tournament,
    entries: list[int],
    round_number: int,
    kind: str,
    by: User | None,
    confirmed: str = "",
) -> Several:
    """A bye in one round, half or zero points. Who may not have it, or has another one there
    already, is left out."""
    with act(BYES, tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        if round_number < next_open_round(tournament) or round_number > tournament.total_rounds:
            raise Refused("bye.round_is_paired", field="round_number", round=round_number)
        if kind not in (ByeKind.HALF_POINT, ByeKind.ZERO_POINT):
            raise Refused("bye.unknown_kind", field="kind")
        if kind not in tournament.format.asked_byes:
            code = "bye.only_away" if tournament.format.asked_byes else "bye.none_here"
            raise Refused(code, field="kind")
        chosen, left_out = _chosen(tournament, entries)
        had = dict(_of([one.pk for one in chosen], round_number).values_list("entry_id", "kind"))
        able, doubts = [], []
        for one in chosen:
            if one.pk in had:
                if had[one.pk] != kind:
                    values = {"name": one.name, "round": round_number}
                    left_out.append(Reason("several.has_a_bye", values))
                continue
            try:
                doubts += bye_reasons(one, round_number, kind)
            except Refused as refused:
                left_out.append(Reason(refused.code, refused.values))
            else:
                able.append(one)
        if not able:
            _refuse(left_out)
        _ask(done, f"bye_{kind}", able, [*doubts, *left_out], round_number)
        ByeRequest.objects.bulk_create(
            ByeRequest(entry=one, round_number=round_number, kind=kind) for one in able
        )
        line = done.record(
            tournament,
            round_number=round_number,
            label=str(len(able)),
            before={"states": {str(one.pk): "" for one in able}},
            after={"bye": kind, "players": _names(able)},
        )
        return Several(len(able), line)


def move_several(
    *,
    tournament: Tournament,
    entries: list[int],
    section: Tournament,
    by: User | None,
    confirmed: str = "",
) -> Several:
    """Into another tournament of the same event, with everything that is known of them. Only who
    was never paired."""
    with _both(tournament, section, (MOVED, "entries.received"), by, confirmed) as (done, there):
        tournament, section = done.tournament, there.tournament
        chosen, left_out = _chosen(tournament, entries, gone=True)
        _guard_section(tournament, section)
        paired = {one.pk for one in paired_among(chosen)}
        left_out += [
            Reason("several.was_paired", {"name": one.name}) for one in chosen if one.pk in paired
        ]
        chosen = [one for one in chosen if one.pk not in paired]
        if not chosen:
            _refuse(left_out)
        _ask(done, "moved", chosen, left_out, 0, section=section.name)
        before = {str(one.pk): _as_it_was(one) for one in chosen}
        _move(tournament, section, chosen)
        there.record(
            section,
            label=str(len(chosen)),
            after={"section": tournament.name, "players": _names(chosen)},
        )
        line = done.record(
            tournament,
            label=str(len(chosen)),
            before={"states": before},
            after={
                "section": section.name,
                "section_id": section.pk,
                "players": _names(chosen),
            },
        )
        return Several(len(chosen), line)


def undo_several(*, tournament: Tournament, line: int, by: User | None) -> Several:
    """Take the last act on several players back: those whose state was not changed since."""
    found = last_of_several(tournament)
    if found is None or found.pk != line:
        raise Refused("several.no_way_back")
    if found.act == MOVED:
        return _undo_move(tournament, found, by)
    with act(f"{found.act}_back", tournament, by=by) as done:
        _guard_line(done, found)
        back, left = _WAYS_BACK[found.act](done, found)
        return _taken_back(done, found, back, left)


def _guard_line(done: Act[Tournament], line: LogEntry) -> None:
    """Nobody was faster."""
    now = last_of_several(done.tournament)
    if now is None or now.pk != line.pk:
        raise Refused("several.no_way_back")


def _taken_back(
    done: Act[Tournament], line: LogEntry, back: list[Entry], left: list[Entry]
) -> Several:
    if not back:
        raise Refused("several.no_way_back")
    own = done.record(
        done.tournament,
        round_number=line.round_number,
        label=str(len(back)),
        after={"line": line.pk, "players": _names(back)},
    )
    return Several(len(back), own, tuple(one.name for one in left))


# --- Questions ------------------------------------------------------------------------------------


def _chosen(
    tournament: Tournament, entries: Iterable[int], *, gone: bool = False
) -> tuple[list[Entry], list[Reason]]:
    """Those of them who are in the list, locked; and why some of them are left out."""
    found = list(
        Entry.objects.select_for_update()
        .filter(tournament=tournament, pk__in=list(entries))
        .order_by("tpn", "pk")
    )
    if not found:
        raise Refused("several.nobody")
    for one in found:
        one.tournament = tournament
    if gone:
        return found, []
    left_out = [Reason("checkin.gone", {"name": one.name}) for one in found if one.gone]
    return [one for one in found if not one.gone], left_out


def _refuse(left_out: list[Reason]) -> None:
    if left_out:
        raise Refused(left_out[0].code, **left_out[0].values)
    raise Refused("several.nothing")


def _ask(
    done: Act[Tournament],
    what: str,
    chosen: list[Entry],
    more: list[Reason],
    number: int,
    **values: Any,
) -> None:
    names = "; ".join(_names(chosen))
    if len(chosen) > NAMED:
        names += " …"
    values |= {"count": len(chosen), "round": number, "names": names}
    done.require(
        done.name,
        level=3 if what == f"bye_{ByeKind.HALF_POINT}" else 2,
        reasons=[Reason(f"several.will_{what}", values), *more],
        subject=f"{what}:{number}:{[one.pk for one in chosen]!r}",
    )


def _names(entries: list[Entry]) -> list[str]:
    return [one.name for one in entries[:NAMED]]


# --- Marks and byes -------------------------------------------------------------------------------


def _of(entries: list[int], number: int) -> Any:
    return ByeRequest.objects.filter(entry__in=entries, round_number=number)


def _zero_byes(entries: list[Entry], number: int) -> set[int]:
    """Those of them who have a zero-point bye in the round."""
    found = _of([one.pk for one in entries], number).filter(kind=ByeKind.ZERO_POINT)
    return set(found.values_list("entry_id", flat=True))


def _set(entries: list[Entry], status: str) -> None:
    for one in entries:
        one.status = status
        one.checked_in_at = timezone.now() if status == Entry.Status.PRESENT else None
        one.version += 1
    Entry.objects.bulk_update(entries, ["status", "checked_in_at", "version"], batch_size=500)


def _marks_back(done: Act[Tournament], line: LogEntry) -> tuple[list[Entry], list[Entry]]:
    states: dict[str, Any] = (line.before or {})["states"]
    status, number = (line.after or {})["status"], line.round_number or 0
    chosen, _left_out = _chosen(done.tournament, map(int, states), gone=True)
    back = [one for one in chosen if one.status == status]
    zero = {one.pk for one in back if states[str(one.pk)][1]}
    _of([one.pk for one in back if one.pk not in zero], number).filter(
        kind=ByeKind.ZERO_POINT
    ).delete()
    ByeRequest.objects.bulk_create(
        [
            ByeRequest(entry_id=pk, round_number=number, kind=ByeKind.ZERO_POINT)
            for pk in sorted(zero)
        ],
        ignore_conflicts=True,
    )
    for before in {states[str(one.pk)][0] for one in back}:
        _set([one for one in back if states[str(one.pk)][0] == before], before)
    return back, [one for one in chosen if one not in back]


def _byes_back(done: Act[Tournament], line: LogEntry) -> tuple[list[Entry], list[Entry]]:
    states: dict[str, Any] = (line.before or {})["states"]
    chosen, _left_out = _chosen(done.tournament, map(int, states), gone=True)
    given = _of([one.pk for one in chosen], line.round_number or 0).filter(
        kind=(line.after or {})["bye"]
    )
    have = set(given.values_list("entry_id", flat=True))
    given.delete()
    return [one for one in chosen if one.pk in have], [o for o in chosen if o.pk not in have]


_WAYS_BACK: dict[str, Callable[[Act[Tournament], LogEntry], tuple[list[Entry], list[Entry]]]] = {
    MARKS: _marks_back,
    BYES: _byes_back,
}


# --- Another section ------------------------------------------------------------------------------


@contextmanager
def _both(
    own: Tournament, other: Tournament, names: tuple[str, str], by: User | None, confirmed: str = ""
) -> Iterator[tuple[Act[Tournament], Act[Tournament]]]:
    """An act on each, locked in one order always: players may be moved to and fro at once."""
    with ExitStack() as stack:
        opened = {
            one.pk: stack.enter_context(act(name, one, by=by, confirmed=confirmed))
            for one, name in sorted(
                zip((own, other), names, strict=True), key=lambda pair: pair[0].pk
            )
        }
        yield opened[own.pk], opened[other.pk]


def _guard_section(tournament: Tournament, section: Tournament) -> None:
    if section.pk == tournament.pk or section.event_id != tournament.event_id:
        raise Refused("several.no_such_section")
    if tournament.format.pairs_teams or section.format.pairs_teams:
        raise Refused("several.not_of_teams")
    if section.finished_at:
        raise Refused("result.tournament_over")


#: what is settled by the tournament; the rest belongs to the person and goes along
_SETTLED_THERE = ("status", "first_round", "fixed_board")


def _as_it_was(entry: Entry) -> dict[str, Any]:
    byes = list(entry.bye_requests.values_list("round_number", "kind"))
    return {
        **{name: getattr(entry, name) for name in _SETTLED_THERE},
        "byes": [list(bye) for bye in byes],
        "forbidden": list(entry.forbidden_groups.values_list("pk", flat=True)),
    }


def _move(tournament: Tournament, section: Tournament, entries: list[Entry]) -> None:
    """Their rows, with what goes along."""
    first_round = first_round_now(section)
    players = tournament.entries.count()
    leavers = [copy(one) for one in entries]  # with the lots that they had
    Pairing.objects.filter(MISSED, white__in=entries).delete()
    for one in entries:
        one.forbidden_groups.clear()
        _leave_byes(section, one, first_round)
        one.tournament, one.tpn, one.drawn_number = section, None, None
        one.hand_place, one.outside_values = None, {}
        one.first_round, one.fixed_board = first_round, None
        if not one.gone:
            closed = section.checkin_closed_at is not None
            one.status = Entry.Status.PRESENT if closed else Entry.Status.ENTERED
            one.checked_in_at = timezone.now() if closed else None
        one.rating = tournament_rating(one, section.rating_method)
        one.version += 1
    _save(section, entries)
    for one in leavers:
        forget_after_leaving(tournament, one, players)
    assign_numbers(tournament)
    assign_numbers(section)


def _leave_byes(section: Tournament, entry: Entry, first_round: int) -> None:
    """Byes that the other section does not know."""
    kept = [kind for kind in ByeKind.values if kind in section.format.asked_byes]
    entry.bye_requests.exclude(
        kind__in=kept, round_number__gte=first_round, round_number__lte=section.total_rounds
    ).delete()


def _save(section: Tournament, entries: list[Entry]) -> None:
    guard_tables(section, entries)
    asked_about = missed_reasons(section, entries)
    try:
        with transaction.atomic():
            for one in entries:
                one.save()
    except IntegrityError as error:
        guard_fide_id(error)
        raise Refused("entry.some_already_entered") from error
    if not asked_about:  # a second half point is asked for one by one
        score_missed_rounds(section, entries)


def _undo_move(tournament: Tournament, line: LogEntry, by: User | None) -> Several:
    section = tournament.event.tournaments.filter(pk=(line.after or {})["section_id"]).first()
    if section is None:
        raise Refused("several.no_way_back")
    names = (f"{MOVED}_back", "entries.received_back")
    with _both(tournament, section, names, by) as (done, there):
        _guard_line(done, line)
        states: dict[str, Any] = (line.before or {})["states"]
        found = list(
            Entry.objects.select_for_update().filter(tournament=there.tournament, pk__in=states)
        )
        paired = {one.pk for one in paired_among(found)}
        back = [one for one in found if one.pk not in paired]
        if not back:
            raise Refused("several.no_way_back")
        _move(there.tournament, done.tournament, back)
        for one in back:
            _give_back(done.tournament, one, states[str(one.pk)])
        guard_tables(done.tournament, back)
        Entry.objects.bulk_update(back, _SETTLED_THERE)
        there.record(there.tournament, label=str(len(back)), after={"players": _names(back)})
        return _taken_back(done, line, back, [one for one in found if one.pk in paired])


def _give_back(tournament: Tournament, entry: Entry, was: dict[str, Any]) -> None:
    for name in _SETTLED_THERE:
        setattr(entry, name, was[name])
    entry.first_round = max(entry.first_round, first_round_now(tournament))
    ByeRequest.objects.bulk_create(
        [ByeRequest(entry=entry, round_number=n, kind=k) for n, k in was["byes"]],
        ignore_conflicts=True,
    )
    known = tournament.forbidden_pairings.filter(pk__in=was["forbidden"])
    entry.forbidden_groups.add(*known)
