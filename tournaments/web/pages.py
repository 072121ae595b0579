"""Published pages as bytes in Redis, so that a full hall looking at once costs next to nothing.

A page is kept with the stamp under which it was made. The stamp of a tournament is its revision
(`touch` raises it with every change); that of an event or of the list of events is a token made
anew when it changes. A page whose stamp is not the current one is not served: a round taken back
is gone from every address within a tenth of a second of the commit that took it back. When a
round comes out its pages are made ahead, under the stamp to be, and the stamp is raised when they
are there: nobody waits for them.

Pages share Redis with queues and counters, which nobody may push out: so they are kept within a
size of their own, and the oldest give way. Redis itself evicts nothing.

Only what is the same for everybody is kept: answers of views marked `@shared`, to a GET without
a session, that set no cookie. Without Redis every page is simply made anew. Answers of the API to
programs without a token are pages like others, but for their stamp: nobody makes them ahead of a
publication, so they are new with its commit.
"""

import functools
import gzip
import hashlib
import json
import logging
import re
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit
from wsgiref.util import setup_testing_defaults

import redis
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.db import connections, transaction
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import reverse
from django.utils.translation import get_language, get_language_from_request, override

from config.metrics import PUBLICATIONS
from tournaments.kernel import patience
from tournaments.models import Event, Round, Tournament

logger = logging.getLogger(__name__)

#: a stamp lost between commit and Redis is read anew from the database after so many seconds
STAMP_SECONDS = 60
PAGE_SECONDS = 24 * 3600
MEGABYTE = 1024 * 1024
#: who finds a page missing makes it; the others wait so long for it before they make it too
WAIT_SECONDS = 3.0
#: a publication is told after so many seconds even if its pages could not be made ahead
AHEAD_SECONDS = 3
#: in a request of our own: the stamp under which its page is made, which is not yet the current one
AHEAD = "hakem.ahead"
#: so long a process trusts what it has just looked up: under load it asks ten times a second
#: instead of thousands of times
TRUST_SECONDS = 0.1
MOST_TRUSTED = 500
KEPT_HEADERS = (
    "Content-Type",
    "Content-Language",
    "Content-Security-Policy",
    "X-Frame-Options",
    "X-Robots-Tag",
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
)

_ADDRESS = re.compile(r"/(?:tr|en)/(?:(?:e|embed)/(?:([\w-]+)/(?:preview\.png|([\w-]+)/.*)?)?)?")
#: what the API tells of a tournament, of an event, and the list of events
_API = re.compile(r"/api/v1/(?:tournaments/([1-9][0-9]{0,17})/.*|events/(?:([\w-]+)/)?)")
#: the revision only ever grows, whatever order the commits are told in
_RAISE = """
local known = redis.call('GET', KEYS[1])
if not known or tonumber(known) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
end
"""

#: keep a page, and let the oldest go until all fit: the set has them in the order of their making,
#: the hash their sizes, with "" for all of them together. Pages that Redis forgot by their time
#: still count until they are the oldest.
_KEEP = """
local page, order, sizes = KEYS[1], KEYS[2], KEYS[3]
local size, most = #ARGV[1], tonumber(ARGV[3])
local before = tonumber(redis.call('HGET', sizes, page) or 0)
redis.call('SET', page, ARGV[1], 'EX', ARGV[2])
redis.call('HSET', sizes, page, size)
redis.call('ZADD', order, ARGV[4], page)
local all = redis.call('HINCRBY', sizes, '', size - before)
while all > most do
  local oldest = redis.call('ZPOPMIN', order)[1]
  if not oldest then
    redis.call('DEL', sizes)
    break
  end
  redis.call('UNLINK', oldest)
  local gone = tonumber(redis.call('HGET', sizes, oldest) or 0)
  redis.call('HDEL', sizes, oldest)
  all = redis.call('HINCRBY', sizes, '', -gone)
end
"""


def _redis() -> redis.Redis:
    return patience.client()


def _read(*keys: str) -> list[bytes | None]:
    """Read what is kept under the keys, as it was stored: the client decodes nothing."""
    found = patience.DOOR.ask(lambda: _redis().mget(*keys))
    return [value if isinstance(value, bytes) else None for value in found]


@functools.cache
def release() -> str:
    """Changes with every deployment: pages name the style sheets of their time."""
    parts = [settings.STATIC_ROOT / "staticfiles.json"]
    for folder in (settings.BASE_DIR / "templates", *settings.LOCALE_PATHS):
        parts += sorted(path for path in folder.rglob("*") if path.is_file())
    state = [(str(path), path.stat().st_mtime_ns) for path in parts if path.exists()]
    return hashlib.blake2b(repr(state).encode(), digest_size=6).hexdigest()


