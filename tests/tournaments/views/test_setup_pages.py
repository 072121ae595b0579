"""Setting up: forms with the options of the system, schedule, copies, invitations, Ready?"""

import re
from copy import deepcopy
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.core import mail

from pairing.formats import find, keys, offered
from pairing.results import ByeKind
from tests import factories
from tests.pages import Page
from tests.tournaments.team_events import team_event
from tiebreaks.advice import proposed
from tournaments.forms import TournamentForm
from tournaments.models import Event, Invitation, Role, StaffMember, TeamRules, Tournament, User
from tournaments.queries.setup.readiness import readiness
from tournaments.queries.setup.regulations import regulations_in_words
from tournaments.queries.teams.rules import rules_of
from tournaments.services.setup.copying import copy_event, set_schedule
from tournaments.wording.systems import help_of_format

pytestmark = pytest.mark.django_db
ISTANBUL = ZoneInfo("Europe/Istanbul")


def fields(tournament=None, **values):
    """The form as the page would send it back unchanged, but for `values`."""
    form = TournamentForm(instance=tournament) if tournament else TournamentForm()
    return {**sent_by(form), **values}


def sent_by(form):
    sent = {}
    for bound in form:
        value = (
            bound.field.prepare_value(bound.value())
            if hasattr(bound.field, "prepare_value")
            else bound.value()
        )
        if value is not None and value is not False:
            sent[bound.name] = value
    return sent


def settings_page(client, tournament, **values):
    address = f"/en/desk/{tournament.event.slug}/{tournament.slug}/settings/"
    return client.post(address, fields(tournament, **values))


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(6)
    return made


@pytest.fixture
def tournament(client, tournament_once):
    client.force_login(factories.chief_of(tournament_once))
    return deepcopy(tournament_once)


def test_only_the_options_of_the_chosen_system_are_shown(client, tournament):
    tournament.system, tournament.fide_mode = "handbook.lim", False
    tournament.save()
    page = Page(client.get(f"/en/desk/{tournament.event.slug}/a/settings/"))
    assert "option_maxi" in page.fields and "option_cycles" not in page.fields
    settings_page(client, tournament, option_maxi="on")
    assert Tournament.objects.get().options == {"maxi": True}
    tournament.refresh_from_db()
    settings_page(client, tournament, system="handbook.dubov", option_maxi="on")
    assert Tournament.objects.get().options == {}


def test_every_option_and_every_system_has_words():
    from pairing.formats import FORMATS
    from tournaments.wording.systems import (
        OPTION_VALUES,
        OPTIONS,
        OPTIONS_OF_TEAMS,
        SYSTEM_HELP,
        SYSTEM_NAMES,
    )

    assert list(SYSTEM_NAMES) == list(SYSTEM_HELP) == list(FORMATS)
    for own in FORMATS.values():
        for option in own.options:
            assert option.name in OPTIONS or (own.pairs_teams and option.name in OPTIONS_OF_TEAMS)
            assert set(option.choices) <= set(OPTION_VALUES)


def test_a_recommended_list_replaces_what_was_typed(client, tournament):
    tournament.fide_mode = False  # the handbook's lists are played outside
    tournament.save()
    settings_page(client, tournament, recommended="handbook.swiss_mostly_rated")
    tournament.refresh_from_db()
    assert (tournament.tie_breaks, tournament.tie_break_edition) == (
        ["BH", "SB", "PS", "WIN", "DE"],
        "handbook",
    )


def test_a_round_robin_is_made_with_what_the_form_proposes(client, tournament):
    new = f"/en/desk/{tournament.event.slug}/new/"
    sent = fields(name="Berger", system="handbook.round_robin")
    assert sent["tie_breaks"] == "BH/C1 BH SB DE WIN"  # of the usual system
    assert client.post(new, sent).status_code == 302
    made = Tournament.objects.get(name="Berger")
    assert (made.tie_breaks, made.fide_mode) == (["DE", "WIN", "SB", "KS"], True)
    typed = fields(name="Typed", system="handbook.round_robin", tie_breaks="BH SB")
    assert "tie_breaks" in client.post(new, typed).context["form"].errors


