"""The logo of an event and its sponsors: drawn anew from what was sent, kept in the store."""

import hashlib
import io
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from PIL import Image

from tournaments.kernel import stores
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import Emblem, Event, User
from tournaments.services.hall.floor_plan import opened_picture

LOGO, SPONSOR = "logo", "sponsor"
MOST_SPONSORS = 8
LONGEST_NAME = 80
#: enough for paper, small enough for a slow line
LARGEST = (640, 320)


def add_emblem(*, event: Event, kind: str, name: str, picture: bytes, by: User) -> Event:
    """A new logo takes the place of the old one; sponsors stand in the order they came."""
    data, (width, height) = _drawn(picture)
    digest = hashlib.blake2b(data, digest_size=9).hexdigest()
    with act("event.emblem_added", event, by=by) as done:
        event = done.row
        if kind not in (LOGO, SPONSOR):
            raise Refused("emblem.unknown_kind")
        name = name.strip()[:LONGEST_NAME] or event.name
        kept = [one for one in event.emblems if kind == SPONSOR or one["kind"] == SPONSOR]
        if any(one["digest"] == digest for one in kept):
            return done.nothing(event)
        if kind == SPONSOR and len(event.sponsors) >= MOST_SPONSORS:
            raise Refused("emblem.too_many", most=MOST_SPONSORS)
        _keep(event, digest, data)
        new = {"kind": kind, "name": name, "digest": digest, "width": width, "height": height}
        _save(event, [*kept, new])
        done.record(event, label=name, after={"emblem": kind})
        return event


def remove_emblem(*, event: Event, digest: str, by: User) -> Event:
    with act("event.emblem_removed", event, by=by) as done:
        event = done.row
        gone = next((one for one in event.emblems if one["digest"] == digest), None)
        if gone is None:
            return done.nothing(event)
        _save(event, [one for one in event.emblems if one["digest"] != digest])
        done.record(event, label=gone["name"], before={"emblem": gone["kind"]})
        return event


def _save(event: Event, emblems: list[dict[str, Any]]) -> None:
    event.emblems = emblems
    event.save(update_fields=["emblems"])
    named = [one["digest"] for one in emblems]
    for row in Emblem.objects.filter(event=event).exclude(digest__in=named):
        store = stores.store_of(row.store)
        if store is not None:
            transaction.on_commit(partial(store.delete, row.key))
        row.delete()


def _keep(event: Event, digest: str, data: bytes) -> None:
    store, key = stores.store_of(settings.PAPERS_STORE), f"emblems/{event.pk}/{digest}.png"
    if store is not None:
        store.put(key, data)
    Emblem.objects.get_or_create(
        event=event,
        digest=digest,
        defaults={
            "store": settings.PAPERS_STORE,
            "key": key,
            "data": data if store is None else None,
        },
    )


def _drawn(sent: bytes) -> tuple[bytes, tuple[int, int]]:
    picture = opened_picture(sent)
    picture.thumbnail(LARGEST, Image.Resampling.LANCZOS)
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue(), picture.size
