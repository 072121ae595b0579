"""Cups for tests: events with results that are written down, not played."""

from datetime import date

from django.utils import timezone

from federation.models import Cup, CupEvent, CupSection, Member, PlayerResult
from tests import factories
from tournaments.models import RegisteredPlayer, Tournament

DAY = date(2026, 3, 1)


def people(*names, **values):
    """Members of the federation, by name."""
    found = []
    for name in names:
        player = RegisteredPlayer.objects.create(
            name=name, search_key=name.lower(), federation="TUR", **values
        )
        Member.objects.create(player=player)
        found.append(player)
    return found


def finished(players, places=(), *, name="", day=DAY, **values):
    """A finished tournament in which these players had these places."""
    places = places or range(1, len(players) + 1)
    tournament = factories.tournament(0)
    event = tournament.event
    event.name, event.starts_on, event.ends_on = name or event.name, day, day
    event.public = True
    event.save()
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=timezone.now())
    for number, (player, place) in enumerate(zip(players, places, strict=True), start=1):
        entry = tournament.entries.create(name=player.name, player=player, tpn=number)
        PlayerResult.objects.create(
            entry=entry, player=player, tournament=tournament, event=event, ended_on=day,
            kind=values.get("kind", "standard"), place=place, players=len(players),
            games=values.get("games", 7), points=10 * (len(players) - place),
        )  # fmt: skip
    tournament.refresh_from_db()
    return tournament


def cup_of(*tournaments, **values):
    """A published cup with one section of these tournaments; 25, 20, 16 points."""
    usual = {"name": "Anadolu Kupası", "slug": "anadolu", "year": 2026, "state": Cup.State.OPEN}
    cup = Cup.objects.create(**(usual | {"table": [25, 20, 16], "least": 1} | values))
    section = CupSection.objects.create(cup=cup, name=cup.name, slug="open")
    for tournament in tournaments:
        CupEvent.objects.create(section=section, tournament=tournament)
    return cup