def _key(*parts: str) -> str:
    return ":".join((settings.CACHES["default"]["KEY_PREFIX"], "pages", *parts))


def shared(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The answer is the same for everybody who is not signed in."""

    @functools.wraps(view)
    def marked(request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        response = view(request, *args, **values)
        response.is_shared = True  # type: ignore[attr-defined]
        return response

    return marked


# --- Stamps --------------------------------------------------------------------------------------


def stamp_key(event: str | None, slug: str | None) -> str:
    return _key("stamp", *(part for part in (event, slug) if part))


def api_key(tournament: int | str) -> str:
    """The stamp of what the API tells of a tournament: no event is called nothing."""
    return _key("stamp", "", str(tournament))


def _fresh_stamp(place: "Place") -> str | None:
    """Read where Redis has none; None where there is no such tournament."""
    key = place.stamp_key
    if not (place.slug or place.tournament):
        _redis().set(key, time.time_ns(), ex=STAMP_SECONDS, nx=True)
    else:
        by_pk, by_slugs = {"pk": place.tournament}, {"event__slug": place.event, "slug": place.slug}
        chosen: dict[str, Any] = by_pk if place.tournament else by_slugs
        found = Tournament.objects.filter(**chosen).values_list("revision")
        if (row := found.first()) is None:
            return None
        _redis().eval(_RAISE, 1, key, row[0], STAMP_SECONDS)
    [stamp] = _read(key)
    return stamp.decode() if stamp else None


def _forget(*keys: str) -> None:
    _trusted.clear()
    with suppress(redis.RedisError):  # then no page is served from it either
        _redis().delete(*keys)


def _raise(key: str, revision: int) -> None:
    _trusted.clear()
    with suppress(redis.RedisError):
        _redis().eval(_RAISE, 1, key, revision, STAMP_SECONDS)


def _tournament_saved(instance: Tournament, created: bool = False, **_kwargs: Any) -> None:
    key = stamp_key(instance.event.slug, instance.slug)
    keys = [key, stamp_key(instance.event.slug, None)]
    keys += [stamp_key(None, None)] if created else []
    _forget(*keys, api_key(instance.pk))
    pk, revision, published = instance.pk, instance.revision, instance.newly_published

    def committed() -> None:
        _forget(*keys[1:])
        _raise(api_key(pk), revision)
        if published and not settings.DEBUG:
            _publish(pk, key, revision)
        else:
            _raise(key, revision)

    transaction.on_commit(committed)


def _event_saved(instance: Event, **_kwargs: Any) -> None:
    keys = (stamp_key(instance.slug, None), stamp_key(None, None))
    _forget(*keys)
    transaction.on_commit(lambda: _forget(*keys))


def watch() -> None:
    """Make the pages of a tournament or an event old whenever it is saved; nobody can forget to."""
    post_save.connect(_tournament_saved, sender=Tournament, dispatch_uid="pages.tournament")
    post_delete.connect(_tournament_saved, sender=Tournament, dispatch_uid="pages.gone")
    post_save.connect(_event_saved, sender=Event, dispatch_uid="pages.event")


# --- Pages ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Page:
    stamp: str
    etag: str
    status: int
    headers: dict[str, str]
    body: bytes  # gzip

    def as_bytes(self) -> bytes:
        head = [self.stamp, self.etag, self.status, self.headers]
        return json.dumps(head).encode() + b"\n" + self.body

    @classmethod
    def from_bytes(cls, raw: bytes) -> "Page":
        head, _, body = raw.partition(b"\n")
        stamp, etag, status, headers = json.loads(head)
        return cls(stamp, etag, status, headers, body)

    @classmethod
    def of(cls, response: HttpResponse, stamp: str) -> "Page":
        headers = {name: response[name] for name in KEPT_HEADERS if name in response}
        if "Location" in response:
            headers["Location"] = response["Location"]
        digest = hashlib.blake2b(response.content, digest_size=9).hexdigest()
        body = gzip.compress(response.content, 6, mtime=0)
        return cls(stamp, f'W/"{digest}"', response.status_code, headers, body)

    def answer(self, request: HttpRequest) -> HttpResponse:
        if self.status == 200 and self.etag in request.headers.get("If-None-Match", ""):
            response: HttpResponse = HttpResponseNotModified()
        else:
            response = HttpResponse(status=self.status, headers=self.headers)
            if "gzip" in request.headers.get("Accept-Encoding", ""):
                response.content = self.body
                response["Content-Encoding"] = "gzip"
            else:
                response.content = gzip.decompress(self.body)
            response["Content-Length"] = str(len(response.content))
        response["ETag"] = self.etag
        response["Cache-Control"] = "public, no-cache"
        response["Vary"] = "Accept-Encoding, Cookie"
        if "Access-Control-Allow-Origin" in self.headers:  # the API
            response["Vary"] += ", Accept, Accept-Language, Authorization"
            for name in KEPT_HEADERS:
                if name.startswith("Access-Control") and name in self.headers:
                    response[name] = self.headers[name]
        return response


@dataclass(frozen=True, slots=True)
class Place:
    """The address of a page, and whose stamp it stands under."""

    path: str
    event: str | None
    slug: str | None
    #: of the API, which knows tournaments by their numbers
    tournament: str | None = None

    @classmethod
    def of(cls, request: HttpRequest) -> "Place | None":
        """None for requests that are nobody else's: signed in, with a query, not a GET."""
        if request.method not in ("GET", "HEAD") or request.META.get("QUERY_STRING"):
            return None
        if settings.SESSION_COOKIE_NAME in request.COOKIES or "messages" in request.COOKIES:
            return None
        if request.path_info.startswith("/api/"):
            return cls.of_api(request)
        found = _ADDRESS.fullmatch(request.path_info)
        return cls(request.path_info, found[1], found[2]) if found else None

    @classmethod
    def of_api(cls, request: HttpRequest) -> "Place | None":
        """None for programs with a token, and for the same as a page. Its links name the site as it
        was asked, its sentences are in the reader's language."""
        if request.COOKIES or "HTTP_AUTHORIZATION" in request.META:
            return None
        found = _API.fullmatch(request.path_info)
        if found is None or "text/html" in request.META.get("HTTP_ACCEPT", ""):
            return None
        try:
            site = request.build_absolute_uri("/")
        except DisallowedHost:
            return None
        path = f"{request.path_info} {site} {get_language_from_request(request)}"
        return cls(path, found[2], None, found[1])

    @property
    def stamp_key(self) -> str:
        return api_key(self.tournament) if self.tournament else stamp_key(self.event, self.slug)

    @property
    def key(self) -> str:
        return _key("page", release(), self.path)

    def look(self) -> tuple[str | None, Page | None]:
        """The current stamp, and the page if one is kept under it."""
        stamp, raw = _read(self.stamp_key, self.key)
        if stamp is None:
            current = _fresh_stamp(self)
        else:
            current = stamp.decode()
        if current is None:
            return None, None
        if raw is not None and (page := Page.from_bytes(raw)).stamp == current:
            return current, page
        return current, self._made_ahead(current)

    def _made_ahead(self, stamp: str) -> Page | None:
        [raw] = _read(self.key_ahead(stamp))
        if raw is None:
            return None
        self._store(raw)
        return Page.from_bytes(raw)

    def key_ahead(self, stamp: str) -> str:
        return f"{self.key}:{stamp}"

    def claim(self) -> bool:
        """True for the first who asks, who then makes the page."""
        milliseconds = int(WAIT_SECONDS * 1000)
        return bool(_redis().set(f"{self.key}:made", 1, px=milliseconds, nx=True))

    def await_other(self) -> Page | None:
        """The page that somebody else is making. None: it is ours to make."""
        until = time.monotonic() + WAIT_SECONDS
        while not self.claim() and time.monotonic() < until:
            time.sleep(0.02)
            if (page := self.look()[1]) is not None:
                return page
        return None

    def keep(self, page: Page) -> None:
        self._store(page.as_bytes())
        _redis().delete(f"{self.key}:made")

    def _store(self, raw: bytes) -> None:
        most = settings.KEPT_PAGES_MB * MEGABYTE
        keys = (self.key, _key("order"), _key("sizes"))
        _redis().eval(_KEEP, 3, *keys, raw, PAGE_SECONDS, most, time.time())

    def keep_ahead(self, page: Page) -> None:
        """To be found by those who come under its stamp; until then the page before it holds."""
        _redis().set(self.key_ahead(page.stamp), page.as_bytes(), ex=STAMP_SECONDS)

    def give_up(self) -> None:
        _forget(f"{self.key}:made")


class _Trusted:
    """Pages that this process has just looked up, by path, and until when each is trusted.

    The time counts from before the look, and whoever was looking while something was saved keeps
    the page among those of before: however long it waited for its turn, it is trusted no longer.
    """

    def __init__(self) -> None:
        self.pages: dict[str, tuple[float, Page]] = {}

    def clear(self) -> None:
        self.pages = {}

    def get(self, path: str) -> Page | None:
        until, page = self.pages.get(path, (0.0, None))
        return page if time.monotonic() < until else None

    def look(self, place: Place) -> tuple[str | None, Page | None]:
        """As the place's own: the current stamp, and the page under it, which is trusted now."""
        pages, until = self.pages, time.monotonic() + TRUST_SECONDS
        stamp, page = place.look()
        if page is not None:
            if len(pages) >= MOST_TRUSTED:
                pages.clear()
            pages[place.path] = until, page
        return stamp, page


_trusted = _Trusted()


class SharedPagesMiddleware:
    """Serves kept pages before sessions, languages and databases are even looked at."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        place = None if settings.DEBUG else Place.of(request)
        if place is None:
            return self.get_response(request)
        if stamp := request.META.get(AHEAD):
            return self._make(request, place, stamp, place.keep_ahead)
        if (page := _trusted.get(place.path)) is not None:
            return page.answer(request)
        try:
            stamp, page = _trusted.look(place)
            if page is None and stamp is not None:
                page = place.await_other()
        except redis.RedisError:
            return self.get_response(request)
        if page is None:
            return self._make(request, place, stamp, place.keep)
        return page.answer(request)

    def _make(
        self, request: HttpRequest, place: Place, stamp: str | None, keep: Callable[[Page], None]
    ) -> HttpResponse:
        # The stamp was read before the tables: what is kept under it is never older than it.
        response = self.get_response(request)
        keeps = (
            stamp is not None
            and getattr(response, "is_shared", False)
            and response.status_code in (200, 302)
            and not response.cookies
            and request.method == "GET"
        )
        try:
            if not keeps or stamp is None:
                place.give_up()
                return response
            page = Page.of(response, stamp)
            keep(page)
        except redis.RedisError:
            return response
        return page.answer(request)


# --- Publication ---------------------------------------------------------------------------------


def _publish(tournament_id: int, key: str, revision: int) -> None:
    """Tell the hall without letting the request wait. Where this process dies before that, the
    stamp is soon read anew."""
    news = (tournament_id, key, revision, time.monotonic())
    with suppress(redis.RedisError):
        _redis().expire(key, AHEAD_SECONDS)
    if settings.PUBLISH_IN_BACKGROUND:
        threading.Thread(target=_tell_and_leave, args=news, name="publication").start()
    else:
        _tell(*news)


def _tell_and_leave(*news: Any) -> None:
    try:
        _tell(*news)
    finally:
        connections.close_all()  # this thread's own


def _tell(tournament_id: int, key: str, revision: int, pressed: float) -> None:
    try:
        make_ahead(tournament_id, revision)
    except Exception:
        logger.exception("The pages of a publication could not be made ahead.")
    finally:
        _raise(key, revision)
        PUBLICATIONS.observe(time.monotonic() - pressed)
    try:
        warm(tournament_id)
    except Exception:
        logger.exception("The other pages of a publication could not be made.")


def make_ahead(tournament_id: int, revision: int) -> list[str]:
    """The pages that 500 phones ask for at the same moment, under the stamp to be."""
    return _visit_all(_addresses(tournament_id, "news", "round"), str(revision))


def warm(tournament_id: int) -> list[str]:
    """The other pages that a hall looks at when a round is out."""
    return _visit_all(_addresses(tournament_id, "tournament", "names", "standings"))


def _addresses(tournament_id: int, *names: str) -> list[str]:
    tournament = Tournament.objects.select_related("event").get(pk=tournament_id)
    place: list[Any] = [tournament.event.slug, tournament.slug]
    public = tournament.rounds.filter(status__in=(Round.Status.PUBLISHED, Round.Status.FINISHED))
    latest = public.values_list("number", flat=True).order_by("-number").first()
    numbered = ("round", "names")
    found = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            for name in names:
                if name not in numbered:
                    found.append(reverse(f"public:{name}", args=place))
                elif latest:
                    found.append(reverse(f"public:{name}", args=[*place, latest]))
    return found


@functools.cache
def _site() -> BaseHandler:
    """All middleware and views, without the signals that end a request's connections."""
    handler = BaseHandler()
    handler.load_middleware()
    return handler


def _visit_all(paths: list[str], ahead: str = "") -> list[str]:
    return [path for path in paths if _visit(path, ahead) == HTTPStatus.OK]


def _visit(path: str, ahead: str) -> int:
    """The page as a stranger would ask for it; the middleware keeps it."""
    address = urlsplit(settings.SITE_URL)
    environ: dict[str, Any] = {
        "PATH_INFO": path,
        "HTTP_HOST": address.netloc,
        "wsgi.url_scheme": address.scheme,
        AHEAD: ahead,
    }
    setup_testing_defaults(environ)
    with override(get_language()):  # the request leaves its own behind
        return _site().get_response(WSGIRequest(environ)).status_code
