"""The letters of names are in fonts of our own, whatever fonts the machine has."""

import io

import pytest
from pypdf import PdfReader

from pairing.fide2026.dutch.reasons import LIMBO, written
from scripts.fonts import FONTS, OUT
from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document, reader
from tests.truth.paper import Paper
from tournaments.documents import fonts
from tournaments.documents.fonts import UNKNOWN, printable, without_letters
from tournaments.documents.picture import draw
from tournaments.documents.render import to_pdf
from tournaments.queries.hall.previews import LinkPreview, PreviewLine
from tournaments.services.entries.listing import enter_players

NAMES = {
    "Latin": "Ünal-Əliyev, Şükrü Đặng Þóra ʿAlī",
    "Greek": "Παπαδόπουλος, Ελένη Ϊ",
    "Cyrillic": "Щербакова, Ґанна Қызы Ӱ",
    "Georgian": "ჯანაშია, გიორგი",
    "Armenian": "Արոնյան, Լևոն",
    "Arabic": "فیروزجا, علی الفيروز",
    "Hebrew": "גלפנד, בוריס",
    "CJK": "王小明 丁立人 藤原 たけし 김철수 諸葛亮",
}
RARE = "สมชาย"


@pytest.mark.parametrize("script", NAMES)
def test_every_letter_of_a_name_is_in_a_font_that_comes_along(script):
    assert without_letters([NAMES[script]]) == {}
    text, own = printable(NAMES[script])
    assert text == NAMES[script]
    assert own == ([] if script in ("Latin", "Greek", "Cyrillic") else [script])


def test_the_ink_comes_from_our_fonts_and_is_embedded():
    cells = "".join(f"<tr><td>{name}<td><b>{name}</b></tr>" for name in NAMES.values())
    pdf, _pages = to_pdf(f"<html lang='en'><title>–</title><table>{cells}</table>")
    fonts = PdfReader(io.BytesIO(pdf)).pages[0]["/Resources"]["/Font"]
    families = set()
    for font in fonts.values():
        below = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"]
        assert {"/FontFile2", "/FontFile3"} & set(below)
        families.add(str(font.get_object()["/BaseFont"])[8:])
    ours = {f"Noto-{script}" for script in NAMES if script not in ("Latin", "Greek", "Cyrillic")}
    assert {one.replace("-Bold", "") for one in families} == ours | {"Noto-Sans"}


def test_a_letter_of_no_font_is_named():
    assert without_letters(["Kaya, Ömer", f"{RARE} Kaya", "\u200eAlī\ufe0f"]) == {
        f"{RARE} Kaya": RARE
    }


def test_what_an_engine_writes_for_a_difference_without_a_number_can_be_printed():
    """It was a sign that no font of ours has."""
    text = str(written((LIMBO + 15, 10, 5)))
    assert text.endswith(" 1 ½") and without_letters([text]) == {}


def test_every_font_that_is_made_is_there():
    assert {f"{name}.woff2" for name, *_how in FONTS} <= {path.name for path in OUT.iterdir()}


@pytest.fixture
def tournament():
    made = factories.tournament(0)
    rows = [{"name": name, "fide_rating": 2000} for name in (*NAMES.values(), f"{RARE}, Nid")]
    enter_players(tournament=made, by=factories.chief_of(made), rows=rows)
    return made


@pytest.mark.django_db
def test_a_name_with_such_a_letter_stands_on_the_page_of_each_paper_that_shows_it(
    client, tournament
):
    client.force_login(factories.chief_of(tournament))
    desk = f"/en/desk/{tournament.event.slug}/{tournament.slug}/"
    entry = tournament.entries.get(name=f"{RARE}, Nid")
    for kind in ("players", "badges", "plates"):
        page = Page(client.get(f"{desk}documents/new/{kind}/"))
        assert page.address(f"{RARE}, Nid") == f"{desk}players/{entry.pk}/"
        assert f"· {RARE}" in page.text and "王" not in page.text
    assert RARE not in Page(client.get(f"{desk}documents/new/poster/")).text
    entry.name = "Somchai, Nid"
    entry.save()
    assert "Our fonts lack" not in Page(client.get(f"{desk}documents/new/players/")).text


@pytest.mark.parametrize("kind", ["record", "pictures", "crosstable", "pairing_cards"])
@pytest.mark.django_db
def test_squares_and_pictures_too_are_set_in_fonts_that_come_along(kind):
    """The squares of a record in two languages, and names in a picture, were set in whatever the
    machine had."""
    made = factories.tournament(0)
    rows = [{"name": name} for name in NAMES.values()]
    enter_players(tournament=made, by=factories.chief_of(made), rows=rows)
    factories.play(made, 2)
    number = None if kind in ("record", "pictures") else 2
    paper = Paper(bytes(document(made, kind, number, "tr+en").content))
    assert paper.strangers == set()
    assert paper.reader.pages[0]["/Resources"]["/Font"]


@pytest.mark.django_db
def test_a_start_list_of_many_scripts_leaves_nothing_out(tournament):
    text = "".join(page.extract_text() for page in reader(document(tournament, "players")).pages)
    for script in ("Latin", "Greek", "Cyrillic", "Georgian", "Armenian", "CJK"):
        for letter in NAMES[script].replace(" ", ""):
            assert letter in text, (script, letter)
    assert UNKNOWN * len(RARE) in text  # a letter of no font leaves a sign, not a gap


# --- Pictures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("name", [*NAMES.values(), "+–−", "Öğüt, İğneşah", "Ǆ ☃ Ж"])
def test_each_stretch_of_a_picture_is_in_a_font_that_has_its_letters(name, bold):
    pieces = fonts.stretches(name, bold=bold)
    for piece, file, _turned in pieces:
        assert set(piece) - {UNKNOWN} <= fonts._letters(file).keys()
    printed, _scripts = printable(name)
    assert sorted("".join(piece for piece, *_rest in pieces)) == sorted(printed)


def test_what_is_read_from_right_to_left_stands_so():
    assert [piece for piece, *_rest in fonts.stretches("GM כהן, דוד 2500")] == [
        "GM ", "דוד", " ,", "כהן", " 2500",
    ]  # fmt: skip
    assert [piece for piece, *_rest in fonts.stretches("דוד – Anna")] == ["דוד", " – Anna"]


@pytest.mark.parametrize("script", NAMES)
def test_a_preview_shows_the_name_and_no_empty_boxes(script):
    """Boxes for two names of the same length would be the same picture."""
    name = NAMES[script]
    turned = "".join(reversed(name.replace(",", " ")))

    def picture(text):
        return draw(LinkPreview("Open", "Round 1", lines=(PreviewLine(text, "–", text),)), "")

    boxes = picture("\uffff" * len(name))
    assert picture(name) not in (boxes, picture(turned))
