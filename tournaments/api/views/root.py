"""The entry to the API, the OpenAPI document, and the answer to unknown addresses."""

import hashlib
import json
from functools import cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.urls import resolve
from django.utils import translation
from django.utils.translation import gettext as _
from django.views import View
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.base import ApiView, Query, ReadView, SparseQuery
from tournaments.api.documented import read
from tournaments.api.partial import with_partial, without_fields
from tournaments.api.problems import problem
from tournaments.api.serializers import RootSerializer


class Root(ReadView):
    """The addresses at which a program begins."""

    tag = "begin"
    shape = RootSerializer

    @read("begin", RootSerializer, SparseQuery)
    def get(self, request: Request) -> Response:
        names = ("events", "tournaments", "formats", "openapi", "reference", "guide")
        links = {name: reverse(f"api:{name}", request=request) for name in names}
        return self.by_content(request, self.answer(request, links))


class Document(View):
    """The OpenAPI document. It changes only with the program. With `?whole=true` it has no
    `fields`, and every answer one shape."""

    def get(self, request: Any) -> HttpResponse:
        text, etag = document_text(whole=request.GET.get("whole") in ("1", "true"))
        if request.headers.get("If-None-Match") == etag:
            response = HttpResponse(status=304)
        else:
            response = HttpResponse(text, content_type="application/vnd.oai.openapi+json")
        response["ETag"] = etag
        response["Cache-Control"] = "public, no-cache"
        response["Access-Control-Allow-Origin"] = "*"
        return response


def document() -> dict[str, Any]:
    """Describe all that can be called, with the whole answers; with a federation that is more."""
    return _document(settings.FEDERATION)


@cache
def _document(federation: str) -> dict[str, Any]:
    with translation.override("en"):
        found: dict[str, Any] = SchemaGenerator(patterns=None).get_schema(request=None, public=True)
        return found


def document_text(*, whole: bool = False) -> tuple[str, str]:
    return _document_text(settings.FEDERATION, whole)


@cache
def _document_text(federation: str, whole: bool) -> tuple[str, str]:
    found = without_fields(document()) if whole else with_partial(document())
    text = json.dumps(found, ensure_ascii=False, indent=1, default=float)
    return text, f'"{hashlib.sha256(text.encode()).hexdigest()[:24]}"'


class NotThere(ApiView):
    """Everything else below /api/: the problem as JSON, not as a page."""

    tag = "begin"
    schema = None
    query = Query

    def get(self, request: Request, **_path: Any) -> Response:
        whole, here = f"{request.path_info}/", request.resolver_match
        if not whole.endswith("//") and here and resolve(whole).url_name != here.url_name:
            detail = _("Addresses of the API end with a slash: %(address)s") % {"address": whole}
            return problem(404, "not_found", detail)
        raise Http404

    post = put = patch = delete = options = get
