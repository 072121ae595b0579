"""Applications and events of a calendar, as the tests need them."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django.utils import timezone

from federation.models import Arbiter, CalendarEvent, Club, Province
from federation.services.calendar import (
    Begun,
    approve,
    change_application,
    draft_event,
    send_application,
)
from tests import factories
from tests.federation.officers import officer
from tests.pages import Page
from tournaments.core.text import fold
from tournaments.models import RegisteredPlayer, User

SECTION = {"name": "A", "system": "fide2026.dutch", "rounds": 7}


def province(code: str = "35", name: str = "İzmir") -> Province:
    return Province.objects.get_or_create(code=code, defaults={"name": name, "slug": code})[0]


def club(code: str = "35-1") -> Club:
    values = {"name": "Karşıyaka SK", "slug": code, "province": province()}
    return Club.objects.get_or_create(code=code, defaults=values)[0]


def organiser(name: str = "organiser") -> User:
    user = factories.user(name)
    user.email, user.language = f"{name}@example.org", "en"
    user.save()
    return user


def arbiter(name: str = "Ak, Deniz", level: str = "FA", user: User | None = None) -> Arbiter:
    player = RegisteredPlayer.objects.create(name=name, federation="TUR", search_key=fold(name))
    return Arbiter.objects.create(player=player, level=level, user=user)


def in_days(days: int) -> date:
    return timezone.localdate() + timedelta(days=days)


def at(day: date) -> datetime:
    return datetime.combine(day, time(12), timezone.get_default_timezone())


def draft(by: User | None = None, **values: Any) -> CalendarEvent:
    """With everything that the regulations need."""
    by = by or organiser(f"organiser{User.objects.count()}")
    first = values.pop("starts_on", in_days(40))
    sections = values.pop("sections", [SECTION])
    arbiters = values.pop("arbiters", None)
    begun = Begun(
        name=values.pop("name", "İzmir Açık"),
        starts_on=first,
        province=values.pop("province", None) or province(),
        club=values.pop("club", None),
    )
    made = draft_event(begun=begun, by=by)
    known = {
        "ends_on": first + timedelta(days=2),
        "city": "İzmir",
        "venue": "Kültürpark",
        "time_control": "90 min + 30 s",
        "contact_email": f"{by.username}@example.org",
    }
    return change_application(
        calendar=made, by=by, values=known | values, sections=sections, arbiters=arbiters
    )


def sent(by: User | None = None, **values: Any) -> CalendarEvent:
    made = draft(by, **values)
    return send_application(calendar=made, by=made.applicant)


def approved(by: User | None = None, **values: Any) -> CalendarEvent:
    office = values.pop("office", None) or officer()
    return approve(calendar=sent(by, **values), by=office)


def fields_of(answer: Any, selector: str) -> dict[str, Any]:
    """The fields of a form as a browser would send them, without its buttons."""
    (form,) = Page(answer).tree.css(selector)
    sent: dict[str, Any] = {}
    for node in form.css("input, select, textarea"):
        told = node.attributes
        name, kind = told.get("name"), told.get("type")
        if not name or (kind in ("checkbox", "radio") and "checked" not in told):
            continue
        if node.tag == "select":
            chosen = node.css("option[selected]") or node.css("option")[:1]
            sent[name] = chosen[0].attributes.get("value") or "" if chosen else ""
        elif node.tag == "textarea":
            sent[name] = node.text()
        else:
            sent[name] = told.get("value") or ("on" if kind == "checkbox" else "")
    return sent
