"""Rows of cells out of what was pasted or uploaded: text in the encodings and separators of
spreadsheets, and XLSX. What the cells mean is read elsewhere."""

import csv
import io
import zipfile

import openpyxl
from django.utils.translation import gettext as _

from tournaments.register.tables import text_of

MOST_LINES = 5000
#: what a spreadsheet may unpack to
LARGEST_SHEET = 60 * 1024 * 1024


def decode(data: bytes) -> str:
    """UTF-8, or what Turkish spreadsheets write when it is not."""
    for encoding in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("cp1254", errors="replace")


def table_rows(text: str, *, names_alone: bool = False) -> list[list[str]]:
    """The cells of each line. With `names_alone`, "Yıldız, Ayşe" in a list without other
    separators is one name, not two cells."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    # An empty row of a spreadsheet (";;;;") says nothing about the separator of the others.
    said = [line for line in lines if any(map(str.isalnum, line))][:5]
    separator = max("\t;,|", key="\n".join(said).count)
    if names_alone and separator == "," and all(line.count(",") <= 1 for line in said):
        return [[line] for line in lines]
    try:
        return list(csv.reader(io.StringIO(text), delimiter=separator, strict=True))
    except csv.Error:
        # A quotation mark that is never closed must not swallow the lines after it.
        return [[cell.strip().strip('"') for cell in line.split(separator)] for line in lines]


def as_text(rows: list[list[str]]) -> str:
    """The rows of a file as they can be mended on the page and sent again."""
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows)


def sheet_rows(data: bytes) -> tuple[list[list[str]], str]:
    """The rows of the first sheet, or why there are none; nothing in it is computed."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(part.file_size for part in archive.infolist()) > LARGEST_SHEET:
                return [], _("The spreadsheet is too large. Keep only the players.")
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        rows = []
        for cells in sheet.iter_rows(max_row=MOST_LINES + 2, max_col=40, values_only=True):
            rows.append([text_of(value) for value in cells])
    except Exception:  # whatever is wrong in there, it is the file's fault
        return [], _("This spreadsheet cannot be read. Save it as XLSX or CSV again.")
    return rows, ""
