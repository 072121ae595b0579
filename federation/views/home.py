"""The home page: the federation's, or that of a site without one."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.views.public import events


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return events.home(request)
