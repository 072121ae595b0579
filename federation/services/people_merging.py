"""Two rows of the register that are one person: everything that hangs on the one goes over to the
other, and all of it is kept so that they can be parted again exactly as they were.

What points to a person is asked of the models, so that a table that is new is not forgotten. A row
that the kept person has already (a licence of the same season, a rating of the same months) is set
aside: kept in the merge, and back in its table when it is undone.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.apps import apps
from django.core import serializers
from django.db import IntegrityError, models, transaction
from django.db.models import ForeignKey
from django.utils import timezone

from federation.models import Booking, Member, Membership, Merge
from federation.services.people import QUIET, strength_of
from federation.wording.people import ROWS, TOLD_APART
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import (
    Entry,
    LogEntry,
    OwnRating,
    PastRating,
    RegisteredPlayer,
    Tournament,
    User,
)

#: rows that count for a time: from, until, and what they are counted apart by
_SPANS: dict[type[models.Model], tuple[str, str, tuple[str, ...]]] = {
    PastRating: ("month", "until", ("kind",)),
    OwnRating: ("month", "until", ("list_id",)),
    Membership: ("from_on", "until_on", ()),
}
#: never set aside: somebody counts on it
_SETTLED_BY_HAND = (Booking, Entry)
#: filled from the other row where the kept one has nothing
_FILLED = (
    "title", "sex", "birth_date", "club", "fide_id", "national_id",
    "standard", "rapid", "blitz", "national", "k_standard", "k_rapid", "k_blitz",
    "list_month", "national_month",
)  # fmt: skip
_FILLED_OF_MEMBER = (
    "born_on", "province_id", "club_id", "email", "parent_name", "parent_email", "user_id",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """A column that points to a person."""

    model: type[models.Model]
    field: str

    @property
    def name(self) -> str:
        return f"{self.model._meta.label_lower}.{self.field}"

    @property
    def title(self) -> str:
        meta = self.model._meta
        return str(ROWS.get(meta.label_lower, meta.verbose_name_plural))

    def rows(self, player: int) -> Any:
        return self.model._base_manager.filter(**{self.field: player})


def places() -> Iterator[Place]:
    """Every column that points to a registered player or a member, of whatever app; of the member
    itself there is one at most, which is merged like the player."""
    for model in apps.get_models(include_auto_created=True):
        if model is Member:
            continue
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model in (RegisteredPlayer, Member):
                yield Place(model, field.name)


@dataclass(frozen=True, slots=True)
class Hanging:
    """How many rows of a kind hang on each of the two."""

    title: str
    kept: int
    gone: int


def hanging_on(kept: RegisteredPlayer, gone: RegisteredPlayer) -> list[Hanging]:
    found = [
        Hanging(place.title, place.rows(kept.pk).count(), place.rows(gone.pk).count())
        for place in places()
    ]
    return [one for one in found if one.kept or one.gone]


def merge_players(
    *,
    kept: RegisteredPlayer,
    gone: RegisteredPlayer,
    by: User | None,
    reason: str = "",
    confirmed: str = "",
) -> Merge:
    """Everything of `gone` becomes that of `kept`; the address of `gone` leads there."""
    if kept.pk == gone.pk:
        raise Refused("merge.same")
    with (
        _both(kept, gone) as (kept, gone),
        act("person.merged", kept, by=by, confirmed=confirmed, quiet=QUIET) as done,
    ):
        kept = done.row
        _guard(kept, gone)
        done.require("person.merged", level=3, reasons=_reasons(kept, gone), subject=str(gone.pk))
        made = Merge(
            kept=kept, gone=gone.pk, reason=reason[:300], by=by, moved={}, before={},
            was={"player": _data(gone), "members": [], "aside": []},
        )  # fmt: skip
        kept_member, gone_member = _member(kept), _member(gone)
        made.was["made_member"] = kept_member is None and gone_member is not None
        if gone_member is not None:
            made.was["members"] = [_data(gone_member)]
            if kept_member is None:
                kept_member = Member.objects.create(player=kept)
        for place in places():
            _move(place, kept.pk, gone.pk, made)
        # Its unique columns are free before they are filled in.
        if gone_member is not None:
            Member.objects.filter(pk=gone.pk).delete()
        RegisteredPlayer.objects.filter(pk=gone.pk).delete()
        made.before["player"] = _fill(kept, gone, _FILLED)
        if kept_member is not None:
            if gone_member is not None:
                made.before["member"] = _fill(kept_member, gone_member, _FILLED_OF_MEMBER)
            _settle(kept_member)
        made.save()
        done.record(
            kept, label=kept.name, before={"double": gone.pk}, after=_counts(made), reason=reason
        )
        return made


@contextmanager
def _both(
    kept: RegisteredPlayer, gone: RegisteredPlayer
) -> Iterator[tuple[RegisteredPlayer, RegisteredPlayer]]:
    """The two of them, locked: always in the same order, so that two registrars who merge them
    from either side wait for each other. The second finds one of them gone."""
    with transaction.atomic():
        rows = RegisteredPlayer.objects.filter(pk__in=(kept.pk, gone.pk)).order_by("pk")
        found = {one.pk: one for one in rows.select_for_update()}
        if len(found) < 2:
            raise Refused("merge.gone_already")
        yield found[kept.pk], found[gone.pk]


def undo_merge(*, merge: Merge, by: User | None, confirmed: str = "") -> RegisteredPlayer:
    """The double is there again, with everything that it had and under its own number."""
    merge = Merge.objects.select_related("kept").get(pk=merge.pk)  # merged on since
    with act("person.parted", merge.kept, by=by, confirmed=confirmed, quiet=QUIET) as done:
        kept = done.row
        merge = Merge.objects.select_for_update().get(pk=merge.pk)
        if merge.undone_at is not None:
            raise Refused("merge.undone_already")
        if Merge.objects.filter(kept=kept, undone_at=None, pk__gt=merge.pk).exists():
            raise Refused("merge.later_first")
        reasons = [Reason("merge.part_effect", {"name": kept.name})]
        done.require("person.parted", level=3, reasons=reasons, subject=str(merge.pk))
        _put_back(kept, merge.before.get("player", {}))
        kept_member = _member(kept)
        if kept_member is not None:
            _put_back(kept_member, merge.before.get("member", {}))
        try:
            with transaction.atomic():
                _load(merge.was["player"])
                _load(merge.was["members"])
        except IntegrityError as error:
            raise Refused("merge.number_taken") from error
        for place in places():
            rows = merge.moved.get(place.name, [])
            place.rows(kept.pk).filter(pk__in=rows).update(**{place.field: merge.gone})
        _load(merge.was["aside"])
        if kept_member is not None and merge.was.get("made_member"):
            Member.objects.filter(pk=kept.pk).delete()
        elif kept_member is not None:
            _settle(kept_member)
        merge.undone_at = timezone.now()
        merge.save(update_fields=["undone_at"])
        again = RegisteredPlayer.objects.get(pk=merge.gone)
        done.record(kept, label=kept.name, after={"double": merge.gone})
        return again


def tell_apart(*, one: RegisteredPlayer, other: RegisteredPlayer, by: User | None) -> None:
    """They are not the same person: the desk offers them as doubles no more. The history keeps
    it; whoever was wrong merges them by number all the same."""
    if one.pk == other.pk:
        raise Refused("merge.same")
    with act(TOLD_APART, one, by=by, quiet=QUIET) as done:
        said = LogEntry.objects.filter(
            target=f"registeredplayer:{one.pk}", act=TOLD_APART, after__double=other.pk
        )
        if said.exists():
            return done.nothing()
        done.record(done.row, label=one.name, after={"double": other.pk})


# --- Guards ---------------------------------------------------------------------------------------


def _guard(kept: RegisteredPlayer, gone: RegisteredPlayer) -> None:
    if kept.fide_id and gone.fide_id and kept.fide_id != gone.fide_id:
        raise Refused("merge.two_fide_ids", one=kept.fide_id, other=gone.fide_id)
    both = Tournament.objects.filter(entries__player=kept).filter(entries__player=gone)
    if (met := both.select_related("event").first()) is not None:
        raise Refused("merge.played_together", tournament=met.full_name)


def _reasons(kept: RegisteredPlayer, gone: RegisteredPlayer) -> list[Reason]:
    """One that always asks, and one for each thing that speaks against it."""
    found = [Reason("merge.what_happens", {"gone": gone.name, "kept": kept.name})]
    if kept.birth_year and gone.birth_year and kept.birth_year != gone.birth_year:
        years = {"one": kept.birth_year, "other": gone.birth_year}
        found.append(Reason("merge.years_differ", years))
    if kept.sex and gone.sex and kept.sex != gone.sex:
        found.append(Reason("merge.sex_differs"))
    if kept.national_id and gone.national_id and kept.national_id != gone.national_id:
        numbers = {"one": kept.national_id, "other": gone.national_id}
        found.append(Reason("merge.numbers_differ", numbers))
    return found


# --- Steps ----------------------------------------------------------------------------------------


def _member(player: RegisteredPlayer) -> Member | None:
    return Member.objects.select_for_update().filter(pk=player.pk).first()


def _data(row: models.Model) -> Any:
    """A row with all its columns, to the microsecond."""
    return json.loads(json.dumps(serializers.serialize("python", [row])[0], default=str))


def _load(rows: Any) -> None:
    """Write rows as they were, under their own numbers. A list or one of them."""
    many = rows if isinstance(rows, list) else [rows] if rows else []
    for one in serializers.deserialize("python", many):
        one.save(force_insert=True)  # raw: no column is set anew on its way in


def _move(place: Place, kept: int, gone: int, made: Merge) -> None:
    rows = list(place.rows(gone))
    if not rows:
        return
    moved = made.moved.setdefault(place.name, [])
    for row in rows:
        if _overlaps(place, row, kept) or not _moved(place, row, kept):
            _set_aside(place, row, made)
        else:
            moved.append(row.pk)


def _overlaps(place: Place, row: models.Model, kept: int) -> bool:
    """The kept person has a row for this time already."""
    if type(row) not in _SPANS:
        return False
    begins, ends, apart = _SPANS[type(row)]
    same = {name: getattr(row, name) for name in apart}
    start, end = getattr(row, begins), getattr(row, ends) or date.max
    return any(
        (getattr(one, begins) < end and start < (getattr(one, ends) or date.max))
        or getattr(one, begins) == start
        for one in place.rows(kept).filter(**same)
    )  # fmt: skip


def _moved(place: Place, row: models.Model, kept: int) -> bool:
    try:
        with transaction.atomic():
            place.model._base_manager.filter(pk=row.pk).update(**{place.field: kept})
    except IntegrityError:
        return False
    return True


def _set_aside(place: Place, row: models.Model, made: Merge) -> None:
    """Only what nothing else hangs on: the rest is settled by hand first."""
    hangs = any(
        relation.related_model._base_manager.filter(**{relation.field.name: row.pk}).exists()
        for relation in row._meta.related_objects
        if isinstance(relation.field, ForeignKey) and not isinstance(relation.related_model, str)
    )
    if hangs or isinstance(row, _SETTLED_BY_HAND):
        raise Refused("merge.both_have", what=place.title)
    made.was["aside"].append(_data(row))
    place.model._base_manager.filter(pk=row.pk).delete()


def _fill(kept: models.Model, gone: models.Model, names: tuple[str, ...]) -> dict[str, Any]:
    """Fill what the kept row lacks; what it had, and what was filled in."""
    changed = {}
    for name in names:
        had, has = getattr(kept, name), getattr(gone, name)
        if not had and has:
            setattr(kept, name, has)
            changed[name] = {"had": had, "filled": _plain(has)}
    if changed:
        kept.save(update_fields=list(changed))
    return changed


def _put_back(row: models.Model, changed: dict[str, Any]) -> None:
    """Take out what was filled in, unless it was changed again since."""
    names = []
    for name, one in changed.items():
        if _plain(getattr(row, name)) == one["filled"]:
            setattr(row, name, one["had"])
            names.append(name)
    if names:
        row.save(update_fields=names)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _settle(member: Member) -> None:
    """The columns that only repeat what other rows say."""
    player = RegisteredPlayer.objects.get(pk=member.pk)
    open_ = Membership.objects.filter(player=player, until_on=None).first()
    member.strength = strength_of(player)
    if open_ is not None:
        member.club_id = open_.club_id
    member.save(update_fields=["strength", "club"])


def _counts(made: Merge) -> dict[str, Any]:
    return {
        "moved": sum(len(rows) for rows in made.moved.values()),
        "aside": len(made.was["aside"]),
        "entries": len(made.moved.get(f"{Entry._meta.label_lower}.player", [])),
    }
