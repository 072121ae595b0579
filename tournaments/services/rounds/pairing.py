"""Pair a round and keep it as a draft, all of it or nothing.

The lock is the tournament's row, so two arbiters who press the same button wait for each other
and the second finds it done.
"""

from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.utils import timezone

from pairing.handbook.round_robin import forfeits
from pairing.results import ByeKind as CoreByeKind
from pairing.state import Bye, RoundPairing
from pairing.systems import system
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import guard_previous, guard_session, round_of_plan
from tournaments.kernel.jobs import run_job, start_job
from tournaments.kernel.log import just_done
from tournaments.models import (
    ADJOURNED,
    Acceleration,
    GameRow,
    Job,
    Pairing,
    Round,
    Tournament,
    User,
)
from tournaments.queries.rounds.handmade import lost_by_hand
from tournaments.queries.rounds.stale import draft_is_stale
from tournaments.services.entries.forbidden import fix_members
from tournaments.services.entries.lots import draw_first_colour
from tournaments.services.entries.numbering import assign_numbers
from tournaments.services.rounds.boards import number_boards
from tournaments.services.rounds.impossible import in_sentences
from tournaments.services.rounds.seals import seal_draft
from tournaments.services.teams.matches import pairing_reasons, store_round
from tournaments.snapshot import Snapshot, snapshot


def request_pairing(
    *, tournament: Tournament, number: int, by: User | None, confirmed: str = ""
) -> Job:
    """Begin to pair a round. Small tournaments are paired at once, large ones by a worker."""
    with act(
        "pairing.requested",
        tournament,
        by=by,
        confirmed=confirmed,
        quiet="the draft that comes of it is what pages show",
    ) as done:
        tournament = done.tournament
        round_ = round_of_plan(tournament, number)
        running = Job.objects.filter(
            kind=Job.Kind.PAIR, target=round_.pk, status__in=["waiting", "running"]
        ).first()
        if running:
            return done.nothing(running)  # the second press of the same button
        if last := _paired_just_now(tournament, round_):
            return done.nothing(
                last
            )  # a press too late to find it running: it would be the same draft
        _guard_pairing(done, round_)
        round_.status = Round.Status.PAIRING
        round_.save(update_fields=["status"])
        inline = tournament.entries.count() <= _most_paired_at_once(tournament)
        if inline:
            job = Job.objects.create(
                tournament=tournament, kind=Job.Kind.PAIR, target=round_.pk, created_by=by
            )
        else:
            job = start_job(tournament=tournament, kind=Job.Kind.PAIR, target=round_.pk, by=by)
        done.changed()
    if inline:
        run_job(job.pk, pair_round, on_failure=release_round)
        job.refresh_from_db()
        if job.status == Job.Status.FAILED and job.error:
            raise Refused(job.error["code"], **job.error["values"])
    return job


def _paired_just_now(tournament: Tournament, round_: Round) -> Job | None:
    if round_.status != Round.Status.DRAFT or draft_is_stale(round_):
        return None
    if not just_done("round.paired", tournament, target=f"round:{round_.pk}"):
        return None
    done = Job.objects.filter(kind=Job.Kind.PAIR, target=round_.pk, status=Job.Status.DONE)
    return done.order_by("-id").first()


def _most_paired_at_once(tournament: Tournament) -> int:
    """Up to so many players the answer is there before anybody would look at a progress bar."""
    most: int = settings.PAIR_INLINE_LIMIT
    return most * tournament.format.at_once // 100


def _guard_pairing(done: Act[Tournament], round_: Round) -> None:
    tournament, number = done.tournament, round_.number
    if round_.is_public:
        raise Refused("pairing.already_published", round=number)
    guard_session(round_)
    guard_previous(tournament, round_)
    present = [
        entry
        for entry in tournament.entries.all()
        if not entry.gone and entry.first_round <= number
    ]
    if len(present) < 2:
        raise Refused("pairing.too_few_players", round=number)
    by_hand = lost_by_hand(round_)
    reasons = [*by_hand]
    if older := _open_adjournments(tournament, number):
        reasons.append(Reason("pairing.adjourned_open", {"games": older}))
    if tournament.format.pairs_teams:
        reasons += pairing_reasons(tournament, round_)
    done.require(
        "pairing.over_hand" if by_hand else "pairing.request",
        level=3 if by_hand else 2,
        reasons=reasons,
        subject=str(number),
    )


def _open_adjournments(tournament: Tournament, number: int) -> str:
    rows = Pairing.objects.filter(
        ADJOURNED, round__tournament=tournament, round__number__lt=number
    ).values_list("round__number", "board")
    return ", ".join(f"{round_}/{board}" for round_, board in rows)


def pair_round(job: Job) -> None:
    """Pair the round of a job and store it as a draft; all of it or nothing."""
    assert job.tournament is not None
    with act("round.paired", job.tournament, by=job.created_by) as done:
        round_ = Round.objects.select_for_update().get(pk=job.target)
        if round_.status != Round.Status.PAIRING:
            return done.nothing()  # delivered twice, or the draft was thrown away meanwhile
        round_.tournament = done.tournament
        pair_as_draft(done, round_)


