"""Standings of all and of a category, the working of every value, the cross table."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language

from tournaments.core.text import fold
from tournaments.models import Entry, Tournament
from tournaments.queries.entries.names import is_called, shorten_names
from tournaments.queries.hall.published import rating_changes_csv
from tournaments.queries.knockout.course import announced_playoffs
from tournaments.queries.rounds.schedule import aro_table
from tournaments.queries.standings.categories import categories_of, find_category
from tournaments.queries.standings.crosstable import cross_table
from tournaments.queries.standings.pictures import hall_of, pictures_of, public_round
from tournaments.queries.standings.rating_changes import has_rating_changes
from tournaments.queries.standings.rating_changes import rating_changes as changes_of
from tournaments.queries.standings.table import (
    StandingsTable,
    last_public_round,
    standings_table,
)
from tournaments.queries.standings.working import working_of
from tournaments.views.public.about import file_answer
from tournaments.views.public.frame import around, find, show
from tournaments.web.pages import shared


@shared
def standings(
    request: HttpRequest,
    event: str,
    slug: str,
    after: int | None = None,
    category: str = "",
) -> HttpResponse:
    found = find(request, event, slug)
    if not found.format.has_rounds:
        return redirect("public:tournament", event, slug)
    _exists(found, after)
    table = standings_table(found, after, public=True)
    if "category" in request.GET:  # the choice of the form, as an address of its own
        return redirect(*_address(found, table, request.GET["category"]))
    people = [row.entry for row in table.rows]
    chosen = None
    if category:
        chosen = find_category(category, found, people)
        if chosen is None:
            raise Http404
    shown = table.only(chosen.has) if chosen else table
    typed = request.GET.get("q", "")[:80]
    if wanted := fold(typed):
        rows = tuple(row for row in shown.rows if is_called(row.entry, wanted))
        shown = replace(shown, rows=rows)
    context = {
        "table": shown,
        "wanted": typed,
        "category": chosen,
        "categories": categories_of(found, people, get_language() or "en"),
        "playoffs": announced_playoffs(found),
        "has_prizes": found.prize_rows.exists(),
        **around(found),
    }
    return show(request, "public/standings.html", found.event, context)


def _address(
    tournament: Tournament, table: StandingsTable, key: str
) -> tuple[str, *tuple[str | int, ...]]:
    place = (tournament.event.slug, tournament.slug, table.after)
    people = [row.entry for row in table.rows]
    if key and find_category(key, tournament, people):
        return ("public:standings_category", *place, key)
    return ("public:standings_after", *place)


@shared
def pictures(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    """Points round by round, score groups, who has met whom, the hall."""
    found = find(request, event, slug)
    if not found.format.ranks_players:
        raise Http404
    round_ = public_round(found)
    halls = [hall_of(round_)] if round_ else []
    shown = [one for one in (*pictures_of(found, public=True), *halls) if one]
    context = {"pictures": shown, **around(found)}
    return show(request, "public/pictures.html", found.event, context)


@shared
def averages(request: HttpRequest, event: str, slug: str, after: int) -> HttpResponse:
    """Dubov, art. 9: the list that is published after each round, once its results are in."""
    found = find(request, event, slug)
    rows = aro_table(found, after)
    if rows is None or standings_table(found, after, public=True).missing:
        raise Http404
    shorten_names(found.event, [entry for entry, _row in rows])
    context = {"rows": rows, "after": after, **around(found)}
    return show(request, "public/averages.html", found.event, context)


@shared
def working(request: HttpRequest, event: str, slug: str, after: int, entry: int) -> HttpResponse:
    found = find(request, event, slug)
    _exists(found, after)
    person = get_object_or_404(Entry, tournament=found, pk=entry)
    page = working_of(found, person, after, public=True)
    if page is None:
        raise Http404
    return show(request, "public/working.html", found.event, {"page": page, **around(found)})


@shared
def crosstable(
    request: HttpRequest, event: str, slug: str, after: int | None = None
) -> HttpResponse:
    found = find(request, event, slug)
    _exists(found, after)
    cross = cross_table(found, after, public=True)
    return show(request, "public/crosstable.html", found.event, {"cross": cross, **around(found)})


@shared
def rating_changes(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = _with_rating_changes(request, event, slug)
    context = {"changes": changes_of(found, public=True), **around(found)}
    return show(request, "public/rating_changes.html", found.event, context)


def rating_changes_as_table(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = _with_rating_changes(request, event, slug)
    text = rating_changes_csv(changes_of(found, public=True))
    return file_answer(text.encode(), "text/csv", f"{slug}-ratings.csv")


def _with_rating_changes(request: HttpRequest, event: str, slug: str) -> Tournament:
    found = find(request, event, slug)
    if not has_rating_changes(found):
        raise Http404
    return found


def _exists(tournament: Tournament, after: int | None) -> None:
    if after is not None and after > last_public_round(tournament):
        raise Http404
