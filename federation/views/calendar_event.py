"""The front page of an event, and who wants to hear of its changes."""

from contextlib import suppress

from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from federation.duties import public
from federation.forms.calendar import SubscribeForm
from federation.models import CalendarEvent
from federation.queries.calendar_event import calendar_of, front_of, one_published
from federation.queries.calendar_facts import facts_of, section_heads, section_pairs
from federation.services import calendar_changes
from federation.web.calendar_paper import regulations_pdf
from tournaments.kernel.errors import Refused
from tournaments.queries.setup.events import has_plan, people_called, tournaments_in_public
from tournaments.services.accounts.door import Origin
from tournaments.views.public import events
from tournaments.views.public.about import file_answer
from tournaments.views.public.frame import find_event, show
from tournaments.web.pages import shared

#: mails that one network can have sent in an hour
MOST_MAILS, HOUR = 60, 3600


@shared
@require_safe
def event(request: HttpRequest, event: str) -> HttpResponse:
    """The page of any event: of one on the calendar with all that was announced."""
    if not settings.FEDERATION:
        return events.event(request, event)
    found = find_event(request, event)
    calendar = calendar_of(found)
    if calendar is None:
        return events.event(request, event)
    calendar.event = found
    typed = request.GET.get("q", "")[:80]
    front = front_of(calendar)
    context = {
        "tournaments": tournaments_in_public(found),
        "has_plan": has_plan(found),
        "wanted": typed,
        "people": people_called(found, typed, get_language() or "en"),
        "calendar": calendar,
        "front": front,
        "facts": facts_of(front),
        "heads": section_heads(front),
        "sections": [section_pairs(front, line) for line in front.sections],
    }
    return show(request, "federation/event/event.html", found, context)


@public
@require_safe
def regulations(request: HttpRequest, event: str) -> HttpResponse:
    """All that was announced, on paper."""
    found = _published(event)
    content = regulations_pdf(front_of(found), get_language() or "tr")
    return file_answer(content, "application/pdf", f"{event}.pdf", shown=True)


@public
@never_cache
def subscribe(request: HttpRequest, event: str) -> HttpResponse:
    """Ask to hear of changes; a mail asks back first."""
    found = _published(event)
    form = SubscribeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            _count(request)
            calendar_changes.subscribe(
                calendar=found,
                email=form.cleaned_data["email"],
                language=get_language() or "tr",
            )
        except Refused as error:
            form.add_error("email", str(error))
        else:
            messages.success(
                request, _("We have sent a mail. Open the link in it, and you hear of changes.")
            )
            return redirect("public:event", event)
    context = {"calendar": found, "form": form}
    return render(request, "federation/event/subscribe.html", context)


@public
@never_cache
def confirm_subscription(request: HttpRequest, token: str) -> HttpResponse:
    """Behind the link of the first mail. Programs open links in mails, so it asks for a press."""
    return _by_link(request, token, "confirm_subscription")


@public
@never_cache
def stop_subscription(request: HttpRequest, token: str) -> HttpResponse:
    """Behind the link of every other mail."""
    return _by_link(request, token, "stop_subscription")


def _by_link(request: HttpRequest, token: str, page: str) -> HttpResponse:
    stops = page == "stop_subscription"
    try:
        subscriber = calendar_changes.subscriber_of(token, page)
    except Refused as error:
        told = {"problem": str(error)}
        return render(request, "federation/event/subscription.html", told, status=410)
    calendar = subscriber.calendar
    if request.method == "POST":
        if stops:
            calendar_changes.stop_subscription(subscriber=subscriber)
            messages.success(request, _("Nothing more is sent to this address about it."))
        else:
            calendar_changes.confirm_subscription(subscriber=subscriber)
            messages.success(request, _("You hear of changes of this event from now on."))
        assert calendar.event is not None
        return redirect("public:event", calendar.event.slug)
    context = {"calendar": calendar, "subscriber": subscriber, "stops": stops}
    answer = render(request, "federation/event/subscription.html", context)
    answer["X-Robots-Tag"] = "noindex, nofollow"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _published(slug: str) -> CalendarEvent:
    found = one_published(slug)
    if found is None:
        raise Http404
    return found


def _count(request: HttpRequest) -> None:
    key = f"calendar-mail:{Origin.of(request).address}"
    seen = 0
    with suppress(ValueError):  # the window ended in between
        cache.add(key, 0, HOUR)
        seen = cache.incr(key)
    if seen > MOST_MAILS:
        raise Refused("follow.too_often")
