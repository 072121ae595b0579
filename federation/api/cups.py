"""Cups as the API shows them."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from federation.api.base import OpenItem, OpenList, PageQuery
from federation.api.links import OpenLink
from federation.core.cups import COUNTS, TIE_BREAKS
from federation.models import Cup, CupCategory, CupSection
from federation.queries.cup_working import how, rules_of, whether
from federation.queries.cups import CupCell, CupRow, CupStop, cup_table, shown_cups, stops_of

_SLUG = {"slug": "short name of the cup, as in its address"}
_SECTION = _SLUG | {"section": "short name of a section of the cup"}


class CupSerializer(serializers.ModelSerializer):
    url = OpenLink("cup", "slug")

    class Meta:
        model = Cup
        fields = ["url", "slug", "name", "year", "state"]
        extra_kwargs = {
            "year": {"help_text": "in which its events are played; ages go by it"},
            "state": {"help_text": "`open` while it is under way, `closed` when final"},
        }


class CupCategorySerializer(serializers.ModelSerializer):
    class Meta:
        model = CupCategory
        fields = ["slug", "name", "age_from", "age_until", "sex"]
        extra_kwargs = {
            "age_from": {"help_text": "reached in the year of the cup, at least; 0: no limit"},
            "age_until": {"help_text": "reached in the year of the cup, at most; 0: no limit"},
            "sex": {"help_text": "`m` or `w`; empty: all"},
        }


class CupStopSerializer(serializers.Serializer):
    number = serializers.IntegerField(help_text="within the section, by date")
    name = serializers.CharField()
    starts_on = serializers.DateField()
    tournament = serializers.IntegerField(
        allow_null=True, help_text="id of the tournament; null: not set up yet"
    )
    state = serializers.ChoiceField(
        choices=["to_come", "live", "finished"], help_text="whether its places are final"
    )
    after = serializers.IntegerField(help_text="the last round counted; 0: none")
    weight = serializers.IntegerField(source="row.weight", help_text="in per cent of its points")
    always = serializers.BooleanField(source="row.always", help_text="it is never dropped")

    def to_representation(self, stop: CupStop) -> dict[str, Any]:
        return {
            "number": stop.number,
            "name": stop.name,
            "starts_on": stop.starts_on.isoformat(),
            "tournament": stop.tournament.pk if stop.tournament else None,
            "state": "finished" if stop.finished else "live" if stop.live else "to_come",
            "after": stop.after,
            "weight": stop.row.weight,
            "always": stop.row.always,
        }


class CupSectionSerializer(serializers.ModelSerializer):
    standings_url = OpenLink("cup_standings", "cup.slug", "slug")
    events = serializers.SerializerMethodField(help_text="that count here, by date")

    class Meta:
        model = CupSection
        fields = ["slug", "name", "standings_url", "events"]

    @extend_schema_field(CupStopSerializer(many=True))
    def get_events(self, section: CupSection) -> Any:
        return CupStopSerializer(stops_of(section), many=True).data


class CupDetailSerializer(CupSerializer):
    rules = serializers.SerializerMethodField(help_text="how points and places come about")
    sections = CupSectionSerializer(many=True, help_text="each with a table of its own")
    categories = CupCategorySerializer(many=True, help_text="by age and sex, within each section")

    class Meta(CupSerializer.Meta):
        fields = [*CupSerializer.Meta.fields, "about", "rules", "sections", "categories"]
        extra_kwargs = CupSerializer.Meta.extra_kwargs | {
            "about": {"help_text": "the federation's own words on the cup; empty: none"}
        }

    def get_rules(self, cup: Cup) -> list[str]:
        return rules_of(cup)


class CupResultSerializer(serializers.Serializer):
    event = serializers.IntegerField(help_text="number of the event in this section")
    place = serializers.IntegerField(help_text="in the event, or in the category there")
    points = serializers.FloatField(help_text="with the weight of the event")
    counts = serializers.BooleanField(help_text="false: dropped for better ones")


class CupRowSerializer(serializers.Serializer):
    rank = serializers.IntegerField(help_text="in the cup")
    shared = serializers.BooleanField(help_text="others have the same rank")
    player = serializers.IntegerField(help_text="number of the person in the register")
    name = serializers.CharField(help_text="as everybody may read it")
    club = serializers.CharField(help_text="of today; empty: none")
    points = serializers.FloatField(help_text="the sum of those results that count")
    tie_breaks = serializers.DictField(
        child=serializers.FloatField(), help_text=f"values by code: {', '.join(TIE_BREAKS)}"
    )
    results = CupResultSerializer(many=True, help_text="event by event")

    def to_representation(self, row: CupRow) -> dict[str, Any]:
        codes = self.context["codes"]
        return {
            "rank": row.place,
            "shared": row.row.shared,
            "player": row.player.pk,
            "name": row.name,
            "club": row.club,
            "points": row.row.points / 100,
            "tie_breaks": _values(codes, row),
            "results": [_result(cell) for cell in row.played],
        }


def _result(cell: CupCell) -> dict[str, Any]:
    return {
        "event": cell.stop.number,
        "place": cell.line.place,
        "points": cell.line.points / 100,
        "counts": cell.line.counts,
    }


def _values(codes: Sequence[str], row: CupRow) -> dict[str, float]:
    values = zip(codes, row.row.values, strict=True)
    return {code: value if code in COUNTS else value / 100 for code, value in values}


class CupLineSerializer(serializers.Serializer):
    event = serializers.IntegerField(help_text="number of the event in this section")
    name = serializers.CharField(help_text="of the event")
    place = serializers.IntegerField(help_text="in the event, or in the category there")
    players = serializers.IntegerField(help_text="so many were placed there")
    points = serializers.FloatField(help_text="with the weight of the event")
    counts = serializers.BooleanField(help_text="false: dropped for better ones")
    how = serializers.CharField(help_text="the arithmetic, in the language asked for")
    why = serializers.CharField(help_text="why it counts or not, in the language asked for")


class CupWorkingSerializer(serializers.Serializer):
    rank = serializers.IntegerField(help_text="in the cup")
    player = serializers.IntegerField(help_text="number of the person in the register")
    name = serializers.CharField(help_text="as everybody may read it")
    points = serializers.FloatField(help_text="the sum of those results that count")
    lines = CupLineSerializer(many=True, help_text="event by event")


# --- Views ----------------------------------------------------------------------------------------


class CupQuery(PageQuery):
    year = serializers.IntegerField(required=False, help_text="only cups of this year")


class Cups(OpenList):
    """The cups, the latest year first."""

    operation, item, order = "listCups", CupSerializer, ("-year", "pk")
    query = CupQuery

    def rows(self) -> QuerySet[Cup]:
        found = shown_cups()
        return found.filter(year=self.params["year"]) if "year" in self.params else found


class OneCup(OpenItem):
    """A cup with its rules, sections and events."""

    operation, item = "getCup", CupDetailSerializer
    of_address = _SLUG

    def found(self) -> Cup:
        found = shown_cups().prefetch_related("sections__cup", "categories")
        return get_object_or_404(found, slug=self.kwargs["slug"])


class CategoryQuery(PageQuery):
    category = serializers.CharField(
        required=False, max_length=40, help_text="the table of this category, by its slug"
    )


def _section(place: dict[str, Any]) -> CupSection:
    found = CupSection.objects.select_related("cup").exclude(cup__state=Cup.State.DRAFT)
    return get_object_or_404(found, cup__slug=place["slug"], slug=place["section"])


def _category(section: CupSection, params: dict[str, Any]) -> CupCategory | None:
    key = params.get("category", "")
    return get_object_or_404(section.cup.categories, slug=key) if key else None


class CupStandings(OpenList):
    """The table of a section, as it is now; of an event that is on after its last round."""

    operation, item = "listCupStandings", CupRowSerializer
    query = CategoryQuery
    of_address = _SECTION

    def rows(self) -> Sequence[CupRow]:
        section = _section(self.kwargs)
        self.table = cup_table(section, _category(section, self.params))
        return self.table.rows

    def context(self, rows: Sequence[CupRow]) -> dict[str, Any]:
        return {"codes": self.table.cup.tie_breaks}

    def in_cells(self) -> Iterator[list[Any]]:
        """A column an event, in which a dropped result stands in brackets."""
        rows = self.rows()
        stops = [stop for stop in self.table.stops if not stop.to_come]
        codes = self.table.cup.tie_breaks
        yield ["rank", "player", "name", "club", *(f"event_{stop.number}" for stop in stops),
               "points", *codes]  # fmt: skip
        for row in rows:
            cells = [_cell(cell) for _stop, cell in row.cells]
            values = _values(codes, row).values()
            yield [row.place, row.player.pk, row.name, row.club, *cells, row.row.points / 100,
                   *values]  # fmt: skip


def _cell(cell: CupCell | None) -> Any:
    if cell is None:
        return ""
    points = cell.line.points / 100
    return points if cell.line.counts else f"({points:g})"


class CupWorking(OpenItem):
    """How a total came about: event by event, with what was dropped and why."""

    operation, item = "getCupWorking", CupWorkingSerializer
    query = CategoryQuery
    of_address = _SECTION | {"player": "number of the person in the register"}

    def found(self) -> dict[str, Any]:
        section = _section(self.kwargs)
        row = cup_table(section, _category(section, self.params)).of(self.kwargs["player"])
        if row is None:
            raise Http404
        lines = [
            {
                "event": cell.stop.number,
                "name": cell.stop.name,
                "place": cell.line.place,
                "players": cell.stop.players,
                "points": cell.line.points / 100,
                "counts": cell.line.counts,
                "how": how(section.cup, cell),
                "why": whether(section.cup, row, cell),
            }
            for cell in row.played
        ]
        return {
            "rank": row.place,
            "player": row.player.pk,
            "name": row.name,
            "points": row.row.points / 100,
            "lines": lines,
        }
