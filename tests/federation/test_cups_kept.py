"""The table of a cup is kept until something differs of which it is made."""

import pytest
from django.test import Client
from django.urls import reverse

from federation.core.cups import ranked
from federation.models import Club, Cup, CupEvent, Member, Merge, PlayerResult, Privacy, Province
from federation.queries import cup_numbers
from federation.queries.cups import cup_table
from federation.services.people_merging import merge_players, undo_merge
from tests import factories
from tests.federation.cups_made import cup_of, finished, people
from tests.pages import Page
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Event, RegisteredPlayer

pytestmark = pytest.mark.django_db


@pytest.fixture
def four():
    return people("Ak, Ece", "Bal, Can", "Cem, Deniz", "Dal, Efe")


def standing(cup, category=None):
    rows = cup_table(cup.sections.get(), category).rows
    return [(row.place, row.name, row.points) for row in rows]


def section_page(client, cup):
    return client.get(reverse("federation:cup_section", args=[cup.slug, "open"]))


@pytest.fixture
def counted(monkeypatch):
    """How often a table was counted."""
    times = []

    def counting(*values):
        times.append(1)
        return ranked(*values)

    monkeypatch.setattr(cup_numbers, "ranked", counting)
    return times


def test_a_table_is_counted_once_and_again_when_something_differs(four, counted):
    ece, can, *_others = four
    event, second = finished([ece, can]), finished([can, ece])
    cup = cup_of(event, second)
    first = standing(cup)
    assert standing(cup) == first and len(counted) == 1
    PlayerResult.objects.filter(tournament=event, player=can).update(points=45, sharing=2)
    assert standing(cup) == [(1, "Ak, Ece", "45"), (2, "Bal, Can", "43")]  # 20 and 16 are shared
    CupEvent.objects.filter(tournament=event).update(weight=200)
    assert standing(cup)[0][2] == "70"
    Cup.objects.update(table=[10, 5])
    assert standing(Cup.objects.get())[0][2] == "25"
    Event.objects.filter(pk=second.event_id).update(removed=True)
    assert standing(Cup.objects.get())[0] == (1, "Ak, Ece", "20")
    assert len(counted) == 5


def test_two_people_who_become_one_are_one_in_the_cup_at_once(four):
    ece, can, deniz, _efe = four
    cup = cup_of(finished([ece, can]), finished([deniz, can]))
    assert len(standing(cup)) == 3
    confirmed(merge_players, kept=ece, gone=deniz, reason="The same", by=None)
    assert standing(cup) == [(1, "Ak, Ece", "50"), (2, "Bal, Can", "40")]
    confirmed(undo_merge, merge=Merge.objects.get(), by=None)
    assert len(standing(cup)) == 3


def test_two_who_become_one_while_the_event_is_on_are_one_at_once(four):
    ece, can, deniz, _efe = four
    playing = factories.tournament(2)
    for entry, player in zip(playing.entries.order_by("tpn"), (ece, can), strict=True):
        entry.player = player
        entry.save()
    factories.play(playing, 1)
    cup = cup_of(playing)
    assert {row.player.pk for row in cup_table(cup.sections.get()).rows} == {ece.pk, can.pk}
    confirmed(merge_players, kept=deniz, gone=ece, reason="The same", by=None)
    assert {row.player.pk for row in cup_table(cup.sections.get()).rows} == {deniz.pk, can.pk}


def test_who_gets_another_birth_date_changes_the_category_at_once():
    (child,) = people("Bal, Can", birth_date="2014-05-01")
    cup = cup_of(finished([child]))
    under = cup.categories.create(name="U12", slug="u12", age_until=12)
    assert len(standing(cup, under)) == 1
    RegisteredPlayer.objects.update(birth_date="2010-05-01")
    assert standing(cup, under) == []


def test_a_page_that_was_kept_has_todays_names_clubs_and_words(four):
    ece, can, *_others = four
    cup = cup_of(finished([ece, can], name="Bahar Açık"))
    client = Client()
    assert "Ak, Ece" in Page(section_page(client, cup)).text
    RegisteredPlayer.objects.filter(pk=ece.pk).update(name="Ak, Eda", title="WFM")
    club = Club.objects.create(
        name="Deniz SK", slug="deniz",
        province=Province.objects.create(code="35", name="İzmir", slug="izmir"),
    )  # fmt: skip
    Member.objects.filter(player=ece).update(club=club)
    Member.objects.filter(player=can).update(privacy=Privacy.SHORT)
    text = Page(section_page(client, cup)).text
    assert "WFM Ak, Eda Deniz SK" in text and "Ak, Ece" not in text and "Bal, Can" not in text
    turkish = client.get(f"/tr/cups/{cup.slug}/open/")
    assert "Kulüp" in turkish.content.decode()
    framed = client.get(reverse("federation:embed_cup", args=[cup.slug, "open"])).content.decode()
    assert reverse("federation:player", args=[ece.pk]) not in framed and "Ak, Eda" in framed


def test_a_paper_is_made_again_when_a_word_or_a_number_of_it_differs(four):
    ece, can, *_others = four
    event = finished([ece, can])
    cup = cup_of(event)
    path = reverse("federation:cup_pdf", args=[cup.slug, "open"])
    seen = [Client().get(path).content]
    assert Client().get(path).content == seen[0]
    for change in (
        lambda: PlayerResult.objects.filter(player=can).update(place=1),
        lambda: RegisteredPlayer.objects.filter(pk=can.pk).update(name="Bal, Cansu"),
        lambda: Cup.objects.update(state=Cup.State.CLOSED),
        lambda: Cup.objects.update(best=1),
    ):
        change()
        seen.append(Client().get(path).content)
    assert len(set(seen)) == 5
