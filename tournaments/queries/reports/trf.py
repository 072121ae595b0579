"""The tournament report (TRF26, TRF16) from what is published."""

from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from pairing import VERSION
from pairing.results import KNOWN, ByeKind
from pairing.state import Bonus, TournamentState
from pairing.trf import RequestedBye, TrfDocument, code_for, from_state, write
from pairing.trf.time_controls import encoded
from tiebreaks.told_edition import codes_told
from tiebreaks.told_ratings import policy_lines
from tournaments.kernel.errors import Refused
from tournaments.models import (
    UNFINISHED,
    Acceleration,
    ByeRequest,
    Pairing,
    RatingMethod,
    Role,
    Round,
    Tournament,
)
from tournaments.queries.reports.games_beside import knockout_ranks, knockout_rounds, notes_beside
from tournaments.queries.reports.irregular import (
    irregular_lines,
    kept_reasons,
    number_lines,
    rating_lines,
)
from tournaments.queries.reports.match_rounds import MatchRounds
from tournaments.queries.reports.trf_teams import with_teams
from tournaments.queries.rounds.reasons import as_paired
from tournaments.queries.standings.decisions import rating_policy
from tournaments.queries.standings.table import (
    last_public_round,
    ranks_in_a_report,
    standings_table,
)
from tournaments.snapshot import Snapshot, snapshot
from tournaments.wording.results import plain_result


def boards_without_result(tournament: Tournament) -> list[str]:
    """Games of published rounds that have no result yet or are adjourned, as "round/board"."""
    rows = Pairing.objects.games().filter(
        UNFINISHED,
        round__tournament=tournament,
        round__status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED],
    )
    return [
        f"{number}/{board}"
        for number, board in rows.order_by("round__number", "board").values_list(
            "round__number", "board"
        )
    ]


def report(
    tournament: Tournament, profile: str = "trf26", *, final: bool = False, encoding: str = ""
) -> bytes:
    """The record of all published rounds. A final one only when every game has its result; an
    interim one marks open games with `?`. `encoding` "ascii": names without accents."""
    if final and (games := boards_without_result(tournament)):
        raise Refused("report.games_open", games=", ".join(games[:12]), count=len(games))
    return write(report_document(tournament), profile, encoding=encoding)


def record_before(round_: Round) -> bytes:
    """The record from which a round of players was paired, with the byes of that round: another
    program pairs the same from it."""
    tournament = round_.tournament
    code, notes = code_for(
        tournament.system,
        baku=tournament.acceleration == Acceleration.BAKU,
        options=_own_options(tournament),
    )
    document = from_state(
        as_paired(round_).state,
        name=tournament.full_name,
        federation=tournament.event.federation,
        type_text=type_text(tournament),
        type_code=code,
        controller=f"Hakem {VERSION}",
        comments=tuple(notes),
    )
    return write(document, "trf26")


def report_document(tournament: Tournament) -> TrfDocument:
    last = last_public_round(tournament)
    before = snapshot(tournament, before_round=last + 1)
    state, notes = _with_reported(tournament, before, last)
    ranks = None
    if not tournament.format.has_rounds:
        rounds = knockout_rounds(tournament)
        state = replace(state, rounds=rounds, total_rounds=max(len(rounds), 1))
        ranks = knockout_ranks(tournament)
    matches = None
    if tournament.format.several_opponents:
        matches = MatchRounds(tournament, state, before)
        state = replace(state, rounds=matches.rounds, total_rounds=len(matches.rounds))
    event = tournament.event
    code, code_notes = code_for(
        tournament.system,
        baku=tournament.acceleration == Acceleration.BAKU,
        options=_own_options(tournament),
    )
    ours = tournament.tie_break_edition.startswith("fide")
    table = standings_table(tournament, last) if last else None
    start = f"{event.starts_on:%Y/%m/%d}"
    codes = table.codes if table and ours else ()
    codes = codes_told(codes, tournament.tie_break_edition, start)
    staff = {duty.user.display_name: duty.role for duty in event.staff.select_related("user")}
    chiefs = [name for name, role in staff.items() if role == Role.CHIEF]
    if table and table.missing and ranks is None:
        ranks = ranks_in_a_report(tournament, last)
    document = from_state(
        state,
        ranks=ranks
        or {row.entry.tpn: row.rank for row in (table.rows if table else ()) if row.entry.tpn},
        fide_ratings={tpn: entry.fide_rating for tpn, entry in before.entries.items()},
        requested=_coming_byes(tournament, before, last),
        name=tournament.full_name,
        city=event.city,
        federation=event.federation,
        start_date=start,
        end_date=f"{event.ends_on:%Y/%m/%d}",
        type_text=type_text(tournament),
        type_code=code,
        chief_arbiter="; ".join(chiefs[:1]),
        deputies=tuple(chiefs[1:] + [n for n, role in staff.items() if role == Role.ARBITER]),
        time_text=tournament.time_control,
        time_control=encoded(tournament.time_control),
        round_dates=() if matches else _round_dates(tournament, last),
        rating_federation="" if tournament.rating_method == RatingMethod.FIDE else event.federation,
        rating_method=tournament.rating_method,
        tie_breaks=codes,
        standings=("PTS", *codes) if codes else (),
        controller=f"Hakem {VERSION}",
        comments=(
            *code_notes,
            *([f"### Seed of the lots: {tournament.seed}"] if last else []),
            *irregular_lines(tournament, before.numbers),
            *notes,
            *number_lines(tournament, before.numbers, last),
            *rating_lines(tournament, before.numbers, last),
            *policy_lines(rating_policy(tournament, before), lambda tpn: tpn),
            *notes_beside(tournament),
        ),
    )
    if not tournament.format.pairs_teams:
        return document
    document = with_teams(tournament, document, last)
    if matches and last:
        document = replace(
            document,
            line_ups=tuple(matches.line_ups),
            team_byes=(matches.byes,),
            comments=(*document.comments, matches.comment),
        )
    return document


