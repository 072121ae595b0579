"""A generated Swiss of teams: its matches paired by the system, its boards played by lot.

`players` of the settings are teams here. Of the rest it takes rounds, options, seed, acceleration
and the colour of the first board; every team has its players on all boards, in every round.
"""

from dataclasses import dataclass, replace

from pairing import VERSION
from pairing.errors import UnsupportedRule
from pairing.results import RESULTS, ByeKind
from pairing.state import Baku, Colour, Game, Player, Round, TournamentState
from pairing.systems import System
from pairing.tools.generator.plan import Draw
from pairing.tools.generator.play import result_of
from pairing.tools.generator.settings import Settings
from pairing.trf import TeamByes, TrfDocument, TrfTeam, code_for_teams, from_state
from tiebreaks.teams import Team, TeamBook, TeamEvent, matches_of, pairing_state
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

    def so_far(self) -> TeamEvent:
        return matches_of(self.state, self.teams, boards=BOARDS, byes=self.byes)


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
    for number in range(1, rounds + 1):
        state = pairing_state(
            replace(event.so_far(), total_rounds=rounds),
            options=settings.options,
            initial_colour=colour,
            acceleration=Baku() if baku else None,
        )
        paired = chosen.pair(state)
        if paired.bye is not None:
            event.byes.append((number, TeamBye(paired.bye, ByeKind.PAIRING_ALLOCATED)))
        games = [
            game
            for place, board in enumerate(paired.boards)
            for game in _match(event, board.white, board.black, place, draw)
        ]
        made = Round(number, tuple(games))
        event.state = replace(event.state, rounds=(*event.state.rounds, made))
    return _document(settings, chosen, event, colour, baku)


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
    return _Event(TournamentState(players, (), rounds), teams, [])


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
    settings: Settings, chosen: System, event: _Event, colour: Colour, baku: bool
) -> TrfDocument:
    whole = event.so_far()
    book = TeamBook(whole, len(whole.rounds))
    free = {number: bye.team for number, bye in event.byes}
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
        controller=f"Hakem {VERSION}",
        comments=(f"### Generator seed: {settings.seed}",),
    )
