"""Context for every template."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse, translate_url
from django.utils.translation import get_language

from tournaments.web import manual


def site(request: HttpRequest) -> dict[str, Any]:
    language = get_language() or "en"
    other = "en" if language == "tr" else "tr"
    return {
        "site_name": settings.FEDERATION or "Hakem",
        "language": language,
        "other_language": other,
        "other_language_url": translate_url(request.get_full_path(), other),
        "help_url": _help_url(request),
    }


def _help_url(request: HttpRequest) -> str:
    """The chapter of this page; the contents where a page has none."""
    page = request.resolver_match.view_name if request.resolver_match else ""
    chapter = manual.CHAPTER_OF.get(page)
    return reverse("help_chapter", args=[chapter]) if chapter else reverse("help")
