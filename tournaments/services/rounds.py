"""The round's life: pair → draft → publish → results → finish, and the way back.

Every service goes: lock, guard, snapshot, engine, save, log. The lock is the tournament's row,
so two arbiters who press the same button wait for each other and the second finds it done.
"""

import secrets
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from pairing.chess960 import COUNT
from pairing.errors import NoLegalPairing, PairingError, UnsupportedRule
from pairing.handbook.round_robin import forfeits
from pairing.results import ByeKind as CoreByeKind
from pairing.state import Bye, RoundPairing
from pairing.systems import Family, system
from tournaments.confirm import require
from tournaments.errors import Reason, Refused
from tournaments.models import (
    Acceleration,
    Entry,
    Irregular,
    Job,
    Pairing,
    PairingSession,
    Round,
    Tournament,
    User,
)
from tournaments.queries.handmade import lost_by_hand
from tournaments.queries.stale import draft_is_stale
from tournaments.services.boards import boards_as_data, number_boards
from tournaments.services.jobs import run_job, start_job
from tournaments.services.log import just_done, record
from tournaments.services.numbering import assign_numbers
from tournaments.snapshot import Snapshot, snapshot

#: reasons told with a round that cannot be paired
MOST_REASONS = 6


def lock(tournament: Tournament) -> Tournament:
    """The tournament, fresh from the database and ours until the transaction ends."""
    found = (
        Tournament.objects.select_for_update(of=("self",))
        .select_related("event")
        .filter(pk=tournament.pk)
        .first()
    )
    if found is None:  # put away meanwhile, by another tab or before a job's turn came
        raise Refused("tournament.is_removed", name=tournament.name)
    if found.event.archived:
        raise Refused("event.is_removed", name=found.event.name)
    return found


def touch(tournament: Tournament, *, published: bool = False) -> None:
    """Something that a page could show has changed."""
    tournament.revision += 1
    tournament.newly_published = published
    tournament.save(update_fields=["revision"])


def missing_boards(round_: Round) -> list[int]:
    return list(
        round_.pairings.filter(black__isnull=False, result="").values_list("board", flat=True)
    )


def named_boards(boards: list[int], most: int = 12) -> str:
    return ", ".join(map(str, boards[:most])) + (" …" if len(boards) > most else "")


# --- Pair ---------------------------------------------------------------------------------------


def request_pairing(
    *, tournament: Tournament, number: int, by: User | None, confirmed: str = ""
) -> Job:
    """Begin to pair a round. Small tournaments are paired at once, large ones by a worker."""
    with transaction.atomic():
        tournament = lock(tournament)
        round_ = round_of_plan(tournament, number)
        running = Job.objects.filter(
            kind=Job.Kind.PAIR, target=round_.pk, status__in=["waiting", "running"]
        ).first()
        if running:
            return running  # the second press of the same button
        if last := _paired_just_now(tournament, round_):
            return last  # a press too late to find it running: it would be the same draft
        _guard_pairing(tournament, round_, by, confirmed)
        round_.status = Round.Status.PAIRING
        round_.save(update_fields=["status"])
        inline = tournament.entries.count() <= _most_paired_at_once(tournament)
        if inline:
            job = Job.objects.create(
                tournament=tournament, kind=Job.Kind.PAIR, target=round_.pk, created_by=by
            )
        else:
            job = start_job(tournament=tournament, kind=Job.Kind.PAIR, target=round_.pk, by=by)
    if inline:
        run_job(job.pk, pair_round, on_failure=release_round)
        job.refresh_from_db()
        if job.status == Job.Status.FAILED:
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
    """Up to so many players the answer is there before anybody would look at a progress bar.
    Burstein's averages take several times as long as the other systems."""
    most: int = settings.PAIR_INLINE_LIMIT
    return most * 3 // 5 if tournament.system == "handbook.burstein" else most


