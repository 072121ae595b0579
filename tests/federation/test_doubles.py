"""People who may be one are offered to the registrar, with why, until somebody says no."""

from datetime import date

import pytest

from federation.models import Duty
from federation.queries import people_doubles
from federation.queries.people_doubles import doubles_of, look_for_doubles
from federation.services.people_merging import merge_players, tell_apart, undo_merge
from tests.federation import people_made_up as made
from tests.federation.officers import at_the_desk
from tests.pages import Page
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db

DOUBLES = "/en/office/doubles/"
DAY, ANOTHER = date(2012, 2, 1), date(2012, 3, 9)


@pytest.fixture
def registrar():
    return at_the_desk(Duty.REGISTRAR)


def alike(one, other):
    """Why they are offered; nothing where they are not."""
    found = doubles_of(one)
    numbers = {one.pk, other.pk}
    return [pair.why for pair in found if {pair.kept.pk, pair.gone.pk} == numbers]


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"name": "Ege Demir"}, ["same name, born in the same year"]),
        ({"name": "DEMİR Ege", "birth_date": ""}, ["same name, a year of birth is not known"]),
        ({"name": "Demir, Ege", "birth_date": "2012-02-01"}, ["same name, born in the same year"]),
        ({"name": "Demir, Ege Can"}, ["nearly the same name, born in the same year"]),
        ({"name": "Demir, Ege", "federation": "GER"}, []),
        ({"name": "Demir, Ege", "birth_date": "2011"}, []),
        ({"name": "Demir, Ege Can", "birth_date": ""}, []),
        ({"name": "Demir, Ege Can Ali"}, []),
        ({"name": "Demir, Efe"}, []),
        ({"name": "Demirci, Ege"}, []),
        ({"name": "Demir, Ege", "fide_id": "63001235"}, []),
        ({"name": "Demir, Ege", "national_id": "77"}, []),
    ],
)
def test_who_looks_like_a_member_is_offered_with_why(values, why):
    given = {"birth_date": "2012", "fide_id": "63001234", "national_id": "7"}
    person = made.member("Demir, Ege", **given).player
    other = made.registered(**({"birth_date": "2012"} | values))
    assert alike(person, other) == why
    assert alike(other, person) == why


def test_of_a_longer_name_the_given_names_may_be_missing():
    person = made.member("Demir Uzun, Ege Can", birth_date="2012").player
    fewer = made.registered("Demir Uzun, Ege", birth_date="2012")
    without_a_family_name = made.registered("Demir, Ege Can", birth_date="2012")
    assert alike(person, fewer) and not alike(person, without_a_family_name)


def test_the_day_of_birth_decides_where_both_have_one():
    values = {"birth_date": "2012", "national_id": "7"}
    person = made.member("Demir, Ege", born_on=DAY, **values).player
    same = made.member("Demir, Ege", born_on=DAY, birth_date="2012", national_id="8").player
    other = made.member("Demir, Ege", born_on=ANOTHER, birth_date="2012").player
    assert alike(person, same) == ["same name, born on the same day"]
    assert not alike(person, other)


def test_who_met_in_a_tournament_are_two_people():
    person = made.member("Demir, Ege").player
    other = made.registered("Demir, Ege")
    entry = made.played(person, rounds=1)
    beside = entry.tournament.entries.exclude(pk=entry.pk).first()
    assert alike(person, other)
    beside.player = other
    beside.save()
    assert not alike(person, other)


def test_the_list_goes_through_the_members_the_newest_number_first(monkeypatch):
    monkeypatch.setattr(people_doubles, "LOOKED_THROUGH", 2)
    monkeypatch.setattr(people_doubles, "TIMES", 1)
    old = made.member("Demir, Ege").player
    double = made.registered("Demir, Ege")
    members = [made.member(f"Kaya, {letter}ece").player for letter in "abc"]
    first = look_for_doubles(None)
    assert not first.pairs and first.more
    assert (first.first, first.last) == (members[2].pk, members[1].pk)
    second = look_for_doubles(first.last)
    assert [(pair.kept, pair.gone) for pair in second.pairs] == [(old, double)]
    assert not second.more
    monkeypatch.setattr(people_doubles, "TIMES", 2)
    both = look_for_doubles(None)
    assert (both.first, both.last) == (first.first, second.last)
    assert len(both.pairs) == 1 and not both.more


