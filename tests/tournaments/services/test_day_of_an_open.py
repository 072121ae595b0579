"""Steps of the arbiter's day: A01 last year's copy, A02 "Ready?", A24 a table that follows."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document, words
from tournaments.models import Document, Entry, Event, HallPlan, HallScreen, Role, Tournament
from tournaments.services.entries.forbidden import forbid
from tournaments.services.entries.listing import change_entry
from tournaments.services.hall.screens import add_screen
from tournaments.services.setup.copying import (
    COPIED,
    COPIED_OF_EVENT,
    COPIED_OF_SCREEN,
    copy_event,
    set_schedule,
)

pytestmark = pytest.mark.django_db
ISTANBUL, BERLIN = ZoneInfo("Europe/Istanbul"), ZoneInfo("Europe/Berlin")


def test_a01_the_copy_has_everything_but_players_and_results():
    old = factories.tournament(
        6,
        total_rounds=2,
        tie_breaks=["SB", "BH"],
        half_byes_allowed=2,
        time_control="90+30",
        regulations="No phones.",
        unrated="lowest",
        chess960=True,
    )
    event, chief = old.event, factories.chief_of(old)
    event.noindex = event.shorten_minors = True
    event.save()
    factories.user("deputy", role=Role.ARBITER, event=event)
    forbid(tournament=old, by=chief, sharing="club", value="")
    add_screen(event=event, by=chief, name="Hall", tournament=old, shows=["boards"], rows=20)
    factories.play(old, 1)
    copied = copy_event(source=event, name="Next", starts_on=date(2027, 11, 20), by=chief)
    new = copied.tournaments.get()
    assert (copied.starts_on, copied.ends_on) == (date(2027, 11, 20), date(2027, 11, 28))
    assert (copied.noindex, copied.shorten_minors) == (True, True)
    assert sorted(copied.staff.values_list("user__username", "role")) == sorted(
        event.staff.values_list("user__username", "role")
    )
    for name in ("tie_breaks", "half_byes_allowed", "time_control", "regulations", "unrated",
                 "chess960", "total_rounds"):  # fmt: skip
        assert getattr(new, name) == getattr(old, name), name
    assert new.fide_mode
    assert new.forbidden_pairings.get().sharing == "club"
    assert (copied.screens.get().rows, copied.screens.get().tournament) == (20, new)
    assert not new.entries.exists()
    assert set(new.rounds.values_list("status", flat=True)) == {"planned"}
    assert new.seed != old.seed


def test_a01_papers_are_made_as_they_were_wanted_last_year(client):
    old = factories.tournament(4)
    chief = factories.chief_of(old)
    client.force_login(chief)
    address = f"/en/desk/{old.event.slug}/a/documents/new/players/"
    given = {"language": "tr+en", "order": "name", "size": "large", "paper": "Letter"}
    client.post(address, given)
    HallPlan.objects.create(event=old.event, words="First floor", picture=b"x", digest="y")
    copied = copy_event(source=old.event, name="Next", starts_on=date(2027, 11, 20), by=chief)
    assert copied.hall_plan.words == "First floor"
    assert copied.hall_plan.pk != old.event.hall_plan.pk
    for event in (old.event, copied):
        page = client.get(f"/en/desk/{event.slug}/a/documents/new/players/")
        chosen = {field.name: field.chosen for field in page.context["fields"]}
        assert chosen | {"language": page.context["paper_language"]} == given
    # One press makes the paper of the next round as that of the last one.
    factories.pair(old, 1)
    client.post(f"/en/desk/{old.event.slug}/a/documents/new/pairings/", {"round": "1"} | given)
    factories.publish(old, 1)
    client.post(f"/en/desk/{old.event.slug}/a/documents/new/pairings/", {"round": "1"})
    made = Document.objects.filter(kind="pairings").order_by("version")
    assert [(one.version, one.language, one.options) for one in made] == [
        (version, "tr+en", {"size": "large", "paper": "Letter"}) for version in (1, 2)
    ]


#: what belongs to one year: people, what they played, and what was done
OF_ITS_YEAR = {
    Tournament: {
        "id", "event", "slug", "position", "name", "seed", "initial_colour", "last_of_first_group",
        "checkin_closed_at", "schedule_public", "fide_mode", "finished_at", "undone_at", "revision",
        "settled_revision", "created_at", "ratings_checked_at", "ratings_differing", "live_url",
        "arbiters_report",
    },
    Event: {"id", "name", "slug", "search_key", "starts_on", "ends_on", "removed", "created_at",
            "kept_until", "forgotten_at", "sandbox_until", "emblems", "announcement",
            "announced_at"},
    HallScreen: {"id", "event", "key", "tournament", "announcement", "changed_at"},
}  # fmt: skip


def test_a01_whatever_is_new_in_an_event_is_copied_or_named_as_of_its_year():
    copied = {Tournament: COPIED, Event: COPIED_OF_EVENT, HallScreen: COPIED_OF_SCREEN}
    for model, of_its_year in OF_ITS_YEAR.items():
        fields = {field.name for field in model._meta.concrete_fields}
        assert fields == of_its_year | set(copied[model]), model
    beside = {
        relation.related_model.__name__
        for model in (Event, Tournament)
        for relation in model._meta.related_objects
        if relation.related_model._meta.app_label == "tournaments"
    }
    assert beside == {
        *("Tournament", "StaffMember", "HallPlan", "HallScreen", "Round", "Prize", "TeamRules"),
        *("ForbiddenPairing", "Qualification"),  # copied, as far as they are rules
        *("Entry", "Team", "Knockout", "Document", "Job", "LogEntry", "Invitation", "ApiToken"),
        *("Webhook", "ReportImport", "Incident", "PaperPack"),  # of one year
        *("Announcement", "BankDetail", "Follow", "ReportSending", "Emblem"),
        *("Sector", "ArbiterCall", "PlayerRequest", "Case", "VoiceRules", "SlipPhoto"),
        "Watch",
    }


def test_a01_the_link_of_an_event_fills_the_form_for_the_next_year(client):
    event = factories.event(name="Bursa Open 2026")
    client.force_login(event.staff.get().user)
    page = client.get(f"/en/desk/{event.slug}/")
    link = f"/en/desk/copy/?source={event.pk}"
    assert link in page.content.decode()
    form = client.get(link).context["form"]
    assert form.initial["name"] == "Bursa Open 2027"
    assert form.initial["starts_on"].weekday() == event.starts_on.weekday()
    for nonsense in ("", "x", "999999999999999999999999", "-1"):
        page = client.get("/en/desk/copy/", {"source": nonsense})
        assert page.context["form"].initial == {}


def test_a01_rounds_begin_at_the_same_time_of_the_clock_though_summer_time_ended():
    event = factories.event(
        time_zone="Europe/Berlin", starts_on=date(2026, 10, 24), ends_on=date(2026, 10, 25)
    )
    old = factories.create_tournament(
        event=event, by=event.staff.get().user, name="A", total_rounds=1
    )
    set_schedule(tournament=old, times={1: datetime(2026, 10, 24, 10, 0, tzinfo=BERLIN)}, by=None)
    by = event.staff.get().user
    new = copy_event(source=event, name="Next", starts_on=date(2026, 11, 24), by=by)
    starts_at = new.tournaments.get().rounds.get(number=1).starts_at
    assert starts_at.astimezone(BERLIN) == datetime(2026, 11, 24, 10, 0, tzinfo=BERLIN)


def test_a02_every_item_of_ready_leads_to_its_field(client):
    made = factories.tournament(4, total_rounds=5)
    client.force_login(factories.chief_of(made))
    page = client.get(f"/en/desk/{made.event.slug}/a/settings/ready/")
    links = {item.text: item.link for item in page.context["items"] if not item.good}
    assert len(links) > 5
    for text, link in links.items():
        address, _hash, field = link.partition("#")
        found = Page(client.get(address))
        assert not field or found.count(f"#{field}") == 1, text
    assert {link.partition("#")[2] for link in links.values()} >= {
        "id_city", "id_licence", "id_time_control", "id_total_rounds", "id_day_1",
    }  # fmt: skip


def seats(tournament, number):
    rows = tournament.rounds.get(number=number).pairings.order_by("board")
    return [(row.board, row.white.tpn, row.black.tpn) for row in rows]


def test_a24_the_table_follows_the_player_in_the_draft_and_in_every_later_round(client):
    made = factories.tournament(8, total_rounds=4, initial_colour="w")
    factories.play(made, 1)
    factories.pair(made, 2)
    before = seats(made, 2)
    last = Entry.objects.get(tournament=made, tpn=before[-1][1])
    change_entry(
        tournament=made, entry=last, version=last.version, by=None, values={"fixed_board": 1}
    )
    after = seats(made, 2)
    assert after[0][1:] == before[-1][1:]  # pair and colours as they were, on table 1
    assert [pair[1:] for pair in after[1:]] == [pair[1:] for pair in before[:-1]]  # in their order
    factories.publish(made, 2)
    assert "fixed table" in client.get(f"/en/e/{made.event.slug}/a/rounds/2/").content.decode()
    factories.enter_all(made, 2)
    factories.pair(made, 3)
    assert last.tpn in seats(made, 3)[0][1:]
    client.force_login(factories.chief_of(made))
    assert "fixed table" in client.get(f"/en/desk/{made.event.slug}/a/rounds/3/").content.decode()


def test_a24_the_label_stands_wherever_the_player_looks_for_his_table(client):
    made = factories.tournament(8, total_rounds=4, initial_colour="w")
    entry = factories.entry(made, 8)
    change_entry(
        tournament=made, entry=entry, version=entry.version, by=None, values={"fixed_board": 1}
    )
    factories.pair(made, 1)
    factories.publish(made, 1)
    add_screen(event=made.event, by=None, name="Door", tournament=made, shows=["names"], rows=20)
    public = f"/en/e/{made.event.slug}/a/"
    other = made.rounds.get(number=1).pairings.get(board=2).white
    label = "fixed table"
    for address, times in (
        (f"/en/screens/{made.event.screens.get().key}/", 2),  # by name: the player and the opponent
        (f"{public}rounds/1/names/", 2),
        (f"{public}rounds/1/", 2),  # the player's board, and the card for a phone's own seat
        (f"{public}players/{entry.pk}/", 1),
        (f"{public}players/{other.pk}/", 0),
    ):
        assert client.get(address).content.decode().count(label) == times, address
    for kind in ("pairings", "pairings_by_name", "slips"):
        times = 2 if kind == "pairings_by_name" else 1
        assert words(document(made, kind, 1)).count(label) == times, kind


def test_a_round_without_players_leads_to_them_and_not_to_a_refusal(client):
    made = factories.tournament(0)
    client.force_login(factories.chief_of(made))
    address = f"/en/desk/{made.event.slug}/a/rounds/1/"
    page = client.get(address).content.decode()
    assert ("Pair round 1" in page, "There are no players yet." in page) == (False, True)
    factories.enter(made, 2)
    page = client.get(address).content.decode()
    assert ("Pair round 1" in page, "There are no players yet." in page) == (True, False)
