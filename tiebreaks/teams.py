"""Team events: teams, matches of several games, and the standings of teams.

A match gives game points, the sum of its boards, and match points for winning it; either can be
the primary score. `TeamEvent` is immutable and complete in itself; `matches_of` derives its
rounds from the games of an individual record and the teams' rosters.

    team_standings(event, "MPvGP EDE BH:MP/C1 EMGSB") -> Standings
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.results import ByeKind, Outcome
from pairing.state import Bonus, PointSystem, TournamentState
from pairing.systems import Family
from tiebreaks import registry
from tiebreaks.codes import Code
from tiebreaks.errors import MissingInput
from tiebreaks.field import Field, Value
from tiebreaks.ledger import BYES, Cell, Kind, Ledger, Rules, bye_cell
from tiebreaks.standings import Standings, check_list, rank
from tiebreaks.working import Working

if TYPE_CHECKING:
    from pairing.trf import TrfDocument


@dataclass(frozen=True, slots=True)
class Team:
    number: int
    name: str = ""
    players: tuple[int, ...] = ()  # in board order


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """Match points, in tenths, for everything a round can give to a team."""

    win: int = 20
    draw: int = 10
    loss: int = 0
    forfeit_win: int = 20
    forfeit_loss: int = 0
    pairing_bye: int = 10
    full_bye: int = 20
    half_bye: int = 10
    zero_bye: int = 0

    @classmethod
    def of(cls, win: int = 20, draw: int = 10, loss: int = 0, **other: int) -> "MatchPoints":
        """A system from its three main values; what is not given follows from them."""
        values = {
            "forfeit_win": win,
            "pairing_bye": draw,
            "full_bye": win,
            "half_bye": draw,
        }
        return cls(win=win, draw=draw, loss=loss, **(values | other))

    def for_bye(self, kind: ByeKind) -> int:
        return {
            ByeKind.PAIRING_ALLOCATED: self.pairing_bye,
            ByeKind.FULL_POINT: self.full_bye,
            ByeKind.HALF_POINT: self.half_bye,
            ByeKind.ZERO_POINT: self.zero_bye,
        }[kind]


@dataclass(frozen=True, slots=True)
class BoardGame:
    """One board of a match, from both sides; a player 0 was not there."""

    board: int
    first: Outcome
    second: Outcome
    first_player: int = 0
    second_player: int = 0

    @property
    def played(self) -> bool:
        return self.first not in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


@dataclass(frozen=True, slots=True)
class Match:
    """`first` against `second`.

    Either its boards are known, or only the game points of both sides in `points` (tenths).
    `forfeit` is "+-", "-+" or "--" where the whole match was forfeited.
    """

    first: int
    second: int
    boards: tuple[BoardGame, ...] = ()
    points: tuple[int, int] | None = None
    forfeit: str = ""


@dataclass(frozen=True, slots=True)
class TeamBye:
    team: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class TeamRound:
    """A round of matches. A team in neither list was absent."""

    number: int
    matches: tuple[Match, ...]
    byes: tuple[TeamBye, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamEvent:
    teams: tuple[Team, ...]
    rounds: tuple[TeamRound, ...]
    total_rounds: int
    boards: int
    primary: str = "MP"
    points: PointSystem = field(default_factory=PointSystem)  # of a board
    match_points: MatchPoints = field(default_factory=MatchPoints)
    #: game points of the pairing-allocated bye; None = a draw on every board
    bye_game_points: int | None = None
    bonuses: tuple[tuple[str, Bonus], ...] = ()  # ("MP" or "GP", bonus of a team)


# A match as both teams see it


class Side(NamedTuple):
    """One team's round: its kind, both scores, and the points on each board."""

    opponent: int
    kind: Kind
    match_points: int
    game_points: int
    boards: tuple[int, ...] | None  # None = not known