def test_q105_a_buchholz_kind_is_refused_in_a_round_robin(client, tournament):
    page = settings_page(
        client, tournament, system="handbook.round_robin", tie_breaks="DE BH", total_rounds=5
    )
    assert "BH" in page.context["form"].errors["tie_breaks"][0]
    assert Tournament.objects.get().system == "fide2026.dutch"


def test_lists_in_the_order_that_was_chosen(client, tournament):
    settings_page(client, tournament, list_1="effective_blitz", list_2="standard")
    assert Tournament.objects.get().rating_lists == ["effective_blitz", "standard"]


def test_q145_another_rating_method_ranks_the_players_anew(client, tournament):
    last = factories.entry(tournament, 6)
    last.national_rating = 2900
    last.save()
    settings_page(client, tournament, rating_method="NIDOF")
    last.refresh_from_db()
    assert (last.rating, last.tpn) == (2900, 1)


@pytest.mark.parametrize(
    "points",
    [
        {"draw_points": "0.8"},  # 74: two draws above a win and a loss
        {"bye_points": "1.5"},  # 81: above a win
        {"bye_points": "0.7"},  # 83: neither 1 nor ½ nor 0
    ],
)
def test_q74_q81_q83_points_that_fide_does_not_accept_are_refused(client, tournament, points):
    page = settings_page(client, tournament, **points)
    assert set(page.context["form"].errors) == set(points)


def test_what_is_fixed_with_round_1_is_locked(client, tournament):
    factories.pair(tournament, 1)
    tournament.refresh_from_db()
    settings_page(client, tournament, total_rounds=9, win_points="3", time_control="60'")
    tournament.refresh_from_db()
    assert (tournament.total_rounds, tournament.win_points) == (5, 10)
    assert tournament.time_control == "60'"


def test_the_schedule_is_on_the_clock_of_the_venue(client, tournament):
    address = f"/en/desk/{tournament.event.slug}/a/settings/timetable/"
    client.post(address, {"day_1": "2026-11-21", "time_1": "10:00"})
    assert tournament.rounds.get(number=1).starts_at == datetime(
        2026, 11, 21, 7, tzinfo=ZoneInfo("UTC")
    )
    page = client.post(
        address,
        {"day_1": "2026-11-21", "time_1": "10:00", "day_2": "2026-11-21", "time_2": "09:00"},
    )
    assert "begins before round 1" in page.content.decode()


def test_an_event_is_copied_without_players_and_results(tournament):
    chief = factories.chief_of(tournament)
    factories.user(role=Role.CLERK, event=tournament.event)
    set_schedule(
        tournament=tournament,
        times={1: datetime(2026, 11, 21, 10, tzinfo=ISTANBUL)},
        by=chief,
    )
    factories.play(tournament, 1)
    made = copy_event(
        source=tournament.event, name="Next year", starts_on=date(2027, 11, 20), by=chief
    )
    new = made.tournaments.get()
    assert made.ends_on == date(2027, 11, 28)
    assert (new.entries.count(), new.total_rounds, new.tie_breaks) == (0, 5, tournament.tie_breaks)
    assert new.rounds.get(number=1).starts_at.astimezone(ISTANBUL).date() == date(2027, 11, 20)
    assert set(made.staff.values_list("role", flat=True)) == {"chief", "clerk"}
    assert new.fide_mode


def test_the_rules_for_teams_are_copied_without_teams_and_draw():
    old = team_event(
        3, 2, system="handbook.scheveningen",
        rules={"primary": "MP", "gaps": "forfeit", "tie_breaks": ["PTS:GP", "DE"]},
        options={"double": True, "colours": "balanced"},
    )  # fmt: skip
    assert "averages" in old.options
    chief = factories.chief_of(old)
    made = copy_event(source=old.event, name="Next", starts_on=date(2027, 1, 2), by=chief)
    new = made.tournaments.get()
    assert new.options == {"double": True, "colours": "balanced"}
    assert not new.teams.exists()
    rules, before = rules_of(new), rules_of(old)
    same = {f.name for f in TeamRules._meta.fields} - {"id", "tournament"}
    assert rules.pk and rules.pk != before.pk
    assert {name: getattr(rules, name) for name in same} == {
        name: getattr(before, name) for name in same
    }
    assert (rules.boards, rules.primary, rules.gaps) == (2, "MP", "forfeit")