def pair_as_draft(done: Act[Tournament], round_: Round) -> None:
    """Pair and store; what the engine cannot do becomes a sentence."""
    tournament = done.tournament
    of_teams = tournament.format.pairs_teams
    with in_sentences(round_, _names(tournament)):
        if of_teams:
            store_round(done, round_)
        else:
            _pair_and_store(done, round_)


def _names(tournament: Tournament) -> dict[int, str]:
    """Of those whom the engine pairs, by number."""
    if tournament.format.pairs_teams:
        return {team.number: team.name for team in tournament.teams.numbered()}
    return {entry.tpn: entry.name for entry in tournament.entries.numbered()}


def release_round(job: Job) -> None:
    """After a failed job the round is what it was before: a draft, or not paired."""
    round_ = Round.objects.select_for_update().get(pk=job.target)
    if round_.status == Round.Status.PAIRING:
        had_draft = round_.pairings.exists()
        round_.status = Round.Status.DRAFT if had_draft else Round.Status.PLANNED
        round_.save(update_fields=["status"])


def prepare_round(tournament: Tournament, number: int) -> tuple[Snapshot, dict[int, Any]]:
    """Numbers, lots and groups as they must be before a round is paired; who was renumbered."""
    renumbered = assign_numbers(tournament)
    fix_members(tournament, number)
    if number == 1:
        draw_first_colour(tournament)
    before = snapshot(tournament, before_round=number)
    if number == 1 and tournament.acceleration == Acceleration.BAKU:
        _fix_first_group(tournament, before)
        before = snapshot(tournament, before_round=number)
    return before, renumbered


def _pair_and_store(done: Act[Tournament], round_: Round) -> None:
    tournament, number = done.tournament, round_.number
    engine = system(tournament.system)
    before, renumbered = prepare_round(tournament, number)
    pairing = engine.pair(before.state)
    trace = _save_draft(round_, before, pairing)
    done.record(
        round_,
        "round.paired",
        label=f"{tournament.system}: {len(pairing.boards)}",
        after={
            "boards": len(pairing.boards),
            "system": tournament.system,
            "fingerprint": trace["fingerprint"],
            "renumbered": renumbered,
        },
    )
    seal_draft(done, round_, before.state)


def _fix_first_group(tournament: Tournament, before: Snapshot) -> None:
    """C.04.7 art. 1.2: half of those paired in round 1, rounded up to an even number."""
    present = before.state.to_be_paired()
    size = 2 * -(-len(present) // 4)
    tournament.last_of_first_group = before.entries[present[size - 1].tpn]
    tournament.save(update_fields=["last_of_first_group"])


def _save_draft(round_: Round, before: Snapshot, pairing: RoundPairing) -> dict[str, Any]:
    """Store the boards, the byes and the engine's answer, which is returned."""
    entries = before.entries
    round_.pairings.all().delete()
    boards = [
        GameRow(round=round_, white=entries[pair.white], black=entries[pair.black])
        for pair in pairing.boards
    ]
    number_boards(boards)
    byes = [bye for bye in before.state.byes if not entries[bye.player].gone]
    if round_.tournament.format.fixed_schedule:
        _forfeit_the_absent(before, pairing, boards)
        seated = {tpn for pair in pairing.boards for tpn in (pair.white, pair.black)}
        byes = [bye for bye in byes if bye.player not in seated]
    if pairing.bye is not None:
        byes.append(Bye(pairing.bye, CoreByeKind.PAIRING_ALLOCATED))
    rows = boards + [
        Pairing(round=round_, white=entries[bye.player], bye=bye.kind.value)
        for bye in byes
        if bye.kind is not CoreByeKind.ZERO_POINT
        or entries[bye.player].first_round <= round_.number
    ]
    Pairing.objects.bulk_create(rows)
    round_.status = Round.Status.DRAFT
    round_.imported = False
    round_.paired_at = timezone.now()
    trace = round_.trace = trace_as_data(before, pairing)
    round_.save(update_fields=["status", "imported", "paired_at", "trace"])
    return trace


def _forfeit_the_absent(before: Snapshot, pairing: RoundPairing, boards: list[GameRow]) -> None:
    """In a round robin nobody is left out of the table: who is away loses by forfeit."""
    lost = {(game.white, game.black): game.result for game in forfeits(before.state, pairing)}
    for row in boards:
        if result := lost.get((before.numbers[row.white_id], before.numbers[row.black_id])):
            row.result = result.code


def trace_as_data(before: Snapshot, pairing: RoundPairing) -> dict[str, Any]:
    """The engine's answer, with who held which number then: numbers may change later."""
    return {
        "fingerprint": before.fingerprint,
        "numbers": {str(tpn): entry.pk for tpn, entry in before.entries.items()},
        "ratings": ratings_as_data(before),
        "boards": [[board.white, board.black] for board in pairing.boards],
        "bye": pairing.bye,
        "trace": asdict(pairing.trace) if pairing.trace else None,
    }


def ratings_as_data(before: Snapshot) -> dict[str, int]:
    """By person, since numbers may change; a report tells those that count otherwise today."""
    return {str(before.entries[each.tpn].pk): each.rating for each in before.state.players}
