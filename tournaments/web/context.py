"""Context for every template."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse, translate_url
from django.utils.translation import get_language

from tournaments.web import manual


def site(request: HttpRequest) -> dict[str, Any]:
    language = get_language() or "en"
    return {
        "site_name": settings.FEDERATION or "Hakem",
        "language": language,
        "other_language": _other(),
        "other_language_url": in_the_other_language(request.get_full_path()),
        "help_url": _help_url(request),
    }


def in_the_other_language(address: str) -> str:
    return translate_url(address, _other())


def _other() -> str:
    return "en" if get_language() == "tr" else "tr"


def _help_url(request: HttpRequest) -> str:
    """The chapter of this page; the contents where a page has none."""
    page = request.resolver_match.view_name if request.resolver_match else ""
    chapter = manual.CHAPTER_OF.get(page)
    return reverse("help_chapter", args=[chapter]) if chapter else reverse("help")
