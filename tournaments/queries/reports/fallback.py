"""The report that an arbiter takes along for the hour in which everything fails: the public record,
with tables that follow players and the numbers of boards in comment lines of our own."""

from dataclasses import replace

from pairing.tools.offline import Seat, board_line, table_line
from pairing.trf import write
from tournaments.models import Pairing, Tournament
from tournaments.queries.reports.trf import report_document
from tournaments.queries.standings.table import last_public_round
from tournaments.snapshot import snapshot


def fallback_report(tournament: Tournament) -> bytes:
    """`python -m pairing pair` reads it, prints boards with names, and writes it on."""
    document, last = report_document(tournament), last_public_round(tournament)
    numbers = snapshot(tournament, before_round=last + 1).numbers
    tables = [
        table_line(numbers[pk], table)
        for pk, table in tournament.entries.exclude(fixed_board=None)
        .order_by("tpn")
        .values_list("pk", "fixed_board")
        if pk in numbers and table
    ]
    games = (
        Pairing.objects.games().filter(round__tournament=tournament, round__number=last)
        .exclude(board=None).order_by("board").values_list("board", "white", "black")
    )  # fmt: skip
    boards = [
        board_line(last, Seat(board, numbers[white], numbers[black]))
        for board, white, black in games
        if board and white in numbers and black in numbers
    ]
    return write(replace(document, comments=(*document.comments, *tables, *boards)), "trf26")
