"""One box for players, clubs and events: a page of its own, and answers while somebody types."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.duties import public
from federation.queries.search import search as look_for


@public
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    found = look_for(request.GET.get("q", ""))
    htmx = getattr(request, "htmx", False)
    template = "federation/people/_found.html" if htmx else "federation/people/search.html"
    answer = render(request, template, {"found": found})
    answer["X-Robots-Tag"] = "noindex"
    answer["Vary"] = "HX-Request"
    return answer
