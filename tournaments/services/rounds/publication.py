"""Publish a round, take it back, finish it."""

import secrets

from django.utils import timezone

from pairing.chess960 import COUNT
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import (
    doubted_boards,
    guard_previous,
    guard_session,
    missing_boards,
    named_boards,
    round_of_plan,
)
from tournaments.models import (
    Irregular,
    Round,
    Tournament,
    User,
)
from tournaments.queries.rounds.boards import boards_as_data
from tournaments.queries.rounds.checks import draft_checks, how_many_found
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.queries.rounds.stale import draft_is_stale
from tournaments.services.entries.table_numbers import not_drawn
from tournaments.services.papers.at_publication import papers_told
from tournaments.services.rounds.seals import doubts

#: what the checks found that the question names; the page of the draft has the rest
MOST_FINDINGS = 6


def publish_round(
    *, tournament: Tournament, number: int, by: User | None, confirmed: str = ""
) -> Round:
    with act("round.published", tournament, by=by, confirmed=confirmed, published=True) as done:
        tournament = done.tournament
        round_ = round_of_plan(tournament, number)
        if round_.is_public:
            return done.nothing(round_)  # the second press of the same button
        if round_.status != Round.Status.DRAFT:
            raise Refused("round.not_a_draft", round=number)
        guard_session(round_)
        guard_previous(tournament, round_)
        if draft_is_stale(round_):
            raise Refused("round.draft_is_stale", round=number)
        done.require(
            "round.publish",
            level=2,
            reasons=[
                Reason(
                    "round.publish_summary",
                    {
                        "round": number,
                        "boards": round_.pairings.games().count(),
                        "byes": round_.pairings.byes().count(),
                    },
                ),
                *_verdict(round_),
                *not_drawn(tournament),
                *doubts(round_),
                *_read_differently(tournament, number - 1),
                *papers_told(tournament),
            ],
            subject=str(number),
        )
        # A published round ends the one before it, whether or not somebody pressed Finish.
        tournament.rounds.filter(number=number - 1, status=Round.Status.PUBLISHED).update(
            status=Round.Status.FINISHED, finished_at=timezone.now()
        )
        if tournament.chess960 and round_.start_position is None:
            _draw_position(done, round_)
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
        done.record(round_, after=boards_as_data(round_))
        return round_


def _verdict(round_: Round) -> list[Reason]:
    """The verdict of the checks, for those who did not look at them."""
    checks = draft_checks(round_)
    found = [finding for check in checks for finding in check.findings]
    if not found:
        return [Reason("round.checks_fine", {"checks": len(checks)})] if checks else []
    values = {"found": how_many_found(checks), "checks": len(checks)}
    told = [Reason("round.checks_found", values)]
    told += [
        Reason("round.check_found", {"text": one.text, "article": one.article})
        for one in found[:MOST_FINDINGS]
    ]
    left = len(found) - MOST_FINDINGS
    return [*told, Reason("round.checks_more", {"count": left})] if left > 0 else told


def _read_differently(tournament: Tournament, number: int) -> list[Reason]:
    """The doubts about results of the round that the new one ends."""
    before = tournament.rounds.filter(number=number, status=Round.Status.PUBLISHED).first()
    doubted = doubted_boards(before) if before else []
    return [
        Reason(
            "round.publish_in_doubt",
            {"round": number, "boards": named_boards(doubted), "count": len(doubted)},
        )
        for _once in doubted[:1]
    ]


def _draw_position(done: Act[Tournament], round_: Round) -> None:
    """Chess960: nobody may know the position before everybody does, so no seed can tell it."""
    round_.start_position = secrets.randbelow(COUNT)
    done.record(
        round_,
        "round.position_drawn",
        label=f"{round_.start_position} {round_.start_pieces}",
        after=round_.start_position,
    )


def unpublish_round(
    *, tournament: Tournament, number: int, reason: str, by: User | None, confirmed: str = ""
) -> Round:
    """Take a published round back to a draft, for all to see as "under revision"."""
    with act("round.unpublished", tournament, by=by, confirmed=confirmed) as done:
        round_ = round_of_plan(done.tournament, number)
        guard_taking_back(round_, reason)
        done.require(
            "round.unpublish",
            level=3,
            reasons=[Reason("round.unpublish_effect", {"round": number})],
            subject=str(number),
        )
        return take_back_round(done, round_, reason)


def guard_taking_back(round_: Round, reason: str) -> None:
    number = round_.number
    later = round_.tournament.rounds.filter(number__gt=number, status__in=PUBLIC)
    if last := later.order_by("-number").first():
        raise Refused("round.later_is_public", round=number, last=last.number)
    if round_.status == Round.Status.FINISHED:
        _guard_results(round_)
    if round_.status != Round.Status.PUBLISHED:
        raise Refused("round.not_published", round=number)
    if not reason.strip():
        raise Refused("round.reason_needed", field="reason")
    guard_session(round_)
    _guard_results(round_)


def _guard_results(round_: Round) -> None:
    entered = round_.pairings.exclude(result="").exclude(entered_at=None)
    found = entered.order_by("board").values_list("board", flat=True)
    boards = [board for board in found if board is not None]
    if boards:
        raise Refused(
            "round.has_results",
            round=round_.number,
            count=len(boards),
            boards=named_boards(boards),
        )


def why_not_taken_back(round_: Round) -> Refused | None:
    """The refusal to take this round back, for a page that would offer it."""
    try:
        guard_taking_back(round_, "for the page")
    except Refused as refused:
        return refused
    return None


def take_back_round(done: Act[Tournament], round_: Round, reason: str) -> Round:
    """Take the round back, as part of an act that has asked about it."""
    round_.status = Round.Status.DRAFT
    round_.under_revision = True
    round_.finished_at = None
    round_.save(update_fields=["status", "under_revision", "finished_at"])
    done.record(
        round_,
        "round.unpublished",
        reason=reason,
        before=boards_as_data(round_),
        irregular=Irregular.MANUAL,
    )
    return round_


def finish_round(*, tournament: Tournament, number: int, by: User | None) -> Round:
    with act("round.finished", tournament, by=by) as done:
        tournament = done.tournament
        round_ = round_of_plan(tournament, number)
        if round_.status == Round.Status.FINISHED:
            return done.nothing(round_)
        if round_.status != Round.Status.PUBLISHED:
            raise Refused("round.not_published", round=number)
        if missing := missing_boards(round_):
            raise Refused(
                "round.boards_missing",
                round=number,
                boards=named_boards(missing),
                count=len(missing),
            )
        if doubted := doubted_boards(round_):
            raise Refused(
                "round.second_pass_differs",
                round=number,
                boards=named_boards(doubted),
                count=len(doubted),
            )
        guard_session(round_)
        unchecked = round_.pairings.games().filter(checked_at=None).count()
        round_.status = Round.Status.FINISHED
        round_.finished_at = timezone.now()
        round_.save(update_fields=["status", "finished_at"])
        done.record(
            round_,
            after={"second_pass": "not done" if unchecked else "done", "unchecked": unchecked},
        )
        return round_
