"""Errors as problem+json (RFC 9457): what went wrong, in a sentence, with the field.

A code has words of small letters with `_` between them and, where a service refused, the service's
subject and a dot before them: `not_found`, `result.changed_meanwhile`.
"""

from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.kernel.errors import Conflict, NeedsConfirmation, Refused
from tournaments.wording.core import causes

MEDIA_TYPE = "application/problem+json"
#: where the framework's own sentence leaves a programmer alone
WHAT_TO_DO = {
    "not_authenticated": gettext_lazy(
        "Only with a token: send the header “Authorization: Bearer hakem_…”."
    ),
    "authentication_failed": gettext_lazy(
        "This token is unknown, withdrawn or expired. The chief arbiter makes a new one."
    ),
}


#: what the status means, as a person would say it
TITLES = {
    400: gettext_lazy("The request is not understood"),
    401: gettext_lazy("Who is asking?"),
    403: gettext_lazy("This is not allowed"),
    404: gettext_lazy("There is no such thing"),
    405: gettext_lazy("This cannot be done here"),
    409: gettext_lazy("Look at it again"),
    413: gettext_lazy("The request is too large"),
    415: gettext_lazy("This form is not read here"),
    422: gettext_lazy("This is refused"),
    429: gettext_lazy("Too many requests"),
    503: gettext_lazy("Not at the moment"),
}


class ReasonSerializer(serializers.Serializer):
    code = serializers.CharField()
    text = serializers.CharField()


class ProblemSerializer(serializers.Serializer):
    """A problem (RFC 9457). `code` is stable; `title` and `detail` are for people."""

    type = serializers.URLField(help_text="where the guide tells of such problems")
    status = serializers.IntegerField(help_text="of the answer")
    code = serializers.CharField(help_text="for programs: it never changes its meaning")
    title = serializers.CharField(help_text="the kind of problem, in the language asked for")
    detail = serializers.CharField(help_text="a sentence, in the language asked for")
    field = serializers.CharField(required=False, help_text="the field that is wrong")
    errors = serializers.DictField(  # type: ignore[assignment]  # a field, no errors of its own
        required=False, help_text="all fields that are wrong, each with its sentences"
    )
    level = serializers.IntegerField(
        required=False, help_text="of a question: 2 read, 3 confirm, 4 confirm twice"
    )
    reasons = ReasonSerializer(many=True, required=False)
    confirmed = serializers.CharField(
        required=False, help_text="send this back as `confirmed` to answer the question with yes"
    )
    line = serializers.IntegerField(required=False, help_text="of a file, where it is wrong")
    column = serializers.IntegerField(required=False)
    current = serializers.DictField(
        required=False, help_text="of a conflict: the values that stand there now"
    )


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    if isinstance(error, NeedsConfirmation):
        return problem(
            409,
            "needs_confirmation",
            error.question,
            level=error.level,
            reasons=[{"code": reason.code, "text": str(reason)} for reason in error.reasons],
            confirmed=error.token,
        )
    if isinstance(error, Conflict):
        return problem(
            409, error.code, str(error), field=error.field, current=_standing(error.current)
        )
    if isinstance(error, Refused):
        reasons = [*getattr(error, "reasons", ()), *causes(error.values)]
        place = {name: error.values.get(name) for name in ("line", "column")}
        return problem(422, error.code, str(error), field=error.field, reasons=reasons, **place)
    if isinstance(error, RequestDataTooBig):
        return problem(413, "too_large", _("The request is too large."))
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, ValidationError):
        errors = _by_field(error.detail)
        field, sentences = next(iter(errors.items()), ("", []))
        answer = problem(400, "invalid", " ".join(sentences), field=field, errors=errors)
    else:
        code = "not_found" if isinstance(error, Http404) else "permission_denied"
        if isinstance(error, APIException):
            code = error.default_code
        elif not isinstance(error, Http404 | PermissionDenied):
            code = "error"
        detail = WHAT_TO_DO.get(code) or response.data.get("detail", "")
        answer = problem(response.status_code, code, str(detail))
    for name in ("WWW-Authenticate", "Retry-After", "Allow"):
        if name in response:
            answer[name] = response[name]
    return answer


def problem(status: int, code: str, detail: str, **more: Any) -> Response:
    body = {
        "type": f"{settings.SITE_URL}{reverse('api:guide')}#problem-{status}",
        "status": status,
        "code": code,
        "title": str(TITLES.get(status, _("Something is wrong"))),
        "detail": detail,
    }
    body |= {name: value for name, value in more.items() if value not in ("", None, {}, [])}
    return Response(body, status=status, content_type=MEDIA_TYPE)


def _by_field(detail: Any, prefix: str = "") -> dict[str, list[str]]:
    """Sentences by field, whatever the nesting: {"options.seed": ["..."]}."""
    if isinstance(detail, dict):
        found: dict[str, list[str]] = {}
        for name, inner in detail.items():
            own = prefix if name == "non_field_errors" else f"{prefix}.{name}".strip(".")
            found |= _by_field(inner, own)
        return found
    sentences = detail if isinstance(detail, list) else [detail]
    if any(isinstance(sentence, dict | list) for sentence in sentences):
        found = {}
        for index, inner in enumerate(sentences):
            if inner:
                found |= _by_field(inner, f"{prefix}.{index}".strip("."))
        return found
    return {prefix: [str(sentence) for sentence in sentences]}


def _standing(current: Any) -> dict[str, Any]:
    names = ("version", "result", "name", "status")
    return {name: getattr(current, name) for name in names if hasattr(current, name)}
