"""Files at the root of the site: the service worker, and what search engines read."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import override

from tournaments.core.text import number_or_none
from tournaments.models import Tournament
from tournaments.web import sitemaps


@cache
def _worker() -> bytes:
    return (settings.BASE_DIR / "static" / "js" / "sw.js").read_bytes()


def service_worker(request: HttpRequest) -> HttpResponse:
    """At the root, because a worker sees only what lies beneath its own address."""
    return HttpResponse(
        _worker(), content_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )


def manifest(request: HttpRequest) -> HttpResponse:
    """Everything a phone needs to keep the site among its programs. No start page is named: it
    opens with the page from which it was kept. iPhones take messages only then."""
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    told = {
        "name": "Hakem",
        "short_name": "Hakem",
        "id": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#0d6450",
        "icons": icons,
    }
    return JsonResponse(
        told, content_type="application/manifest+json", headers={"Cache-Control": "no-cache"}
    )


def robots(request: HttpRequest) -> HttpResponse:
    lines = [
        "User-agent: *",
        *(f"Disallow: /{language}/{part}/" for language in ("tr", "en") for part in _CLOSED),
        "Disallow: /api/",
        f"Sitemap: {settings.SITE_URL}/sitemap.xml",
        *(f"Sitemap: {settings.SITE_URL}{path}" for more in sitemaps.MORE for path in more()),
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


_CLOSED = ("desk", "screens", "embed", "sign-in")


#: tournaments in one part of the sitemap: a part costs what a large page does
PART = 1_000
MOST_PARTS = 10_000


def sitemap(request: HttpRequest) -> HttpResponseBase:
    """Events that may be found, with their tournaments; nothing below them is named here. A long
    one comes in parts, of which the first answer is the list."""
    found = (
        Tournament.objects.filter(event__public=True, event__removed=False, event__noindex=False)
        .order_by("-event__starts_on", "event_id", "position", "pk")
        .values_list("event__slug", "slug")
    )
    part = number_or_none(request.GET.get("part")) or 0
    if not part and (count := found.count()) > PART:
        parts = -(-count // PART)
        return as_xml(list_of_parts(f"/sitemap.xml?part={n}" for n in range(1, parts + 1)))
    if part >= MOST_PARTS:
        return as_xml(_addresses([]))
    begin, end = max(0, (part - 1) * PART), max(1, part) * PART
    # The event of the last one of the part before is named there.
    before = found[begin - 1] if 0 < begin < found.count() else ("", "")
    return as_xml(_addresses(found[begin:end].iterator(chunk_size=PART), before[0]))


def as_xml(lines: Iterable[str]) -> StreamingHttpResponse:
    """A sitemap, or the list of its parts."""
    whole = chain(['<?xml version="1.0" encoding="UTF-8"?>'], lines)
    return StreamingHttpResponse((f"{line}\n" for line in whole), content_type="application/xml")


def list_of_parts(paths: Iterable[str]) -> Iterator[str]:
    yield f'<sitemapindex xmlns="{SITEMAPS}">'
    for path in paths:
        yield f"<sitemap><loc>{settings.SITE_URL}{path}</loc></sitemap>"
    yield "</sitemapindex>"


def _addresses(found: Iterable[tuple[str, str]], seen: str = "") -> Iterator[str]:
    yield f'<urlset xmlns="{SITEMAPS}">'
    # Addresses are worked out once: a site has thousands of tournaments.
    of_events, of_tournaments = [], []
    for language in ("tr", "en"):
        with override(language):
            of_events.append(reverse("public:event", args=["event"]))
            of_tournaments.append(reverse("public:tournament", args=["event", "tournament"]))
    for event, slug in found:
        if event != seen:
            for address in of_events:
                yield place(address.removesuffix("event/") + f"{event}/")
        for address in of_tournaments:
            yield place(address.removesuffix("event/tournament/") + f"{event}/{slug}/")
        seen = event
    yield "</urlset>"


def place(address: str) -> str:
    """An address of a sitemap."""
    return f"<url><loc>{settings.SITE_URL}{address}</loc></url>"


SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
