"""Sessions noted as seen; and a second factor where the site demands one of somebody's role."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.services.accounts import door, second_factor

#: pages on which who has no second factor yet may be
OPEN = {
    "desk:factor", "desk:factor_codes", "desk:new_passkey", "desk:passkey_made",
    "logout", "login", "sign_in_code",
}  # fmt: skip


class DoorMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            door.seen(request)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, _named: object
    ) -> HttpResponse | None:
        match = request.resolver_match
        if settings.SECOND_FACTOR == "nobody" or match is None or match.view_name in OPEN:
            return None
        inside = match.namespace == "desk" or match.route.startswith("api/")
        if not inside or not request.user.is_authenticated:
            return None
        if not second_factor.is_demanded(request.user) or second_factor.is_on(request.user):
            return None
        if match.route.startswith("api/"):
            return JsonResponse({"detail": _("This site asks for a second factor.")}, status=403)
        messages.info(request, _("This site asks for a second factor: set it up, then go on."))
        return redirect("desk:factor")