def guard_previous(tournament: Tournament, round_: Round) -> None:
    """Nothing is paired, by program or by hand, before the round before it is complete."""
    number = round_.number
    if number == 1:
        return
    before = round_of_plan(tournament, number - 1)
    if not before.is_public:
        raise Refused("pairing.previous_not_paired", round=number, previous=number - 1)
    guard_session(before)
    if missing := missing_boards(before):
        raise Refused(
            "pairing.results_missing",
            round=number,
            previous=number - 1,
            boards=named_boards(missing),
            count=len(missing),
        )


def guard_session(round_: Round) -> None:
    """While somebody edits a round by hand nobody pairs, publishes or finishes."""
    session = PairingSession.objects.filter(round=round_, outcome="").select_related("opened_by")
    for found in session:
        name = found.opened_by.display_name if found.opened_by else ""
        raise Refused("hand.session_open", round=round_.number, name=name)


def _guard_pairing(tournament: Tournament, round_: Round, by: User | None, confirmed: str) -> None:
    number = round_.number
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
    if tournament.of_teams:
        from tournaments.services.matches import pairing_reasons  # they build on rounds

        reasons += pairing_reasons(tournament, round_)
    require(
        "pairing.over_hand" if by_hand else "pairing.request",
        level=3 if by_hand else 2,
        reasons=reasons,
        tournament=tournament,
        by=by,
        subject=str(number),
        confirmed=confirmed,
    )


def _open_adjournments(tournament: Tournament, number: int) -> str:
    rows = Pairing.objects.filter(
        round__tournament=tournament, round__number__lt=number, result="??"
    ).values_list("round__number", "board")
    return ", ".join(f"{round_}/{board}" for round_, board in rows)


def pair_round(job: Job) -> None:
    """Pair the round of a job and store it as a draft; all of it or nothing."""
    tournament = lock(job.tournament)
    round_ = Round.objects.select_for_update().get(pk=job.target)
    if round_.status != Round.Status.PAIRING:
        return  # delivered twice, or the draft was thrown away meanwhile
    round_.tournament = tournament
    pair_as_draft(tournament, round_, job.created_by)


def pair_as_draft(tournament: Tournament, round_: Round, by: User | None) -> None:
    """Pair and store; what the engine cannot do becomes a sentence."""
    try:
        if tournament.of_teams:
            from tournaments.services.matches import store_round

            store_round(tournament, round_, by)
        else:
            _pair_and_store(tournament, round_, by)
    except NoLegalPairing as error:
        facts = error.reasons[:MOST_REASONS]
        named = {*error.players, *(tpn for fact in facts for tpn in fact.players)}
        entries = Entry.objects.filter(tournament=tournament, tpn__in=named)
        names = {str(entry.tpn): f"{entry.tpn} {entry.name}" for entry in entries}
        raise Refused(
            "pairing.impossible",
            round=round_.number,
            players="; ".join(names.get(str(tpn), str(tpn)) for tpn in error.players),
            facts=[asdict(fact) for fact in facts],
            names=names,
        ) from error
    except UnsupportedRule as error:
        raise Refused("pairing.unsupported", round=round_.number, detail=error.as_data()) from error
    except PairingError as error:
        raise Refused("pairing.failed", round=round_.number, detail=error.as_data()) from error


def release_round(job: Job) -> None:
    """After a failed job the round is what it was before: a draft, or not paired."""
    round_ = Round.objects.select_for_update().get(pk=job.target)
    if round_.status == Round.Status.PAIRING:
        had_draft = round_.pairings.exists()
        round_.status = Round.Status.DRAFT if had_draft else Round.Status.PLANNED
        round_.save(update_fields=["status"])


def prepare(tournament: Tournament, number: int) -> tuple[Snapshot, dict[int, Any]]:
    """Numbers, lots and groups as they must be before a round is paired; who was renumbered."""
    renumbered = assign_numbers(tournament)
    if number == 1:
        _draw_lots(tournament)
    before = snapshot(tournament, before_round=number)
    if number == 1 and tournament.acceleration == Acceleration.BAKU:
        _fix_first_group(tournament, before)
        before = snapshot(tournament, before_round=number)
    return before, renumbered


