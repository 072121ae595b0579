"""Tables that follow a player."""

from tournaments.models import GameRow, Pairing, Round, Tournament
from tournaments.queries.rounds.boards import proper_order
from tournaments.snapshot import snapshot


def number_boards(rows: list[GameRow]) -> None:
    """Number games that are in order. A game with a player who needs a certain table gets that
    number; the others keep their order around it. What is stored already has another version
    at another table."""
    before = {id(row): row.board for row in rows}
    taken: dict[int, GameRow] = {}
    for row in rows:
        wanted = row.white.fixed_board or row.black.fixed_board
        if wanted and wanted not in taken:
            taken[wanted] = row
    held = {id(row) for row in taken.values()}
    for number, row in taken.items():
        row.board = number
    number = 0
    for row in rows:
        if id(row) in held:
            continue
        number += 1
        while number in taken:
            number += 1
        row.board = number
    for row in rows:
        if row.pk and row.board != before[id(row)]:
            row.version += 1


def number_again(tournament: Tournament) -> None:
    """A player needs another table now: the boards of a draft follow, its pairs stay."""
    for round_ in tournament.rounds.filter(status=Round.Status.DRAFT):
        rows = list(round_.pairings.games().select_related("white", "black").order_by("board"))
        round_.tournament = tournament
        number_boards(proper_order(round_, rows, snapshot(tournament, before_round=round_.number)))
        Pairing.objects.bulk_update(rows, ["board", "version"])
