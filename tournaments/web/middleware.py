"""Request id and access log, content security policy, and the services' answers as pages."""

import logging
import secrets
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
)
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from config.logs import request_id, without_secrets
from config.metrics import SLOW, count_request, counted_queries, kind_of
from tournaments.kernel.errors import Conflict, NeedsConfirmation, Refused
from tournaments.models import Tournament
from tournaments.web.context import in_the_other_language
from tournaments.web.pages import AHEAD
from tournaments.web.styles import content_policy
from tournaments.web.ways import folded, ways_out

logger = logging.getLogger("hakem.requests")
Handler = Callable[[HttpRequest], HttpResponse]
#: a field of the questions: the page from which they were asked
ORIGIN = "origin"
#: the public pages that take something: the line-up of a captain who has the link, what a phone
#: or a mail address follows, and what players say from phones that speak for them
TAKES = {
    "public:captain", "public:follow", "public:follow_by_mail", "public:follower",
    "public:me", "public:prove", "public:prove_by_mail", "public:my_page", "public:silence",
    "public:say_result", "public:send_slip", "public:ask", "public:take_back_ask",
    "public:call", "public:claim", "public:appeal",
}  # fmt: skip


class RequestIdMiddleware:
    """Every line that a request writes to the log carries its id; the answer names it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        identifier = secrets.token_hex(8)
        token = request_id.set(identifier)
        started = time.monotonic()
        try:
            with counted_queries() as asked:
                response = self.get_response(request)
            seconds = time.monotonic() - started
            response["X-Request-ID"] = identifier
            kind = "ahead" if AHEAD in request.META else kind_of(request.path)
            count_request(kind, response.status_code, seconds)
            slow = bool(settings.SLOW_PAGE) and seconds * 1000 >= settings.SLOW_PAGE
            if slow:
                SLOW.labels("page").inc()
            if slow or response.status_code >= 500 or kind != "news":
                logger.log(
                    logging.WARNING if slow else logging.INFO,
                    "slow page" if slow else "request",
                    extra={
                        "method": request.method,
                        "path": without_secrets(request.path, request),
                        "status": response.status_code,
                        "milliseconds": round(seconds * 1000),
                        "queries": asked.queries,
                        "query_milliseconds": round(asked.seconds * 1000),
                    },
                )
            return response
        finally:
            request_id.reset(token)


class HeadersMiddleware:
    """Tells browsers what they may do with a page, and to keep nothing of the desk."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Content-Security-Policy", content_policy())
        response.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        if request.resolver_match and request.resolver_match.namespace == "desk":
            response.setdefault("Cache-Control", "no-store")
        return response


class ClockMiddleware:
    """Each request begins by the clock of the site; see `kernel.clock`."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            return self.get_response(request)


class MethodsMiddleware:
    """Pages are read, forms are posted, public pages are only read; the API knows its methods."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: Handler, _args: list[Any], _named: dict[str, Any]
    ) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or match.route.startswith("api/"):
            return None
        allowed = ["GET", "HEAD"]
        if match.namespace != "public" or match.view_name in TAKES:
            allowed.append("POST")
        return None if request.method in allowed else HttpResponseNotAllowed(allowed)


class TypedMiddleware:
    """Takes NUL out of what is typed: no table takes one, and nobody types it. Programs send no
    forms; their serializers refuse it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], *given: Any
    ) -> None:
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return
        if any("\0" in text for _name, texts in request.POST.lists() for text in map(str, texts)):
            clean = request.POST.copy()
            for name, texts in request.POST.lists():
                clean.setlist(name, [text.replace("\0", "") for text in map(str, texts)])
            request.POST = clean  # type: ignore[assignment]


class ServiceAnswersMiddleware:
    """A service that refuses or asks becomes a page here, so that views need not care."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, NeedsConfirmation):
            return self._ask(request, error)
        if isinstance(error, Refused):
            return self._refuse(request, error)
        if isinstance(error, Http404 | ObjectDoesNotExist) and request.method == "POST":
            return self._gone(request, error)
        return None

    def _gone(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A second press, or one in an older tab, for what the first has taken away: back to
        where it stood, as a page that is not found would leave one nowhere."""
        back = self._back(request)
        if back == "/" or urlsplit(back).path == request.path:
            if isinstance(error, ObjectDoesNotExist):
                logger.warning("gone meanwhile: %s", error)
                raise Http404 from error
            return None
        return self._refuse(request, Refused("gone"))

    def _ask(self, request: HttpRequest, question: NeedsConfirmation) -> HttpResponse:
        fields = [
            (name, value)
            for name, values in request.POST.lists()
            if name not in ("csrfmiddlewaretoken", "confirmed", ORIGIN)
            for value in values
        ]
        reasons, details = folded(question)
        back = self._back(request)
        response = render(
            request,
            "confirm.html",
            {
                "question": question,
                "fields": fields,
                "back": back,
                # A question is the answer to a press: in the other language it is asked again.
                "other_language_url": in_the_other_language(back),
                "asked_of": self._tournament(request),
                "ways": ways_out(request, question.reasons),
                "reasons": reasons,
                "details": details,
            },
            status=409,
        )
        if request.headers.get("HX-Request"):
            # A fragment cannot hold a question: show it as the whole page.
            response.status_code = 200
            response["HX-Retarget"] = "body"
            response["HX-Reswap"] = "innerHTML"
        return response

    @staticmethod
    def _tournament(request: HttpRequest) -> Tournament | None:
        """Of which tournament the question is; the act has seen that this user may."""
        at = request.resolver_match.kwargs if request.resolver_match else {}
        if not {"event", "slug"} <= at.keys():
            return None
        found = Tournament.objects.select_related("event")
        return found.filter(event__slug=at["event"], slug=at["slug"]).first()

    def _refuse(self, request: HttpRequest, error: Refused) -> HttpResponse:
        if request.headers.get("HX-Request"):
            status = 409 if isinstance(error, Conflict) else 422
            return render(request, "partials/_refused.html", {"error": error}, status=status)
        messages.error(request, str(error))
        return HttpResponseRedirect(self._back(request))

    @staticmethod
    def _back(request: HttpRequest) -> str:
        """The page where the act began: the questions in between are no pages to come back to."""
        for target in (request.POST.get(ORIGIN, ""), request.headers.get("Referer", "")):
            if url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
                return target
        return "/"
