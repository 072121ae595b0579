"""A round on paper."""

from collections.abc import Iterator

from tests.truth import words
from tests.truth.look import Line, Look, number, tenths
from tests.truth.paper import Paper, Part, Table
from tests.truth.rounds import seats

#: points: the shortest line for a signature
SIGNATURE = 110


def board_table(rows: Table, look: Look, *, results: bool) -> Iterator[Line]:
    """Board, number, White, rating, points, result, points, Black, rating, number."""
    for row in rows:
        cells = [cell.text for cell in row]
        if row[0].head:
            continue
        if len(cells) == 6:
            board, white, one, result, two, black = cells
            left, right = ["", white, None, one], ["", black, None, two]
        else:
            board, *left, result, two, black, rating, tpn = cells
            right = [tpn, black, rating, two]
        if not board:
            yield {"board": 0, "bye": look.bye_kind(right[1]), **_paper_seat(left)}
            continue
        board, *fixed = board.split(" ", 1)
        pair = [_paper_seat(left), _paper_seat(right)]
        shared: Line = {"board": int(board), "fixed": bool(fixed)}
        shared |= {"result": look.code(result)} if results else {}
        for colour, own, other in (("w", *pair), ("b", *pair[::-1])):
            yield {**shared, **own, "colour": colour, "opponent": other["name"]}


def _paper_seat(cells: list[str | None]) -> Line:
    tpn, name, rating, points = cells
    found = seats.split_title(name or "")
    found |= {"points": tenths(points or "0")}
    found |= {"number": number(tpn)} if tpn else {}
    return found | ({"rating": number(rating)} if rating is not None else {})


def _main_table(look: Look, kind: str, **options: str) -> Table:
    paper = look.paper(kind, look.number, **options)
    return [row for table in paper.tables for row in table]


def pairings(look: Look) -> list[Line]:
    return list(board_table(_main_table(look, "pairings"), look, results=False))


def large(look: Look) -> list[Line]:
    rows = _main_table(look, "pairings", size="large")
    return list(board_table(rows, look, results=False))


def results(look: Look) -> list[Line]:
    return list(board_table(_main_table(look, "results"), look, results=True))


def _seat_rows(rows: Table, look: Look) -> Iterator[Line]:
    """Name with title, number, rating, board, colour, opponent, rating."""
    for row in rows:
        name, tpn, rating, board, colour, opponent, _other = (cell.text for cell in row)
        if row[0].head:
            continue
        found: Line = {"number": number(tpn), "rating": number(rating)}
        first, _, last = name.rpartition(" ")
        is_title = last in words.TITLES
        found |= {"name": first if is_title else name, "title": last if is_title else ""}
        if not board:
            yield found | {"board": 0, "bye": look.bye_kind(opponent)}
            continue
        board, *fixed = board.split(" ", 1)
        found |= {"board": int(board), "fixed": bool(fixed), "colour": look.colour(colour)}
        yield found | {"opponent": seats.split_title(opponent)["name"]}


def by_name(look: Look) -> list[Line]:
    return list(_seat_rows(_main_table(look, "pairings_by_name"), look))


def by_federation(look: Look) -> list[Line]:
    """The federation stands in the head of its table, over the heads of the columns."""
    federations = {one.number: one.federation or "–" for one in look.record.people.values()}
    found: list[Line] = []
    for (group,), *rows in look.paper("pairings_by_federation", look.number).tables:
        heads_again = [row for row in rows if len(row) > 1]
        lines = list(_seat_rows(heads_again, look))
        assert {federations[line["number"]] for line in lines} == {group.text}, group.text
        found += lines
    return found


def slips(look: Look) -> list[Line]:
    """A slip: where, board, two players and their teams, the marks, two lines to sign."""
    found, signed, board, fixed = [], [], 0, False
    paper = look.paper("slips", look.number)
    where = f"{look.said(words.round_of(look.number))} · {look.said(words.BOARD)} "
    for part in paper.parts:
        if isinstance(part, list):
            pair = [[cell.text for cell in row] for row in part]
            for colour, own, other in zip("wb", pair, pair[::-1], strict=True):
                assert look.colour(own[0]) == colour, f"{own[0]} at {colour}"
                named = {"team": own.pop(3)} if look.record.teams else {}
                found.append(
                    {
                        "board": board,
                        "colour": colour,
                        "fixed": fixed,
                        **_paper_seat(own[1:]),
                        **named,
                        "opponent": seats.split_title(other[2])["name"],
                    }
                )
        elif _is_to_sign(part, look):
            complaints = _signatures(paper, part)
            look.ink += [f"board {board}: {one}" for one in complaints]
            signed.append(board)
        elif part.text.startswith(where):
            told, *more = part.text.removeprefix(where).split(" ", 1)
            board, fixed = int(told), bool(more)
    assert signed == sorted({line["board"] for line in found}, key=signed.index), "signatures"
    assert len(signed) == len(found) // 2, f"{len(signed)} slips to sign, {len(found) // 2} games"
    return found


def _is_to_sign(part: Part, look: Look) -> bool:
    return part.text == " ".join(
        look.said({one: pair[side] for one, pair in words.WHITE_BLACK.items()}) for side in (0, 1)
    )


def _signatures(paper: Paper, part: Part) -> list[str]:
    """Behind each of the two words a line as long as a name is written."""
    found = []
    labels = [run for run in part.runs if run.text.strip()]
    for run in labels:
        lines = [
            box
            for page, box in paper.ink
            if page == run.page
            and box[0] >= run.box[2] - 2
            and abs(box[1] - run.box[1]) < 4
            and box[2] - box[0] > SIGNATURE
            and box[3] - box[1] > 0.1
        ]
        if not lines:
            found.append(f"no line to sign behind {run.text!r}")
    return found
