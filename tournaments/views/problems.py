"""Pages for what went wrong. They need no database."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "problems/404.html", status=404)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "problems/403.html", {"sentence": str(exception)}, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "problems/csrf.html", status=403)


def broken(request: HttpRequest) -> HttpResponse:
    return render(request, "problems/500.html", status=500)
