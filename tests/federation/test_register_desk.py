"""The registrar's desk: licences, transfers, clubs, privacy; a delegate keeps one province."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from federation.models import Duty, Licence, Member, Membership, Transfer
from federation.services import people, people_transfers
from federation.services.people_licences import issue_licence
from tests.federation import people_made_up as made
from tests.federation.officers import at_the_desk
from tests.pages import Page
from tournaments.kernel import log
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LogEntry, RatingList, RegisteredPlayer
from tournaments.register.search import search_register

pytestmark = pytest.mark.django_db


@pytest.fixture
def registrar():
    return at_the_desk(Duty.REGISTRAR)


@pytest.fixture
def kaya():
    one = made.member("Kaya, Deniz", of=made.club())
    Membership.objects.create(player=one.player, club=one.club, from_on=date(2024, 1, 1))
    return one


def desk(one, more=""):
    return f"/en/office/people/{one.pk}/{more}"


FORM = {"name": "Demir, Ege", "federation": "tur", "born_on": "2012-05-31", "fide_id": "63000"}


def test_a_person_is_registered_found_and_changed(registrar):
    assert registrar.post("/en/office/people/new/", FORM).status_code == 302
    (player,) = search_register("ege demir")
    assert (player.birth_date, player.federation) == ("2012", "TUR")
    assert player.member.born_on == date(2012, 5, 31)
    changed = FORM | {"name": "Demir, Efe", "email": "a@example.org"}
    assert registrar.post(desk(player), changed).status_code == 302
    assert [one.name for one in search_register("efe demir")] == ["Demir, Efe"]
    acts = LogEntry.objects.filter(target=f"registeredplayer:{player.pk}").order_by("id")
    assert [one.act for one in acts] == ["member.registered", "member.changed"]
    assert acts[1].after["email"] == "…"  # the address itself is nobody's reading
    assert "Member changed" in Page(registrar.get(desk(player))).text


def test_the_same_name_and_year_asks_first(registrar):
    made.registered("Demir, Ege", birth_date="2012")
    page = registrar.post("/en/office/people/new/", FORM)
    assert "is in the register already" in Page(page).text
    assert RegisteredPlayer.objects.count() == 1


@pytest.mark.parametrize(
    "wrong", [{"name": "=1+1"}, {"name": "  "}, {"born_on": "1066-01-01"}, {"fide_id": "abc"}]
)
def test_nonsense_is_refused_in_words(registrar, wrong):
    page = registrar.post("/en/office/people/new/", FORM | wrong)
    assert page.status_code == 200 and Page(page).count("[data-wrong]") == 1


def test_a_number_of_somebody_else_is_refused(registrar):
    made.registered("Başka, Biri", fide_id="63000")
    page = registrar.post("/en/office/people/new/", FORM)
    assert "Somebody else in the register has this number." in Page(page).text


# --- Licences -------------------------------------------------------------------------------------


def test_a_licence_is_given_withdrawn_and_given_back(registrar, kaya):
    given = {"category": "player", "valid_from": "2026-01-01", "valid_until": "2026-12-31"}
    registrar.post(desk(kaya, "licence/"), given | {"number": "L-1"})
    licence = Licence.objects.get(player=kaya.player)
    assert "licence until 2026-12-31" in Page(Client().get(f"/en/players/{kaya.pk}/")).text
    again = registrar.post(desk(kaya, "licence/"), given, follow=True)
    assert "There is a licence of this category from this day on already." in Page(again).text
    question = Page(registrar.post(desk(kaya, f"licence/{licence.pk}/")))
    sent = {"confirmed": question.values("[name=confirmed]")[0]}
    registrar.post(desk(kaya, f"licence/{licence.pk}/"), sent)
    licence.refresh_from_db()
    assert licence.withdrawn_at is not None
    registrar.post(desk(kaya, f"licence/{licence.pk}/"), {"back": "yes"})
    licence.refresh_from_db()
    assert licence.withdrawn_at is None


def test_the_next_season_has_the_same_number(kaya):
    for year in (2025, 2026):
        made_ = issue_licence(
            member=kaya, category="player", valid_from=date(year, 1, 1),
            valid_until=date(year, 12, 31), by=None, number="L-7" if year == 2025 else "",
        )  # fmt: skip
        assert made_.number == "L-7"


# --- Transfers ------------------------------------------------------------------------------------


def test_a_player_is_in_one_club_at_a_time(kaya):
    other = made.club("Konak SK", "35-2")
    on = date(2026, 9, 1)
    transfer = people_transfers.transfer_at_once(member=kaya, to_club=other, on=on, by=None)
    times = Membership.objects.filter(player=kaya.player).order_by("from_on")
    assert [(one.club, one.until_on) for one in times] == [
        (made.club(), on - timedelta(days=1)),
        (other, None),
    ]
    assert Member.objects.get(pk=kaya.pk).club == other
    confirmed(people_transfers.undo_transfer, transfer=transfer, by=None)
    (only,) = Membership.objects.filter(player=kaya.player)
    assert (only.club, only.until_on) == (made.club(), None)
    assert Member.objects.get(pk=kaya.pk).club == made.club()
    with pytest.raises(Refused):
        confirmed(people_transfers.undo_transfer, transfer=transfer, by=None)


@pytest.mark.parametrize(
    ("on", "code"),
    [
        (date(2023, 1, 1), "transfer.before_the_last"),
        (timezone.localdate() + timedelta(days=1), "transfer.in_the_future"),
    ],
)
def test_days_that_cannot_be_are_refused(kaya, on, code):
    with pytest.raises(Refused) as refused:
        people_transfers.ask_transfer(
            member=kaya, to_club=made.club("Konak SK", "35-2"), on=on, by=None
        )
    assert refused.value.code == code


def test_a_second_wish_waits_for_the_first(kaya):
    wish = {"member": kaya, "on": date(2026, 9, 1), "by": None}
    people_transfers.ask_transfer(to_club=made.club("Konak SK", "35-2"), **wish)
    with pytest.raises(Refused, match="waits for its decision"):
        people_transfers.ask_transfer(to_club=made.club("Buca SK", "35-3"), **wish)


def test_a_club_that_mistypes_keeps_what_it_typed(kaya):
    manager = at_the_desk(Duty.CLUB, club=made.club("Konak SK", "35-2"))
    typed = {"licence": "L-404", "to_club": "35-2", "on": "2026-09-01", "reason": "Moves house"}
    page = Page(manager.post("/en/office/transfers/", typed))
    assert "Nobody has this licence number." in page.text
    values = [node.attributes["value"] for node in page.tree.css("main input[type=text]")]
    assert values == ["L-404", "Moves house"]
    assert not Transfer.objects.exists()


def test_a_reason_has_what_the_database_takes(registrar, kaya):
    double = made.member("Kaya, Denis", of=made.club())
    asked = {"kept": kaya.pk, "gone": double.pk, "reason": "a\0b" + "x" * 400}
    question = Page(registrar.post("/en/office/doubles/", asked))
    sent = asked | {"confirmed": question.values("[name=confirmed]")[0]}
    registrar.post("/en/office/doubles/", sent)
    assert kaya.player.merges.get().reason == ("ab" + "x" * 400)[:300]


def test_each_field_of_a_club_is_named_in_the_readers_language(registrar):
    page = Page(registrar.get("/tr/office/clubs/new/"))
    assert page.one("label[for=id_province]") == "İl"


def test_a_club_asks_and_the_registrar_decides(registrar, kaya):
    other = made.club("Konak SK", "35-2")
    Licence.objects.create(
        player=kaya.player, number="L-1", category="player",
        valid_from=date(2026, 1, 1), valid_until=date(2026, 12, 31),
    )  # fmt: skip
    manager = at_the_desk(Duty.CLUB, club=other)
    asked = {"licence": "L-1", "to_club": "35-2", "on": "2026-09-01"}
    page = manager.post("/en/office/transfers/", asked, follow=True)
    assert "Kaya, Deniz" in Page(page).text and "Approve" not in Page(page).text
    transfer = Transfer.objects.get()
    assert manager.post(f"/en/office/transfers/{transfer.pk}/", {"approve": "y"}).status_code == 403
    assert manager.post("/en/office/transfers/", asked | {"to_club": "35-1"}).status_code == 403
    registrar.post(f"/en/office/transfers/{transfer.pk}/", {"approve": "yes"})
    assert Member.objects.get(pk=kaya.pk).club == other


# --- A delegate's province ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "step",
    ["", "licence/", "privacy/", "deceased/", "transfer/", "licence/1/"],
)
def test_a_delegate_of_another_province_is_refused(kaya, step):
    ankara = at_the_desk(Duty.DELEGATE, province=made.province("06", "Ankara"))
    assert ankara.post(desk(kaya, step)).status_code == 403


def test_a_delegate_sees_and_changes_the_own_people_alone(kaya):
    other = made.club("Çankaya SK", "06-1", made.province("06", "Ankara"))
    made.member("Kaya, Ömer", of=other)
    delegate = at_the_desk(Duty.DELEGATE, province=made.province())
    for more in ("", "?q=kaya"):
        text = Page(delegate.get(f"/en/office/people/{more}")).text
        assert "Kaya, Deniz" in text and "Ömer" not in text
    moved = FORM | {"name": "Kaya, Deniz", "fide_id": "", "province": other.province_id}
    assert Page(delegate.post(desk(kaya), moved)).count("[data-wrong]") == 1
    fits = moved | {"province": made.province().pk, "sex": "w"}
    assert delegate.post(desk(kaya), fits).status_code == 302
    assert delegate.get(f"/en/office/clubs/{other.pk}/").status_code == 403


def test_a_transfer_out_of_the_province_waits_for_the_registrar(kaya):
    made.club("Çankaya SK", "06-1", made.province("06", "Ankara"))
    delegate = at_the_desk(Duty.DELEGATE, province=made.province())
    wish = {"to_club": "06-1", "on": "2026-09-01"}
    delegate.post(desk(kaya, "transfer/"), wish)
    transfer = Transfer.objects.get()
    assert transfer.state == Transfer.State.ASKED
    answer = delegate.post(f"/en/office/transfers/{transfer.pk}/", {"approve": "yes"})
    assert answer.status_code == 403


def test_a_transfer_is_taken_back_only_by_who_decides_it(kaya, registrar):
    other = made.club("Çankaya SK", "06-1", made.province("06", "Ankara"))
    on = date(2026, 9, 1)
    people_transfers.transfer_at_once(member=kaya, to_club=other, on=on, by=None)
    Member.objects.filter(pk=kaya.pk).update(province=made.province())
    delegate = at_the_desk(Duty.DELEGATE, province=made.province())
    assert Page(registrar.get(desk(kaya))).count("[name=undo]") == 1
    assert Page(delegate.get(desk(kaya))).count("[name=undo]") == 0


# --- The rest of the desk -------------------------------------------------------------------------


def test_the_registrar_hides_a_page_and_shows_it_again(registrar, kaya):
    registrar.post(desk(kaya, "privacy/"), {"privacy": "hidden"})
    assert Client().get(f"/en/players/{kaya.pk}/").status_code == 404
    registrar.post(desk(kaya, "privacy/"), {"privacy": "", "noindex": "on"})
    assert Client().get(f"/en/players/{kaya.pk}/")["X-Robots-Tag"] == "noindex"
    assert LogEntry.objects.filter(act="member.privacy").count() == 2


def test_a_death_asks_ends_the_membership_and_leaves_the_page(registrar, kaya):
    page = registrar.post(desk(kaya, "deceased/"), {"died_on": "2026-10-01"})
    token = Page(page).tree.css_first("[name=confirmed]").attributes["value"]
    registrar.post(desk(kaya, "deceased/"), {"died_on": "2026-10-01", "confirmed": token})
    member = Member.objects.get(pk=kaya.pk)
    assert (member.died_on, member.club) == (date(2026, 10, 1), None)
    assert not Membership.objects.filter(player=kaya.player, until_on=None).exists()
    assert "died 2026" in Page(Client().get(f"/en/players/{kaya.pk}/")).text
    with pytest.raises(Refused):
        issue_licence(
            member=member, category="player", valid_from=date(2026, 1, 1),
            valid_until=date(2026, 12, 31), by=None,
        )  # fmt: skip


def note(registrar, of, day):
    page = Page(registrar.post(desk(of, "deceased/"), {"died_on": day}))
    if "confirmed" in page.fields:
        sent = {"died_on": day, "confirmed": page.field("confirmed")}
        registrar.post(desk(of, "deceased/"), sent)
    return Member.objects.get(pk=of.pk)


def test_a_death_noted_by_mistake_gives_the_club_back(registrar, kaya):
    joined = Membership.objects.get(player=kaya.player).from_on
    for day in ("2026-10-01", "2026-09-01"):
        assert note(registrar, kaya, day).club is None
        ended = Membership.objects.get(player=kaya.player)
        assert (ended.from_on, str(ended.until_on)) == (joined, day)
    assert "died on 2026-09-01" in Page(registrar.get(desk(kaya))).text
    member = note(registrar, kaya, "")
    assert (member.died_on, member.club) == (None, kaya.club)
    assert Membership.objects.get(player=kaya.player).until_on is None
    assert "died on" not in Page(registrar.get(desk(kaya))).text


def test_a_club_that_ended_before_the_death_is_not_given_back(registrar, kaya):
    Membership.objects.filter(player=kaya.player).update(until_on=date(2026, 5, 1))
    Member.objects.filter(pk=kaya.pk).update(club=None)
    note(registrar, kaya, "2026-10-01")
    assert note(registrar, kaya, "").club is None


def test_a_club_is_entered_changed_and_not_closed_over_its_members(registrar, kaya):
    entered = {"code": "35-8", "name": "Çeşme Şah", "province": made.province().pk}
    assert registrar.post("/en/office/clubs/new/", entered).status_code == 302
    assert Client().get("/en/clubs/cesme-sah/").status_code == 200
    taken = registrar.post("/en/office/clubs/new/", entered)
    assert "Another club has this code." in Page(taken).text
    club = kaya.club
    closing = {"code": club.code, "name": club.name, "province": club.province_id}
    page = registrar.post(f"/en/office/clubs/{club.pk}/", closing | {"closed_on": "2026-10-01"})
    assert "The club still has members" in Page(page).text


def test_members_stand_by_the_rating_of_the_latest_list(kaya, django_capture_on_commit_callbacks):
    RegisteredPlayer.objects.filter(pk=kaya.pk).update(standard=2100)
    with django_capture_on_commit_callbacks(execute=True):
        log.record("register.list_loaded", by=None, target=RatingList.objects.create(kind="fide"))
    assert Member.objects.get(pk=kaya.pk).strength == 2100
    assert people.refresh_strengths() == 0


def test_two_rows_are_compared_merged_and_parted_on_the_page(registrar, kaya):
    double = made.registered("Kaya, Denız")
    address = "/en/office/doubles/"
    both = {"kept": kaya.pk, "gone": double.pk}
    assert "Memberships" in Page(registrar.get(address, both)).text
    asked = Page(registrar.post(address, both))
    token = asked.tree.css_first("[name=confirmed]").attributes["value"]
    registrar.post(address, both | {"confirmed": token})
    assert not RegisteredPlayer.objects.filter(pk=double.pk).exists()
    merge = kaya.player.merges.get()
    asked = Page(registrar.post(f"{address}{merge.pk}/undo/"))
    token = asked.values("[name=confirmed]")[0]
    registrar.post(f"{address}{merge.pk}/undo/", {"confirmed": token})
    assert RegisteredPlayer.objects.filter(pk=double.pk).exists()
    for nonsense in ({"kept": "x"}, {"kept": kaya.pk, "gone": kaya.pk}, {"gone": "9" * 30}):
        assert registrar.get(address, nonsense).status_code == 200
