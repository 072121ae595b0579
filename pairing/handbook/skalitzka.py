"""Handbook, round robin, Skalitzka method: three teams in two rounds, no team idle.

Team 1 is written in capital letters, team 2 in small letters, team 3 in digits. Two boards of
each team fill three tables, and this pattern repeats for as many boards as there are.
"""

from pairing.errors import UnsupportedRule
from pairing.handbook.seats import Seat, SeatRound, Table
from pairing.state import Fact

#: one block of three tables: (team, upper or lower board of the two), White first
_FIRST_ROUND = (((1, 0), (2, 0)), ((2, 1), (3, 0)), ((3, 1), (1, 1)))
_SECOND_ROUND = (((3, 0), (1, 0)), ((2, 0), (3, 1)), ((1, 1), (2, 1)))


def schedule(boards: int, *, third_game: bool = True) -> tuple[SeatRound, ...]:
    """Both rounds, for any number of boards.

    With an even number everybody has one White, one Black and one game against each other team.
    With an odd number the last boards of the three teams are alone with each other and one of
    them rests in each round. Their missing game is then played by itself as a third round, so
    that all teams have the same number of games; `third_game=False` leaves it out.
    """
    if boards < 1:
        raise UnsupportedRule("teams.skalitzka_boards")
    rounds = [_round(1, _FIRST_ROUND, boards), _round(2, _SECOND_ROUND, boards)]
    if boards % 2 and third_game:
        # Board of team 2 had only Black, that of team 3 only White so far.
        last = Table(1, Seat(2, boards), Seat(3, boards))
        fact = Fact("skalitzka.third_game", "Skalitzka", (), (("board", boards),))
        rounds.append(SeatRound(3, (last,), _resting((last,), boards), (fact,)))
    return tuple(rounds)


def _round(
    number: int, block: tuple[tuple[tuple[int, int], tuple[int, int]], ...], boards: int
) -> SeatRound:
    tables: list[Table] = []
    for upper in range(1, boards + 1, 2):
        for (white, white_lower), (black, black_lower) in block:
            one, other = Seat(white, upper + white_lower), Seat(black, upper + black_lower)
            if max(one.board, other.board) <= boards:
                tables.append(Table(len(tables) + 1, one, other))
    resting = _resting(tuple(tables), boards)
    facts = tuple(
        Fact("skalitzka.rests", "Skalitzka", (seat.team,), (("board", seat.board),))
        for seat in resting
    )
    return SeatRound(number, tuple(tables), resting, facts)


def _resting(tables: tuple[Table, ...], boards: int) -> tuple[Seat, ...]:
    seated = {seat for table in tables for seat in (table.white, table.black)}
    everybody = {Seat(team, board) for team in (1, 2, 3) for board in range(1, boards + 1)}
    return tuple(sorted(everybody - seated))


def label(seat: Seat) -> str:
    """A, a or 1: the team shows in the kind of sign. After Z comes AA."""
    if seat.team == 3:
        return str(seat.board)
    letters = ""
    rest = seat.board
    while rest:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters if seat.team == 1 else letters.lower()
