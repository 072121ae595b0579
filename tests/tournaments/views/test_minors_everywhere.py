"""No public address has the name of a minor in full where such names are shortened.

Every public route in both languages, every reading route of the API, files, pictures, frames and
screens are walked, in every kind of event.
"""

from functools import partial

import pytest
from django.db.models import Max

from tests import factories
from tests.tournaments import knockout_events, team_events
from tests.tournaments.views.test_doors import public_addresses
from tests.tournaments.views.test_nothing_unpublished import api_addresses
from tournaments.documents import picture
from tournaments.models import Event, Prize, Tournament
from tournaments.services.knockout import playoff

pytestmark = pytest.mark.django_db

GIVEN = "Gizlikalsın"


def swiss(**values):
    made = factories.tournament(6, **values)
    factories.play(made, 2)
    return made


def round_robin():
    made = factories.tournament(4, system="handbook.round_robin", total_rounds=3)
    Tournament.objects.filter(pk=made.pk).update(schedule_public=True)
    factories.play(made, 2)
    return made


def knockout(*, over=False):
    made = knockout_events.announced(knockout_events.knockout(4))
    knockout_events.play_out(made, games=1000 if over else 2)
    return made.tournament


def play_off():
    made = knockout_events.level_three()
    final = playoff.prepare_playoff(tournament=made, place=1, level=[], by=None)
    knockout_events.play_out(knockout_events.announced(final), games=1)
    return made


def teams(system=team_events.ROUND_ROBIN):
    made = team_events.team_event(3, 2, system=system, drawn=system == team_events.ROUND_ROBIN)
    if system != team_events.ROUND_ROBIN:
        knockout_events.announced(made.knockouts.get())
    team_events.play_round(made, 1)
    return made


EVENTS = {
    "swiss": partial(swiss, system="handbook.dubov"),
    "knock-out": knockout,
    "teams": teams,
}
MORE_EVENTS = {
    "round robin": round_robin,
    "knock-out decided": partial(knockout, over=True),
    "play-off": play_off,
    "knock-out of teams": partial(teams, "handbook.team_knockout"),
}


@pytest.fixture(
    params=[*EVENTS, *(pytest.param(one, marks=pytest.mark.full) for one in MORE_EVENTS)]
)
def tournament(request):
    made = (EVENTS | MORE_EVENTS)[request.param]()
    for place, entry in enumerate(made.entries.order_by("pk"), start=1):
        made.entries.filter(pk=entry.pk).update(
            name=f"Kaya{place:02}, {GIVEN}", birth_date="2012-03-04", sex="w"
        )
    Prize.objects.create(tournament=made, position=1, first=1, last=3, amount=100)
    Event.objects.filter(pk=made.event_id).update(shorten_minors=True)
    made.refresh_from_db()
    made.save()  # pages kept before are old
    return made


def addresses(tournament):
    public = tournament.rounds.filter(published_at__isnull=False)
    number = public.aggregate(last=Max("number"))["last"] or 1
    plans = set(tournament.knockouts.values_list("pk", flat=True))
    yield from public_addresses(tournament, number)
    if plans:  # the play-off that the walk makes for itself is none in a knock-out
        tournament.knockouts.exclude(pk__in=plans).delete()
    yield from (path for path in api_addresses(tournament, number) if "<" not in path)
    place = f"{tournament.event.slug}/{tournament.slug}"
    for language in ("tr", "en"):
        yield f"/{language}/e/{tournament.event.slug}/?q=kaya"
        yield f"/{language}/e/{place}/players/?order=name"
        yield f"/{language}/e/{place}/rounds/{number}/?q=kaya"
        for page in ("standings", "players", "crosstable", "prizes", "about"):
            yield f"/{language}/e/{place}/{page}/table.csv"
        for plan in plans:
            yield f"/{language}/e/{place}/knockout/{plan}/"
            yield f"/{language}/e/{place}/knockout/{plan}/preview.png"
    yield from (f"/api/v1/players/{pk}/" for pk in tournament.entries.values_list("pk", flat=True))


def test_a_minor_is_nowhere_in_full(client, tournament, monkeypatch):
    drawn = []
    monkeypatch.setattr(picture, "draw", lambda one, _label: drawn.append(one.words) or b"png")
    found, shown = [], 0
    for path in dict.fromkeys(addresses(tournament)):
        answer = client.get(path)
        text = answer.getvalue().decode(errors="replace")
        shown += "Kaya0" in text
        if GIVEN in text or GIVEN.encode("unicode_escape").decode() in text:
            found.append(path)
    assert found == []
    assert shown > 15  # the walk has seen them all the same
    words = "\n".join(drawn)
    assert "Kaya0" in words and GIVEN not in words
