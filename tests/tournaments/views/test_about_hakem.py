"""The page about the program: what it is, by which rules, under which licences."""

import re

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.translation import override
from selectolax.lexbor import LexborHTMLParser

from pairing import VERSION
from pairing.formats import FORMATS
from tournaments.views import manual as manual_views
from tournaments.web import licences
from tournaments.wording.systems import name_of_format

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "tr")


def page(client, language):
    with override(language):
        answer = client.get(reverse("about"))
    assert answer.status_code == 200
    return LexborHTMLParser(answer.content.decode()).css_first("main").text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_version_the_rules_and_the_licence_are_said(client, language):
    text = page(client, language)
    assert f"Hakem {VERSION}" in text
    assert "MIT License" in text
    assert "C.04.7" in text
    assert "C.07" in text
    with override(language):
        for one in FORMATS.values():
            assert (str(name_of_format(one)) in text) == one.offered, one.key


def test_both_languages_say_it_in_their_own_words(client):
    assert "Editions of the rules" in page(client, "en")
    assert "Kuralların sürümleri" in page(client, "tr")
    assert "Editions of the rules" not in page(client, "tr")


def test_every_package_that_is_installed_with_hakem_has_its_licence(client):
    text = page(client, "en")
    locked = (settings.BASE_DIR / "requirements.lock").read_text()
    names = set(re.findall(r"^([\w.-]+)==[^;]+$", locked.replace(" \\", ""), re.MULTILINE))
    shown = {each.name.lower().replace("_", "-"): each for each in licences.packages()}
    assert names <= set(shown)
    assert all(each.licence and each.version for each in shown.values())
    assert all(f"{each.name}" in text for each in shown.values())
    assert licences.licence_of_fonts().splitlines()[0] in text


def test_help_and_the_foot_of_every_page_lead_there(client):
    with override("en"):
        about = reverse("about")
        for name in ("public:home", "help"):
            links = LexborHTMLParser(client.get(reverse(name)).content.decode()).css("a")
            assert about in [link.attributes["href"] for link in links], name


def test_the_first_page_of_the_manual_says_version_and_licence():
    with override("en"):
        cover = LexborHTMLParser(manual_views.as_paper()).css_first(".cover").text()
    assert f"version {VERSION}" in " ".join(cover.split())
    assert "MIT License. Copyright (c) 2026 Hakem contributors" in " ".join(cover.split())
