"""The manual (FIDE's checklist, 7 to 12): complete, alike in both languages, opened from inside."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import get_resolver, reverse
from django.utils.translation import override

from tests import factories
from tests.tournaments.views.test_doors import desk_addresses, public_addresses, routes
from tournaments import manual
from tournaments.views import manual as views

LANGUAGES = ("en", "tr")
#: words that are the same in every language
SHARED = {"fide", "trf", "api", "webhook", "lim", "dubov", "burstein"}
SLUGS = list(manual.CHAPTERS)
#: the rules of a system stand under the articles of their source
RULES = {slug for slug in SLUGS if slug.startswith("rules-")}


def text(slug: str, language: str) -> str:
    return (manual.FOLDER / language / f"{slug}.html").read_text()


def names() -> set[str]:
    return {name for name, _route in routes(get_resolver().url_patterns)}


# --- Complete --------------------------------------------------------------------------------


def test_every_page_of_the_desk_and_of_the_public_has_a_chapter():
    own = {name for name in names() if name.startswith(("desk:", "public:"))}
    missing = sorted(own - set(manual.CHAPTER_OF))
    assert missing == [], "name the chapter of these pages in tournaments/manual.py"


def test_no_chapter_belongs_to_a_page_that_does_not_exist():
    assert sorted(set(manual.CHAPTER_OF) - names()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chapters_of_the_list_are_exactly_those_that_are_written(language):
    written = {path.stem for path in (manual.FOLDER / language).glob("*.html")}
    assert written == set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_chapter_says_the_same_in_both_languages(slug):
    english, turkish = (text(slug, language) for language in LANGUAGES)
    for what in (
        r"<h2>", r"<li>", r"<tr>", r"<p>", r"<code>(.*?)</code>", r'{% label "(.+?)"',
        r'href="(.+?)"',
    ):  # fmt: skip
        if what == "<code>(.*?)</code>":
            assert len(re.findall(what, english)) == len(re.findall(what, turkish)), what
        else:
            assert sorted(re.findall(what, english)) == sorted(re.findall(what, turkish)), what
    if slug not in RULES:
        assert english.count("<h2>") == 3  # what you see, what to do, what it will not do


@pytest.mark.parametrize("slug", SLUGS)
def test_links_lead_to_chapters(slug):
    for language in LANGUAGES:
        targets = re.findall(r'href="\.\./([\w-]+)/"', text(slug, language))
        assert text(slug, language).count("href=") == len(targets)
        assert set(targets) <= set(SLUGS)
        assert slug not in targets


def test_every_button_that_the_manual_quotes_is_on_some_page():
    folders = (settings.BASE_DIR / "templates", settings.BASE_DIR / "tournaments")
    sources = "".join(
        path.read_text()
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in (".html", ".py") and "manual" not in str(path.relative_to(folder))
    )
    quoted = {
        found for slug in SLUGS for found in re.findall(r'{% label "(.+?)"', text(slug, "en"))
    }
    unknown = []
    for words in sorted(quoted):
        in_template = re.sub(r"%\((\w+)\)s", r"{{ \1 }}", words)
        ways = (f'"{words}"', f"'{words}'", f"%}}{in_template}{{%")
        if not any(way in sources for way in ways):
            unknown.append(words)
    assert unknown == []


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
            assert f"<h1>{title}</h1>" in unescape(page.content.decode())
            assert title in unescape(contents)
            for other, rel in zip(manual.neighbours(slug), ("prev", "next"), strict=True):
                assert (f'rel="{rel}"' in page.content.decode()) == (other is not None)
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
    for name, address in desk_addresses(tournament):
        response = client.get(address)
        if '<header class="bar">' in _page(response):
            assert help_link(response) == manual.CHAPTER_OF[f"desk:{name}"], address


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
    with override("en"):
        for slug in SLUGS:
            assert leaks(render_to_string(manual.CHAPTERS[slug].template("en"))) == [], slug
