"""Pages for what went wrong. They need no database."""

import sys

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "problems/404.html", status=404)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "problems/403.html", {"sentence": str(exception)}, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "problems/csrf.html", status=403)


def broken(request: HttpRequest) -> HttpResponse:
    """Our mistake; or the database is away for the moment, which is nobody's."""
    away = isinstance(sys.exc_info()[1], OperationalError)
    response = render(request, "problems/500.html", {"away": away}, status=503 if away else 500)
    if away:
        response["Retry-After"] = "10"
    return response
