from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.documents.boards import stacked
from tournaments.documents.layout import MANY_ROWS, Row, table
from tournaments.documents.render import _css
from tournaments.documents.translator import Translator
from tournaments.wording.documents import SENTENCES


def test_a_cut_stack_lies_in_order_pile_upon_pile():
    slips = list(range(1, 11))
    pages = stacked(slips, 4)
    assert pages == [[1, 4, 7, 10], [2, 5, 8], [3, 6, 9]]
    piles = [[page[place] for page in pages if place < len(page)] for place in range(4)]
    assert [slip for pile in piles for slip in pile] == slips


def test_both_languages_stand_side_by_side_and_equal_words_once():
    both = Translator("tr+en")
    assert both("GM") == "GM"
    assert [language for language, _words in both.each("GM")] == ["tr"]
    assert both.colour("w") == "□"
    assert Translator("en").colour("b") == "b"


def test_a_very_long_table_joins_columns_but_its_rows_stay_what_they_are():
    def made(count: int):
        rows = [Row(f"p{number}", (str(number), "a", "b", "c")) for number in range(count)]
        heads = [("No.", "w9"), ("1", "c"), ("2", "c"), ("3", "c")]
        return table(heads, rows, joins=[(1, 4, "t12")])

    short, long = made(MANY_ROWS - 1), made(MANY_ROWS)
    assert short.html(Translator("en")).count("<td") == 4 * (MANY_ROWS - 1)
    assert '<td class="tabs t12 of3">a\tb\tc</td>' in long.html(Translator("en"))
    assert long.html(Translator("en")).count("<td") == 2 * MANY_ROWS
    assert long.keyed()["p7"] == short.keyed()["p7"] == "7 · a · b · c"


def test_what_people_typed_is_text_and_never_markup():
    html = table([("<b>", "")], [Row("1", ("<script>",))], title="<i>").html(Translator("en"))
    assert isinstance(html, SafeString)
    assert "<script>" not in html and "<b>" not in html and "<i>" not in html


def test_a_name_cannot_leave_the_css_string_it_stands_in():
    assert _css('A" } @page { x') == '"A\\22  \\7d  \\40 page \\7b  x"'


def test_every_refusal_of_documents_has_a_sentence():
    own = ("document.", "act.document.", "act.papers.")
    assert all(code.startswith(own) for code in SENTENCES)


def test_the_text_of_a_row_has_no_markup():
    cells = (format_html("{} <small>{}</small>", 1, "fixed table"), "A <b> C")
    assert Row("b1", cells).text == "1 fixed table · A <b> C"


def test_a_small_table_stays_on_one_page_unless_its_cells_are_paragraphs():
    def made(text: str, rows: int = 3) -> str:
        lines = [Row(f"r{number}", (text,)) for number in range(rows)]
        return table([("Why", "")], lines).html(Translator("en"))

    assert "together" in made("short")
    assert "together" not in made("short", rows=13)
    assert "together" not in made("a word and another " * 10)