def sides_of(match: Match, event: TeamEvent) -> tuple[Side, Side]:
    """Game points decide the match; a match without a played board is a forfeited one."""
    games = _game_points(match, event)
    boards = _board_points(match, event)
    mp = event.match_points
    unplayed = bool(match.forfeit) or (
        bool(match.boards) and not any(board.played for board in match.boards)
    )
    if match.forfeit:
        won = (match.forfeit[0] == "+", match.forfeit[1] == "+")
    else:
        won = (games[0] > games[1], games[1] > games[0])
    sides = []
    for own in (0, 1):
        opponent = match.second if own == 0 else match.first
        if unplayed:
            level = not any(won) and games[own] > 0  # each won a board without play
            kind = Kind.FORFEIT_WIN if won[own] or level else Kind.FORFEIT_LOSS
            points = mp.forfeit_win if won[own] else mp.draw if level else mp.forfeit_loss
        else:
            kind = Kind.GAME
            points = mp.win if won[own] else mp.loss if won[1 - own] else mp.draw
        sides.append(Side(opponent, kind, points, games[own], boards[own] if boards else None))
    return sides[0], sides[1]


def _game_points(match: Match, event: TeamEvent) -> tuple[int, int]:
    if match.points is not None:
        return match.points
    if match.boards:
        points = event.points
        return (
            sum(points.for_outcome(board.first) for board in match.boards),
            sum(points.for_outcome(board.second) for board in match.boards),
        )
    if match.forfeit:
        win, loss = event.points.forfeit_win, event.points.forfeit_loss
        first, second = ((win if symbol == "+" else loss) for symbol in match.forfeit)
        return first * event.boards, second * event.boards
    raise InconsistentHistory("record.no_result", players=(match.first, match.second))


def _board_points(match: Match, event: TeamEvent) -> tuple[tuple[int, ...], ...] | None:
    points = event.points
    if match.boards:
        first, second = [0] * event.boards, [0] * event.boards
        for board in match.boards:
            if board.board <= event.boards:
                first[board.board - 1] += points.for_outcome(board.first)
                second[board.board - 1] += points.for_outcome(board.second)
        return tuple(first), tuple(second)
    if match.forfeit:
        return tuple(
            (points.forfeit_win if symbol == "+" else points.forfeit_loss,) * event.boards
            for symbol in match.forfeit
        )
    return None


def bye_side(kind: ByeKind, event: TeamEvent) -> Side:
    """C.07 art. 12: a pairing-allocated bye is a win on every board, whatever it is worth."""
    points = event.points
    on_board = points.for_bye(kind)
    games = on_board * event.boards
    if kind is ByeKind.PAIRING_ALLOCATED:
        on_board = points.win
        games = points.draw * event.boards
        if event.bye_game_points is not None:
            games = event.bye_game_points
    return Side(0, BYES[kind], event.match_points.for_bye(kind), games, (on_board,) * event.boards)


class TeamBook:
    """Everybody's rounds, gathered once: what the methods for teams read beside the ledgers."""

    def __init__(self, event: TeamEvent, counted: int) -> None:
        self.event = event
        self.boards = event.boards
        self.counted = counted
        self.sides: dict[int, list[Side]] = {team.number: [] for team in event.teams}
        self.matches: dict[frozenset[int], list[tuple[int, Match]]] = {}
        absent = bye_side(ByeKind.ZERO_POINT, event)
        for index, round_ in enumerate(event.rounds[:counted], start=1):
            for match in round_.matches:
                first, second = sides_of(match, event)
                self._enter(match.first, first, index)
                self._enter(match.second, second, index)
                pair = frozenset((match.first, match.second))
                self.matches.setdefault(pair, []).append((index, match))
            for bye in round_.byes:
                self._enter(bye.team, bye_side(bye.kind, event), index)
            for sides in self.sides.values():
                if len(sides) < index:
                    sides.append(absent)

    def _enter(self, team: int, side: Side, number: int) -> None:
        sides = self.sides.get(team)
        if sides is None:
            raise InconsistentHistory("record.unknown_team", in_round=number, players=(team,))
        if len(sides) != number - 1:
            raise InconsistentHistory("record.team_twice", in_round=number, players=(team,))
        sides.append(side)

    def cells(self, score: str) -> dict[int, list[Cell]]:
        found = {}
        for team, sides in self.sides.items():
            row = []
            for number, side in enumerate(sides, start=1):
                points = side.match_points if score == "MP" else side.game_points
                if not side.opponent:
                    row.append(bye_cell(number, side.kind, points))
                    continue
                row.append(
                    Cell(
                        number,
                        side.opponent,
                        side.kind,
                        points,
                        played=side.kind is Kind.GAME,
                        voluntary=side.kind is Kind.FORFEIT_LOSS,
                    )
                )
            found[team] = row
        return found

    def board_totals(self, code: Code, team: int, opponent: int = 0) -> list[int]:
        """Points on each board over the event, or against one opponent only."""
        totals = [0] * self.boards
        for side in self.sides[team]:
            if opponent and side.opponent != opponent:
                continue
            if side.boards is None:
                raise MissingInput("tiebreaks.needs", code=str(code), needed="boards")
            for board, points in enumerate(side.boards):
                totals[board] += points
        return totals


