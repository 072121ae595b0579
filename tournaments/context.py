"""What every template may use."""

from django.http import HttpRequest
from django.urls import translate_url
from django.utils.translation import get_language


def site(request: HttpRequest) -> dict:
    language = get_language() or "en"
    other = "en" if language == "tr" else "tr"
    return {
        "language": language,
        "other_language": other,
        "other_language_url": translate_url(request.get_full_path(), other),
    }
