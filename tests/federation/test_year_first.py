"""Where an invented year is made, and where not."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from federation.models import CalendarEvent, Duty, Province
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def test_the_first_start_fills_an_empty_federation_and_leaves_others_alone(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    approved = CalendarEvent.objects.filter(state=CalendarEvent.State.APPROVED)
    Province.objects.create(code="35", name="İzmir", slug="izmir")
    said = StringIO()
    call_command("seed_year", small=True, once=True, stdout=said)
    assert (said.getvalue(), approved.count()) == ("", 0)
    Province.objects.all().delete()
    call_command("seed_year", small=True, once=True, stdout=said)
    assert len(said.getvalue().splitlines()) == len(Duty.values)
    assert approved.count() == 40


def test_production_has_no_invented_year(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="not for production"):
        call_command("seed_year")
    assert not Event.objects.exists()


def test_seasons_have_a_limit():
    with pytest.raises(CommandError, match="seasons"):
        call_command("seed_year", seasons=11)
