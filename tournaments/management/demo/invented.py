"""The common parts of the invented events: the demo event and the OPEN-200."""

from datetime import date, timedelta
from typing import Any

from tournaments.models import Event, Tournament, User
from tournaments.services.setup.events import create_event, create_tournament


def invented_event(chief: User, name: str, first_day: date, days: int, venue: str) -> Event:
    return create_event(
        by=chief,
        name=name,
        starts_on=first_day,
        ends_on=first_day + timedelta(days=days - 1),
        city="İzmir",
        venue=venue,
        federation="TUR",
        organiser="Türkiye Satranç Federasyonu",
        time_zone="Europe/Istanbul",
    )


def invented_tournament(event: Event, chief: User, name: str, **values: Any) -> Tournament:
    return create_tournament(event=event, by=chief, name=name, time_control="90' + 30\"", **values)