# Standings


def build_team_field(
    event: TeamEvent,
    *,
    edition: str = "fide2026",
    family: Family = Family.SWISS,
    after: int | None = None,
    primary: str = "",
    seed: int | str | None = None,
    external: Mapping[str, Mapping[int, Value]] | None = None,
    compat: str = "",
) -> Field:
    rules = Rules(edition, family is Family.ROUND_ROBIN, compat == "ref")
    counted = len(event.rounds) if after is None else min(max(after, 0), len(event.rounds))
    book = TeamBook(event, counted)
    numbers = [team.number for team in event.teams]
    worth = {
        "MP": (event.match_points.win, event.match_points.draw, event.match_points.loss),
        "GP": (
            event.points.win * event.boards,
            event.points.draw * event.boards,
            event.points.loss * event.boards,
        ),
    }
    ledgers = {
        score: Ledger(
            numbers=numbers,
            cells=book.cells(score),
            win=win,
            draw=draw,
            loss=loss,
            counted=counted,
            total=max(event.total_rounds, len(event.rounds), 1),
            rules=rules,
            bonuses=[bonus for kind, bonus in event.bonuses if kind == score],
        )
        for score, (win, draw, loss) in worth.items()
    }
    return Field(
        ledgers=ledgers,
        rules=rules,
        primary=primary or event.primary,
        seed=seed,
        external=external or {},
        teams=book,
    )


def team_standings(
    event: TeamEvent,
    codes: str | Sequence[str | Code],
    *,
    edition: str = "fide2026",
    family: Family = Family.SWISS,
    members: Collection[int] | None = None,
    expelled: Collection[int] = (),
    by_hand: Sequence[int] = (),
    compat: str = "",
    **settings: Any,
) -> Standings:
    """The standings of teams; a list that begins with MPTS or GPTS says which score ranks."""
    primary, chosen = team_list(event, codes, edition=edition, compat=compat)
    check_list(chosen, edition=edition, family=family, compat=compat, teams=True)
    field = build_team_field(
        event, edition=edition, family=family, primary=primary, compat=compat, **settings
    )
    adjourned = tuple(
        (round_.number, board.first_player, board.second_player)
        for round_ in event.rounds[: field.ledger().counted]
        for match in round_.matches
        for board in match.boards
        if board.first is Outcome.ADJOURNED
    )
    return rank(
        field,
        chosen,
        members=members,
        expelled=frozenset(expelled),
        by_hand=by_hand,
        adjourned=adjourned,
    )


def team_list(
    event: TeamEvent, codes: str | Sequence[str | Code], *, edition: str, compat: str
) -> tuple[str, tuple[Code, ...]]:
    """The primary score and the list after it."""
    parts = codes if isinstance(codes, str) else tuple(codes)
    chosen = registry.parse_list(parts, edition=edition, compat=compat)
    if chosen and chosen[0].name == "PTS":
        return chosen[0].score or event.primary, chosen[1:]
    return event.primary, chosen


def explain_team(
    event: TeamEvent,
    code: str | Code,
    team: int,
    *,
    codes: str | Sequence[str | Code] = (),
    place: int | None = None,
    edition: str = "fide2026",
    compat: str = "",
    **settings: Any,
) -> Working:
    """How a team came to a value; see `explain.explain`."""
    from tiebreaks.explain import explain_in

    primary, chosen = team_list(event, codes, edition=edition, compat=compat)
    field = build_team_field(event, edition=edition, primary=primary, compat=compat, **settings)
    own = registry.parse(code, edition=edition, compat=compat)
    return explain_in(field, own, team, chosen=chosen, place=place)


