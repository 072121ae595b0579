"""Chess960 (Laws of Chess, guidelines II): the 960 starting positions by their usual numbers."""

COUNT = 960
#: where the two knights stand among the five squares that are still free
_KNIGHTS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))


def position(number: int) -> str:
    """The pieces from the a- to the h-file; 518 is the usual position.

    The number is read from the right: one bishop on a light square, the other on a dark one, the
    queen, the knights; rook, king and rook take what is left, the king between the rooks.
    """
    if not 0 <= number < COUNT:
        raise ValueError(number)
    squares = [""] * 8
    number, light = divmod(number, 4)
    squares[2 * light + 1] = "B"
    number, dark = divmod(number, 4)
    squares[2 * dark] = "B"
    number, queen = divmod(number, 6)
    _put(squares, {queen: "Q"})
    one, two = _KNIGHTS[number]
    _put(squares, {one: "N", two: "N"})
    _put(squares, {0: "R", 1: "K", 2: "R"})
    return "".join(squares)


def _put(squares: list[str], pieces: dict[int, str]) -> None:
    """Pieces on the free squares, counted from the a-file."""
    free = [file for file, piece in enumerate(squares) if not piece]
    for place, piece in pieces.items():
        squares[free[place]] = piece
