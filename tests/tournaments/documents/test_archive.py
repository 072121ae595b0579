"""Papers are fit for the archive: PDF/A-2u with their dates, set in one run or bound of parts."""

import io
from datetime import UTC, datetime
from xml.etree.ElementTree import fromstring

import pytest
from pypdf import PdfReader

from tests import factories
from tests.tournaments.documents.made import document
from tournaments.documents import layout, making
from tournaments.documents.making import pdf_of

pytestmark = pytest.mark.django_db

ID, UA = "{http://www.aiim.org/pdfa/ns/id/}", "{http://www.aiim.org/pdfua/ns/id/}"
XMP = "{http://ns.adobe.com/xap/1.0/}"
SCHEMA = "{http://www.aiim.org/pdfa/ns/schema#}"


@pytest.fixture(scope="module")
def bulletin(standing):
    made = factories.tournament(6)
    factories.play(made, 2)
    return document(made, "bulletin")


@pytest.fixture(scope="module", params=["one run", "bound"])
def reader(bulletin, request):
    """Nobody changes what is read."""
    if request.param == "one run":
        return PdfReader(io.BytesIO(bytes(bulletin.content)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "CELLS_OF_A_PART", 1)
        pdf, _pages = pdf_of(bulletin, *making.sheet_of(bulletin))
    return PdfReader(io.BytesIO(pdf))


def described(reader):
    packet = reader.trailer["/Root"]["/Metadata"].get_data()
    return fromstring(packet)


def said(tree, name: str) -> set[str]:
    """Each value of a property, as an attribute or as an element."""
    found = {node.attrib[name] for node in tree.iter() if name in node.attrib}
    return found | {node.text for node in tree.iter(name)}


def test_the_description_names_the_standards(reader):
    tree = described(reader)
    assert said(tree, f"{ID}part") == {"2"} and said(tree, f"{ID}conformance") == {"U"}
    assert said(tree, f"{UA}part") == {"1"}
    assert said(tree, f"{SCHEMA}prefix") == {"pdfuaid"}  # told, as PDF/A does not know it


def test_the_dates_are_those_of_its_making_in_both_places(reader, bulletin):
    tree, moment = described(reader), bulletin.made_at.astimezone(UTC)
    assert said(tree, f"{XMP}CreateDate") == {moment.strftime("%Y-%m-%dT%H:%M:%SZ")}
    assert said(tree, f"{XMP}ModifyDate") == said(tree, f"{XMP}CreateDate")
    assert reader.metadata["/CreationDate"] == moment.strftime("D:%Y%m%d%H%M%SZ")
    assert reader.metadata["/ModDate"] == reader.metadata["/CreationDate"]
    assert datetime.now(UTC) >= moment


def test_colours_have_their_meaning_in_the_file(reader):
    (intent,) = reader.trailer["/Root"]["/OutputIntents"]
    intent = intent.get_object()
    assert intent["/S"] == "/GTS_PDFA1"
    colours = intent["/DestOutputProfile"].get_object()
    assert colours["/N"] == 3 and colours.get_data()[36:40] == b"acsp"


def test_every_font_is_embedded_and_every_letter_can_be_read_back(reader):
    fonts = {}
    for page in reader.pages:
        fonts |= page["/Resources"]["/Font"]
    assert fonts
    for font in (one.get_object() for one in fonts.values()):
        assert "/ToUnicode" in font
        below = font["/DescendantFonts"][0].get_object()
        assert {"/FontFile2", "/FontFile3"} & set(below["/FontDescriptor"])
        assert below["/CIDToGIDMap"] == "/Identity"


def test_nothing_in_it_needs_the_world_outside(reader):
    assert len(reader.trailer["/ID"]) == 2
    assert "/Encrypt" not in reader.trailer
    root = reader.trailer["/Root"]
    assert not {"/AA", "/OpenAction", "/AcroForm", "/Names"} & set(root)
    assert all("/Annots" not in page for page in reader.pages)
