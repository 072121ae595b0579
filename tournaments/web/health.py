"""Is the process alive; can it work. Asked by proxies, containers and `make run`, every other
second, under whatever name they know the machine: before names, sessions and logs are looked at.
"""

import threading
from collections.abc import Callable
from datetime import timedelta

from django.db import Error, connection, connections
from django.http import HttpRequest, HttpResponse, JsonResponse

from tournaments.kernel import backups, patience
from tournaments.kernel.jobs import oldest_waiting, worker_is_alive

#: the whole answer takes no longer, whatever hangs
SECONDS = 1.5
#: work that waits for longer waits for nobody
STUCK_AFTER = timedelta(minutes=10)


class HealthMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == "/healthz":
            return JsonResponse({"alive": True})
        if request.path_info == "/readyz":
            return ready()
        return self.get_response(request)


def ready() -> JsonResponse:
    """Database, Redis, a worker and a queue that moves; 503 names what is missing, never why."""
    told = answers()
    warnings = {"warnings": ["backup"]} if told["database"] and _backup_is_old() else {}
    return JsonResponse({**told, **warnings}, status=200 if all(told.values()) else 503)


def answers() -> dict[str, bool]:
    checks = {"database": _database, "redis": _redis, "worker": worker_is_alive, "queue": _queue}
    found = dict.fromkeys(checks, False)

    def ask(name: str) -> None:
        try:
            found[name] = bool(checks[name]())
        except Exception:
            found[name] = False
        finally:
            connections.close_all()  # this thread's own

    threads = [threading.Thread(target=ask, args=(name,), daemon=True) for name in checks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    return dict(found)


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _backup_is_old() -> bool:
    """Told, and no reason to ask another machine: pages work without."""
    try:
        return backups.is_old()
    except Error:
        return False


def _queue() -> bool:
    return oldest_waiting() < STUCK_AFTER


def _redis() -> bool:
    """Asked itself: the cache would go on without it."""
    return bool(patience.client().set("ready", "yes", ex=5))
