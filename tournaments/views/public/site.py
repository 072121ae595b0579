"""Files at the root of the site: the service worker, and what search engines read."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import override

from tournaments.models import Tournament


@cache
def _worker() -> bytes:
    return (settings.BASE_DIR / "static" / "js" / "sw.js").read_bytes()


def service_worker(request: HttpRequest) -> HttpResponse:
    """At the root, because a worker sees only what lies beneath its own address."""
    return HttpResponse(
        _worker(), content_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )


def robots(request: HttpRequest) -> HttpResponse:
    lines = [
        "User-agent: *",
        *(f"Disallow: /{language}/{part}/" for language in ("tr", "en") for part in _CLOSED),
        "Disallow: /api/",
        f"Sitemap: {settings.SITE_URL}/sitemap.xml",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


_CLOSED = ("desk", "screens", "embed", "sign-in")


def sitemap(request: HttpRequest) -> HttpResponse:
    """Events that may be found, with their tournaments; nothing below them is named here."""
    found = (
        Tournament.objects.filter(event__public=True, event__removed=False, event__noindex=False)
        .select_related("event")
        .order_by("-event__starts_on", "position")[:2000]
    )
    addresses: dict[str, None] = {}
    for language in ("tr", "en"):
        with override(language):
            for tournament in found:
                event = tournament.event.slug
                addresses[reverse("public:event", args=[event])] = None
                addresses[reverse("public:tournament", args=[event, tournament.slug])] = None
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        *(f"<url><loc>{settings.SITE_URL}{address}</loc></url>" for address in addresses),
        "</urlset>",
    ]
    return HttpResponse("\n".join(lines), content_type="application/xml")
