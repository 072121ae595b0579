"""The voice of a player: a phone proves once for whom, and the chief arbiter sees it."""

import re
from copy import deepcopy
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document, words
from tournaments.core.voice import ALPHABET, code_from, grouped, typed_code
from tournaments.models import ArbiterCall, LogEntry, Phone, Role, Voice
from tournaments.queries.voice.codes import codes_of
from tournaments.services.setup.forgetting import forget_people
from tournaments.services.voice import proving

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(6)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


@pytest.fixture(autouse=True)
def no_wrong_tries_before():
    cache.clear()


def address(tournament, end=""):
    return f"/en/e/{tournament.event.slug}/{tournament.slug}/{end}"


def code_of(entry):
    return codes_of([entry])[entry.pk]


def proved(client, entry):
    """The phone now speaks for the player."""
    return client.post(address(entry.tournament, "me/"), {"code": code_of(entry)}, follow=True)


def test_a_code_has_eight_letters_that_nobody_mistakes_for_others():
    assert not set("0O1IL2Z5S8BUV") & set(ALPHABET)
    code = code_from(bytes(range(16)))
    assert len(code) == 8 and set(code) <= set(ALPHABET)
    assert typed_code(f" {grouped(code).lower()} ") == code
    assert [typed_code(text) for text in ("", "ACDE", "ACDE-34O7", "ACDE-3467-9")] == [""] * 4


def test_the_code_of_the_letter_makes_the_phone_speak(client, tournament):
    entry = factories.entry(tournament, 3)
    page = Page(proved(client, entry))
    assert entry.name in page.text
    assert Voice.objects.get().entry == entry
    assert client.cookies["hakem_phone"]["httponly"]
    key = client.cookies["hakem_phone"].value.partition(":")[0]
    assert not Phone.objects.filter(digest=key).exists()  # only its digest is kept


def test_the_link_of_a_qr_code_names_the_player_and_asks_once(client, tournament):
    entry = factories.entry(tournament, 2)
    link = address(tournament, f"who/{code_of(entry)}/")
    assert entry.name in Page(client.get(link)).text
    assert not Voice.objects.exists()  # a preview that opens links proves nothing
    client.post(link)
    assert Voice.objects.get().entry == entry
    assert client.get(link).status_code == 302  # it speaks already


def test_a_parent_holds_several_children(client, tournament):
    first, second = factories.entry(tournament, 1), factories.entry(tournament, 4)
    proved(client, first)
    page = Page(proved(client, second))
    assert {first.name, second.name} <= set(page.text.split("\n")) or (
        first.name in page.text and second.name in page.text
    )
    assert Phone.objects.count() == 1 and Voice.objects.count() == 2


def test_who_has_not_proved_it_is_asked_and_nothing_is_said(client, tournament):
    entry = factories.entry(tournament, 1)
    other = factories.entry(tournament, 2)
    proved(client, other)
    page = Page(client.get(address(tournament, f"players/{entry.pk}/me/")))
    assert "Your code" in page.text
    client.post(address(tournament, f"players/{entry.pk}/me/silence/"))
    assert Voice.objects.filter(withdrawn_at=None).count() == 1


def test_a_code_of_another_tournament_opens_nothing_here(client, tournament):
    elsewhere = factories.entry(factories.tournament(2), 1)
    page = Page(client.post(address(tournament, "me/"), {"code": code_of(elsewhere)}, follow=True))
    assert "No player of this tournament has this code" in page.text
    assert not Voice.objects.exists()


def test_by_birth_date_and_licence_only_where_the_event_allows_it(client, tournament):
    entry = factories.entry(tournament, 1)
    entry.birth_date, entry.national_id = "2009-05-31", "44321"
    entry.save()
    given = {"born": "2009-05-31", "licence": "44321"}
    client.post(address(tournament, "me/"), given)
    assert not Voice.objects.exists()
    chief = factories.chief_of(tournament)
    proving.set_rules(tournament=tournament, values={"by_birth": True}, by=chief)
    client.post(address(tournament, "me/"), given | {"licence": "44322"})
    assert not Voice.objects.exists()
    client.post(address(tournament, "me/"), given)
    assert Voice.objects.get().how == "birth"