def test_only_own_events_can_be_copied(client, tournament):
    other = factories.event(name="Somebody else's")
    sent = {"source": other.pk, "name": "Mine", "starts_on": "2027-01-01"}
    client.post("/en/desk/copy/", sent)
    assert not Event.objects.filter(name="Mine").exists()


def test_ready_names_what_is_missing_with_its_place(tournament):
    found = {item.text: item for item in readiness(tournament)}
    assert not found["Rounds without a time: 1, 2, 3, 4, 5"].good
    assert found["Rounds without a time: 1, 2, 3, 4, 5"].link.endswith(
        "/settings/timetable/#id_day_1"
    )
    assert found["Players: 6"].good
    tournament.total_rounds = 9
    texts = [item.text for item in readiness(tournament) if not item.good]
    assert "6 players can play at most 5 rounds, planned are 9" in texts


def test_ready_asks_a_constant_number_of_queries(client, django_assert_max_num_queries):
    for players in (3, 30):
        made = factories.tournament(players)
        client.force_login(factories.chief_of(made))
        address = f"/en/desk/{made.event.slug}/a/settings/ready/"
        client.get(address)
        with django_assert_max_num_queries(18):
            assert client.get(address).status_code == 200


def test_the_regulations_say_what_is_set(tournament):
    words = " ".join(s for _heading, part in regulations_in_words(tournament) for s in part)
    assert "5 rounds" in words
    assert "Win 1, draw ½, loss 0; the bye is worth 1." in words
    assert "There are no late entries." in words


# --- Invitations ----------------------------------------------------------------------------------


