"""Webhooks: what happened is written down with the act itself, then sent until it arrives.

`hear` listens to the log, so that no act can be forgotten, and a message exists exactly when its
act does. A worker claims a message by moving its due time on, sends it outside any transaction,
and notes the outcome; a message whose worker died becomes due again by itself.
"""

import hashlib
import hmac
import json
import secrets
import time
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.jobs import hand_over
from tournaments.kernel.log import listeners
from tournaments.kernel.sweeping import forget
from tournaments.models import (
    PING,
    Delivery,
    Event,
    Happening,
    LogEntry,
    User,
    Webhook,
)
from tournaments.services.programs import outbound
from tournaments.services.programs.happenings import head_of, told, told_of
from tournaments.services.programs.tokens import FOR_PROGRAMS

#: after how long a message is tried again; then it is given up, and can be sent by hand
BACKOFF = (10, 60, 300, 1800, 7200, 21600, 43200, 86400)
#: a worker that has not answered for so long is taken for dead
CLAIM = timedelta(seconds=60)
#: standings change with every result: what happens within so long is told in one message
GATHER = timedelta(seconds=5)
TRIES_SHOWN = 20
MOST_WEBHOOKS = 20  # of one event
#: a message handed to the workers is not handed to them again for so many seconds
QUEUED_SECONDS = 60
#: the task that sends one
DELIVER = "tournaments.tasks.deliver"


# --- Make and withdraw ----------------------------------------------------------------------------


def make_webhook(
    *, event: Event, url: str, happenings: list[str], by: User, once: bool = False
) -> Webhook:
    """`once`: refused when the address is told of the same already, as a form that is sent twice
    must not make two."""
    if not happenings or not set(happenings) <= set(Happening.values):
        raise Refused("webhook.happenings_needed", field="happenings")
    outbound.guard_form(url)
    with act("webhook.made", event, by=by, quiet=FOR_PROGRAMS) as done:
        if event.webhooks.filter(withdrawn_at=None).count() >= MOST_WEBHOOKS:
            raise Refused("webhook.too_many", field="url", most=MOST_WEBHOOKS)
        told = [one for one in Happening.values if one in happenings]
        if once and event.webhooks.filter(withdrawn_at=None, url=url, happenings=told).exists():
            raise Refused("webhook.there_already", field="url")
        webhook = Webhook.objects.create(
            event=event,
            url=url,
            secret=secrets.token_hex(32),
            happenings=told,
            created_by=by,
        )
        done.record(webhook, label=_host(webhook), after={"happenings": webhook.happenings})
        return webhook


def withdraw_webhook(*, event: Event, webhook_id: int, by: User) -> None:
    """Stop telling an address; messages that still wait for it are given up."""
    with act("webhook.withdrawn", event, by=by, quiet=FOR_PROGRAMS) as done:
        webhook = event.webhooks.filter(pk=webhook_id, withdrawn_at=None).first()
        if webhook is None:
            return done.nothing()
        webhook.withdrawn_at = timezone.now()
        webhook.save(update_fields=["withdrawn_at"])
        webhook.deliveries.filter(status=Delivery.Status.WAITING).update(
            status=Delivery.Status.FAILED, finished_at=timezone.now()
        )
        done.record(webhook, label=_host(webhook))


def _host(webhook: Webhook) -> str:
    return urlsplit(webhook.url).hostname or ""


@transaction.atomic
def ping(*, event: Event, webhook_id: int) -> Delivery | None:
    """A message that only tries whether the address hears."""
    webhook = event.webhooks.filter(pk=webhook_id, withdrawn_at=None).first()
    if webhook is None:
        return None
    delivery = Delivery(webhook=webhook, happening=PING)
    delivery.body = json.dumps(_head(delivery, timezone.now()), ensure_ascii=False)
    delivery.save()
    transaction.on_commit(partial(_enqueue, delivery.pk), robust=True)
    return delivery


@transaction.atomic
def resend(*, event: Event, delivery_id: int) -> None:
    """The same message again, with the same id."""
    delivery = (
        Delivery.objects.select_for_update(of=("self",))
        .filter(webhook__event=event, webhook__withdrawn_at=None, pk=delivery_id)
        .exclude(status=Delivery.Status.WAITING)
        .first()
    )
    if delivery is None:
        return
    delivery.status = Delivery.Status.WAITING
    delivery.attempts = 0
    delivery.due_at = timezone.now()
    delivery.finished_at = None
    delivery.save(update_fields=["status", "attempts", "due_at", "finished_at"])
    transaction.on_commit(partial(_enqueue, delivery.pk), robust=True)


# --- Hear -----------------------------------------------------------------------------------------


def listen() -> None:
    if queue_messages not in listeners:
        listeners.append(queue_messages)


def queue_messages(entry: LogEntry) -> None:
    """Write down what the webhooks of the event are to be told of this act."""
    found = told_of(entry)
    event = entry.tournament.event_id if entry.tournament else entry.event_id
    if not found or event is None:
        return
    for webhook in Webhook.objects.filter(event_id=event, withdrawn_at=None).order_by("pk"):
        for happening in found:
            if happening in webhook.happenings:
                _write_down(webhook, happening, entry)


