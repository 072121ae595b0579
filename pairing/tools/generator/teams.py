"""A generated Swiss of teams: its matches paired by the system, its boards played by lot.

`players` of the settings are teams here, and what is said of games is said of whole matches:
forfeits, byes, late entries and withdrawals are those of teams. Settings about ratings and about
unusual results of games are not used. Every team has players on all boards in every round that it
plays.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairing import VERSION
from pairing.errors import UnsupportedRule
from pairing.results import RESULTS, ByeKind
from pairing.state import Baku, Board, Bye, Colour, Game, Player, Round, TournamentState
from pairing.systems import System
from pairing.tools.generator.plan import Draw, comings_and_goings, spread
from pairing.tools.generator.play import result_of
from pairing.tools.generator.settings import Settings
from pairing.trf import (
    ForfeitedMatch,
    RequestedBye,
    TeamByes,
    TrfDocument,
    TrfTeam,
    code_for_teams,
    from_state,
)
from tiebreaks.teams import Match, Team, TeamBook, TeamEvent, matches_of, pairing_state
from tiebreaks.teams.event import TeamBye

BOARDS = 4
#: a team is as strong as its best board; the others are so much weaker, one after the other
STEP = 25


@dataclass(slots=True)
class _Event:
    """The record so far: the games of the players, and the byes of the teams."""

    state: TournamentState
    teams: tuple[Team, ...]
    byes: list[tuple[int, TeamBye]]
    forfeited: list[tuple[int, Match]]

    def so_far(self) -> TeamEvent:
        return matches_of(
            self.state, self.teams, boards=BOARDS, byes=self.byes, forfeited=self.forfeited
        )


@dataclass(frozen=True, slots=True)
class _Absences:
    """The teams that miss rounds, and the matches that nobody plays, drawn beforehand."""

    arrives: dict[int, int]
    leaves: dict[int, int]
    kinds: tuple[tuple[ByeKind, tuple[int, ...]], ...]
    forfeits: tuple[tuple[str, tuple[int, ...]], ...]

    @classmethod
    def drawn(cls, settings: Settings, count: int, rounds: int, draw: Draw) -> "_Absences":
        arrives, leaves = comings_and_goings(settings, True, count, rounds, draw)
        kinds = (
            (ByeKind.HALF_POINT, spread(settings.half_byes, (0, 0, 10, 30), count, rounds, draw)),
            (ByeKind.FULL_POINT, spread(settings.full_byes, (0, 0, 0, 5), count, rounds, draw)),
            (ByeKind.ZERO_POINT, spread(settings.zero_byes, (0, 0, 10), count, rounds, draw)),
        )
        matches = count // 2
        forfeits = (
            ("+-", spread(settings.forfeit_wins, (0, 0, 10, 30), matches, rounds, draw)),
            ("--", spread(settings.forfeit_losses, (0, 0, 0, 5), matches, rounds, draw)),
        )
        return cls(arrives, leaves, kinds, forfeits)

    def byes(self, number: int, count: int, draw: Draw) -> tuple[Bye, ...]:
        """Everybody who is not to be paired in a round, and what they get for it."""
        found = {
            team: ByeKind.ZERO_POINT
            for team in range(1, count + 1)
            if number < self.arrives.get(team, 1) or number >= self.leaves.get(team, number + 1)
        }
        for kind, counts in self.kinds:
            here = [team for team in range(1, count + 1) if team not in found]
            for team in draw.some(here, min(counts[number - 1], max(len(here) - 2, 0))):
                found[team] = kind
        return tuple(Bye(team, kind) for team, kind in sorted(found.items()))

    def lost(self, number: int, pairs: Sequence[Board], draw: Draw) -> dict[Board, str]:
        """The matches of a round that are lost without a game."""
        found: dict[Board, str] = {}
        for code, counts in self.forfeits:
            # One match is played in every round, so that the round is there at all.
            left = [index for index in range(1, len(pairs)) if pairs[index] not in found]
            for index in draw.some(left, counts[number - 1]):
                turned = code == "+-" and draw.below(2)
                found[pairs[index]] = "-+" if turned else code
        return found


def generate_teams(settings: Settings, chosen: System, draw: Draw) -> TrfDocument:
    count = settings.players or draw.between(8, 40)
    if not 4 <= count <= 300:
        raise UnsupportedRule("generate.players", most=300)
    rounds = settings.rounds or min(draw.between(5, 9), count - 1)
    if not 1 <= rounds < count + count % 2:
        raise UnsupportedRule("generate.rounds", players=count, most=count - 1 + count % 2)
    baku = bool(settings.baku)
    colour = settings.initial_colour or draw.one_of((Colour.WHITE, Colour.BLACK))
    event = _entered(settings, count, rounds, draw)
    absences = _Absences.drawn(settings, count, rounds, draw)
    requested: list[RequestedBye] = []
    for number in range(1, rounds + 1):
        byes = absences.byes(number, count, draw)
        state = pairing_state(
            replace(event.so_far(), total_rounds=rounds),
            byes=byes,
            options=settings.options,
            initial_colour=colour,
            acceleration=Baku() if baku else None,
        )
        paired = chosen.pair(state)
        if paired.bye is not None:
            event.byes.append((number, TeamBye(paired.bye, ByeKind.PAIRING_ALLOCATED)))
        requested += _told(number, byes, absences)
        event.byes += [
            (one.round, TeamBye(team, one.kind))
            for one in _told(number, byes, absences)
            for team in one.players
        ]
        lost = absences.lost(number, paired.boards, draw)
        event.forfeited += [
            (number, Match(board.white, board.black, forfeit=code)) for board, code in lost.items()
        ]
        games = [
            game
            for place, board in enumerate(paired.boards)
            if board not in lost
            for game in _match(event, board.white, board.black, place, draw)
        ]
        made = Round(number, tuple(games))
        event.state = replace(event.state, rounds=(*event.state.rounds, made))
    return _document(settings, chosen, event, colour, baku, tuple(requested))


def _told(number: int, byes: Sequence[Bye], absences: _Absences) -> list[RequestedBye]:
    """Records 240 of a round. Nothing is said of those who have not come yet, or have left."""
    away = {
        team
        for team in (bye.player for bye in byes)
        if number < absences.arrives.get(team, 1) or number >= absences.leaves.get(team, number + 1)
    }
    found = []
    for kind in (ByeKind.FULL_POINT, ByeKind.HALF_POINT, ByeKind.ZERO_POINT):
        teams = tuple(bye.player for bye in byes if bye.kind is kind and bye.player not in away)
        if teams:
            found.append(RequestedBye(kind, number, teams))
    return found


def _entered(settings: Settings, count: int, rounds: int, draw: Draw) -> _Event:
    top = sorted((draw.between(1700, 2600) for _ in range(count)), reverse=True)
    players = tuple(
        Player(
            tpn=place * BOARDS + board,
            name=f"Player, {place + 1:03}-{board}",
            rating=top[place] - STEP * (board - 1),
        )
        for place in range(count)
        for board in range(1, BOARDS + 1)
    )
    teams = tuple(
        Team(
            place + 1,
            f"Team {place + 1:03}",
            tuple(place * BOARDS + board for board in range(1, BOARDS + 1)),
        )
        for place in range(count)
    )
    return _Event(TournamentState(players, (), rounds), teams, [], [])


def _match(event: _Event, first: int, second: int, place: int, draw: Draw) -> list[Game]:
    """The first team has White on the odd boards."""
    ratings = [player.rating for player in event.state.players]
    games = []
    seats = zip(event.teams[first - 1].players, event.teams[second - 1].players, strict=True)
    for board, (one, two) in enumerate(seats, start=1):
        white, black = (one, two) if board % 2 else (two, one)
        code = result_of(ratings[white - 1], ratings[black - 1], draw)
        games.append(Game(white, black, RESULTS[code], place * BOARDS + board))
    return games


def _document(
    settings: Settings,
    chosen: System,
    event: _Event,
    colour: Colour,
    baku: bool,
    requested: tuple[RequestedBye, ...],
) -> TrfDocument:
    whole = event.so_far()
    book = TeamBook(whole, len(whole.rounds))
    allocated = ByeKind.PAIRING_ALLOCATED
    free = {number: bye.team for number, bye in event.byes if bye.kind is allocated}
    own = chosen.format.trf_code
    named = () if own else (f"### System: {chosen.key}",)
    rounds = len(whole.rounds)
    return from_state(
        event.state,
        name=f"Generated tournament {settings.seed}",
        start_date="2026/06/01",
        end_date="2026/06/01",
        type_text="Team: Swiss-System",
        type_code=code_for_teams(chosen.key, dict(settings.options), baku=baku),
        initial_colour=colour,
        board_colours="WB" * (BOARDS // 2),
        match_points=(("TW", 20), ("TD", 10), ("TL", 0)),
        teams=tuple(
            TrfTeam(
                team.number,
                team.name,
                team.players,
                match_points=sum(side.match_points for side in book.sides[team.number]),
                game_points=sum(side.game_points for side in book.sides[team.number]),
            )
            for team in event.teams
        ),
        team_byes=(TeamByes(10, 5 * BOARDS, tuple(free.get(n, 0) for n in range(1, rounds + 1))),)
        if free
        else (),
        requested=requested,
        forfeited_matches=tuple(
            ForfeitedMatch(match.forfeit, number, match.first, match.second)
            for number, match in event.forfeited
        ),
        controller=f"Hakem {VERSION}",
        comments=(f"### Generator seed: {settings.seed}", *named),
    )
