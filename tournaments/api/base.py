"""The base of every view of the API: language, limits, CORS, ETags, and writing safely.

Reading answers 304 while the tournament's revision stands. Writing happens in one transaction
with the answer kept under its idempotency key, or rolled back for a dry run.
"""

import hashlib
import json
import random
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import wraps
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpResponse, UnreadablePostError
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework import permissions, serializers
from rest_framework.exceptions import MethodNotAllowed, ParseError, ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tournaments.api import access
from tournaments.api.parsers import SafeJSONParser, TooLarge
from tournaments.api.sparse import prune
from tournaments.api.throttles import Throttle, WriteThrottle
from tournaments.kernel.errors import Refused
from tournaments.kernel.log import acting_token
from tournaments.models import ApiToken, KeptAnswer, Role, Scope, Tournament

#: what pages of other sites may read of an answer's head
EXPOSED = "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID"
#: raised when the same data are shown differently, so that nobody keeps the old shape
SHAPE = 2


class Query(serializers.Serializer):
    """Parameters of every address."""

    language = serializers.ChoiceField(
        choices=["tr", "en"],
        required=False,
        help_text="of sentences; else as the header Accept-Language says",
    )


class SparseQuery(Query):
    fields_ = serializers.CharField(
        required=False,
        help_text="only these fields, between commas; `a.b` for a field within a field",
    )

    def get_fields(self) -> dict[str, serializers.Field]:
        found = super().get_fields()
        found["fields"] = found.pop("fields_")
        return found


class DryQuery(Query):
    dry_run = serializers.BooleanField(
        required=False, help_text="do everything, answer, and take it back"
    )


