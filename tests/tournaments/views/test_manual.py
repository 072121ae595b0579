"""The manual (FIDE's checklist, 7 to 12): complete, alike in both languages, opened from inside."""

import os
import re
from html import unescape

import polib
import pytest
from django.conf import settings
from django.urls import get_resolver, reverse
from django.utils.translation import override
from selectolax.lexbor import LexborHTMLParser

from tests import factories
from tests.pages import Page
from tests.tournaments.views.test_doors import desk_addresses, public_addresses, routes
from tournaments.views import manual as views
from tournaments.web import manual
from tournaments.web.markdown import Label, labels, links, to_html

LANGUAGES = ("en", "tr")
#: words that are the same in every language
SHARED = {"fide", "trf", "api", "webhook", "lim", "dubov", "burstein"}
SLUGS = list(manual.CHAPTERS)
#: the rules of a system stand under the articles of their source
RULES = {slug for slug in SLUGS if slug.startswith("rules-")}


def text(slug: str, language: str) -> str:
    return manual.CHAPTERS[slug].text(language)


def names() -> set[str]:
    return {name for name, _route in routes(get_resolver().url_patterns)}


# --- Complete --------------------------------------------------------------------------------


def test_every_page_of_the_desk_and_of_the_public_has_a_chapter():
    own = {name for name in names() if name.startswith(("desk:", "public:"))}
    missing = sorted(own - set(manual.CHAPTER_OF))
    assert missing == [], "name the chapter of these pages in tournaments/web/manual.py"


