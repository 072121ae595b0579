"""Whatever is in a file, the readers answer in their own words; nothing else ever comes out."""

import os

import pytest

from tests import factories
from tests.tournaments.services.damaged import damaged
from tournaments.kernel.errors import Refused
from tournaments.services.entries.importing import ImportPreview, read_file
from tournaments.services.reports.event_reading import read_event
from tournaments.services.reports.round_import import read_round
from tournaments.services.teams.importing import TeamPreview, read_teams_file

pytestmark = pytest.mark.django_db
#: so many files are read each time; `DAMAGED=1000000` reads as many
FILES = int(os.environ.get("DAMAGED", "400"))


def answer(read, *given):
    try:
        return read(*given)
    except Refused as refused:
        assert str(refused) and len(str(refused)) < 2000
        return refused


def test_lists_of_players_and_teams():
    made = factories.tournament(2)
    for place, data in enumerate(damaged(7, FILES)):
        name = ("a.csv", "a.txt", "a.xlsx", "a.trf")[place % 4]
        assert isinstance(answer(read_file, data, name, made), ImportPreview | Refused), data
        assert isinstance(answer(read_teams_file, data, name, made), TeamPreview | Refused), data


def test_reports():
    made = factories.tournament(4)
    for data in damaged(8, FILES // 4):
        answer(read_event, made.event, data)
        answer(read_round, made, 1, data)
