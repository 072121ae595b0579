"""The API as pages in the product's own look, so that the content security policy holds."""

import json
from typing import Any

from django.template.loader import render_to_string
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer


class JSONUnlessAPage(DefaultContentNegotiation):
    """Answers with JSON, rather than an error, a request for a type that we do not have."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        try:
            return super().select_renderer(request, renderers, format_suffix)
        except NotAcceptable:
            return renderers[0], renderers[0].media_type


class BrowsablePage(BaseRenderer):
    media_type = "text/html"
    format = "html"
    charset = "utf-8"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> str:
        context = renderer_context or {}
        request, response = context["request"], context["response"]
        body = json.dumps(
            json.loads(JSONRenderer().render(data) or b"null"), indent=2, ensure_ascii=False
        )
        links = sorted(_links(data)) if isinstance(data, dict | list) else []
        # The page is HTML whatever the errors are called in JSON.
        response["Content-Type"] = "text/html; charset=utf-8"
        return render_to_string(
            "api/page.html",
            {
                "body": body,
                "links": links,
                "status": response.status_code,
                "allowed": ", ".join(context["view"].allowed_methods),
                "doc": (context["view"].__doc__ or "").strip(),
                "path": request.path,
            },
            request=request._request,
        )


def _links(data: Any) -> set[str]:
    found: set[str] = set()
    if isinstance(data, dict):
        for value in data.values():
            found |= _links(value)
    elif isinstance(data, list | tuple):
        for value in data:
            found |= _links(value)
    elif isinstance(data, str) and data.startswith("http") and "/api/" in data:
        found.add(data)
    return found