@pytest.fixture
def link(client, tournament, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        client.post(
            f"/en/desk/{tournament.event.slug}/staff/",
            {"email": "New@Example.org", "role": "arbiter"},
        )
    factories.send_invitations()
    client.logout()
    address = re.search(r"https?://\S+", mail.outbox[0].body).group()
    return "/" + address.split("/", 3)[3]


NEW = {"first_name": "Ada", "last_name": "Kaya", "username": "ada", "password": "x7-great-tree"}


def test_an_invitation_opens_once_and_sets_a_password(client, tournament, link):
    assert client.get(link).status_code == 200
    client.post(link, NEW)
    user = User.objects.get(username="ada")
    assert (user.email, user.check_password("x7-great-tree")) == ("new@example.org", True)
    assert StaffMember.objects.get(user=user).role == Role.ARBITER
    client.logout()
    assert client.post(link, NEW | {"username": "second"}).status_code == 410
    assert not User.objects.filter(username="second").exists()


def test_a_withdrawn_invitation_and_a_forged_link_open_nothing(client, tournament, link):
    Invitation.objects.get()
    client.force_login(factories.chief_of(tournament))
    client.post(
        f"/en/desk/{tournament.event.slug}/staff/", {"withdraw": Invitation.objects.get().pk}
    )
    client.logout()
    assert client.get(link).status_code == 410
    assert client.get("/en/invitation/abc/").status_code == 410


def test_who_has_an_account_signs_in_first(client, tournament, link):
    known = factories.user("known")
    known.email = "new@example.org"
    known.save()
    assert "/sign-in/" in client.post(link, NEW)["Location"]
    client.force_login(known)
    client.post(link)
    assert StaffMember.objects.get(user=known).role == Role.ARBITER
    assert not User.objects.filter(username="ada").exists()


def test_a_weak_password_is_refused(client, link):
    page = client.post(link, NEW | {"password": "12345678"})
    assert page.status_code == 200
    assert not User.objects.filter(username="ada").exists()


HUGE = ("default_minutes", "late_entries_until", "half_byes_allowed", "no_byes_in_last",
        "total_rounds", "unrated_rating", "rating_round")  # fmt: skip


@pytest.mark.parametrize("field", HUGE)
@pytest.mark.parametrize("number", ["-1", "99999", "99999999999999999999"])
def test_a_number_that_no_column_holds_is_a_mistake_on_the_form(client, tournament, field, number):
    page = settings_page(client, tournament, **{field: number})
    assert set(page.context["form"].errors) == {field}


@pytest.mark.parametrize("number", ["0", "-1", "99999", "99999999999999999999"])
def test_a_table_that_no_hall_has_is_a_mistake_on_the_form(client, tournament, number):
    entry = factories.entry(tournament, 1)
    address = f"/en/desk/{tournament.event.slug}/a/players/{entry.pk}/"
    page = client.post(address, {"name": entry.name, "fixed_board": number})
    assert "fixed_board" in page.context["form"].errors


def test_a_table_that_follows_one_player_is_refused_to_another(client, tournament):
    first, second = factories.entry(tournament, 1), factories.entry(tournament, 2)
    there = f"/en/desk/{tournament.event.slug}/a/players/"
    numbers = {"fixed_board": "3", "fide_rating": "2000", "national_rating": "0"}

    def fix(entry):
        known = {"name": entry.name, "version": tournament.entries.get(pk=entry.pk).version}
        return client.post(f"{there}{entry.pk}/", {**known, **numbers})

    for entry, status in ((first, 302), (second, 200)):
        page = fix(entry)
        assert page.status_code == status
    said = (
        f"Table 3 is the fixed table of {first.name}. Choose another one, or free it there first."
    )
    assert page.context["form"].errors == {"fixed_board": [said]}
    page = client.post(f"{there}add/", {"name": "New, One", **numbers})
    assert page.context["form"].errors == {"fixed_board": [said]}
    assert list(tournament.entries.filter(fixed_board=3)) == [first]
    tournament.entries.filter(pk=first.pk).update(status="withdrawn")
    assert fix(second).status_code == 302


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("system", keys(cycles=True))
def test_a_round_robin_is_single_or_double_from_the_start(client, tournament, system, cycles):
    address = f"/en/desk/{tournament.event.slug}/new/"
    sent = fields(name="Table", system=system, option_cycles=cycles, total_rounds=10)
    followed = client.post(address, {**sent, "follow": "1"})
    assert "option_cycles" in Page(followed).fields
    shown = sent_by(followed.context["form"])
    page = client.post(address, {**shown, "option_cycles": cycles, "shown_for": system})
    assert page.status_code == 302, page.context["form"].errors
    made = Tournament.objects.get(name="Table")
    assert made.options == ({"cycles": 2} if cycles == 2 else {})
    assert made.tie_breaks == proposed(find(system))


@pytest.mark.parametrize("there", ["new/", "a/settings/"])
@pytest.mark.parametrize("system", [key for key in offered() if key != "fide2026.dutch"])
def test_the_form_follows_the_system_chosen_and_keeps_what_was_typed(
    client, tournament, system, there
):
    address = f"/en/desk/{tournament.event.slug}/{there}"
    first = Page(client.get(address))
    chosen = find(system)
    sent = {**fields(), "name": "My own", "regulations": "Be kind.", "win_points": "3"}
    answer = client.post(address, {**sent, "system": system, "follow": "1"})
    assert not tournament.event.tournaments.filter(name="My own").exists()
    page, shown = Page(answer), sent_by(answer.context["form"])
    assert page.values("[name=shown_for]") == [system]
    assert (shown["name"], shown["win_points"]) == ("My own", "3")
    assert "Be kind." in page.text
    assert page.one("#id_system_helptext") == str(help_of_format(chosen))
    assert ("half_byes_allowed" in page.fields) == (ByeKind.HALF_POINT in chosen.byes)
    assert ("late_entries_until" in page.fields) == chosen.swiss
    assert ("acceleration" in page.fields) == chosen.accelerates
    assert ("tie_breaks" in page.fields) == (not chosen.eliminates)
    if there == "new/":
        assert ("option_cycles" in page.fields) == bool(chosen.cycles)
        again = {**shown, "shown_for": system, "system": "fide2026.dutch", "follow": "1"}
        assert Page(client.post(address, again)).fields == first.fields


def test_the_form_works_without_following(client, tournament):
    """Without script, and without pressing the button that stands there instead."""
    address = f"/en/desk/{tournament.event.slug}/new/"
    assert "Show the fields of the chosen system" in client.get(address).content.decode()
    for system in offered():
        sent = {**fields(), "name": system, "system": system, "shown_for": "fide2026.dutch"}
        answer = client.post(address, sent)
        assert answer.status_code == 302, answer.context["form"].errors
        made = tournament.event.tournaments.get(name=system)
        assert made.tie_breaks == proposed(find(system)) and not made.options


EVENT = {"name": "Yaz Kupası", "starts_on": "2026-07-01", "ends_on": "2026-07-09",
         "federation": "TUR", "time_zone": "Europe/Istanbul"}  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("starts_on", "0026-07-01"),
        ("ends_on", "2096-07-09"),
        ("ends_on", "2026-06-30"),
        ("federation", "T1"),
        ("federation", "tü1"),
    ],
)
def test_a_slip_in_the_year_or_the_federation_of_an_event_is_pointed_out(
    client, tournament, field, value
):
    page = client.post("/en/desk/new/", {**EVENT, field: value})
    assert set(page.context["form"].errors) == {field}
    assert not Event.objects.filter(name="Yaz Kupası").exists()


