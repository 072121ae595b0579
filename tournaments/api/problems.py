"""Errors as problem+json (RFC 9457): what went wrong, in a sentence, with the field."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.errors import Conflict, NeedsConfirmation, Refused


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    if isinstance(error, NeedsConfirmation):
        return _problem(
            409,
            "needs-confirmation",
            error.question,
            level=error.level,
            reasons=[{"code": reason.code, "text": str(reason)} for reason in error.reasons],
            confirmed=error.token,
        )
    if isinstance(error, Conflict):
        return _problem(409, error.code, str(error), field=error.field)
    if isinstance(error, Refused):
        return _problem(422, error.code, str(error), field=error.field)
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, ValidationError):
        problem = _problem(400, "invalid", "Some fields are not right.", errors=response.data)
    else:
        code = "not-found" if isinstance(error, Http404) else "forbidden"
        if isinstance(error, APIException):
            code = error.default_code.replace("_", "-")
        elif not isinstance(error, Http404 | PermissionDenied):
            code = "error"
        problem = _problem(response.status_code, code, str(response.data.get("detail", "")))
    for name in ("WWW-Authenticate", "Retry-After", "Allow"):
        if name in response:
            problem[name] = response[name]
    return problem


def _problem(status: int, code: str, detail: str, **more: Any) -> Response:
    body = {"type": f"urn:hakem:{code}", "status": status, "title": code, "detail": detail}
    body |= {name: value for name, value in more.items() if value not in ("", None)}
    return Response(body, status=status, content_type="application/problem+json")
