"""Records and pairing cards: what belongs together stands in one column, in both languages too."""

from itertools import pairwise

import pytest

from tests import factories
from tests.tournaments.documents.made import document
from tests.truth.paper import Paper
from tournaments.documents import cards
from tournaments.documents.making import request_of
from tournaments.kernel.acts import touch
from tournaments.kernel.errors import Refused

pytestmark = pytest.mark.django_db
TWICE = {"cycles": 2}


@pytest.fixture(scope="module")
def tournament(standing):
    made = factories.tournament(12, total_rounds=9)
    factories.play(made, 3)
    return made


def middle(cell) -> float:
    return (min(run.box[0] for run in cell.runs) + max(run.box[2] for run in cell.runs)) / 2


def right(cell) -> float:
    return max(run.box[2] for run in cell.runs)


def lines_of(cell) -> list[str]:
    """From top to bottom."""
    found: dict[int, str] = {}
    for run in sorted(cell.runs, key=lambda run: (-round(run.box[1] / 4), run.box[0])):
        found[round(run.box[1] / 4)] = found.get(round(run.box[1] / 4), "") + run.text
    return [text.strip() for text in found.values()]


@pytest.mark.parametrize("shape", ["short", "long"])
@pytest.mark.parametrize("language", ["tr", "en", "tr+en"])
def test_every_number_of_a_record_stands_under_its_head(tournament, language, shape, monkeypatch):
    if shape == "long":  # every opponent may take several lines
        monkeypatch.setattr(cards, "MOST_EMS", 1)
    paper = Paper(bytes(document(tournament, "record", language=language).content))
    rows = [row for table in paper.tables for row in table if len(row) == 6]
    heads, lines = rows[0], [row for row in rows if not row[0].head]
    assert len(lines) == (12 if shape == "short" else 12 * 3)
    for row in lines:
        for place in (0, 1, 4, 5):  # aligned to the right
            assert abs(right(row[place]) - right(heads[place])) < 1
        assert abs(middle(row[2]) - middle(heads[2])) < 1
    columns = [lines_of(cell) for cell in lines[0]]
    assert {len(column) for column in columns} == {3 if shape == "short" else 1}
    number, board, colour, opponent, points, total = (column[0] for column in columns)
    assert number == "1" and board.isdecimal() and points in ("0", "½", "1") and total == points
    assert "Player" in opponent and colour in ("s", "b", "w", "□", "■")


def test_the_squares_of_a_record_stand_on_the_lines_of_their_rounds():
    """They came lower from round to round, where a font has other lines than the rest."""
    made = factories.tournament(3, total_rounds=6, system="handbook.round_robin", options=TWICE)
    factories.play(made, 6)
    paper = Paper(bytes(document(made, "record", language="tr+en").content))
    rows = [row for table in paper.tables for row in table if len(row) == 6 and not row[0].head]
    assert len(rows) == 3
    for rounds, _board, squares, *_rest in rows:
        lines = {round(run.box[1], 1) for run in rounds.runs}
        placed = [round(run.box[1], 1) for run in squares.runs if run.text.strip()]
        assert len(lines) == 6 and len(placed) == 4
        assert set(placed) <= lines


def test_rounds_in_rows_of_their_own_look_like_those_in_one_row(tournament, monkeypatch):
    """Players with an opponent in another font had striped rows, half as high again."""
    heights = []
    for most in (cards.MOST_EMS, 1):
        monkeypatch.setattr(cards, "MOST_EMS", most)
        paper = Paper(bytes(document(tournament, "record").content))
        runs = [row[0].runs for table in paper.tables for row in table if len(row) == 6]
        tops = [run.box[1] for row in runs[1:] for run in row][:3]
        heights.append([round(a - b, 1) for a, b in pairwise(tops)])
    assert heights[0] == heights[1]


def test_only_a_swiss_has_cards_for_pairing():
    """In a round robin they told colours due, floats, and who may have no bye."""
    robin = factories.tournament(3, total_rounds=3, system="handbook.round_robin")
    with pytest.raises(Refused):
        document(robin, "pairing_cards", 1)


@pytest.mark.parametrize("language", ["tr", "en", "tr+en"])
def test_the_rounds_of_a_pairing_card_stand_in_columns(tournament, language):
    paper = Paper(bytes(document(tournament, "pairing_cards", 4, language).content))
    assert len(paper.tables) == 12
    edges = set()
    for table in paper.tables:
        (row,) = table
        labels, *rounds = row
        assert len(rounds) == 3
        for place, cell in enumerate(rounds):
            assert cell.text.split()[0] == str(place + 1)
            lines: dict[int, int] = {}
            for run in cell.runs:
                line, left = round(run.box[1] / 4), round(run.box[0])
                lines[line] = min(lines.get(line, left), left)
            assert len(lines) == 4 and len(set(lines.values())) == 1
            edges.add((place, min(lines.values())))
            assert min(run.box[0] for run in cell.runs) > right(labels)
    assert len(edges) == 3  # the same on every card


def test_records_of_many_are_set_part_by_part(tournament, monkeypatch):
    whole = document(tournament, "record")
    monkeypatch.setattr(cards, "CELLS_OF_A_PART", 60)
    sheet = cards.records(request_of(whole))
    assert len(sheet.sections) == 4
    assert sheet.rows() == whole.rows


@pytest.mark.parametrize("name", ["Player %s", "კაპანაძე %s", "藤原 %s", "محمد %s"])
@pytest.mark.parametrize("language", ["en", "tr+en"])
def test_what_belongs_to_a_round_stands_on_one_line_of_a_record(name, language):
    """Letters of another font are higher: line by line a column would come to stand lower."""
    made = factories.tournament(10, total_rounds=5)
    factories.play(made, 5)
    for entry in made.entries.all():
        made.entries.filter(pk=entry.pk).update(name=name % entry.tpn)
    touch(made)
    paper = Paper(bytes(document(made, "record", language=language).content))
    rows = [row for table in paper.tables for row in table if len(row) == 6 and not row[0].head]
    assert rows
    for row in rows:
        lines = [sorted({round(run.box[1]) for run in cell.runs}) for cell in row]
        for line in lines[1:]:
            assert all(min(abs(at - other) for other in lines[0]) <= 2 for at in line)
            assert len(line) == len(lines[0])