class ApiView(APIView):
    """`query` and `write_query` name the parameters, checked before anything else is done."""

    tag = ""
    query: type[Query] = Query
    write_query: type[Query] = DryQuery
    largest_body = 256 * 1024
    parser_classes = [SafeJSONParser]
    read_permissions: list[type[permissions.BasePermission]] = [permissions.AllowAny]
    write_permissions: list[type[permissions.BasePermission]] = [permissions.IsAuthenticated]
    write_throttle: type[Throttle] = WriteThrottle
    #: where what is made here is read, when it has no `url`: view, and what its address needs
    made_in: tuple[str, ...] = ()

    @classmethod
    def is_there(cls) -> bool:
        """This installation has such things; else their addresses lead nowhere."""
        return True

    @property
    def reads(self) -> bool:
        return self.request.method in permissions.SAFE_METHODS

    def get_permissions(self) -> list[permissions.BasePermission]:
        if self.request.method == "OPTIONS":
            return []  # which methods there are is no secret
        if self.reads:
            return [permission() for permission in self.read_permissions]
        return [permission() for permission in self.write_permissions]

    def get_throttles(self) -> list[BaseThrottle]:
        return [Throttle() if self.reads else self.write_throttle()]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        # The language comes first: whatever is wrong is told in it.
        language = request.query_params.get("language")
        if language in dict(settings.LANGUAGES):
            translation.activate(language)
        if not self.is_there():
            raise Http404
        # What cannot be done here has no parameters that could be wrong.
        if request.method not in self.allowed_methods:
            raise MethodNotAllowed(str(request.method))
        self._read_body(request)
        super().initial(request, *args, **kwargs)
        # Whoever asks which methods there are need not say what is wanted of them.
        self.params = {} if request.method == "OPTIONS" else self._checked(request)

    def _checked(self, request: Request) -> dict[str, Any]:
        shape = self.query if self.reads else self.write_query
        query = shape(data=request.query_params.dict())
        refuse_unknown(query, request.query_params)
        query.is_valid(raise_exception=True)
        return dict(query.validated_data)

    def _read_body(self, request: Request) -> None:
        """Read the whole body now, within its limit; parsing and hashing then share it."""
        plain = request._request
        length = plain.headers.get("Content-Length", "")
        if length.isdecimal() and int(length[:12]) > self.largest_body:
            raise TooLarge(_("The request is too large."))
        try:
            plain.body  # noqa: B018  (Django keeps what was read)
        except UnreadablePostError as error:
            raise ParseError(_("The request broke off.")) from error

    def options(  # type: ignore[override]  # the stubs of Django and of DRF differ here
        self, request: Request, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Answer a browser that asks before a page of another site may read."""
        response = HttpResponse(status=204)
        response["Allow"] = ", ".join(self.allowed_methods)
        response["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS"
        response["Access-Control-Allow-Headers"] = "Accept, Accept-Language, If-None-Match"
        response["Access-Control-Max-Age"] = "86400"
        return response

    def place_of(self, made: Any) -> str:
        """Where what was made is read: at its own address, or in the list in which it stands."""
        if not self.made_in:
            return str(made["url"])
        view, *names = self.made_in
        place = {name: self.kwargs[name] for name in names}
        return str(reverse(view, kwargs=place, request=self.request))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kw: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kw)
        if request.method in ("GET", "HEAD", "OPTIONS"):
            # Everything public may be read from anywhere; cookies never travel along.
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = EXPOSED
        if response.status_code == 201:
            response["Location"] = self.place_of(response.data)
        for name, value in getattr(request._request, "limits", {}).items():
            response[name] = value
        response.setdefault("Cache-Control", "private, no-store")
        patch_vary_headers(response, ["Accept", "Accept-Language", "Authorization", "Cookie"])
        return response


class ReadView(ApiView):
    """GET for everybody. A subclass gives `shape`, the serializer of its answer, and reads."""

    query = SparseQuery
    shape: type[serializers.BaseSerializer]

    def answer(self, request: Request, data: Any, inside: bool = False, **more: Any) -> Response:
        """The data in their shape, with only the fields asked for."""
        context = {"request": request, "inside": inside, **more}
        body = self.shape(data, context=context).data
        return Response(prune(body, self.params.get("fields", ""), self.shape(context=context)))

    def unless_known(
        self, request: Request, tournament: Tournament, inside: bool, read: Callable[[], Response]
    ) -> Response:
        """304 when the reader has this revision already, without reading anything more. Drafts and
        full names are kept by the reader alone."""
        form = f"{translation.get_language()}.{request.accepted_renderer.format}"
        seen = "staff" if inside else "all"
        etag = f'W/"{tournament.pk}.{tournament.revision}.{SHAPE}.{form}.{seen}"'
        return for_all(conditional(request, etag, read, private=inside))

    def by_content(self, request: Request, response: Response, private: bool = False) -> Response:
        """For what no revision counts: the tag is made from the answer."""
        text = JSONRenderer().render(response.data)
        form = request.accepted_renderer.format
        etag = f'W/"{hashlib.sha256(text).hexdigest()[:24]}.{form}"'
        return conditional(request, etag, lambda: response, private)


def for_all(response: Response) -> Response:
    """Kept like a page, for programs without a token (`tournaments/web/pages.py`)."""
    response.is_shared = True  # type: ignore[attr-defined]
    return response


def conditional(
    request: Request, etag: str, read: Callable[[], Response], private: bool = False
) -> Response:
    known = [one.strip() for one in request.headers.get("If-None-Match", "").split(",")]
    response = Response(status=304) if etag in known or "*" in known else read()
    response["ETag"] = etag
    # Everybody may keep what is public, but asks each time. What the staff reads only the program
    # that sent its tag has kept.
    response["Cache-Control"] = "private, no-store" if private else "public, no-cache"
    return response


class WriteView(ApiView):
    """Changes. `self.tournament(pk)` gives it to those who may write here, and to nobody else."""

    scope: Scope
    role: Role

    def tournament(self, pk: int) -> Tournament:
        return access.writable(self.request, pk, self.scope, self.role)

    @property
    def dry_run(self) -> bool:
        return bool(self.params.get("dry_run"))

    def checked(self, shape: type[serializers.Serializer]) -> dict[str, Any]:
        answer = shape(data=self.request.data)
        refuse_unknown(answer, self.request.data)
        answer.is_valid(raise_exception=True)
        return dict(answer.validated_data)

    def fresh(self, tournament: Tournament) -> Tournament:
        """The tournament after the change, to answer with.

        In a dry run it gets a revision that never comes to be, so that nothing computed from
        it can stay in the cache.
        """
        tournament.refresh_from_db()
        if self.dry_run:
            tournament.revision = 2_000_000_000 + random.randrange(100_000_000)
        return tournament


def refuse_unknown(shape: serializers.BaseSerializer, given: Any) -> None:
    """A mistyped name must not be lost in silence."""
    if wrong := unknown_fields(shape, given):
        raise ValidationError(wrong)


def unknown_fields(shape: Any, given: Any) -> dict[str, Any]:
    if isinstance(shape, serializers.ListSerializer):
        rows = enumerate(given) if isinstance(given, list) else ()
        inside = ((str(place), unknown_fields(shape.child, row)) for place, row in rows)
        return {place: wrong for place, wrong in inside if wrong}
    if not isinstance(given, Mapping) or not isinstance(shape, serializers.Serializer):
        return {}
    known = {name: field for name, field in shape.fields.items() if not field.read_only}
    found: dict[str, Any] = {}
    for name in given:
        if name in known:
            if inner := unknown_fields(known[name], given[name]):
                found[name] = inner
            continue
        close = get_close_matches(str(name), known, 1)
        found[str(name)[:60]] = [
            _("There is no such field. Did you mean “%(name)s”?") % {"name": close[0]}
            if close
            else _("There is no such field.")
        ]
    return found


def writes(method: Callable[..., Response]) -> Callable[..., Response]:
    """In one transaction: the change, its log line, its messages, and the answer kept."""

    @wraps(method)
    def wrapped(view: WriteView, request: Request, *args: Any, **kwargs: Any) -> Response:
        token = request.auth if isinstance(request.auth, ApiToken) else None
        acting = acting_token.set(token.name if token else "")
        try:
            with transaction.atomic():
                key = _key(request)
                kept = _claim(request, token, key) if key and not view.dry_run else None
                if kept is not None and kept.status:
                    response = Response(kept.body, status=kept.status)
                    response["Idempotency-Replayed"] = "true"
                    return response
                response = method(view, request, *args, **kwargs)
                if kept is not None:
                    kept.status = response.status_code
                    kept.body = json.loads(JSONRenderer().render(response.data) or b"null")
                    kept.save(update_fields=["status", "body"])
                if view.dry_run:
                    transaction.set_rollback(True)
                    response["Dry-Run"] = "true"
                return response
        finally:
            acting_token.reset(acting)

    return wrapped


def _key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "")
    if len(key) > 200 or not key.isascii() or not key.isprintable():
        raise ValidationError({"Idempotency-Key": [_("Use at most 200 plain characters.")]})
    return key


def _claim(request: Request, token: ApiToken | None, key: str) -> KeptAnswer:
    """The row of the request's idempotency key; somebody who sends at the same time waits.

    A request that is refused leaves no row: nothing was done, and it may be sent again.
    """
    plain = request._request
    seen = f"{plain.method} {plain.path}\n".encode() + plain.body
    kept, created = KeptAnswer.objects.get_or_create(
        sender=f"token:{token.pk}" if token else f"user:{request.user.pk}",
        key=key,
        defaults={"request": hashlib.sha256(seen).hexdigest()},
    )
    if not created and kept.request != hashlib.sha256(seen).hexdigest():
        raise Refused("api.key_used_otherwise", field="Idempotency-Key")
    return kept