def test_guessing_ends_soon_for_the_address_and_the_name(client, tournament):
    entry = factories.entry(tournament, 1)
    page = address(tournament, f"players/{entry.pk}/me/")
    for _try in range(10):
        client.post(page, {"code": "AAAA-AAAA"})
    said = Page(client.post(page, {"code": code_of(entry)}, follow=True)).text
    assert "Too many wrong tries" in said
    assert not Voice.objects.exists()


def test_guessing_through_links_ends_too(client, tournament):
    for _try in range(10):
        client.get(address(tournament, "who/AAAAAAAA/"))
    entry = factories.entry(tournament, 1)
    client.post(address(tournament, f"who/{code_of(entry)}/"))
    assert not Voice.objects.exists()


def test_the_chief_arbiter_sees_withdraws_and_makes_a_new_code(client, tournament):
    entry = factories.entry(tournament, 5)
    old = code_of(entry)
    proved(client, entry)
    desk = f"/en/desk/{tournament.event.slug}/{tournament.slug}/phones/"
    chief = type(client)()
    chief.force_login(factories.chief_of(tournament))
    assert entry.name in Page(chief.get(desk)).text
    chief.post(f"{desk}{Voice.objects.get().pk}/silence/")
    assert "Your code" in Page(client.get(address(tournament, f"players/{entry.pk}/me/"))).text
    proved(client, entry)
    chief.post(f"{desk}codes/{entry.pk}/")
    assert code_of(entry) != old
    client.post(address(tournament, "me/"), {"code": old})
    assert not Voice.objects.filter(withdrawn_at=None).exists()


@pytest.mark.parametrize("role", [Role.READER, Role.CLERK, Role.ARBITER])
def test_codes_are_for_the_chief_arbiter_alone(client, tournament, role):
    client.force_login(factories.user(role=role, event=tournament.event))
    desk = f"/en/desk/{tournament.event.slug}/{tournament.slug}/phones/"
    assert client.get(desk).status_code == 403


def test_no_code_is_in_the_history_or_the_log(client, tournament, caplog):
    entry = factories.entry(tournament, 1)
    code = code_of(entry)
    with caplog.at_level("INFO"):
        client.post(address(tournament, f"who/{code}/"))
        client.get(address(tournament, f"who/{code}/"))
    paths = [getattr(record, "path", "") for record in caplog.records]
    assert any("/who/…/" in path for path in paths)
    assert not any(
        code in record.getMessage() or code in path
        for record, path in zip(caplog.records, paths, strict=True)
    )
    assert LogEntry.objects.filter(act="voice.proved").exists()
    assert not any(
        code in f"{line.label} {line.before} {line.after}" for line in LogEntry.objects.all()
    )


def test_the_codes_stand_on_letters_and_where_they_are_wanted(tournament):
    codes = {grouped(code) for code in codes_of(tournament.entries.all()).values()}
    found = set(re.findall(r"\w{4}-\w{4}", words(document(tournament, "phone_letters"))))
    assert codes <= found
    for kind, number in (("badges", None), ("plates", None), ("slips", 1)):
        with_codes = words(document(tournament, kind, number, codes="codes"))
        assert codes <= set(re.findall(r"\w{4}-\w{4}", with_codes)), kind
        assert not codes & set(
            re.findall(r"\w{4}-\w{4}", words(document(tournament, kind, number)))
        )


def test_phones_and_words_go_with_the_data_of_the_event(client, tournament):
    entry = factories.entry(tournament, 1)
    proved(client, entry)
    client.post(address(tournament, f"players/{entry.pk}/me/call/"), {"reason": "rule"})
    Phone.objects.update(made_at="2026-01-01T00:00Z")
    proving.sweep()
    assert Voice.objects.exists() and ArbiterCall.objects.exists()
    event = tournament.event
    event.starts_on = event.ends_on = timezone.localdate() - timedelta(days=1)
    event.save()
    forget_people(event=event, by=None)
    proving.sweep()
    assert not Voice.objects.exists() and not Phone.objects.exists()
    assert not ArbiterCall.objects.exists()
    client.post(address(tournament, "me/"), {"code": code_of(entry)})
    assert not Voice.objects.exists()  # nobody speaks after that
