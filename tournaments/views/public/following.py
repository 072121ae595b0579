"""Following, from a phone or by mail: one tap to begin and one to stop, without an account.

Public pages are the same for everybody, so their forms carry no token against other sites. What is
sent here has to come from a page of this site, as browsers say of each request.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseForbidden,
    HttpResponseNotAllowed,
    JsonResponse,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from tournaments.core.text import whole_number
from tournaments.kernel.errors import Refused
from tournaments.models import Follow, Follower
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.hall.published import player_calendar
from tournaments.queries.voice.phones import phone_of
from tournaments.services.accounts.door import Origin
from tournaments.services.hall import following
from tournaments.services.hall.following import BrowserAddress, Followed, Wanted
from tournaments.views.public.about import file_answer
from tournaments.views.public.frame import find
from tournaments.web.phones import key_of
from tournaments.web.requests import SignedIn

#: bytes of what a browser sends
MOST_SENT = 4096
#: requests of one network in so many seconds: a hall of 500 phones has one address
MOST_OF_ADDRESS, WINDOW = 3000, 600
#: mails that one network can have sent in an hour
MOST_MAILS, HOUR = 60, 3600


def to_browser(
    request: HttpRequest, does: Callable[[str, BrowserAddress, dict[str, Any]], Followed]
) -> HttpResponse:
    """The answer to {"do": "look" | "follow" | "stop", "browser": {…}} of a page of this site."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not _from_here(request):
        return HttpResponseForbidden()
    try:
        _count("follow", request, MOST_OF_ADDRESS, WINDOW)
        sent = _read(request)
        followed = does(str(sent.get("do")), _browser(sent), sent)
    except Refused as refused:
        return JsonResponse({"problem": str(refused)}, status=400)
    return JsonResponse(followed.as_data())


@never_cache
@csrf_exempt
def follow(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    """Beside the browser "player": 7 or "club" in its place; what is followed is answered."""
    found = find(request, event, slug)

    def does(wish: str, browser: BrowserAddress, sent: dict[str, Any]) -> Followed:
        wanted = _wanted(sent)
        device: Any = {"language": get_language() or "tr", "phone": phone_of(key_of(request))}
        if wish == "follow":
            return following.follow(tournament=found, browser=browser, wanted=wanted, **device)
        if wish == "stop":
            return following.unfollow(tournament=found, endpoint=browser.endpoint, wanted=wanted)
        return following.followed(tournament=found, endpoint=browser.endpoint, **device)

    return to_browser(request, does)


@never_cache
@csrf_exempt
@login_required
def desk(request: SignedIn) -> HttpResponse:
    """The same for what waits at the desks of a member of the staff."""
    mine: Any = {"user": request.user, "session": request.session.session_key}
    language = get_language() or "tr"

    def does(wish: str, browser: BrowserAddress, _sent: dict[str, Any]) -> Followed:
        if wish == "follow":
            told = following.follow_the_desk(browser=browser, language=language, **mine)
        elif wish == "stop":
            told = following.leave_the_desk(endpoint=browser.endpoint)
        else:
            told = following.follows_the_desk(endpoint=browser.endpoint, **mine)
        return Followed(told, (), ())

    return to_browser(request, does)


@never_cache
@csrf_exempt
def follow_by_mail(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    """A form without a script: the answer is a page."""
    found = find(request, event, slug)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not _from_here(request):
        return HttpResponseForbidden()
    email = request.POST.get("email", "").strip()[:254]
    problem = ""
    try:
        wanted = _wanted({"player": request.POST.get("player"), "club": request.POST.get("club")})
        validate_email(email)
        _count("follow-mail", request, MOST_MAILS, HOUR)
        following.follow_by_mail(
            tournament=found, email=email, wanted=wanted, language=get_language() or "tr"
        )
    except ValidationError:
        problem = str(Refused("follow.no_mail"))
    except Refused as refused:
        problem = str(refused)
    context = {"event": found.event, "tournament": found, "email": email, "problem": problem}
    context["player"] = request.POST.get("player", "")[:12]
    return render(request, "public/followed.html", context, status=400 if problem else 200)


@never_cache
def follower(request: HttpRequest, key: str) -> HttpResponse:
    """Behind the link of a mail: what its reader follows, yes, and stop."""
    found = Follower.objects.filter(key=key[:43], endpoint="").first()
    if found is None:
        raise Http404
    if request.method == "POST":
        if "stop" in request.POST:
            following.stop(found)
            messages.success(request, _("No mail will be sent to this address any more."))
            return redirect("public:home")
        following.confirm(found)
        messages.success(request, _("You hear of it by mail from now on."))
        return redirect(request.path)
    follows = list(
        Follow.objects.filter(follower=found).select_related("entry", "tournament__event")
    )
    for one in follows:
        shorten_names(one.tournament.event, [one.entry])
    response = render(request, "public/follower.html", {"follower": found, "follows": follows})
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def calendar(request: HttpRequest, event: str, slug: str, entry: int) -> HttpResponse:
    found = find(request, event, slug)
    person = get_object_or_404(found.entries, pk=entry)
    person.tournament = found
    return file_answer(player_calendar(person).encode(), "text/calendar", f"{slug}-{entry}.ics")


def _from_here(request: HttpRequest) -> bool:
    """Browsers say from which site a request comes."""
    site = request.headers.get("Sec-Fetch-Site")
    if site:
        return site == "same-origin"
    origin = request.headers.get("Origin") or request.headers.get("Referer") or ""
    return urlsplit(origin).netloc == request.get_host()


def _count(what: str, request: HttpRequest, most: int, window: int) -> None:
    key = f"{what}:{Origin.of(request).address}"
    seen = 0
    with suppress(ValueError):  # the window ended in between
        cache.add(key, 0, window)
        seen = cache.incr(key)
    if seen > most:
        raise Refused("follow.too_often")


def _read(request: HttpRequest) -> dict[str, Any]:
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_SENT:
        raise Refused("follow.no_browser")
    try:
        sent = json.loads(request.body)
    except (ValueError, RecursionError) as error:
        raise Refused("follow.no_browser") from error
    if not isinstance(sent, dict):
        raise Refused("follow.no_browser")
    return sent


def _browser(sent: dict[str, Any]) -> BrowserAddress:
    told = sent.get("browser")
    keys = told.get("keys") if isinstance(told, dict) else None
    if not isinstance(told, dict) or not isinstance(keys, dict):
        raise Refused("follow.no_browser")
    parts = (told.get("endpoint"), keys.get("p256dh"), keys.get("auth"))
    if not all(isinstance(part, str) and part for part in parts):
        raise Refused("follow.no_browser")
    return BrowserAddress(*map(str, parts))


def _wanted(sent: dict[str, Any]) -> Wanted:
    if player := sent.get("player"):
        number = whole_number(str(player)[:12])
        if not number:
            raise Refused("follow.unknown")
        return Wanted(entry=number)
    return Wanted(club=str(sent.get("club") or "")[:120])