def test_a_pair_stands_in_the_list_once_and_a_member_stays():
    listed = made.registered("Demir, Ege")
    one, other = (made.member("Demir, Ege").player for _number in range(2))
    found = [(pair.kept.pk, pair.gone.pk) for pair in look_for_doubles(None).pairs]
    assert sorted(found) == [(one.pk, listed.pk), (one.pk, other.pk), (other.pk, listed.pk)]


def test_the_page_leads_to_the_comparison_and_remembers_who_is_not_the_same(registrar):
    person = made.member("Demir, Ege", of=made.club(), born_on=DAY).player
    double = made.registered("Demir, Ege", fide_id="63001234")
    page = Page(registrar.get(DOUBLES))
    assert "Karşıyaka SK · İzmir" in page.text and "FIDE 63001234" in page.text
    assert "2012-02-01" in page.text and f"No. {double.pk}" in page.text
    compared = page.address("Compare")
    assert compared == f"{DOUBLES}?kept={person.pk}&gone={double.pk}"
    assert "63001234" in Page(registrar.get(compared)).text

    told = {"one": person.pk, "other": double.pk}
    page = Page(registrar.post(f"{DOUBLES}apart/", told, follow=True))
    assert "They are not offered as doubles any more." in page.text
    assert "None of these members looks like anybody else." in page.text
    registrar.post(f"{DOUBLES}apart/", told)
    assert LogEntry.objects.filter(act="person.told_apart").count() == 1
    assert not doubles_of(double)
    confirmed(merge_players, kept=person, gone=double, by=None)  # by number all the same


def test_the_desk_of_a_person_offers_who_is_like_them_to_the_registrar_alone(registrar):
    club = made.club()
    person = made.member("Demir, Ege", of=club).player
    double = made.registered("Demir, Ege")
    address = f"/en/office/people/{person.pk}/"
    page = Page(registrar.get(address))
    assert "same name, born in the same year" in page.text
    told = {"one": person.pk, "other": double.pk, "member": person.pk}
    answer = registrar.post(f"{DOUBLES}apart/", told)
    assert answer.url == address
    assert "same name" not in Page(registrar.get(address)).text
    delegate = at_the_desk(Duty.DELEGATE, province=club.province)
    made.registered("Demir, Ege")
    assert "same name" in Page(registrar.get(address)).text
    assert "same name" not in Page(delegate.get(address)).text
    assert delegate.post(f"{DOUBLES}apart/", told).status_code == 403


def test_those_who_were_merged_are_offered_again_when_they_are_parted():
    person = made.member("Demir, Ege").player
    double = made.registered("Demir, Ege")
    merge = confirmed(merge_players, kept=person, gone=double, by=None)
    assert not doubles_of(person)
    confirmed(undo_merge, merge=merge, by=None)
    assert alike(person, double)


def test_nobody_is_told_apart_from_themselves():
    person = made.member("Demir, Ege").player
    with pytest.raises(Refused):
        tell_apart(one=person, other=person, by=None)


@pytest.mark.parametrize("below", ["x", "-1", "0", "9" * 18, "9" * 40, "1.5", "\0"])
def test_nonsense_in_the_address_begins_or_ends_the_list(registrar, below):
    made.member("Demir, Ege")
    assert registrar.get(DOUBLES, {"below": below}).status_code == 200


@pytest.mark.parametrize("one", ["", "x", "9" * 18, "0"])
def test_nonsense_is_not_told_apart(registrar, one):
    person = made.member("Demir, Ege").player
    sent = {"one": one, "other": person.pk, "member": "y"}
    assert registrar.post(f"{DOUBLES}apart/", sent).status_code == 404
