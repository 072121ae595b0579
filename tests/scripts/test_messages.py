"""`make messages` finds every text that the source marks, and keeps what a catalogue has."""

import polib
import pytest

from scripts.messages import NotLiteral, Text, in_python, in_template, marked_texts, merge

IMPORT = "from django.utils.translation import gettext as _, ngettext, npgettext, pgettext\n"


def python(source: str) -> list[Text]:
    return [text for _line, text in in_python(IMPORT + source)]


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("_('Board')", [Text(None, "Board")]),
        ("_(\n 'Board '\n 'and clock')", [Text(None, "Board and clock")]),
        ("f\"{team} ({say(_('not ranked'))}: {done})\"", [Text(None, "not ranked")]),
        ("ngettext('%(n)s game', '%(n)s games', n)", [Text(None, "%(n)s game", "%(n)s games")]),
        ("pgettext('White, in tables', 'w')", [Text("White, in tables", "w")]),
        ("npgettext('chess', 'man', 'men', n)", [Text("chess", "man", "men")]),
        ("first(_('a'), _('b'))\n_('c')", [Text(None, "a"), Text(None, "b"), Text(None, "c")]),
        ("gettext('of somebody else')", []),
        ("_(text)  # marked elsewhere", []),
        ("'_(\"in a string\")'", []),
    ],
)
def test_texts_of_python(source: str, texts: list[Text]) -> None:
    assert python(source) == texts


def test_a_function_under_another_name_marks_as_well() -> None:
    assert python("from django.utils.translation import gettext as say\nsay('a')") == [
        Text(None, "a")
    ]


@pytest.mark.parametrize("source", ["_(text)", "_(f'Round {number}')", "ngettext('one', many, n)"])
def test_a_text_that_cannot_be_collected_is_refused(source: str) -> None:
    with pytest.raises(NotLiteral):
        python(source)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>{% translate 'Board' %}</p>", Text(None, "Board")),
        ("<ul>\n    <li>\n  {% translate 'Board' %}\n   </li>\n</ul>", Text(None, "Board")),
        ('{% translate "w" context "White, in tables" %}', Text("White, in tables", "w")),
        ('{{ _("Board")|upper }}', Text(None, "Board")),
        ('{{ name|default:_("nobody") }}', Text(None, "nobody")),
        ('{% include "a.html" with label=_("Board") %}', Text(None, "Board")),
        ('{% say _("Round %(number)s") number=1 %}', Text(None, "Round %(number)s")),
        (
            "{% blocktranslate with n=board.number %}Board {{ n }}{% endblocktranslate %}",
            Text(None, "Board %(n)s"),
        ),
        (
            "{% blocktranslate trimmed %}\n  Two\n  lines\n{% endblocktranslate %}",
            Text(None, "Two lines"),
        ),
        (
            "{% blocktranslate count n=games %}{{ n }} game{% plural %}{{ n }} games"
            "{% endblocktranslate %}",
            Text(None, "%(n)s game", "%(n)s games"),
        ),
    ],
)
def test_texts_of_templates(source: str, text: Text) -> None:
    assert [found for _line, found in in_template(source)] == [text]


def test_the_whole_source_is_read() -> None:
    """The sentences of the cores, a model, a form, a page, a paper."""
    found = marked_texts()
    assert len(found) > 3000
    assert Text(None, "line %(line)s, column %(column)s: expected %(expected)s") in found
    folders = {"/".join(place.split("/")[:2]) for place in found.values()}
    assert folders >= {"tournaments/models", "tournaments/forms", "tournaments/documents"}
    assert folders >= {"templates/desk", "templates/public", "templates/partials"}


def test_what_a_catalogue_has_stays_and_what_is_new_follows_its_neighbour() -> None:
    catalogue = polib.POFile()
    catalogue.metadata = {"Plural-Forms": "nplurals=3; plural=n;"}
    words = {"last": "son", "first": "ilk", "gone": "giden", "first ": "iki kere"}
    for msgid, msgstr in words.items():
        catalogue.append(polib.POEntry(msgid=msgid.strip(), msgstr=msgstr, comment="kept"))
    texts = [
        Text(None, "first"),
        Text(None, "%(n)s game", "%(n)s games"),
        Text("of a pen", "first"),
        Text(None, "last"),
    ]
    added, removed = merge(catalogue, texts)
    assert added == texts[1:3]
    assert removed == [Text(None, "gone"), Text(None, "first")]
    assert [(entry.msgctxt, entry.msgid, entry.msgstr) for entry in catalogue] == [
        (None, "last", "son"),
        (None, "first", "ilk"),
        (None, "%(n)s game", ""),
        ("of a pen", "first", ""),
    ]
    assert catalogue[2].msgstr_plural == {0: "", 1: "", 2: ""}
    assert catalogue[2].flags == ["python-format"]
    before = str(catalogue)
    assert merge(catalogue, texts) == ([], [])
    assert str(catalogue) == before
