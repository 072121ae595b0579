"""The colours when the arbiter seats two players together."""

from dataclasses import replace

from pairing.errors import PairingError
from pairing.results import ByeKind
from pairing.state import Bye, Colour, Record, TournamentState
from pairing.systems import system
from tournaments.models import Entry, Pairing, Tournament
from tournaments.snapshot import snapshot


def white_of(tournament: Tournament, number: int, one: Entry, two: Entry) -> Entry:
    """By the rules of the tournament's system, asked about these two alone."""
    before = snapshot(tournament, before_round=number)
    a, b = sorted((before.numbers[one.pk], before.numbers[two.pk]))
    white = _by_lot(tournament, before.state, a) if number == 1 else 0
    if not white:
        white = _by_system(tournament, before.state, a, b) or _by_history(before.state, a, b)
    elif white < 0:
        white = b
    return before.entries[white]


def _by_lot(tournament: Tournament, state: TournamentState, higher: int) -> int:
    """Round 1: odd numbers among those who play have the initial colour. −1: the other one."""
    if not tournament.format.draws_first_colour:
        return 0
    rows = Pairing.objects.filter(round__tournament=tournament, round__number=1)
    playing = {
        tpn
        for white, black, bye in rows.values_list("white__tpn", "black__tpn", "bye")
        if bye in ("", "U")
        for tpn in (white, black)
        if tpn
    }
    place = sorted(playing | {higher}).index(higher) + 1
    initial = state.initial_colour or Colour.WHITE
    return higher if (place % 2 == 1) == (initial is Colour.WHITE) else -1


def _by_system(tournament: Tournament, state: TournamentState, a: int, b: int) -> int:
    others = tuple(
        Bye(player.tpn, ByeKind.ZERO_POINT) for player in state.players if player.tpn not in (a, b)
    )
    try:
        paired = system(tournament.system).pair(replace(state, byes=others))
    except PairingError:
        return 0
    board = next((x for x in paired.boards if {x.white, x.black} == {a, b}), None)
    return board.white if board else 0


def _by_history(state: TournamentState, a: int, b: int) -> int:
    """C.04.1 art. 8, for two who may not meet by the system: fewer games with White, else the
    one who had Black last, else the higher ranked."""
    record = Record(state)

    def wish(tpn: int) -> tuple[int, int, int]:
        colours = record.colours[tpn]
        last_black = bool(colours) and colours[-1] is Colour.BLACK
        return record.colour_difference(tpn), 0 if last_black else 1, tpn

    return min(a, b, key=wish)