def test_no_chapter_belongs_to_a_page_that_does_not_exist():
    assert sorted(set(manual.CHAPTER_OF) - names()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chapters_of_the_list_are_exactly_those_that_are_written(language):
    written = {path.stem for path in (manual.FOLDER / language).iterdir()}
    assert written == set(SLUGS)
    assert all(text(slug, language).startswith("# ") for slug in SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_chapter_says_the_same_in_both_languages(slug):
    english, turkish = (text(slug, language) for language in LANGUAGES)
    pages = [manual.CHAPTERS[slug].page(language) for language in LANGUAGES]
    for tag in ("<h2>", "<h3>", "<p>", "<ol", "<ul>", "<li>", "<tr>", "<td>", "<code>", "<kbd>"):
        assert pages[0].count(tag) == pages[1].count(tag), tag
    assert sorted(map(repr, labels(english))) == sorted(map(repr, labels(turkish)))
    assert sorted(links(english)) == sorted(links(turkish))
    if slug not in RULES:
        assert pages[0].count("<h2>") == 3  # what you see, what to do, what it will not do


@pytest.mark.parametrize("slug", SLUGS)
def test_links_lead_to_chapters(slug):
    chapters = {f"{other}.md" for other in SLUGS if other != slug}
    for language in LANGUAGES:
        assert set(links(text(slug, language))) <= chapters


def quoted() -> list[Label]:
    """The labels that the chapters of both languages quote from the pages."""
    found = [
        label for slug in SLUGS for language in LANGUAGES for label in labels(text(slug, language))
    ]
    assert len(found) > 500
    return found


def test_every_button_that_the_manual_quotes_is_on_some_page():
    folders = [settings.BASE_DIR / part for part in ("templates", "tournaments", "federation")]
    sources = "".join(
        path.read_text()
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in (".html", ".py") and not {"manual", "manual.py"} & set(path.parts)
    )
    unknown = []
    for words in sorted({label.text for label in quoted()}):
        in_template = re.sub(r"%\((\w+)\)s", r"{{ \1 }}", words)
        ways = (f'"{words}"', f"'{words}'", f"%}}{in_template}{{%")
        if not any(way in sources for way in ways):
            unknown.append(words)
    assert unknown == []


def test_every_button_that_the_manual_quotes_is_in_the_catalogue():
    catalogue = polib.pofile(str(settings.BASE_DIR / "locale/tr/LC_MESSAGES/django.po"))
    known = {(entry.msgctxt or "", entry.msgid) for entry in catalogue}
    assert sorted({(each.context, each.text) for each in quoted()} - known) == []


def test_every_gap_of_a_quoted_button_is_filled():
    labels = quoted()
    assert len(labels) > 100
    for label in labels:
        assert set(label.values) == set(re.findall(r"%\((\w+)\)s", label.text)), label.text


# --- Markdown --------------------------------------------------------------------------------


def test_a_label_is_shown_in_the_readers_language():
    for language, words in (("en", "Publish"), ("tr", "Yayımla")):
        with override(language):
            assert to_html("Press [[Publish]].") == (
                f'<p>Press <b class="label">{words}</b>.</p>\n'
            )


def test_a_label_may_have_a_value_a_context_and_a_line_break():
    with override("tr"):
        assert "2. turu eşlendir" in to_html("[[Pair round\n%(number)s]]{number=2}")
        assert to_html("[[Withdraw]]") != to_html("[[Withdraw]]{context=token}")
    assert labels("[[a]] [[b]]{context=c} `[[d]]`") == [Label("a"), Label("b", context="c")]


def test_keys_and_links_to_chapters():
    assert to_html("{{=}} {{<}}") == "<p><kbd>=</kbd> <kbd>&lt;</kbd></p>\n"
    assert to_html("[x](results.md)") == '<p><a href="../results/">x</a></p>\n'
    assert to_html("# A\n\n[x](results.md)", place="a") == (
        '<h1 id="a">A</h1>\n<p><a href="#results">x</a></p>\n'
    )


@pytest.mark.parametrize(
    "attack",
    [
        "<script>alert(1)</script>",
        "text <img src=x onerror=alert(1)>",
        "[[<b>Publish</b>]] {{<i>x</i>}}",
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        '[x](a"onclick="alert(1).md)',
    ],
)
def test_nobody_gets_a_tag_or_a_script_into_a_chapter(attack):
    page = LexborHTMLParser(to_html(attack))
    assert page.css("script, img, i, b b, [onclick], [onerror]") == []
    for link in page.css("a"):
        assert not (link.attributes["href"] or "").startswith(("javascript:", "data:"))


def test_a_changed_chapter_is_read_again(tmp_path, monkeypatch):
    monkeypatch.setattr(manual, "FOLDER", tmp_path)
    (tmp_path / "en").mkdir()
    chapter = manual.CHAPTERS["pair"]
    for changed, words in enumerate(("Before", "After")):
        file = tmp_path / "en" / "pair.md"
        file.write_text(f"# {words}\n")
        os.utime(file, (changed, changed))
        assert chapter.title("en") == words
        assert chapter.page("en") == f"<h1>{words}</h1>\n"
        assert chapter.section("en") == f'<h1 id="pair">{words}</h1>\n'


def test_no_english_word_is_left_in_a_turkish_title():
    english = {word for slug in SLUGS for word in _words(manual.CHAPTERS[slug].title("en"))}
    for slug in SLUGS:
        assert _words(manual.CHAPTERS[slug].title("tr")) & english <= SHARED, slug


def _words(title: str) -> set[str]:
    return set(re.findall(r"\w+", title.lower()))


# --- Opened from inside ----------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_is_a_page_with_its_neighbours(client, language):
    with override(language):
        contents = client.get(reverse("help")).content.decode()
        for slug in SLUGS:
            page = client.get(reverse("help_chapter", args=[slug]))
            assert page.status_code == 200
            title = manual.CHAPTERS[slug].title(language)
            seen = Page(page)
            assert seen.one("h1") == title
            assert title in unescape(contents)
            for other, rel in zip(manual.neighbours(slug), ("prev", "next"), strict=True):
                assert (seen.count(f"a[rel={rel}]") > 0) == (other is not None)
    assert client.get(f"/{language}/help/no-such-chapter/").status_code == 404


def help_link(response) -> str:
    found = re.search(r'<a href="([^"]+)" rel="help"', response.content.decode())
    assert found
    return found[1].removeprefix("/en/help/").rstrip("/")


@pytest.mark.django_db
def test_help_opens_the_chapter_of_the_page(client):
    assert help_link(client.get("/en/sign-in/")) == "overview"
    assert help_link(client.get("/en/")) == "public-pages"
    assert help_link(client.get("/en/help/pair/")) == ""
    assert help_link(client.get("/en/no-such-page/")) == "trouble"
    tournament = factories.tournament(4)
    client.force_login(factories.chief_of(tournament))
    place = f"/en/desk/{tournament.event.slug}/{tournament.slug}"
    assert help_link(client.get(f"{place}/players/add/")) == "players"
    assert help_link(client.get(f"{place}/history/")) == "history"
    assert help_link(client.get(f"{place}/rounds/1/")) == "pair"
    factories.pair(tournament, 1)
    assert help_link(client.get(f"{place}/rounds/1/")) == "draft"
    assert help_link(client.post(f"{place}/rounds/1/publish/")) == "publish"  # the question
    factories.publish(tournament, 1)
    assert help_link(client.get(f"{place}/rounds/1/")) == "results"


@pytest.mark.django_db
def test_every_page_of_the_desk_has_the_link(client):
    tournament = factories.tournament(4)
    factories.play(tournament, 1)
    client.force_login(factories.chief_of(tournament))
    seen = 0
    for name, address in desk_addresses(tournament):
        response = client.get(address)
        if '<header class="bar">' in _page(response):
            seen += 1
            assert help_link(response) == manual.CHAPTER_OF[f"desk:{name}"], address
    assert seen > 20


def _page(response) -> str:
    """The page as text; empty for redirects, files and fragments."""
    html = response.get("Content-Type", "").startswith("text/html")
    return response.content.decode() if response.status_code == 200 and html else ""


# --- On paper --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_paper_every_chapter_is_there_once_and_every_link_arrives(language):
    with override(language):
        paper = views.as_paper()
    places = re.findall(r'id="([\w-]+)"', paper)
    assert places == SLUGS
    assert set(re.findall(r'href="#([\w-]+)"', paper)) == set(SLUGS)
    assert "../" not in paper


def test_the_pdf_is_set_once_for_each_language(client, monkeypatch):
    made = []

    def to_pdf(html):
        made.append(re.search(r'<html lang="(\w+)"', html)[1])
        return b"%PDF-1.7", 40

    monkeypatch.setattr(views, "to_pdf", to_pdf)
    for language in ("en", "tr", "en", "tr"):
        response = client.get(f"/{language}/help/manual.pdf")
        assert response.status_code == 200
        assert response["Content-Type"] == "application/pdf"
        assert response.content == b"%PDF-1.7"
    assert made == ["en", "tr"]


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_manual_becomes_a_pdf(language):
    with override(language):
        content, pages = views.to_pdf(views.as_paper())
    assert content.startswith(b"%PDF-")
    assert len(SLUGS) < pages < 2 * len(SLUGS)


# --- English without leaks (checklist, 10) ---------------------------------------------------

#: names of people, and of the other language
NAMES = ("Türkçe", "Yıldız, Ayşe", "Çağla", "Kaya, D.")
TURKISH = re.compile(
    r"\w*[çğışöüÇĞİŞÖÜ]\w*|\b(?:tur|masa|oyuncu|oyuncular|beyaz|siyah|puan|turnuva|etkinlik|"
    r"kaydet|sonra|hakem|galibiyet|beraberlik|belgeler|takım|eleme|yok|ve|ile)\b"
)


def leaks(html: str) -> list[str]:
    shown = re.sub(r"<script.*?</script>|<style.*?</style>", " ", html, flags=re.S)
    shown = unescape(re.sub(r"<[^>]*>", " ", shown))
    for name in NAMES:
        shown = shown.replace(name, " ")
    return TURKISH.findall(shown)


def test_the_leak_detector_sees_turkish():
    assert leaks("<p>Round 1 · 3 masa, yayımla</p>") == ["masa", "yayımla"]
    assert leaks("<a>Türkçe</a> Hakem TUR Yıldız, Ayşe") == []


@pytest.fixture
def two_rounds():
    """One played, one as a draft."""
    tournament = factories.tournament(5)
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    return tournament


@pytest.mark.django_db
def test_no_turkish_leaks_into_an_english_public_page(client, two_rounds):
    paths = [path for path in public_addresses(two_rounds, 1) if path.startswith("/en/")]
    paths += ["/en/", "/en/sign-in/", "/en/help/", "/en/no-such-page/"]
    with override("en"):
        paths += [reverse("help_chapter", args=[slug]) for slug in SLUGS]
    assert len(paths) > len(SLUGS) + 10
    for path in paths:
        assert leaks(_page(client.get(path))) == [], path


@pytest.mark.django_db
def test_no_turkish_leaks_into_an_english_page_of_the_desk(client, two_rounds):
    client.force_login(factories.chief_of(two_rounds))
    place = f"/en/desk/{two_rounds.event.slug}/{two_rounds.slug}"
    paths = ["/en/desk/", "/en/desk/new/", "/en/desk/register/", f"{place}/rounds/2/"]
    paths += [address for _name, address in desk_addresses(two_rounds)]
    for path in paths:
        assert leaks(_page(client.get(path))) == [], path


def test_the_english_chapters_are_english():
    for slug in SLUGS:
        assert leaks(manual.CHAPTERS[slug].page("en")) == [], slug
