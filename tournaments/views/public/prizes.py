"""The prizes for everybody: the lists, and who gets what as the standings are."""

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.queries.hall.published import prizes_csv
from tournaments.queries.standings.prizes import prize_page
from tournaments.views.public.about import file_answer
from tournaments.views.public.frame import around, find, show
from tournaments.web.pages import shared


@shared
def prizes(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = find(request, event, slug)
    context = {"page": prize_page(found, public=True), **around(found)}
    return show(request, "public/prizes.html", found.event, context)


def prizes_as_table(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = find(request, event, slug)
    page = prize_page(found, public=True)
    if not page.lists:
        raise Http404
    return file_answer(prizes_csv(page).encode(), "text/csv", f"{slug}-prizes.csv")