def explain_team_list(
    event: TeamEvent,
    codes: str | Sequence[str | Code],
    team: int,
    *,
    edition: str = "fide2026",
    compat: str = "",
    **settings: Any,
) -> tuple[Working, ...]:
    """How a team came to every value of the list, in its order."""
    from tiebreaks.explain import explain_list_in

    primary, chosen = team_list(event, codes, edition=edition, compat=compat)
    field = build_team_field(event, edition=edition, primary=primary, compat=compat, **settings)
    return explain_list_in(field, chosen, team)


# Matches from games


def matches_of(
    state: TournamentState,
    teams: Sequence[Team],
    *,
    boards: int,
    byes: Iterable[tuple[int, TeamBye]] = (),
    forfeited: Iterable[tuple[int, Match]] = (),
    seats: Mapping[tuple[int, int], int] | None = None,
    primary: str = "MP",
    match_points: MatchPoints | None = None,
    bye_game_points: int | None = None,
    bonuses: Iterable[tuple[str, Bonus]] = (),
) -> TeamEvent:
    """The team event that the games of a record make, with the teams' byes and forfeited
    matches, each with its round, beside them.

    Boards are numbered by the games or by `seats`, (round, player) → board, where they say so;
    else by the rosters. A player with a full point without opponent, whose team has a match,
    won against nobody there.
    """
    seated = seats or {}
    team_of = {player: team for team in teams for player in team.players}
    byes_by_round: dict[int, list[TeamBye]] = {}
    for number, bye in byes:
        byes_by_round.setdefault(number, []).append(bye)
    forfeits: dict[int, list[Match]] = {}
    for number, match in forfeited:
        forfeits.setdefault(number, []).append(match)
    rounds = []
    for round_ in state.rounds:
        found: dict[frozenset[int], list[tuple[int, int, BoardGame]]] = {}
        for game in round_.games:
            if game.white not in team_of or game.black not in team_of:
                raise InconsistentHistory(
                    "record.no_team",
                    in_round=round_.number,
                    players=(game.white, game.black),
                )
            white, black = team_of[game.white].number, team_of[game.black].number
            found.setdefault(frozenset((white, black)), []).append(
                (
                    white,
                    black,
                    BoardGame(
                        seated.get((round_.number, game.white))
                        or seated.get((round_.number, game.black))
                        or game.board,
                        game.result.white,
                        game.result.black,
                        game.white,
                        game.black,
                    ),
                )
            )
        alone = {
            bye.player: seated.get((round_.number, bye.player), 0)
            for bye in round_.byes
            if bye.kind is ByeKind.FULL_POINT and bye.player in team_of
        }
        matches = [
            _assembled(pair, games, {team.number: team for team in teams}, team_of, alone)
            for pair, games in found.items()
        ]
        whole = {
            frozenset((match.first, match.second)): match
            for match in forfeits.get(round_.number, [])
        }
        for index, match in enumerate(matches):
            pair = frozenset((match.first, match.second))
            if pair in whole:
                declared = whole.pop(pair)
                matches[index] = replace(declared, boards=()) if declared.forfeit else match
        matches.extend(whole.values())
        rounds.append(
            TeamRound(round_.number, tuple(matches), tuple(byes_by_round.get(round_.number, ())))
        )
    return TeamEvent(
        teams=tuple(teams),
        rounds=tuple(rounds),
        total_rounds=state.total_rounds,
        boards=boards,
        primary=primary,
        points=state.points,
        match_points=match_points or MatchPoints(),
        bye_game_points=bye_game_points,
        bonuses=tuple(bonuses),
    )


def _assembled(
    pair: frozenset[int],
    games: list[tuple[int, int, BoardGame]],
    teams: Mapping[int, Team],
    team_of: Mapping[int, Team],
    alone: Mapping[int, int],
) -> Match:
    """One match from its games: the team with White on the first board is the first."""

    def seat(entry: tuple[int, int, BoardGame]) -> tuple[int, int]:
        _, _, game = entry
        roster = teams[min(pair)].players
        own = game.first_player if game.first_player in roster else game.second_player
        return game.board, roster.index(own)

    ordered = sorted(games, key=seat)
    first, second = ordered[0][0], ordered[0][1]
    boards = []
    for white, _, game in ordered:
        if white == first:
            boards.append(game)
        else:
            boards.append(
                BoardGame(
                    game.board, game.second, game.first, game.second_player, game.first_player
                )
            )
    for player, seat_number in sorted(
        alone.items(), key=lambda item: team_of[item[0]].players.index(item[0])
    ):
        won, lost = Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS
        if team_of[player].number == first:
            boards.append(BoardGame(seat_number, won, lost, player, 0))
        elif team_of[player].number == second:
            boards.append(BoardGame(seat_number, lost, won, 0, player))
    return Match(first, second, _numbered(boards, teams[first], teams[second]))


