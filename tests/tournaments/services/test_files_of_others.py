"""A hundred files in the shapes of other programs are read whole, or say what is not read."""

from copy import deepcopy

import pytest

from pairing import trf
from pairing.errors import FileError
from tests import factories
from tests.tournaments.files_of_others import ListFile, ReportFile, lists, main, reports
from tournaments.core.kinds import Kind, kind_of
from tournaments.kernel.errors import Refused
from tournaments.services.entries.importing import read_file, read_table
from tournaments.services.reports.files import read_report

pytestmark = pytest.mark.django_db
LISTS, REPORTS = list(lists()), list(reports())


@pytest.fixture(scope="module")
def tournament_once(standing):
    return factories.tournament()


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def test_there_are_a_hundred_files_and_a_script_writes_them(tmp_path):
    assert main(tmp_path) == len(LISTS) + len(REPORTS) == len(list(tmp_path.iterdir())) >= 100


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.name)
def test_every_list_is_read_with_every_column_that_has_a_place(tournament, file: ListFile):
    found = read_file(file.data, file.name, tournament)
    assert found.importable, (found.problem, [line.problems for line in found.bad], found.question)
    assert not found.unknown
    by_field = {
        "rating": "fide_rating", "national": "national_rating", "fide_id": "fide_id",
        "federation": "federation", "club": "club", "title": "title", "national_id": "national_id",
    }  # fmt: skip
    for one, line in zip(file.people, found.lines, strict=True):
        assert line.values["name"] == one["name"]
        for field in set(file.fields) & by_field.keys():
            assert line.values[by_field[field]] == one[field], field
        if {"sex", "h/m", "ж"} & set(file.fields):
            assert line.values["sex"] == one["sex"]
        born = set(file.fields) & {
            "iso", "d.m.y", "d/m/y", "y/m/d", "m/d/y", "d.m.yy", "yyyymmdd", "serial",
        }  # fmt: skip
        if born:
            assert line.values["birth_date"] == one["born"]
        elif "year" in file.fields:
            assert line.values["birth_date"] == one["born"][:4]
    if file.below:
        assert any(f"{file.below} lines are no players" in note for note in found.notes)


@pytest.mark.parametrize("file", REPORTS, ids=lambda file: file.name)
def test_every_report_is_read_with_a_word_for_what_is_beside_the_standard(file: ReportFile):
    document = trf.read(file.data)
    assert [player.name for player in document.players] == file.names
    assert [player.entry(1).symbol for player in document.players] == ["1", "=", "0", "="]
    codes = {one.code for one in document.adjustments}
    if file.told:
        assert f"trf.{file.told}" in codes
    if file.name.startswith("date-"):
        assert document.start_date in ("2026/05/01", "2026/05/31")


@pytest.mark.parametrize("file", REPORTS[::4], ids=lambda file: file.name)
def test_a_report_named_txt_is_a_report(tournament, file: ReportFile):
    assert kind_of(file.data) is Kind.REPORT
    found = read_file(file.data, file.name, tournament)
    assert [line.values["name"] for line in found.lines] == file.names
    pasted = read_table(file.data.decode("latin-1"), tournament) if file.data.isascii() else found
    assert [line.values["name"] for line in pasted.lines] == file.names


# --- What is not understood is shown --------------------------------------------------------------


def test_columns_that_nobody_understands_are_named_with_what_stands_in_them(tournament):
    text = "Name;Rating;Favourite opening;Gr\nAk, Ece;1600;Caro-Kann;B\nÖz, Can;1500;Dutch;A;late\n"
    found = read_table(text, tournament)
    assert found.importable
    assert [(one.word, one.sample) for one in found.unknown] == [
        ("Favourite opening", "Caro-Kann, Dutch"),
        ("column 5", "late"),
    ]
    assert [one.word for one in found.left_out] == ["Gr"]
    assert [(one.word, one.field) for one in found.read_as] == [
        ("Name", "name"),
        ("Rating", "fide_rating"),
    ]


def test_more_cells_than_columns_without_a_heading_are_named(tournament):
    found = read_table("Ak, Ece;1600;TUR;Ege;99900011;1999;teacher\n", tournament)
    assert [(one.word, one.sample) for one in found.unknown] == [("column 7", "teacher")]


def test_the_rating_that_counts_here_is_taken_and_the_others_are_named():
    rapid = factories.tournament(rating_type="rapid")
    text = "Name;Standard;Rapid;Blitz\nAk, Ece;1600;1700;1800\n"
    found = read_table(text, rapid)
    assert found.lines[0].values["fide_rating"] == 1700
    assert [one.word for one in found.left_out] == ["Standard", "Blitz"]


def test_nothing_said_is_a_note_and_no_stop(tournament):
    text = (
        "Name;Fide_No;Fed;Birthday\nAk, Ece;0;???; . . \nÖz, Can;0;---;00.00.0000\n"
        "Kaya, Ali;99900011;TUR;31.12.1999\n"
    )
    found = read_table(text, tournament)
    assert found.importable
    assert found.notes == [
        "Lines without a birth date, such as “ . . ”: 2.",
        "Lines with the FIDE ID 0, which is none: 2.",
        "Lines without a federation, such as “???”: 2.",
    ]
    assert [line.values["birth_date"] for line in found.lines] == ["", "", "1999-12-31"]


