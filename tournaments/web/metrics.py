"""Tells Prometheus, beside what is counted, the state of database and queues, read when somebody
asks, at most once in five seconds. Every web server tells the same: take the greatest."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection, connections
from django.db.models import Count
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric

from tournaments.kernel import backups, jobs, patience
from tournaments.models import Backup, Delivery, Job
from tournaments.web import health

#: so long an answer is kept: two who ask cost as much as one
KEPT = 5.0


class State:
    """A collector of the library's kind. What cannot be read is not told, the rest is."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: list[Metric] = []
        self._until = 0.0

    def describe(self) -> Iterable[Metric]:
        return []  # nothing is asked of the database when it is registered

    def collect(self) -> Iterable[Metric]:
        with self._lock:
            if time.monotonic() >= self._until:
                self._found = list(_readiness())
                for look in LOOKS:
                    try:
                        self._found += list(look())
                    except Exception:
                        continue  # `hakem_ready` says what is away
                connections.close_all()  # this thread's own
                self._until = time.monotonic() + KEPT
            return list(self._found)


def gauge(name: str, words: str, values: Mapping[Any, float], *labels: str) -> Metric:
    """A value for each combination of labels; of one without labels, for `()`."""
    family = GaugeMetricFamily(f"hakem_{name}", words, labels=labels)
    for told, value in values.items():
        family.add_metric(told, value)
    return family


def _readiness() -> Iterator[Metric]:
    answers = {(name,): float(holds) for name, holds in health.answers().items()}
    yield gauge("ready", "What /readyz looks at: 1 holds", answers, "part")


def _work() -> Iterator[Metric]:
    open_ones = Job.objects.filter(status__in=[Job.Status.WAITING, Job.Status.RUNNING])
    yield gauge("jobs_open", "Work that is not done", _counted(open_ones), "kind", "status")
    since = timezone.now() - timedelta(days=1)
    ended = Job.objects.filter(finished_at__gte=since)
    yield gauge("jobs_ended", "Work of the last day, by outcome", _counted(ended), "kind", "status")
    waited = jobs.oldest_waiting().total_seconds()
    yield gauge("queue_oldest_seconds", "How long the oldest work has waited", {(): waited})
    late = Delivery.objects.filter(status=Delivery.Status.WAITING, due_at__lt=timezone.now())
    yield gauge("messages_late", "Messages to other programs that are due", {(): late.count()})


def _counted(found: Any) -> dict[tuple[str, ...], float]:
    rows = found.order_by().values_list("kind", "status").annotate(Count("pk"))
    return {(kind, status): number for kind, status, number in rows}


def _queues() -> Iterator[Metric]:
    lengths = {(name,): jobs.queue_length(queue) for name, queue in settings.QUEUES.items()}
    yield gauge("queue_length", "Messages in the queue", lengths, "queue")


def _memory() -> Iterator[Metric]:
    told: Any = patience.DOOR.ask(lambda: patience.client().info("memory"))
    yield gauge("redis_bytes", "Memory that Redis takes", {(): told["used_memory"]})


def _database() -> Iterator[Metric]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(state, 'other'), count(*) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' GROUP BY 1"
        )
        states = {(state,): number for state, number in cursor.fetchall()}
        cursor.execute(
            "SELECT current_setting('max_connections')::int, pg_database_size(current_database())"
        )
        most, size = cursor.fetchone()
    yield gauge("database_connections", "Connections to PostgreSQL", states, "state")
    yield gauge("database_connections_most", "So many it takes", {(): most})
    yield gauge("database_bytes", "Size of the database", {(): size})


def _backups() -> Iterator[Metric]:
    ages = {(kind.value,): passed for kind in Backup.Kind if (passed := backups.age(kind))}
    seconds = {kind: passed.total_seconds() for kind, passed in ages.items()}
    yield gauge("backup_age_seconds", "Age of the last back-up and drill", seconds, "kind")
    log = backups.log()
    if log.last is not None:
        since_log = (timezone.now() - log.last).total_seconds()
        yield gauge("backup_log_age_seconds", "Since the log was handed over", {(): since_log})
    yield gauge("backup_log_failing", "1: handing over the log fails", {(): float(log.failing)})


LOOKS: tuple[Callable[[], Iterator[Metric]], ...] = (
    *(_work, _queues, _memory, _database, _backups),
)
