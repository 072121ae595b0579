"""The teams of a report file, read as the rules, matches and byes that a tournament here can hold:
a Swiss by FIDE's rules (C.04.6)."""

import re
from dataclasses import dataclass, replace
from typing import Any

from pairing.errors import PairingError
from pairing.fide2026.acceleration import Acceleration
from pairing.results import ByeKind
from pairing.state import Baku, Board, Colour, Fact, RoundPairing
from pairing.systems import system
from pairing.tools.team_checker import (
    pairs_of_teams,
    state_then,
    swiss_state,
    without_blanks,
)
from pairing.trf import TeamSwiss, TrfDocument, team_swiss_in
from tiebreaks.advice import advice, recommended, refuses
from tiebreaks.registry import edition_at, parse
from tiebreaks.teams import BoardGame, Match, TeamBook, TeamEvent, TeamRound, team_event_of
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import TeamRules
from tournaments.queries.reports.trf_teams import LIST_OF_TEAMS, RULES_OF_TEAMS

_SETTING = re.compile(r"([a-z_]+)=([a-z_0-9]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class ForeignTeams:
    """Everything that the file says of teams."""

    swiss: TeamSwiss
    event: TeamEvent  # every begun round; a game without a result is open
    rules: dict[str, Any]  # of `TeamRules`
    notes: tuple[Reason, ...]

    @property
    def names(self) -> dict[int, str]:
        return {team.number: f"{team.number} {team.name}" for team in self.event.teams}

    @property
    def full_byes(self) -> list[str]:
        """Teams with a full-point bye that was asked for."""
        given = {
            bye.team
            for each in self.event.rounds
            for bye in each.byes
            if bye.kind is ByeKind.FULL_POINT
        }
        return [team.name for team in self.event.teams if team.number in given]

    def round(self, number: int) -> TeamRound:
        return self.event.rounds[number - 1]


def teams_of(document: TrfDocument) -> ForeignTeams:
    """Raises `Refused` where the file is of another kind of event, or contradicts itself."""
    swiss = team_swiss_in(document)
    if swiss is None or not document.teams:
        raise Refused("import.teams")
    if document.special_points:
        raise Refused("import.bonus")
    try:
        event = team_event_of(without_blanks(document))
        TeamBook(event, len(event.rounds))
    except PairingError as error:
        raise Refused("import.contradiction", detail=error.as_data()) from error
    rules, notes = _rules(document, swiss, event)
    return ForeignTeams(swiss, event, rules, notes)


# --- The rules ------------------------------------------------------------------------------------


def _rules(
    document: TrfDocument, swiss: TeamSwiss, event: TeamEvent
) -> tuple[dict[str, Any], tuple[Reason, ...]]:
    points = event.match_points
    largest = max((len(team.players) for team in event.teams), default=0)
    drawn = event.points.draw * event.boards
    bye = event.bye_game_points
    edition, codes, notes = _tie_breaks(document, swiss)
    rules: dict[str, Any] = {
        "boards": event.boards,
        "reserves": max(largest - event.boards, 0),
        "primary": swiss.primary,
        "match_win": points.win,
        "match_draw": points.draw,
        "match_loss": points.loss,
        "match_bye": points.pairing_bye,
        "bye_board_points": drawn if bye is None else bye,
        "edition": edition,
        "tie_breaks": codes,
        "order": TeamRules.Order.FREE if _out_of_order(event) else TeamRules.Order.MOVE_UP,
        "gaps": TeamRules.Gaps.FORFEIT if _gaps(event) else TeamRules.Gaps.REFUSE,
    }
    return rules | _told(document), notes


def _out_of_order(event: TeamEvent) -> bool:
    """Somebody sat below a player who stands behind them in the list of their team."""
    return any(
        places != sorted(places)
        for each in event.rounds
        for match in each.matches
        for players, sat in zip(_rosters(event, match), _sat(match), strict=True)
        for places in [[players.index(player) for _board, player in sorted(sat.items())]]
    )


def _rosters(event: TeamEvent, match: Match) -> tuple[tuple[int, ...], tuple[int, ...]]:
    players = {team.number: team.players for team in event.teams}
    return players[match.first], players[match.second]


def _sat(match: Match) -> tuple[dict[int, int], dict[int, int]]:
    return seats_of(match, first=True), seats_of(match, first=False)


def seats_of(match: Match, *, first: bool) -> dict[int, int]:
    """The seats of one of the two teams: board → number."""
    found = {
        game.board: game.first_player if first else game.second_player for game in match.boards
    }
    return {board: player for board, player in found.items() if player}


def _gaps(event: TeamEvent) -> bool:
    return any(
        not (game.first_player and game.second_player)
        for each in event.rounds
        for match in each.matches
        for game in match.boards
    )


def _told(document: TrfDocument) -> dict[str, Any]:
    """The rules that a report of this program tells besides the records of the standard."""
    fields = {field.name: field for field in TeamRules._meta.concrete_fields}
    found: dict[str, Any] = {}
    for comment in document.comments:
        if not comment.startswith(RULES_OF_TEAMS):
            continue
        for name, text in _SETTING.findall(comment.removeprefix(RULES_OF_TEAMS)):
            field = fields.get(name)
            choices = [value for value, _words in (field.choices or ())] if field else []
            if text in choices:
                found[name] = text
            elif name in ("reserves", "deadline_minutes") and text.isdecimal() and len(text) < 5:
                found[name] = int(text)
    return found


def _tie_breaks(
    document: TrfDocument, swiss: TeamSwiss
) -> tuple[str, list[str], tuple[Reason, ...]]:
    edition = edition_at(document.start_date)
    ranks = "PTS" if swiss.primary == "MP" else "GPTS"
    listed = list(document.standings or document.tie_breaks)
    if listed and listed[0].upper() in (ranks, f"{swiss.primary}TS", f"PTS:{swiss.primary}"):
        del listed[0]
    for comment in document.comments:
        if comment.startswith(LIST_OF_TEAMS):
            edition, *listed = comment.removeprefix(LIST_OF_TEAMS).split()[:24] or [edition]
    if not listed:
        chosen = recommended(system(swiss.system).format.team_tie_breaks)
        said = {"codes": " ".join(chosen.codes[1:])}
        note = Reason("import.tie_breaks_assumed", said)
        return chosen.edition, list(chosen.codes[1:]), (note,)
    codes = [code for code in listed if len(code) <= 24 and _fits(code, edition, swiss)]
    left = [code for code in listed if code not in codes]
    if left:
        return edition, codes, (Reason("import.tie_breaks_left_out", {"codes": " ".join(left)}),)
    return edition, codes, ()


def _fits(code: str, edition: str, swiss: TeamSwiss) -> bool:
    try:
        parse(code, edition=edition)
        family = system(swiss.system).format.family
        return not any(map(refuses, advice([code], family, 0, edition=edition, teams=True)))
    except PairingError:
        return False


# --- The rounds -----------------------------------------------------------------------------------


def first_colour(event: TeamEvent) -> Colour | None:
    """The colour drawn by lot, where no record says it: in round 1 the highest team has it."""
    if not event.rounds:
        return None
    matches = event.rounds[0].matches
    highest = min(matches, key=lambda match: min(match.first, match.second), default=None)
    if highest is None:
        return None
    return Colour.WHITE if highest.first < highest.second else Colour.BLACK


def guard_acceleration(document: TrfDocument, teams: ForeignTeams) -> bool:
    """Whether the teams are accelerated; only the points of C.04.7 can be taken."""
    if not document.accelerated and not document.type_code.upper().endswith("_BAKU"):
        return False
    number = len(teams.event.rounds) + 1
    given = swiss_state(document, teams.swiss, teams.event, number)
    try:
        own, usual = Acceleration(given), Acceleration(replace(given, acceleration=Baku()))
    except PairingError as error:
        raise Refused("import.acceleration") from error
    rounds = range(1, document.planned_rounds + 1)
    same = all(
        own.points(team.number, one) == usual.points(team.number, one)
        for team in teams.event.teams
        for one in rounds
    )
    if not same:
        raise Refused("import.acceleration")
    return True


def broken_by_teams(document: TrfDocument, teams: ForeignTeams, number: int) -> tuple[Fact, ...]:
    """The rules that a round of matches breaks."""
    each = teams.round(number)
    judge = system(teams.swiss.system).violations
    assert judge is not None
    try:
        return judge(state_then(document, teams.swiss, each), _as_paired(each))
    except PairingError:
        return ()


def _as_paired(each: TeamRound) -> RoundPairing:
    pairs = pairs_of_teams(each)
    free = [team for team, other in pairs if not other]
    return RoundPairing(
        each.number,
        tuple(Board(first, second) for first, second in pairs if second),
        free[0] if free else None,
    )


def forfeit_of(match: Match) -> str:
    """How a whole match was lost without a game, though it may have boards."""
    if match.forfeit or not match.boards or any(game.played for game in match.boards):
        return match.forfeit
    if any(not (game.first_player and game.second_player) for game in match.boards):
        return ""
    won = {(_won(game, first=True), _won(game, first=False)) for game in match.boards}
    if len(won) > 1:
        return ""
    return "".join("+" if one else "-" for one in won.pop())


def _won(game: BoardGame, *, first: bool) -> bool:
    return (game.first if first else game.second).value == "forfeit_win"


def has_left(teams: ForeignTeams, number: int) -> int | None:
    """After which round a team has left: the file does not know it any more; None = it has not."""
    seen = [each.number for each in teams.event.rounds if number in _there(each)]
    if not seen or seen[-1] == len(teams.event.rounds):
        return None
    return seen[-1]


def _there(each: TeamRound) -> set[int]:
    playing = {team for match in each.matches for team in (match.first, match.second)}
    return playing | {bye.team for bye in each.byes}