def _pair_and_store(tournament: Tournament, round_: Round, by: User | None) -> None:
    from tournaments.services.seals import seal_draft  # it builds on rounds

    number = round_.number
    engine = system(tournament.system)
    before, renumbered = prepare(tournament, number)
    pairing = engine.pair(before.state)
    _save_draft(round_, before, pairing)
    touch(tournament)
    record(
        "round.paired",
        by=by,
        target=round_,
        tournament=tournament,
        round_number=number,
        label=f"{tournament.system}: {len(pairing.boards)}",
        after={
            "boards": len(pairing.boards),
            "system": tournament.system,
            "fingerprint": before.fingerprint,
            "renumbered": renumbered,
        },
    )
    seal_draft(tournament, round_, before.state, by)


def _draw_lots(tournament: Tournament) -> None:
    """The initial colour, where it is not set: from the tournament's recorded seed."""
    if not tournament.initial_colour:
        tournament.initial_colour = "wb"[tournament.seed % 2]
        tournament.save(update_fields=["initial_colour"])


def _fix_first_group(tournament: Tournament, before: Snapshot) -> None:
    """C.04.7 art. 1.2: half of those paired in round 1, rounded up to an even number."""
    present = before.state.to_be_paired()
    size = 2 * -(-len(present) // 4)
    tournament.last_of_first_group = before.entries[present[size - 1].tpn]
    tournament.save(update_fields=["last_of_first_group"])


def _save_draft(round_: Round, before: Snapshot, pairing: RoundPairing) -> None:
    entries = before.entries
    round_.pairings.all().delete()
    boards = [
        Pairing(round=round_, white=entries[pair.white], black=entries[pair.black])
        for pair in pairing.boards
    ]
    number_boards(boards)
    byes = [bye for bye in before.state.byes if not entries[bye.player].gone]
    if system(round_.tournament.system).family is Family.ROUND_ROBIN:
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
    round_.trace = trace_as_data(before, pairing)
    round_.save(update_fields=["status", "imported", "paired_at", "trace"])


def _forfeit_the_absent(before: Snapshot, pairing: RoundPairing, boards: list[Pairing]) -> None:
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


# --- Publish, take back -------------------------------------------------------------------------


@transaction.atomic
def publish_round(
    *, tournament: Tournament, number: int, by: User | None, confirmed: str = ""
) -> Round:
    tournament = lock(tournament)
    round_ = round_of_plan(tournament, number)
    if round_.is_public:
        return round_  # the second press of the same button
    if round_.status != Round.Status.DRAFT:
        raise Refused("round.not_a_draft", round=number)
    guard_session(round_)
    guard_previous(tournament, round_)
    if draft_is_stale(round_):
        raise Refused("round.draft_is_stale", round=number)
    from tournaments.services.seals import doubts  # it builds on rounds

    require(
        "round.publish",
        level=2,
        reasons=[
            Reason(
                "round.publish_summary",
                {
                    "round": number,
                    "boards": round_.pairings.exclude(black=None).count(),
                    "byes": round_.pairings.filter(black=None).count(),
                },
            ),
            *doubts(round_),
        ],
        tournament=tournament,
        by=by,
        subject=str(number),
        confirmed=confirmed,
    )
    # What is published next ends what was played before, whether or not somebody pressed Finish.
    tournament.rounds.filter(number=number - 1, status=Round.Status.PUBLISHED).update(
        status=Round.Status.FINISHED, finished_at=timezone.now()
    )
    if tournament.chess960 and round_.start_position is None:
        _draw_position(tournament, round_, by)
    round_.status = Round.Status.PUBLISHED
    round_.under_revision = False
    round_.published_at = timezone.now()
    round_.published_by = by
    round_.save(
        update_fields=[
            "status",
            "under_revision",
            "published_at",
            "published_by",
            "start_position",
        ]
    )
    touch(tournament, published=True)
    record(
        "round.published",
        by=by,
        target=round_,
        tournament=tournament,
        round_number=number,
        after=boards_as_data(round_),
    )
    return round_


def _draw_position(tournament: Tournament, round_: Round, by: User | None) -> None:
    """Chess960: nobody may know the position before everybody does, so no seed can tell it."""
    round_.start_position = secrets.randbelow(COUNT)
    record(
        "round.position_drawn",
        by=by,
        target=round_,
        tournament=tournament,
        round_number=round_.number,
        label=f"{round_.start_position} {round_.start_pieces}",
        after=round_.start_position,
    )


@transaction.atomic
def unpublish_round(
    *, tournament: Tournament, number: int, reason: str, by: User | None, confirmed: str = ""
) -> Round:
    """Take a published round back to a draft, for all to see as "under revision"."""
    tournament = lock(tournament)
    round_ = round_of_plan(tournament, number)
    guard_taking_back(round_, reason)
    require(
        "round.unpublish",
        level=3,
        reasons=[Reason("round.unpublish_effect", {"round": number})],
        tournament=tournament,
        by=by,
        subject=str(number),
        confirmed=confirmed,
    )
    return take_back(tournament, round_, reason, by)


def guard_taking_back(round_: Round, reason: str) -> None:
    number = round_.number
    if round_.status != Round.Status.PUBLISHED:
        raise Refused("round.not_published", round=number)
    if not reason.strip():
        raise Refused("round.reason_needed", field="reason")
    guard_session(round_)
    entered = round_.pairings.exclude(result="").exclude(entered_at=None).count()
    if entered:
        raise Refused("round.has_results", round=number, count=entered)


def take_back(tournament: Tournament, round_: Round, reason: str, by: User | None) -> Round:
    """The act itself, for whoever has locked the tournament and asked."""
    round_.status = Round.Status.DRAFT
    round_.under_revision = True
    round_.save(update_fields=["status", "under_revision"])
    touch(tournament)
    record(
        "round.unpublished",
        by=by,
        target=round_,
        tournament=tournament,
        round_number=round_.number,
        reason=reason,
        before=boards_as_data(round_),
        irregular=Irregular.MANUAL,
    )
    return round_


@transaction.atomic
def finish_round(*, tournament: Tournament, number: int, by: User | None) -> Round:
    tournament = lock(tournament)
    round_ = round_of_plan(tournament, number)
    if round_.status == Round.Status.FINISHED:
        return round_
    if round_.status != Round.Status.PUBLISHED:
        raise Refused("round.not_published", round=number)
    if missing := missing_boards(round_):
        raise Refused(
            "round.boards_missing",
            round=number,
            boards=named_boards(missing),
            count=len(missing),
        )
    guard_session(round_)
    unchecked = round_.pairings.filter(black__isnull=False, checked_at=None).count()
    round_.status = Round.Status.FINISHED
    round_.finished_at = timezone.now()
    round_.save(update_fields=["status", "finished_at"])
    touch(tournament)
    record(
        "round.finished",
        by=by,
        target=round_,
        tournament=tournament,
        round_number=number,
        after={"second_pass": "not done" if unchecked else "done", "unchecked": unchecked},
    )
    return round_


def round_of_plan(tournament: Tournament, number: int) -> Round:
    """A round of the plan, made when first asked for."""
    if not 1 <= number <= tournament.total_rounds:
        raise Refused("round.beyond_plan", round=number, total=tournament.total_rounds)
    round_, _created = Round.objects.get_or_create(tournament=tournament, number=number)
    round_.tournament = tournament
    return round_


def new_seed() -> int:
    """The seed of every lot that a tournament will draw; drawn once, stored, exported."""
    return secrets.randbelow(2**31)
