"""Duties in the federation: given, taken away, and denied by default."""

import pytest
from django.urls import reverse

from federation.models import Club, Duty, Officer, Province
from federation.services.officers import name_officer, release_officer
from tests import factories
from tests.federation.officers import signed_in
from tests.pages import Page
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def office():
    user = factories.user("office")
    name_officer(user=user, duty=Duty.OFFICE, by=None)
    return user


def test_a_stranger_finds_no_office(office):
    stranger = signed_in(factories.user())
    assert stranger.get(reverse("federation:desk")).status_code == 404
    assert stranger.get(reverse("federation:officers")).status_code == 404


@pytest.mark.parametrize("duty", [Duty.REGISTRAR, Duty.RATING])
def test_another_duty_is_not_the_office(office, duty):
    user = factories.user()
    name_officer(user=user, duty=duty, by=office)
    assert signed_in(user).get(reverse("federation:desk")).status_code == 200
    assert signed_in(user).get(reverse("federation:officers")).status_code == 403


def test_a_duty_is_given_on_the_page_and_stands_in_the_history(office):
    province = Province.objects.create(code="35", name="İzmir", slug="izmir")
    delegate = factories.user("delegate")
    answer = signed_in(office).post(
        reverse("federation:officers"),
        {"user": "delegate", "duty": "delegate", "province": province.pk},
    )
    assert answer.status_code == 302
    found = Officer.objects.get(user=delegate)
    assert (found.duty, found.province) == (Duty.DELEGATE, province)
    line = LogEntry.objects.get(act="officer.named", target=f"user:{delegate.pk}")
    assert line.after == {"duty": "delegate", "province": "İzmir"}


def test_a_delegate_needs_a_province_and_a_manager_a_club(office):
    user = factories.user()
    page = signed_in(office).post(
        reverse("federation:officers"), {"user": user.username, "duty": "delegate"}
    )
    assert "Choose the province of the delegate." in Page(page).text
    with pytest.raises(Refused):
        name_officer(user=user, duty=Duty.CLUB, by=office)


def test_a_duty_given_twice_is_one(office):
    province = Province.objects.create(code="35", name="İzmir", slug="izmir")
    club = Club.objects.create(code="35-001", name="Karşıyaka SK", slug="k", province=province)
    user = factories.user()
    for _press in range(2):
        name_officer(user=user, duty=Duty.CLUB, club=club, by=office)
    assert Officer.objects.filter(user=user).count() == 1


def test_the_last_of_the_office_stays(office):
    with pytest.raises(Refused):
        confirmed(release_officer, officer=Officer.objects.get(user=office), by=office)
    second = factories.user()
    name_officer(user=second, duty=Duty.OFFICE, by=office)
    confirmed(release_officer, officer=Officer.objects.get(user=office), by=second)
    assert not Officer.objects.filter(user=office).exists()
