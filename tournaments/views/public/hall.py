"""The plan of the hall for everybody."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified

from tournaments.models import HallPlan, Tournament
from tournaments.views.public.frame import around, find, show


def plan(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    """Not kept with the other pages: the plan changes without a new revision."""
    found = find(request, event, slug)
    context = {"plan": _plan(found), **around(found)}
    response = show(request, "public/hall.html", found.event, context)
    response["Cache-Control"] = "public, no-cache"  # a phone may keep it for the way
    return response


def picture(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    plan = _plan(find(request, event, slug))
    if not plan.digest:
        raise Http404
    headers = {
        "ETag": f'"{plan.digest}"',
        "Cache-Control": "public, no-cache",
        "X-Robots-Tag": "noindex",
    }
    if headers["ETag"] in request.headers.get("If-None-Match", ""):
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(bytes(plan.picture), content_type="image/webp", headers=headers)


def _plan(tournament: Tournament) -> HallPlan:
    plan = HallPlan.objects.filter(event=tournament.event_id).first()
    if plan is None or not (plan.words or plan.digest):
        raise Http404
    return plan
