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

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse
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
    Irregular,
    KnockoutGame,
    LogEntry,
    Pairing,
    User,
    Webhook,
)
from tournaments.queries.reports.irregular import UNDONE
from tournaments.services.programs import outbound
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

#: the acts after which standings look as before; after every other they may look different
_KEEPS_STANDINGS = frozenset(
    {
        # an event, its people, its papers and its programs
        *("document.made", "document.posted", "document.taken_down", "prizes.changed"),
        *("document.linked", "papers.chosen"),
        *("report.sent", "screen.added", "screen.announced", "screen.changed", "screen.removed"),
        *("schedule.hidden", "schedule.shown", "staff.changed"),
        *("staff.invitation_withdrawn", "staff.invited", "token.made", "token.withdrawn"),
        *("webhook.made", "webhook.withdrawn", "arbiters_report.written"),
        *("incident.noted", "incident.changed", "incident.taken_back"),
        # nothing is left that a program could ask for
        *("tournament.import_undone", "tournament.removed"),
        # what is to come
        *("bye.cancelled", "bye.granted", "checkin.absent", "checkin.closed", "checkin.expected"),
        *("checkin.present", "checkin.reopened", "checkin.undone", "forbidden.added"),
        *("bye.several", "bye.several_back", "checkin.several", "checkin.several_back"),
        *("forbidden.removed", "knockout.planned", "lineup.by_rule", "lineup.handed_in"),
        *(
            "groups.made",
            "playoff.conditions",
            "matches.announced",
            "matches.discarded",
            "matches.exchanged",
            "matches.hidden",
            "matches.paired",
            "team.bye_cancelled",
            "team.bye_given",
            "playoff.planned",
            "tournament.created",
            "tournament.reopened",
        ),
        *("team.link_closed", "team.link_not_sent", "team.link_renewed", "team.link_sent"),
        # a round on the way to being published; what was looked at again
        *("boards.ordered", "draft.promoted", "hand.abandoned", "hand.begun", "hand.late_arrival"),
        *("round.draft_discarded", "round.finished", "round.not_sealed", "round.paired"),
        *("round.position_drawn", "round.seal_differs", "round.sealed"),
        *("chairs.noted", "chairs.taken", "ratings.checked", "result.confirmed"),
    }
)
#: a result of a board, of a game of a knock-out or play-off, of a whole match
_RESULTS = frozenset(
    {
        "result.entered",
        "result.changed",
        "result.cleared",
        "game.entered",
        "game.changed",
        "game.cleared",
        "match.forfeited",
        "match.forfeit_undone",
    }
)
#: somebody who plays no more
_LEAVING = frozenset({"entry.withdrawn", "entry.expelled", "team.withdrawn"})
#: what stands on the pages of an event beside its games
_CHANGES_EVENT = frozenset({"event.changed", "tournament.changed", "schedule.changed"})


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
    found = happenings_of(entry)
    event = entry.tournament.event_id if entry.tournament else entry.event_id
    if entry.tournament is None:  # it concerns the whole event
        found = [one for one in found if one is Happening.EVENT_CHANGED]
    if not found or event is None:
        return
    for webhook in Webhook.objects.filter(event_id=event, withdrawn_at=None).order_by("pk"):
        for happening in found:
            if happening in webhook.happenings:
                _write_down(webhook, happening, entry)


def happenings_of(entry: LogEntry) -> list[Happening]:
    act = entry.act
    if act == UNDONE:  # what it put back on a board has a line of its own
        undone = _undone(entry).act
        return [
            Happening.RESULT_CORRECTED
            if undone == "result.report_corrected"
            else Happening.STANDINGS_CHANGED
        ]
    if act == "round.published":
        return [Happening.ROUND_PUBLISHED, Happening.STANDINGS_CHANGED]
    if act == "round.unpublished":
        return [Happening.ROUND_TAKEN_BACK, Happening.STANDINGS_CHANGED]
    if act == "round.edited":
        return [Happening.PAIRING_CHANGED] if _is_public(entry) else []
    if act in _LEAVING:
        return [Happening.PLAYER_WITHDRAWN, Happening.STANDINGS_CHANGED]
    if act in _CHANGES_EVENT:
        return [Happening.EVENT_CHANGED] + (
            [Happening.STANDINGS_CHANGED] if act == "tournament.changed" else []
        )
    if act == "tournament.finished":
        return [Happening.TOURNAMENT_FINISHED]
    if act in _RESULTS:
        corrected = entry.irregular in (Irregular.CORRECTION, Irregular.ADJOURNMENT)
        told = Happening.RESULT_CORRECTED if corrected else Happening.RESULT_CHANGED
        return [told, Happening.STANDINGS_CHANGED]
    if act == "result.report_corrected":
        return [Happening.RESULT_CORRECTED]  # in the rating report alone: no standings change
    return [] if act in _KEEPS_STANDINGS else [Happening.STANDINGS_CHANGED]


