"""The annual report as the API shows it."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from rest_framework import serializers

from federation.api.base import OpenItem, OpenList
from federation.api.links import OpenLink
from federation.queries.year_figures import TABLES, Line
from federation.queries.year_pictures import age_words, province_names
from federation.services.years import Counted, counted_years, year_as_counted
from tournaments.models import Sex
from tournaments.models.tournament import RatingType
from tournaments.wording.months import month_in_words

_YEAR = {"year": "of the last day of the tournaments"}


class YearSerializer(serializers.Serializer):
    year = serializers.IntegerField(help_text="in which tournaments ended")
    url = OpenLink("year", "year")

    def to_representation(self, year: int) -> dict[str, Any]:
        return {"year": year, "url": self.fields["url"].to_representation(_Year(year))}


class _Year:
    def __init__(self, year: int) -> None:
        self.year = year


class YearReportSerializer(serializers.Serializer):
    year = serializers.IntegerField(help_text="in which the tournaments ended")
    events = serializers.IntegerField(help_text="how many there were")
    tournaments = serializers.IntegerField(help_text="how many ended; an event may have several")
    players = serializers.IntegerField(help_text="each counted once")
    games = serializers.IntegerField(help_text="at the board, without forfeits")
    tables = serializers.ListField(
        child=serializers.CharField(), help_text="what stands below `/years/{year}/`"
    )
    counted_at = serializers.DateTimeField(
        help_text="what ended or was corrected later is not in it"
    )


class YearLineSerializer(serializers.Serializer):
    key = serializers.CharField(
        help_text="a month, a province's code, an age up to which, `w` or `m`, a kind of rating; "
        "empty: not known"
    )
    name = serializers.CharField(help_text="the same as people read it, in the language asked for")
    events = serializers.IntegerField(help_text="in which somebody of this line played")
    players = serializers.IntegerField(help_text="each counted once in a line")
    games = serializers.IntegerField(
        help_text="at the board; by age and sex each game counts for both players"
    )


class Years(OpenList):
    """The years with results, the latest first."""

    operation, item = "listYears", YearSerializer

    def rows(self) -> Sequence[int]:
        return counted_years()


def _counted(year: int) -> Counted:
    if (found := year_as_counted(year)) is None:
        raise Http404
    return found


class OneYear(OpenItem):
    """Events, players and games of a year in all."""

    operation, item = "getYear", YearReportSerializer
    of_address = _YEAR

    def found(self) -> dict[str, Any]:
        counted = _counted(self.kwargs["year"])
        names = ("year", "events", "tournaments", "players", "games")
        return {name: getattr(counted.report, name) for name in names} | {
            "tables": list(TABLES),
            "counted_at": counted.at,
        }


class YearTable(OpenList):
    """A year by months, provinces, ages, sexes or kinds of time control."""

    operation, item = "listYearTable", YearLineSerializer
    of_address = _YEAR | {"table": f"one of {', '.join(TABLES)}"}

    def rows(self) -> Sequence[dict[str, Any]]:
        table = self.kwargs["table"]
        if table not in TABLES:
            raise Http404
        names = province_names() if table == "provinces" else {}
        return [
            {
                "key": line.key,
                "name": _name(table, line, names),
                "events": line.events,
                "players": line.players,
                "games": line.games,
            }
            for line in _counted(self.kwargs["year"]).report.tables[table]
        ]


def _name(table: str, line: Line, provinces: dict[str, str]) -> str:
    if table == "provinces":
        return provinces.get(line.key, "")
    if table == "ages":
        return age_words(line.key)
    if table == "months":
        return month_in_words(line.key)
    if table == "sexes":
        return str(Sex(line.key).label)
    return str(RatingType(line.key).label) if table == "kinds" else line.key
