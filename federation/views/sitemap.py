"""Pages of the federation for search engines, in parts: players, events, clubs and provinces."""

from collections.abc import Iterator

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import override

from federation.queries import sitemap as queries
from tournaments.core.text import number_or_none
from tournaments.views.public.site import SITEMAPS, as_xml, list_of_parts, place


def sitemap(request: HttpRequest) -> HttpResponseBase:
    """The list of the parts; with `of` and `part` one of them."""
    if not settings.FEDERATION:
        raise Http404
    kind = queries.KINDS.get(request.GET.get("of", ""))
    if kind is None:
        return as_xml(list_of_parts(_parts()))
    part = number_or_none(request.GET.get("part")) or 0
    if not 1 <= part <= queries.parts_of(kind):
        raise Http404
    return as_xml(_addresses(kind, part))


def _parts() -> Iterator[str]:
    for name, kind in queries.KINDS.items():
        for part in range(1, queries.parts_of(kind) + 1):
            yield f"{queries.PATH}?of={name}&amp;part={part}"


def _addresses(kind: queries.Kind, part: int) -> Iterator[str]:
    yield f'<urlset xmlns="{SITEMAPS}">'
    keys = list(queries.keys_of(kind, part))
    for language in ("tr", "en"):
        with override(language):
            # Worked out once: a part has thousands.
            before, after = reverse(kind.page, args=[kind.mark]).split(str(kind.mark))
        for key in keys:
            yield place(f"{before}{key}{after}")
    yield "</urlset>"
