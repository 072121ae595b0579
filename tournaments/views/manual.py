"""The manual: its contents, a chapter, and all of it as one PDF."""

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pairing import VERSION
from tournaments.documents.render import to_pdf
from tournaments.web import licences, manual

KEPT_SECONDS = 30 * 24 * 3600


def _language() -> str:
    return get_language() or "en"


def _contents() -> list[tuple[object, list[tuple[str, str]]]]:
    return [
        (part.label, [(each.slug, each.title(_language())) for each in part.chapters])
        for part in manual.PARTS
    ]


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    return render(request, "manual/contents.html", {"parts": _contents(), "version": VERSION})


@require_safe
def chapter(request: HttpRequest, chapter: str) -> HttpResponse:
    found = manual.CHAPTERS.get(chapter)
    if found is None:
        raise Http404
    before, after = (
        (other.slug, other.title(_language())) if other else None
        for other in manual.neighbours(chapter)
    )
    context = {
        "slug": chapter,
        "title": found.title(_language()),
        "text": found.page(_language()),
        "parts": _contents(),
        "before": before,
        "after": after,
    }
    return render(request, "manual/chapter.html", context)


@require_safe
def pdf(request: HttpRequest) -> HttpResponse:
    """Set once for each language and edition of the text, then kept."""
    key = f"manual:{VERSION}:{manual.edition()}:{_language()}"
    content = cache.get(key)
    if content is None:
        content, _pages = to_pdf(as_paper())
        cache.set(key, content, KEPT_SECONDS)
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="hakem-{_language()}.pdf"'
    return response


def as_paper() -> str:
    """All chapters one after the other; their links become places in the same document."""
    language = _language()
    parts = [
        (
            part.label,
            [(each.slug, each.title(language), each.section(language)) for each in part.chapters],
        )
        for part in manual.PARTS
    ]
    context = {
        "parts": parts,
        "language": language,
        "version": VERSION,
        "licence": licences.own_licence().partition("\n\nPermission")[0].replace("\n\n", ". "),
    }
    return render_to_string("manual/paper.html", context)
