"""Spreadsheets: the same cells as a general library finds, at a bounded price."""

import io
import time
import zipfile
from datetime import date, datetime
from itertools import islice

import openpyxl
import pytest
from openpyxl.styles import Font

from tournaments.core import sheets
from tournaments.core.tables import (
    TableTooLarge,
    UnreadableTable,
    rows_of_sheet,
    rows_of_table,
)

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
ONE = "<row><c t='inlineStr'><is><t>a</t></is></c></row>"


def saved(*rows, form: str = "General") -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for line in book.active.iter_rows():
        for cell in line:
            if isinstance(cell.value, date) and form != "General":
                cell.number_format = form
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_part(name: str, content: str, data: bytes | None = None) -> bytes:
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data or saved(["Name"], ["Kaya, Ali"]))) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        for one in dict.fromkeys((*old.namelist(), name)):
            new.writestr(one, content if one == name else old.read(one))
    return out.getvalue()


def read(data: bytes, largest: int = 12_000_000, seconds: float = 0):
    return [list(row) for row in rows_of_sheet([data], largest, seconds)]


def test_words_numbers_and_days_are_read_as_somebody_would_type_them():
    rows = read(
        saved(
            ["Name", "Rating", "Born", "Paid", "Points"],
            ["Şahin, Işıl", 2100, date(2001, 5, 9), True, 5.5],
            ["  ", None, datetime(1999, 12, 31, 10, 0), False, 3.0],
            [],
            ["Kaya, Ali", "1900", "2001", None, 0],
        )
    )
    assert rows == [
        ["Name", "Rating", "Born", "Paid", "Points"],
        ["Şahin, Işıl", "2100", "2001-05-09", "TRUE", "5.5"],
        ["  ", "", "1999-12-31", "FALSE", "3"],
        [],
        ["Kaya, Ali", "1900", "2001", "", "0"],
    ]


@pytest.mark.parametrize("form", ["dd.mm.yyyy", "d/m/yy", 'yyyy"-"mm', "[$-41F]d mmmm yyyy;@"])
def test_days_in_every_format_are_days(form):
    assert read(saved([date(2001, 5, 9), 2100], form=form)) == [["2001-05-09", "2100"]]


@pytest.mark.parametrize("form", ["0.00", '"day "0', "#,##0", "[Red]0"])
def test_numbers_in_a_format_with_words_stay_numbers(form):
    book = openpyxl.Workbook()
    book.active["A1"] = 2100
    book.active["A1"].number_format = form
    out = io.BytesIO()
    book.save(out)
    assert read(out.getvalue()) == [["2100"]]


def test_of_a_cell_in_two_fonts_all_words_are_read_and_of_its_sounds_none():
    said = f"<sst {MAIN}><si><r><t>Ka</t></r><r><t>ya</t></r><rPh><t>x</t></rPh></si></sst>"
    sheet = (
        f"<worksheet {MAIN}><sheetData><row r='3'><c r='B3' t='s'><v>0</v></c>"
        "<c r='C3'><f>1+1</f><v>2</v></c></row></sheetData></worksheet>"
    )
    data = with_part("xl/worksheets/sheet1.xml", sheet, with_part("xl/sharedStrings.xml", said))
    assert read(data) == [[], [], ["", "Kaya", "2"]]


def test_the_first_sheet_is_the_one_that_stands_first():
    book = openpyxl.Workbook()
    book.active.append(["second"])
    first = book.create_sheet("Players", 0)
    first.append(["first"])
    first["A1"].font = Font(bold=True)
    out = io.BytesIO()
    book.save(out)
    assert read(out.getvalue()) == [["first"]]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("xl/sharedStrings.xml", f"<sst {MAIN}>{'<si><t>a</t></si>' * 160_000}</sst>"),
        ("xl/worksheets/sheet1.xml", f"<worksheet {MAIN}><sheetData>{ONE * 50_000}"),
        (
            "xl/worksheets/sheet1.xml",
            f"<worksheet {MAIN}><sheetData><row>{'<c/>' * 600_000}</row>",
        ),
        ("xl/styles.xml", f"<styleSheet {MAIN}><cellXfs>{'<xf/>' * 900_000}"),
        ("xl/workbook.xml", f"<workbook {MAIN}>{'<definedName/>' * 300_000}"),
    ],
    ids=["words", "rows", "cells", "styles", "names"],
)
def test_a_file_of_few_bytes_that_unpacks_to_many_costs_little(name, content):
    """With a general library 33 kB of styles took four minutes and 2.5 GB."""
    data = with_part(name, content)
    assert len(data) < 200_000
    begun = time.process_time()
    try:
        found = list(islice(rows_of_sheet([data], 12_000_000), 5000))
    except UnreadableTable:
        found = []
    assert len(found) <= 5000
    assert time.process_time() - begun < 10  # the general library: 50 to 60 for the styles


def test_what_unpacks_to_too_much_or_takes_too_long_is_refused():
    data = with_part("xl/worksheets/sheet1.xml", f"<worksheet {MAIN}>{ONE * 100_000}")
    with pytest.raises(TableTooLarge):
        read(data, largest=100_000)
    with pytest.raises(TableTooLarge):
        read(data, seconds=0.000_001)


def test_more_words_than_any_list_has_are_no_sheet(monkeypatch):
    monkeypatch.setattr(sheets, "MOST_WORDS", 3)
    for count, known in ((3, True), (4, False)):
        said = f"<sst {MAIN}>{'<si><t>a</t></si>' * count}</sst>"
        data = with_part("xl/sharedStrings.xml", said)
        if known:
            assert read(data) == [["Name"], ["Kaya, Ali"]]
        else:
            with pytest.raises(UnreadableTable):
                read(data)


def test_a_list_for_the_register_is_looked_at_for_a_bounded_time():
    data = saved(["Name", "Rating"])
    assert list(rows_of_table([data], seconds=10)) == [["Name", "Rating"]]
    with pytest.raises(UnreadableTable):
        list(rows_of_table([data], seconds=0.000_001))


@pytest.mark.parametrize(
    "sheet",
    [
        "<!DOCTYPE a [<!ENTITY b 'c'>]><worksheet>&b;</worksheet>",
        "<worksheet><sheetData><row r='99999999'><c><v>1</v></c></row></sheetData></worksheet>",
        "<worksheet><sheetData><row",
        "no xml",
    ],
)
def test_a_sheet_that_is_none_is_refused(sheet):
    with pytest.raises(UnreadableTable):
        read(with_part("xl/worksheets/sheet1.xml", sheet))


def test_an_archive_without_a_sheet_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("players.txt", "Kaya, Ali")
    with pytest.raises(UnreadableTable):
        read(out.getvalue())


BEFORE = b"Name;Rating\n" + b"Kaya, Ali;1500\n" * 40


@pytest.mark.parametrize("rest", [b"Ak, Efe;1400\n" * 9, b"Ak, Efe;1400\n" * 20_000])
def test_a_quotation_mark_that_nothing_closes_is_named_by_its_line(rest):
    with pytest.raises(UnreadableTable) as error:
        list(rows_of_table([BEFORE + b'"Demir, Ege;1500\n' + rest]))
    assert error.value.line == 42


def test_a_cell_of_two_lines_is_one_cell():
    rows = list(rows_of_table([BEFORE + b'"Demir,\nEge";1500\nAk, Efe;1400\n']))
    assert rows[-2:] == [["Demir,\nEge", "1500"], ["Ak, Efe", "1400"]]
