"""A paper set in parts is the paper that WeasyPrint would have made of it in one run."""

import io
import re

import pytest
from pypdf import PdfReader

from tests import factories
from tests.tournaments.documents.made import document, reader
from tournaments.documents import layout, making
from tournaments.documents.making import pdf_of
from tournaments.documents.render import bound, to_pdf

pytestmark = pytest.mark.django_db


def part(number: int, rows: int, css: str = "") -> str:
    lines = "".join(f"<tr><td>{line}<td>Şükrü İğdır {number}.{line}</tr>" for line in range(rows))
    return (
        '<html lang="tr"><head><title>Ölçü</title><meta name="author" content="Ayşe">'
        f'<meta name="description" content="Belge 1"></head><body><section class="{css}">'
        f'<h1>Kısım {number}</h1><table><thead><tr><th scope="col">No<th scope="col">Ad</tr>'
        f"</thead><tbody>{lines}</tbody></table></section></body></html>"
    )


def joined(parts: list[str]) -> str:
    sections = "".join(re.findall("<section.*?</section>", "".join(parts)))
    return re.sub("<section.*</section>", sections, parts[0])


def tree(pdf: bytes) -> list[tuple[int, str, str]]:
    """The elements of the tree of tags: depth, kind, and how much each marks on its page."""
    found = []

    def walk(element, depth: int) -> None:
        element = element.get_object()
        kids = element.get("/K", [])
        kids = kids if isinstance(kids, list) else [kids]
        marks = sum(isinstance(kid.get_object(), int) for kid in kids)
        found.append((depth, element.get("/S", ""), marks))
        for kid in kids:
            if not isinstance(kid.get_object(), int):
                walk(kid, depth + 1)

    walk(PdfReader(io.BytesIO(pdf)).trailer["/Root"]["/StructTreeRoot"], 0)
    return found


def texts(pdf: bytes) -> list[str]:
    pages = PdfReader(io.BytesIO(pdf)).pages
    return [" ".join(page.extract_text().replace("/", " / ").split()) for page in pages]


def sizes(pdf: bytes) -> list[tuple]:
    return [tuple(page.mediabox) for page in PdfReader(io.BytesIO(pdf)).pages]


@pytest.fixture(scope="module")
def twice():
    parts = [part(1, 70), part(2, 3, "wide"), part(3, 40)]
    return bound(parts), to_pdf(joined(parts))


def test_the_same_pages_with_the_same_words_and_running_numbers(twice):
    (ours, count), (theirs, expected) = twice
    assert count == expected == 4
    assert texts(ours) == texts(theirs)
    assert texts(ours)[3].endswith("4 / 4")
    sizes = [
        [tuple(page.mediabox) for page in PdfReader(io.BytesIO(p)).pages] for p in (ours, theirs)
    ]
    assert sizes[0] == sizes[1]


def test_the_same_tree_of_tags_and_every_mark_belongs_to_an_element(twice):
    (ours, _count), (theirs, _expected) = twice
    assert tree(ours) == tree(theirs)
    root = PdfReader(io.BytesIO(ours)).trailer["/Root"]
    numbers = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    assert list(numbers[::2]) == [0, 1, 2, 3]
    assert root["/MarkInfo"]["/Marked"] and root["/Lang"] == "tr"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]


def test_the_same_bookmarks_and_description(twice):
    def outline(pdf: bytes) -> list[tuple[str, int]]:
        read = PdfReader(io.BytesIO(pdf))
        return [(one.title, read.get_destination_page_number(one)) for one in read.outline]

    (ours, _count), (theirs, _expected) = twice
    assert outline(ours) == outline(theirs) == [("Kısım 1", 0), ("Kısım 2", 2), ("Kısım 3", 3)]
    about = [PdfReader(io.BytesIO(pdf)) for pdf in (ours, theirs)]
    assert about[0].metadata == about[1].metadata
    assert about[0].xmp_metadata.dc_title == about[1].xmp_metadata.dc_title


def test_fonts_are_embedded_once_for_all_parts(twice):
    (ours, _count), _theirs = twice
    fonts = PdfReader(io.BytesIO(ours)).pages[3]["/Resources"]["/Font"]
    names = sorted(str(font.get_object()["/BaseFont"])[8:] for font in fonts.values())
    assert len(names) == len(set(names))
    for font in fonts.values():
        below = font.get_object()["/DescendantFonts"][0].get_object()
        assert "/FontFile2" in below["/FontDescriptor"]


def test_a_long_bulletin_is_set_in_parts_and_tells_how_far_it_is(monkeypatch):
    tournament = factories.tournament(6)
    factories.play(tournament, 2)
    whole = document(tournament, "bulletin")
    monkeypatch.setattr(layout, "CELLS_OF_A_PART", 1)
    monkeypatch.setattr(layout, "MANY_ROWS", 2)
    monkeypatch.setattr("tournaments.documents.boards.MANY_ROWS", 2)
    told = []
    sheet, request = making.sheet_of(whole)
    pdf, pages = pdf_of(whole, sheet, request, told.append)
    assert told[-1] == pages == len(sheet.parts()) == len(sheet.sections)
    said = [one.title for one in PdfReader(io.BytesIO(pdf)).outline if not isinstance(one, list)]
    kept = [one.title for one in reader(whole).outline if not isinstance(one, list)]
    assert said == kept
    text = " ".join(texts(pdf))
    for row in tournament.rounds.get(number=1).pairings.select_related("white", "black"):
        assert f"{row.white.tpn} {row.white.name} {row.white.rating}" in text