def _is_public(entry: LogEntry) -> bool:
    assert entry.tournament is not None
    round_ = entry.tournament.round(entry.round_number or 0)
    return round_ is not None and round_.is_public


def _undone(entry: LogEntry) -> LogEntry:
    """The line as if it told of the row that was taken back."""
    told = entry.after or {}
    return LogEntry(
        act=told.get("act", ""),
        target=told.get("about", ""),
        before=entry.before,
        after=told.get("restored"),
    )


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
    delivery.body = json.dumps(_message(delivery, entry), ensure_ascii=False)
    delivery.save()
    if happening is not Happening.STANDINGS_CHANGED:
        transaction.on_commit(partial(_enqueue, delivery.pk), robust=True)


def _head(delivery: Delivery, at: datetime) -> dict[str, Any]:
    """The beginning of every message."""
    return {
        "id": str(delivery.message),
        "kind": str(delivery.happening),
        "at": at.isoformat(),
        "event": delivery.webhook.event.slug,
    }


def _message(delivery: Delivery, entry: LogEntry) -> dict[str, Any]:
    """Small, and only what is public anyway: whoever hears it asks the API for the rest."""
    message, tournament = _head(delivery, entry.at), delivery.tournament
    if tournament is None:
        slug = delivery.webhook.event.slug
        return {**message, "url": f"{settings.SITE_URL}/api/v1/events/{slug}/"}
    api = f"{settings.SITE_URL}/api/v1/tournaments/{tournament.pk}/"
    message["tournament"] = {"id": tournament.pk, "name": tournament.name, "url": api}
    if delivery.happening == Happening.EVENT_CHANGED:
        return {**message, "url": api}
    if delivery.happening == Happening.STANDINGS_CHANGED:
        return {**message, "url": f"{api}standings/"}
    if entry.round_number:
        message["round"] = entry.round_number
        message["url"] = f"{api}rounds/{entry.round_number}/"
    line = _undone(entry) if entry.act == UNDONE else entry
    return message | _what(line, f"{settings.SITE_URL}/api/v1/")


def _what(entry: LogEntry, api: str) -> dict[str, Any]:
    """The board, game or match whose result it is, what stood there and what stands there now."""
    kind, _colon, pk = entry.target.partition(":")
    result = {"before": entry.before, "after": entry.after}
    if kind == "pairing":
        board = Pairing.objects.filter(pk=pk).values_list("board", flat=True).first()
        found: dict[str, Any] = {
            "board": {"id": int(pk), "board": board},
            "result": result,
            "url": f"{api}boards/{pk}/",
        }
        if entry.act == "result.report_corrected":
            found["report_only"] = True
        return found
    if kind == "entry":
        return {"player": {"id": int(pk)}, "url": f"{api}players/{pk}/"}
    if kind == "team":
        return {"team": {"id": int(pk)}, "url": f"{api}teams/{pk}/"}
    if kind == "match":
        before = (entry.before or {}).get("forfeit", "")
        return {
            "match": {"id": int(pk)},
            "result": {**result, "before": before},
            "url": f"{api}matches/{pk}/",
        }
    if kind == "knockoutgame":
        game = KnockoutGame.objects.get(pk=pk)
        told = {"tie": game.tie, "phase": game.phase, "number": game.number, "board": game.board}
        return {
            "knockout": game.knockout_id,
            "game": told,
            # Behind the code stands, in the history, whose flag fell later.
            "result": {when: (code or "")[:2] for when, code in result.items()},
            "url": settings.SITE_URL + reverse("api:game", args=[game.knockout_id, game.key]),
        }
    return {}


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