def _write_down(webhook: Webhook, happening: Happening, entry: LogEntry) -> None:
    due, tournament = timezone.now(), entry.tournament
    if happening is Happening.STANDINGS_CHANGED:
        gathering = webhook.deliveries.filter(
            tournament=tournament,
            happening=happening,
            status=Delivery.Status.WAITING,
            attempts=0,
            due_at__gt=due,
        )
        if gathering.exists():
            return
        due += GATHER
    delivery = Delivery(webhook=webhook, tournament=tournament, happening=happening, due_at=due)
    message = _head(delivery, entry.at)
    message |= told(happening, entry, webhook.event, tournament)
    delivery.body = json.dumps(message, ensure_ascii=False)
    delivery.save()
    if happening is not Happening.STANDINGS_CHANGED:
        transaction.on_commit(partial(_enqueue, delivery.pk), robust=True)


def _head(delivery: Delivery, at: datetime) -> dict[str, Any]:
    event = delivery.webhook.event
    return head_of(str(delivery.message), str(delivery.happening), at, event)


# --- Send -----------------------------------------------------------------------------------------


def _enqueue(delivery_id: int) -> None:
    if cache.add(_queued(delivery_id), True, QUEUED_SECONDS) and not hand_over(
        DELIVER, delivery_id
    ):
        cache.delete(_queued(delivery_id))


def _queued(delivery_id: int) -> str:
    return f"delivery-queued:{delivery_id}"


def enqueue_due() -> int:
    """Enqueue what should have been sent by now: retries, and what dead workers left behind."""
    waiting = Delivery.objects.filter(status=Delivery.Status.WAITING, due_at__lte=timezone.now())
    due = list(waiting.order_by("due_at").values_list("pk", flat=True)[:200])
    for pk in due:
        _enqueue(pk)
    return len(due)


def deliver(delivery_id: int) -> None:
    """Send a message that is due, unless another worker is at it."""
    cache.delete(_queued(delivery_id))
    delivery = _claim(delivery_id)
    if delivery is None:
        return
    webhook = delivery.webhook
    started = time.monotonic()
    status, problem = outbound.post(
        webhook.url,
        delivery.body.encode(),
        {
            "Content-Type": "application/json",
            "User-Agent": "Hakem",
            "Hakem-Kind": delivery.happening,
            "Hakem-Message": str(delivery.message),
            "Hakem-Signature": signature(webhook.secret, delivery.body),
        },
    )
    _note(delivery, status, problem, round((time.monotonic() - started) * 1000))


def signature(secret: str, body: str, now: int | None = None) -> str:
    """`t=…,v1=…`: HMAC-SHA256 of the time, a dot and the body. The time stops replays."""
    at = int(time.time()) if now is None else now
    mac = hmac.new(secret.encode(), f"{at}.{body}".encode(), hashlib.sha256)
    return f"t={at},v1={mac.hexdigest()}"


def _claim(delivery_id: int) -> Delivery | None:
    with transaction.atomic():
        delivery = (
            Delivery.objects.select_for_update(skip_locked=True, of=("self",))
            .select_related("webhook")
            .filter(
                pk=delivery_id,
                status=Delivery.Status.WAITING,
                due_at__lte=timezone.now(),
                webhook__withdrawn_at=None,
            )
            .first()
        )
        if delivery is None:
            return None
        delivery.attempts += 1
        rests = _rests(delivery)
        if rests:
            _put_off(delivery)
        else:
            delivery.due_at = timezone.now() + CLAIM
        delivery.save(update_fields=["attempts", "due_at", "status", "finished_at"])
    return None if rests else delivery


def _rests(delivery: Delivery) -> bool:
    """Another message to the same address did not arrive and waits to be tried again: until
    then the others wait too, so that a dead address does not keep the workers from pairing."""
    others = delivery.webhook.deliveries.filter(
        status=Delivery.Status.WAITING, due_at__gt=timezone.now()
    )
    return others.exclude(pk=delivery.pk).exclude(tries=[]).exists()


def _put_off(delivery: Delivery) -> None:
    """Until the next try; or for good, when there is none."""
    now = timezone.now()
    if delivery.attempts > len(BACKOFF):
        delivery.status = Delivery.Status.FAILED
        delivery.finished_at = now
    else:
        delivery.due_at = next_try(now, delivery.attempts)


def _note(delivery: Delivery, status: int, problem: str, milliseconds: int) -> None:
    now = timezone.now()
    delivery.tries = [
        *delivery.tries[-(TRIES_SHOWN - 1) :],
        {"at": now.isoformat(), "status": status, "problem": problem, "ms": milliseconds},
    ]
    if 200 <= status < 300:
        delivery.status = Delivery.Status.DONE
        delivery.finished_at = now
    else:
        _put_off(delivery)
    # Only while it still waits: withdrawn meanwhile, it stays given up.
    Delivery.objects.filter(pk=delivery.pk, status=Delivery.Status.WAITING).update(
        status=delivery.status,
        tries=delivery.tries,
        due_at=delivery.due_at,
        finished_at=delivery.finished_at,
    )


def next_try(now: datetime, attempts: int) -> datetime:
    return now + timedelta(seconds=BACKOFF[attempts - 1])


def forget_old_deliveries() -> None:
    """The log of deliveries goes back three months."""
    limit = timezone.now() - timedelta(days=90)
    over = Delivery.objects.exclude(status=Delivery.Status.WAITING)
    forget(over.filter(created_at__lt=limit))
