"""Tells what a file is by its own beginning, whatever it is called."""

import io
import re
import zipfile
from enum import Enum

from pairing.trf.decoding import decoded


class Kind(Enum):
    TEXT = "text"
    SHEET = "sheet"
    REPORT = "report"
    RATING_LIST = "rating list"  # FIDE's, in fixed columns or XML
    # known, and not read
    OLD_SHEET = "old sheet"
    OPEN_SHEET = "open sheet"
    ARCHIVE = "archive"
    PAGE = "page"
    PDF = "pdf"


#: a record of a player, or the name of the tournament above them
_REPORT = re.compile(r"^(?:012 \S|001 {1,4}\d{1,4} [ mwfMWF])", re.MULTILINE)
#: the words above FIDE's columns
_LIST = re.compile(r"\s*ID ?(?:Number|No)?\s+Name\s.*\bFed\b", re.IGNORECASE)
_LOOKED_AT = 20_000


def kind_of(data: bytes) -> Kind:
    if data.startswith(b"PK\x03\x04"):
        return _packed(data)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        return Kind.OLD_SHEET
    if data.startswith(b"%PDF-"):
        return Kind.PDF
    start = decoded(data[:_LOOKED_AT])[0].replace("\r", "\n").lstrip("\ufeff \n\t")
    if start[:200].startswith("<"):
        return Kind.RATING_LIST if re.search(r"<player(?:slist)?>", start) else Kind.PAGE
    if _LIST.match(start.split("\n", 1)[0]) and ";" not in start.split("\n", 1)[0]:
        return Kind.RATING_LIST
    return Kind.REPORT if _REPORT.search(start) else Kind.TEXT


def _packed(data: bytes) -> Kind:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, RuntimeError):
        return Kind.SHEET  # whose reader says what is wrong with it
    if any(name.startswith("xl/") for name in names):
        return Kind.SHEET
    if "mimetype" in names or "content.xml" in names:
        return Kind.OPEN_SHEET
    return Kind.ARCHIVE
