"""Cups are defined, published and closed by the office. Whoever reads a published cup reads the
change at once; the history says what it was."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.utils.text import slugify

from federation.core.cups import TIE_BREAKS
from federation.models import Cup, CupCategory, CupEvent, CupSection, Section
from tournaments.core.text import fold
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.log import changed
from tournaments.models import Tournament, User

#: more of them is a mistake, or an attack
MOST = 60
#: names that an address below a cup's has already
_TAKEN = {"history", "standings"}


def free_slug(name: str, taken: Any, fallback: str) -> str:
    """An address from a name that nothing else in `taken` (a set of rows) has."""
    base = slugify(fold(name))[:50] or fallback
    slug, number = base, 1
    while slug in _TAKEN or taken.filter(slug=slug).exists():
        number += 1
        slug = f"{base}-{number}"
    return slug


def create_cup(*, values: Mapping[str, Any], by: User) -> Cup:
    """A draft with one section, which nobody else sees yet."""
    with act("cup.created", by, by=by, quiet="a draft is on no page") as done:
        cup = Cup.objects.create(slug=free_slug(values["name"], Cup.objects, "cup"), **values)
        CupSection.objects.create(cup=cup, name=cup.name, slug="open")
        done.record(cup, label=cup.name)
        return cup


def change_cup(*, cup: Cup, values: Mapping[str, Any], by: User, confirmed: str = "") -> Cup:
    """Its rules. Once people could read the table, the office is asked first."""
    with act("cup.changed", cup, by=by, confirmed=confirmed) as done:
        cup = done.row
        _open(cup)
        if unknown := [code for code in values.get("tie_breaks", ()) if code not in TIE_BREAKS]:
            raise Refused("cup.unknown_tie_break", field="tie_breaks", typed=unknown[0])
        before, after = changed(cup, dict(values))
        if not after:
            return done.nothing(cup)
        if cup.state == Cup.State.OPEN and _RULES & after.keys():
            reasons = [Reason("cup.rules_change_the_table", {"name": cup.name})]
            done.require("cup.changed", level=3, reasons=reasons)
        cup.version += 1
        cup.save()
        done.record(cup, label=cup.name, before=_said(before), after=_said(after))
        return cup


_RULES = {"rule", "table", "first", "step", "least", "shared", "best", "tie_breaks", "own_places"}


def _said(values: dict[str, Any]) -> dict[str, Any]:
    def words(value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list) else value

    return {name: words(value) for name, value in values.items()}


def add_section(*, cup: Cup, name: str, by: User) -> CupSection:
    with act("cup.section_added", cup, by=by) as done:
        cup = done.row
        _open(cup)
        _room(cup.sections.count())
        made: CupSection = cup.sections.create(
            name=name, slug=free_slug(name, cup.sections, "section"), position=cup.sections.count()
        )
        done.record(cup, label=f"{cup.name} · {name}")
        return made


def remove_section(*, section: CupSection, by: User, confirmed: str = "") -> None:
    with act("cup.section_removed", section.cup, by=by, confirmed=confirmed) as done:
        cup = done.row
        _open(cup)
        found = cup.sections.filter(pk=section.pk).first()
        if found is None:
            return done.nothing()
        if cup.sections.count() == 1:
            raise Refused("cup.last_section")
        if count := found.events.count():
            reasons = [Reason("cup.section_has_events", {"name": found.name, "count": count})]
            done.require("cup.section_removed", level=3, reasons=reasons, subject=str(found.pk))
        done.record(cup, label=f"{cup.name} · {found.name}")
        found.delete()


def add_category(*, cup: Cup, values: Mapping[str, Any], by: User) -> CupCategory:
    with act("cup.category_added", cup, by=by) as done:
        cup = done.row
        _open(cup)
        _room(cup.categories.count())
        if values["age_until"] and values["age_from"] > values["age_until"]:
            raise Refused("cup.ages_crossed", field="age_until")
        if not (values["age_from"] or values["age_until"] or values["sex"]):
            raise Refused("cup.category_of_everybody", field="name")
        slug = free_slug(values["name"], cup.categories, "category")[:40]
        made: CupCategory = cup.categories.create(
            slug=slug, position=cup.categories.count(), **values
        )
        done.record(cup, label=f"{cup.name} · {made.name}")
        return made


def remove_category(*, category: CupCategory, by: User, confirmed: str = "") -> None:
    with act("cup.category_removed", category.cup, by=by, confirmed=confirmed) as done:
        cup = done.row
        _open(cup)
        found = cup.categories.filter(pk=category.pk).first()
        if found is None:
            return done.nothing()
        reasons = [Reason("cup.category_effect", {"name": found.name})]
        done.require("cup.category_removed", level=3, reasons=reasons, subject=str(found.pk))
        done.record(cup, label=f"{cup.name} · {found.name}")
        found.delete()


def add_event(
    *,
    section: CupSection,
    by: User,
    part: Section | None = None,
    tournament: Tournament | None = None,
) -> CupEvent:
    """A section of the calendar or a tournament counts from now on."""
    with act("cup.event_added", section.cup, by=by) as done:
        cup = done.row
        _open(cup)
        _room(section.events.count())
        if part is not None and part.tournament_id:
            tournament = part.tournament
        teams = part.calendar.teams if part is not None else False
        if teams or (tournament is not None and tournament.format.pairs_teams):
            raise Refused("cup.event_of_teams")
        chosen = {"tournament": tournament} if tournament is not None else {"part": part}
        same = Q(**chosen)
        if tournament is not None:  # it may count as a section of the calendar already
            same |= Q(part__tournament=tournament)
        found = section.events.filter(same).first()
        if found is not None:
            return done.nothing(found)
        made = section.events.create(position=section.events.count(), **chosen)
        done.record(cup, label=f"{cup.name} · {_name(made)}")
        return made


def change_event(*, event: CupEvent, weight: int, always: bool, by: User) -> CupEvent:
    with act("cup.event_changed", event.section.cup, by=by) as done:
        cup = done.row
        _open(cup)
        found = CupEvent.objects.get(pk=event.pk)
        before, after = changed(found, {"weight": weight, "always": always})
        if not after:
            return done.nothing(found)
        found.save(update_fields=list(after))
        done.record(cup, label=f"{cup.name} · {_name(found)}", before=before, after=after)
        return found


def remove_event(*, event: CupEvent, by: User, confirmed: str = "") -> None:
    with act("cup.event_removed", event.section.cup, by=by, confirmed=confirmed) as done:
        cup = done.row
        _open(cup)
        found = CupEvent.objects.filter(pk=event.pk).first()
        if found is None:
            return done.nothing()
        reasons = [Reason("cup.event_effect", {"name": _name(found)})]
        done.require("cup.event_removed", level=3, reasons=reasons, subject=str(found.pk))
        done.record(cup, label=f"{cup.name} · {_name(found)}")
        found.delete()


def publish_cup(*, cup: Cup, by: User) -> None:
    _to(cup, "cup.published", Cup.State.DRAFT, Cup.State.OPEN, by)


def close_cup(*, cup: Cup, by: User, confirmed: str = "") -> None:
    """The table is final. While an event is open the office is asked first."""
    with act("cup.closed", cup, by=by, confirmed=confirmed) as done:
        found = done.row
        if found.state == Cup.State.CLOSED:
            return done.nothing()
        if found.state == Cup.State.DRAFT:
            raise Refused("cup.not_published")
        events = CupEvent.objects.filter(section__cup=found)
        over = Q(tournament__finished_at__isnull=False) | Q(
            part__tournament__finished_at__isnull=False
        )
        open_ones = events.exclude(over).count()
        if open_ones:
            reasons = [Reason("cup.events_not_over", {"count": open_ones})]
            done.require("cup.closed", level=3, reasons=reasons)
        found.state = Cup.State.CLOSED
        found.save(update_fields=["state"])
        done.record(found, label=found.name)


def reopen_cup(*, cup: Cup, by: User) -> None:
    _to(cup, "cup.reopened", Cup.State.CLOSED, Cup.State.OPEN, by)


def hide_cup(*, cup: Cup, by: User) -> None:
    """Back to a draft: a way back from publishing too early."""
    _to(cup, "cup.hidden", Cup.State.OPEN, Cup.State.DRAFT, by)


def _to(cup: Cup, name: str, come_from: str, go_to: str, by: User) -> None:
    with act(name, cup, by=by) as done:
        found = done.row
        if found.state == go_to:
            return done.nothing()
        if found.state != come_from:
            raise Refused("cup.not_in_this_state")
        found.state = go_to
        found.save(update_fields=["state"])
        done.record(found, label=found.name)


def remove_cup(*, cup: Cup, by: User, confirmed: str = "") -> None:
    """A draft goes for good; what people have read stays."""
    with act("cup.removed", cup, by=by, confirmed=confirmed, quiet="a draft is on no page") as done:
        found = done.row
        if found.state != Cup.State.DRAFT:
            raise Refused("cup.only_drafts_go")
        events = CupEvent.objects.filter(section__cup=found).count()
        reasons = [Reason("cup.removed_for_good", {"name": found.name, "count": events})]
        done.require("cup.removed", level=3, reasons=reasons)
        done.record(found, label=found.name)
        found.delete()


def _open(cup: Cup) -> None:
    if cup.state == Cup.State.CLOSED:
        raise Refused("cup.is_closed")


def _room(count: int) -> None:
    if count >= MOST:
        raise Refused("cup.too_many", most=MOST)


def _name(event: CupEvent) -> str:
    if event.tournament is not None:
        return event.tournament.full_name
    assert event.part is not None, "a constraint of the database"
    return f"{event.part.calendar.name} · {event.part.name}"