def type_text(tournament: Tournament) -> str:
    """Record 092, in the words from which calculators read how a tournament is played."""
    chosen = tournament.format
    kind = chosen.summary
    if chosen.swiss:
        kind = "Swiss-System"
    elif chosen.cycles:
        kind = "Double Round-Robin" if tournament.options.get("cycles") == 2 else "Round-Robin"
    elif chosen.eliminates:
        kind = "Knock-out"
    return f"{'Team' if chosen.pairs_teams else 'Individual'}: {kind}"


def _own_options(tournament: Tournament) -> tuple[tuple[str, Any], ...]:
    """Those options of the system that are not at their default."""
    given = {"seed": tournament.seed, **tournament.options}
    return tuple(
        (option.name, given[option.name])
        for option in tournament.format.options
        if given.get(option.name, option.default) != option.default
    )


def _round_dates(tournament: Tournament, last: int) -> tuple[str, ...]:
    zone = ZoneInfo(tournament.event.time_zone)
    starts = dict(tournament.rounds.values_list("number", "starts_at"))
    dates = [starts.get(number) for number in range(1, last + 1)]
    if not all(dates):
        return ()
    return tuple(f"{moment.astimezone(zone):%Y/%m/%d}" for moment in dates if moment)


def _coming_byes(tournament: Tournament, before: Snapshot, last: int) -> list[RequestedBye]:
    """Byes granted for later rounds than the next one, which the state knows itself."""
    asked: dict[tuple[int, str], list[int]] = {}
    for request in ByeRequest.objects.filter(
        entry__tournament=tournament, round_number__gt=last + 1
    ).select_related("entry"):
        number = before.numbers.get(request.entry_id)
        if number and not request.entry.gone:
            asked.setdefault((request.round_number, request.kind), []).append(number)
    return [
        RequestedBye(ByeKind(kind), number, tuple(sorted(players)))
        for (number, kind), players in sorted(asked.items())
    ]


def _with_reported(
    tournament: Tournament, before: Snapshot, last: int
) -> tuple[TournamentState, list[str]]:
    """The record as it is to be rated (C.04.2 art. 4.3). Where that differs from what counted,
    points on top keep the scores by which rounds were paired and places given."""
    state = before.state
    rows = (
        Pairing.objects.filter(round__tournament=tournament, round__number__lte=last)
        .exclude(reported_result="")
        .order_by("round__number", "board")
        .values_list("round__number", "pk", "white_id", "result", "reported_result")
    )
    bonuses = list(state.bonuses)
    notes = []
    reasons = kept_reasons(tournament) if rows else {}
    rounds = list(state.rounds)
    for number, pk, white, used, reported in rows:
        tpn = before.numbers[white]
        games = list(rounds[number - 1].games)
        index = next(i for i, game in enumerate(games) if game.white == tpn)
        game = games[index]
        games[index] = replace(game, result=KNOWN[reported])
        rounds[number - 1] = replace(rounds[number - 1], games=tuple(games))
        used_points = state.points.for_result(game.result)
        told_points = state.points.for_result(games[index].result)
        for player, one, other in zip(
            (game.white, game.black), used_points, told_points, strict=True
        ):
            if one != other:
                bonuses.append(Bonus(player, number, one - other))
        reason = f" ({reasons[pk]})" if reasons.get(pk) else ""
        notes.append(
            f"### Report @ Round {number}: {game.white}-{game.black}, "
            f"used {plain_result(used)}, reported {plain_result(reported)}{reason}"
        )
    return replace(state, rounds=tuple(rounds), bonuses=tuple(bonuses)), notes
