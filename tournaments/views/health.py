"""Is the process alive; can it work."""

from django.db import connection
from django.http import HttpRequest, JsonResponse

from tournaments.kernel import patience
from tournaments.kernel.jobs import worker_is_alive


def alive(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"alive": True})


def ready(request: HttpRequest) -> JsonResponse:
    """Database, Redis and a worker; 503 names what is missing, never why."""
    checks = {"database": _database, "redis": _redis, "worker": worker_is_alive}
    answers = {}
    for name, check in checks.items():
        try:
            answers[name] = bool(check())
        except Exception:
            answers[name] = False
    return JsonResponse(answers, status=200 if all(answers.values()) else 503)


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _redis() -> bool:
    """Asked itself: the cache would go on without it."""
    return bool(patience.client().set("ready", "yes", ex=5))
