"""A round of matches: boards from the line-ups, forfeits of whole matches."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from pairing.handbook.seats import Table
from pairing.results import RESULTS
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import (
    LineUpSeat,
    Match,
    Pairing,
    Round,
    Tournament,
    User,
)
from tournaments.queries.results.window import Window, window
from tournaments.queries.teams.lineups import boards_fingerprint, usual_seats, without_line_up
from tournaments.queries.teams.matches import results_before_forfeit
from tournaments.queries.teams.rules import programme_of, rules_in
from tournaments.queries.teams.swiss import matches_are_stale, matches_stored
from tournaments.services.entries.numbering import assign_numbers
from tournaments.services.teams.lineups import store_line_up
from tournaments.services.teams.swiss import make_matches, unlisted_reasons

SeatOf = Mapping[tuple[int, int], int]  # (team number, board) → entry


def guard_drawn(tournament: Tournament, round_: Round) -> None:
    """A Swiss of teams can pair its matches with the boards; every other one knows them before."""
    if not round_.matches.exists() and not tournament.format.swiss:
        raise Refused("teams.not_drawn", round=round_.number)


def pairing_reasons(tournament: Tournament, round_: Round) -> list[Reason]:
    """Reasons to ask the arbiter before the round is made without some of the line-ups."""
    guard_drawn(tournament, round_)
    reasons = []
    if tournament.format.swiss and matches_are_stale(round_):
        reasons.append(Reason("matches.stale", {"round": round_.number}))
    if missing := without_line_up(round_):
        names = ", ".join(team.name for team in missing)
        reasons.append(Reason("lineup.missing", {"teams": names}))
    return reasons + unlisted_reasons(round_)


def store_round(done: Act[Tournament], round_: Round) -> None:
    """Make the boards of every match as a draft. Teams that handed in nothing play as listed; a
    team that has left loses its match by forfeit."""
    tournament = done.tournament
    guard_drawn(tournament, round_)
    if not round_.matches.exists():
        make_matches(done, round_)
    rules = rules_in(round_)
    assign_numbers(tournament)
    for team in without_line_up(round_):
        members = list(team.members.select_related("entry"))
        if seats := usual_seats(members, rules):
            store_line_up(done, round_, team, seats, by_rule=True)
    plan = programme_of(tournament, rules)[round_.number - 1]
    tables = {(match.first, match.second): match.tables for match in plan.matches}
    sitting = _sitting(round_)
    round_.pairings.all().delete()
    rows: list[Pairing] = []
    for match in round_.matches.select_related("first", "second"):
        match.forfeit = _absent(match)
        match.save(update_fields=["forfeit"])
        if not match.forfeit:
            numbers = (match.first.number or 0, match.second.number or 0)
            rows += _boards(round_, match, tables[numbers], sitting)
    Pairing.objects.bulk_create(rows)
    round_.status = Round.Status.DRAFT
    round_.paired_at = timezone.now()
    round_.trace = {
        "fingerprint": boards_fingerprint(tournament, round_),
        "numbers": {},
        "boards": [],
        "bye": None,
        "trace": None,
        "matches": matches_stored(round_),
    }
    round_.save(update_fields=["status", "paired_at", "trace"])
    done.record(
        round_,
        "round.paired",
        label=f"{tournament.system}: {len(rows)}",
        after={"boards": len(rows), "system": tournament.system},
    )


def _sitting(round_: Round) -> SeatOf:
    seats = LineUpSeat.objects.filter(line_up__round=round_)
    return {
        (number, board): entry
        for number, board, entry in seats.values_list("line_up__team__number", "board", "entry_id")
        if number is not None
    }


def _absent(match: Match) -> str:
    left = [team.gone_before(match.round.number) for team in (match.first, match.second)]
    return "".join("-" if gone else "+" for gone in left) if any(left) else ""


def _boards(
    round_: Round, match: Match, tables: tuple[Table, ...], sitting: SeatOf
) -> list[Pairing]:
    rows = []
    for table in tables:
        white = sitting.get((table.white.team, table.white.board))
        black = sitting.get((table.black.team, table.black.board))
        if white and black:
            rows.append(
                Pairing(
                    round=round_, match=match, board=table.number, white_id=white, black_id=black
                )
            )
        elif alone := white or black:
            # Nobody sits opposite: the point without a game, as the report writes it (F).
            rows.append(Pairing(round=round_, match=match, white_id=alone, bye="F"))
    return rows


# --- Forfeits of a match --------------------------------------------------------------------------


def forfeit_match(
    *,
    tournament: Tournament,
    match: Match,
    forfeit: str,
    by: User | None,
    confirmed: str = "",
) -> Match:
    """A team did not come: all its boards are lost. An empty code takes that back: results that
    the forfeit has replaced stand again, the other boards wait for theirs."""
    name = "match.forfeited" if forfeit else "match.forfeit_undone"
    with act(name, tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        match = (
            Match.objects.select_for_update(of=("self",))
            .select_related("round", "first", "second")
            .get(round__tournament=tournament, pk=match.pk)
        )
        match.round.tournament = tournament
        if forfeit not in Match.Forfeit.values:
            raise Refused("result.unknown_code", field="forfeit")
        if match.forfeit == forfeit:
            return done.nothing(match)
        values: dict[str, Any] = {"first": match.first.name, "second": match.second.name}
        if window(match.round) is not Window.OPEN:
            raise Refused("match.round_not_open", **values, round=match.round.number)
        rows = list(match.pairings.select_related("white__membership").games())
        if not forfeit and not rows:
            raise Refused("match.without_boards", **values)
        entered = sum(1 for row in rows if row.result)
        earlier = {} if forfeit else results_before_forfeit(match)
        again = sum(1 for row in rows if earlier.get(row.board))
        done.require(
            "match.forfeit",
            level=3,
            reasons=[
                Reason("match.forfeit_effect" if forfeit else "match.forfeit_undone", values),
                *(
                    [Reason("match.results_lost", {"count": entered})]
                    if entered and forfeit
                    else []
                ),
                *([Reason("match.results_again", {"count": again})] if again else []),
            ],
            subject=f"{match.pk}:{forfeit}",
        )
        before = {"forfeit": match.forfeit, "results": {row.board: row.result for row in rows}}
        given = {row.pk: _code_for(row, match, forfeit or match.forfeit) for row in rows}
        if not forfeit:
            # A board that has got another result since then keeps it.
            rows = [row for row in rows if row.result == given[row.pk]]
        for row in rows:
            row.result = given[row.pk] if forfeit else earlier.get(row.board, "")
            row.version += 1
            row.entered_by, row.entered_at = by, timezone.now()
            row.checked_by = row.checked_at = None
            row.read_differently = ""
        Pairing.objects.bulk_update(
            rows,
            [
                "result",
                "version",
                "entered_by",
                "entered_at",
                "checked_by",
                "checked_at",
                "read_differently",
            ],
        )
        match.forfeit = forfeit
        match.save(update_fields=["forfeit"])
        done.record(match, label=f"{match.first} – {match.second}", before=before, after=forfeit)
        return match


def _code_for(row: Pairing, match: Match, forfeit: str) -> str:
    """The code is White's; the second team has White on every other board."""
    of_first = row.white.membership.team_id == match.first_id
    return forfeit if of_first else RESULTS[forfeit].reversed.code