def test_a_slip_in_the_year_of_a_round_is_pointed_out(client, tournament):
    address = f"/en/desk/{tournament.event.slug}/a/settings/timetable/"
    page = client.post(address, {"day_1": "0026-11-21", "time_1": "10:00"})
    assert set(page.context["form"].errors) == {"day_1"}


def test_what_a_new_tournament_may_not_have_keeps_what_was_typed(client, tournament):
    sent = fields(name="B", system="fide2026.dutch", bye_points="0.7", regulations="long")
    page = client.post(f"/en/desk/{tournament.event.slug}/new/", sent)
    form = page.context["form"]
    assert (set(form.errors), form["regulations"].value()) == ({"bye_points"}, "long")


def test_a_new_tournament_sent_again_by_the_way_back_is_made_once(client, tournament):
    address = f"/en/desk/{tournament.event.slug}/new/"
    sent = fields(name="B", system="fide2026.dutch")
    assert client.post(address, sent).status_code == 302
    assert set(client.post(address, {**sent, "name": " B "}).context["form"].errors) == {"name"}
    assert tournament.event.tournaments.filter(name="B").count() == 1


def test_an_apostrophe_stands_in_an_invitation_as_it_is_written(
    client, tournament, django_capture_on_commit_callbacks
):
    event = tournament.event
    event.name = "Atatürk'ü Anma & Gençlik"
    event.save()
    sent = {"email": "yeni@example.org", "role": "clerk"}
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"/en/desk/{event.slug}/staff/", sent)
    factories.send_invitations()
    (letter,) = mail.outbox
    assert "Atatürk'ü Anma & Gençlik" in letter.subject
    assert "work at Atatürk'ü Anma & Gençlik as" in letter.body


def test_who_opens_his_invitation_again_finds_the_way_to_his_desk(client, tournament):
    page = client.get("/en/invitation/used/")
    assert page.status_code == 410
    assert "/en/desk/" in {link.address for link in Page(page).links()}


def test_who_is_taken_off_the_staff_is_named_with_the_way_back(client, tournament):
    other = factories.user("yardimci", Role.CLERK, tournament.event)
    page = client.post(
        f"/en/desk/{tournament.event.slug}/staff/", {"remove": other.pk}, follow=True
    )
    assert "yardimci (yardimci) is no longer on the staff." in page.content.decode()


def test_nobody_becomes_chief_arbiter_by_leaving_the_choice_alone(client, tournament):
    page = client.get(f"/en/desk/{tournament.event.slug}/staff/")
    assert [page.context[form]["role"].value() for form in ("form", "invite")] == ["arbiter"] * 2


def test_who_may_not_do_something_finds_the_way_back_to_his_desk(client, tournament):
    client.force_login(factories.user(role=Role.CLERK, event=tournament.event))
    page = client.get(f"/en/desk/{tournament.event.slug}/edit/")
    assert page.status_code == 403
    assert [one.address for one in Page(page).links("a.button") if one.words == "My desk"] == [
        "/en/desk/"
    ]