def _numbered(boards: list[BoardGame], first: Team, second: Team) -> tuple[BoardGame, ...]:
    """Boards that nobody numbered take the numbers left, in the order of the rosters."""

    def by_roster(board: BoardGame) -> int:
        if board.first_player:
            return first.players.index(board.first_player)
        return second.players.index(board.second_player)

    taken = {board.board for board in boards}
    free = (number for number in range(1, 2 * len(boards) + 1) if number not in taken)
    unnumbered = sorted((board for board in boards if not board.board), key=by_roster)
    numbered = [board for board in boards if board.board]
    numbered += [
        replace(board, board=number) for board, number in zip(unnumbered, free, strict=False)
    ]
    return tuple(sorted(numbered, key=lambda board: board.board))


# A report file


def team_event_of(document: "TrfDocument", after: int | None = None) -> TeamEvent:
    """The team event of a report with records 310 (or 013), 240, 320, 330, 352 and 362."""
    state = document.state(after)
    tpns = document.tpns
    if document.teams:
        teams = [
            Team(team.number, team.name, tuple(tpns[p] for p in team.players if p in tpns))
            for team in document.teams
        ]
    else:
        teams = [
            Team(number, roster.name, tuple(tpns[p] for p in roster.players if p in tpns))
            for number, roster in enumerate(document.rosters, start=1)
        ]
    known = dict(document.match_points)
    match_points = MatchPoints.of(known.get("TW", 20), known.get("TD", 10), known.get("TL", 0))
    byes = [
        (requested.round, TeamBye(team, requested.kind))
        for requested in document.requested
        for team in requested.players
        if not document.individual
    ]
    bye_games = None
    for record in document.team_byes:
        match_points = replace(match_points, pairing_bye=record.match_points)
        bye_games = record.game_points
        byes += [
            (number, TeamBye(team, ByeKind.PAIRING_ALLOCATED))
            for number, team in enumerate(record.teams, start=1)
            if team
        ]
    forfeited = [
        (match.round, Match(match.white, match.black, forfeit=match.kind))
        for match in document.forfeited_matches
    ]
    boards = len(document.board_colours) or _usual_boards(state, teams)
    code = document.type_code.upper().removesuffix("_BAKU")
    return matches_of(
        state,
        teams,
        boards=boards,
        byes=byes,
        forfeited=forfeited,
        seats={
            (line_up.round, tpns[player]): board
            for line_up in document.line_ups
            for board, player in enumerate(line_up.players, start=1)
            if player in tpns
        },
        primary="GP" if code.endswith(("_GP_MP", "_GP")) and "MP_GP" not in code else "MP",
        match_points=match_points,
        bye_game_points=bye_games,
        bonuses=_team_bonuses(document),
    )


def _team_bonuses(document: "TrfDocument") -> list[tuple[str, Bonus]]:
    """Record 299: points given to or taken from teams."""
    bonuses = []
    for special in document.special_points:
        if special.kind:
            raise UnsupportedRule("report.team_points")
        for team in special.players:
            number = special.round or 1
            bonuses.append(("MP", Bonus(team, number, special.match_points)))
            bonuses.append(("GP", Bonus(team, number, special.points)))
    return bonuses


def _usual_boards(state: TournamentState, teams: Sequence[Team]) -> int:
    """Without record 352: as many boards as the largest match had games."""
    team_of = {player: team.number for team in teams for player in team.players}
    most = 1
    for round_ in state.rounds:
        games: dict[frozenset[int], int] = {}
        for game in round_.games:
            pair = frozenset((team_of.get(game.white, 0), team_of.get(game.black, 0)))
            games[pair] = games.get(pair, 0) + 1
        most = max(most, *games.values()) if games else most
    return most