def test_a_footer_is_named_and_a_line_without_a_name_is_a_mistake(tournament):
    text = "No;Name;Rating\n1;Ak, Ece;1600\n2;;1500\n;;\nhttps://chess-results.example;;\n"
    found = read_table(text, tournament)
    assert [line.problems for line in found.lines] == [[], ["The name is missing."]]
    assert found.notes == [
        "1 line is no player and is left out (5: “https://chess-results.example”)."
    ]


# --- Dates ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dates", "born"), [("dmy", "2013-09-10"), ("ymd", "2010-09-13"), ("mdy", "2013-10-09")]
)
def test_10_09_13_is_asked_and_then_read_as_said(tournament, dates, born):
    text = "Name;Birthday\nAk, Ece;10.09.13\n"
    asked = read_table(text, tournament)
    assert not asked.importable and not asked.bad
    assert asked.question.example == "10.09.13"
    assert dict(asked.question.choices)[dates] == born
    answered = read_table(text, tournament, dates)
    assert answered.importable
    assert answered.lines[0].values["birth_date"] == born


def test_another_line_tells_the_order_of_all_of_them(tournament):
    text = "Name;Birthday\nAk, Ece;10.09.13\nÖz, Can;31.12.99\n"
    found = read_table(text, tournament)
    assert found.importable
    assert [line.values["birth_date"] for line in found.lines] == ["2013-09-10", "1999-12-31"]
    assert found.notes == ["“10.09.13” and dates like it are read as 2013-09-10."]


def test_month_first_is_told_by_a_day_above_twelve(tournament):
    text = "Name;Birthday\nAk, Ece;09/10/2001\nÖz, Can;12/31/1999\n"
    found = read_table(text, tournament)
    assert [line.values["birth_date"] for line in found.lines] == ["2001-09-10", "1999-12-31"]


def test_an_order_that_does_not_fit_is_a_mistake_of_the_line(tournament):
    found = read_table("Name;Birthday\nAk, Ece;31.12.2001\nÖz, Can;12.31.2001\n", tournament)
    assert [line.problems for line in found.lines] == [
        [],
        ["“12.31.2001” is not a birth date."],
    ]


# --- What the file is -----------------------------------------------------------------------------

LIST_TXT = (
    "ID Number      Name                           Fed Sex Tit  WTit OTit           FOA "
    "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\r\n"
    "99900011       Alder, Ann                     NOR F   WFM  WFM                     "
    "2210  0   20 2150  0   20 2100  0   20 1990  w   \r\n"
    "99900022       Birch, Bo                      NOR M   FM                           "
    "2105  0   20                           1985      \r\n"
)
LIST_XML = (
    "<playerslist><player><fideid>99900011</fideid><name>Alder, Ann</name><country>NOR</country>"
    "<sex>F</sex><title></title><w_title>WFM</w_title><rating>2210</rating>"
    "<rapid_rating>2150</rapid_rating><blitz_rating>2100</blitz_rating><birthday>1990</birthday>"
    "</player><player><fideid>99900022</fideid><name>Birch, Bo</name><country>NOR</country>"
    "<sex>M</sex><title>FM</title><rating>2105</rating><birthday>1985</birthday></player>"
    "</playerslist>"
)


@pytest.mark.parametrize("text", [LIST_TXT, LIST_XML], ids=["txt", "xml"])
@pytest.mark.parametrize("name", ["players_list_foa.txt", "list.csv", "x"])
def test_a_part_of_fide_s_list_is_read_by_what_it_is(tournament, text, name):
    assert kind_of(text.encode()) is Kind.RATING_LIST
    found = read_file(text.encode(), name, tournament)
    values = [
        {key: line.values[key] for key in ("name", "fide_rating", "sex", "title", "birth_date")}
        for line in found.lines
    ]
    assert values == [
        {
            "name": "Alder, Ann",
            "fide_rating": 2210,
            "sex": "w",
            "title": "WFM",
            "birth_date": "1990",
        },
        {"name": "Birch, Bo", "fide_rating": 2105, "sex": "m", "title": "FM", "birth_date": "1985"},
    ]
    assert found.importable


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "old format"),
        (b"%PDF-1.7\n...", "PDF"),
        (b"<!DOCTYPE html><html><table><tr><td>Name</td></tr></table></html>", "web page"),
    ],
)
def test_what_is_no_list_says_what_it_is_and_what_to_do(tournament, data, said):
    found = read_file(data, "list.csv", tournament)
    assert said in found.problem and not found.lines


def test_a_report_that_is_refused_says_line_and_column(tournament):
    broken = REPORTS[0].data.replace(b" 2160 NOR", b" 21x0 NOR")
    with pytest.raises(FileError) as refused:
        trf.read(broken)
    assert (refused.value.line, refused.value.column) == (9, 49)
    said = read_file(broken, "a.txt", tournament).problem
    assert "line 9, column 49: expected a rating, found “21x0”" in said


@pytest.mark.parametrize(
    "data", [b"Name;Rating\nAk, Ece;1600\n", LIST_TXT.encode(), LISTS[3].data, b"%PDF-1.7"]
)
def test_a_list_sent_as_a_report_is_told_where_it_belongs(tournament, data):
    with pytest.raises(Refused) as refused:
        read_report(data)
    assert refused.value.code == "import.no_report"
