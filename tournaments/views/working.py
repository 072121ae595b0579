"""Standings at the desk, and how each value in them was made."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.core.text import number_or_none
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Entry
from tournaments.queries.knockout.playoff import ties_to_decide
from tournaments.queries.standings.categories import categories_of, find_category
from tournaments.queries.standings.decisions import codes_from_elsewhere
from tournaments.queries.standings.norm_prospects import has_norms, norm_page
from tournaments.queries.standings.pictures import hall_of, pictures_of, public_round
from tournaments.queries.standings.rating_changes import has_rating_changes
from tournaments.queries.standings.rating_changes import rating_changes as changes_of
from tournaments.queries.standings.table import standings_table, tie_break_advice
from tournaments.queries.standings.working import working_of
from tournaments.views.desk import frame
from tournaments.web.requests import SignedIn
from tournaments.wording.facts import fact_sentence


@login_required
@require_safe
def standings(request: SignedIn, event: str, slug: str) -> HttpResponse:
    found = tournament_for(request.user, event, slug)
    after = request.GET.get("after", "")
    if not found.format.has_rounds:
        return redirect("desk:tournament", event, slug)
    table = standings_table(found, number_or_none(after))
    people = [row.entry for row in table.rows]
    category = find_category(request.GET.get("category", ""), found, people)
    context = {
        "table": table.only(category.has) if category else table,
        "category": category,
        "categories": categories_of(found, people, get_language() or "en"),
        "tied": [] if found.finished_at else ties_to_decide(table),
        "decisions": any(row.shared or row.by_hand for row in table.rows)
        or codes_from_elsewhere(found),
        "norms": has_norms(found),
        "playoffs": found.knockouts.filter(kind="playoff", cancelled_at=None),
        "advice": [(fact_sentence(fact, str), fact.article) for fact in tie_break_advice(found)],
        **frame(found),
    }
    return render(request, "desk/standings.html", context)


@login_required
@require_safe
def pictures(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """The event to look at; the hall is brought up to date by itself."""
    found = tournament_for(request.user, event, slug)
    if not found.format.ranks_players:
        raise Http404
    round_ = public_round(found)
    halls = [hall_of(round_)] if round_ else []
    shown = [one for one in (*halls, *pictures_of(found)) if one]
    return render(request, "desk/pictures.html", {"pictures": shown, **frame(found)})


@login_required
@require_safe
def norms(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """Title norms that are made, and what those still possible take."""
    found = tournament_for(request.user, event, slug)
    page = norm_page(found)
    if page is None:
        raise Http404
    return render(request, "desk/norms.html", {"page": page, **frame(found)})


@login_required
@require_safe
def rating_changes(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """Show how the event changes everybody's rating."""
    found = tournament_for(request.user, event, slug)
    if not has_rating_changes(found):
        raise Http404
    context = {"changes": changes_of(found), **frame(found)}
    return render(request, "desk/rating_changes.html", context)


@login_required
@require_safe
def working(request: SignedIn, event: str, slug: str, after: int, entry: int) -> HttpResponse:
    found = tournament_for(request.user, event, slug)
    person = get_object_or_404(Entry, tournament=found, pk=entry)
    page = working_of(found, person, after)
    if page is None:
        raise Http404
    return render(request, "desk/working.html", {"page": page, **frame(found)})
