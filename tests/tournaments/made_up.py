"""Two formats that nobody plays: a new system is one entry, its module, and its words."""

from pairing.errors import NoLegalPairing
from pairing.formats import FORMATS, Family, Format, Option, Scheme
from pairing.handbook.seats import Seat, Table
from pairing.handbook.team_events import MatchPlan, RoundPlan, TeamDraw, TeamProgramme
from pairing.results import ByeKind
from pairing.state import Board, Fact, PairTrace, RoundPairing, TournamentState, Trace
from pairing.systems import System
from tournaments.wording import systems

SWISS = Format(
    key="house.neighbours",
    summary="House: neighbours in the list meet, as far as they have not met",
    scheme=Scheme.SWISS,
    engine=__name__,
    options=(Option("downwards", False), Option("leaning", "left", ("left", "right"))),
    byes=frozenset({ByeKind.PAIRING_ALLOCATED, ByeKind.ZERO_POINT}),
    tie_breaks="fide.swiss_rated",
)
TEAMS = Format(
    key="house.single_match",
    summary="House: two teams, one match",
    scheme=Scheme.TABLE,
    pairs_teams=True,
    programme=f"{__name__}:PROGRAMME",
    options=(Option("white_first", True),),
    exact_teams=2,
    meets_once=True,
    family=Family.ROUND_ROBIN,
)


def pair(state: TournamentState) -> RoundPairing:
    """The first two of the list who have not met, and so on."""
    met = {frozenset((game.white, game.black)) for round_ in state.rounds for game in round_.games}
    waiting = [player.tpn for player in state.to_be_paired()]
    bye = waiting.pop() if len(waiting) % 2 else None
    boards = []
    while waiting:
        one = waiting.pop(0)
        other = next((two for two in waiting if frozenset((one, two)) not in met), None)
        if other is None:
            raise NoLegalPairing((one,))
        waiting.remove(other)
        boards.append(Board(one, other))
    traces = tuple(
        PairTrace(board.white, board.black, 0, Fact("dutch.colour.5.2.5", "", ()), ())
        for board in boards
    )
    return RoundPairing(
        state.next_round, tuple(boards), bye, Trace(SWISS.key, (), traces, None, ())
    )


SYSTEM = System(SWISS.key, pair)


def _rounds(event: TeamDraw) -> tuple[RoundPlan, ...]:
    tables = []
    for board in range(1, event.boards + 1):
        seats = Seat(1, board), Seat(2, board)
        white, black = seats if event.options.get("white_first", True) else seats[::-1]
        tables.append(Table(board, white, black))
    return (RoundPlan(1, (MatchPlan(1, 1, 1, 2, tuple(tables)),)),)


PROGRAMME = TeamProgramme(_rounds)


def add_to_the_table(patch, *formats: Format) -> None:
    """The entry and its words, as an heir would write them."""
    for found in formats:
        patch.setitem(FORMATS, found.key, found)
    patch.setitem(systems.SYSTEM_NAMES, SWISS.key, "Neighbours")
    patch.setitem(systems.SYSTEM_NAMES, TEAMS.key, "One match")
    patch.setitem(systems.SYSTEM_HELP, SWISS.key, "Neighbours meet. For friends.")
    patch.setitem(systems.SYSTEM_HELP, TEAMS.key, "Two teams meet once. For rivals.")
    patch.setitem(systems.OPTIONS, "downwards", ("from the end of the list", "Last meets last."))
    patch.setitem(systems.OPTIONS, "leaning", ("leaning", "To which side."))
    patch.setitem(systems.OPTIONS, "white_first", ("the first team has White", ""))
    patch.setitem(systems.OPTION_VALUES, "left", "to the left")
    patch.setitem(systems.OPTION_VALUES, "right", "to the right")
