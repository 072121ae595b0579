"""Tables, lists and papers of a tournament as the API shows them."""

from typing import Any

from rest_framework import serializers
from rest_framework.reverse import reverse

from pairing.systems import AroEntry
from tournaments.api.serializers import PlayerBrief, TeamBrief, UnrankedSerializer, brief
from tournaments.api.teams import PointsField
from tournaments.documents.posted import document_label
from tournaments.models import Document, Entry
from tournaments.queries.rounds.schedule import PlannedRound, RoundOfMatches
from tournaments.queries.standings.best_of import BestOf
from tournaments.queries.standings.crosstable import Cell, CrossRow
from tournaments.queries.teams.crosstable import TeamCell, TeamCrossRow

# --- Cross tables ---------------------------------------------------------------------------------


class CrossCellSerializer(serializers.Serializer):
    opponent = serializers.IntegerField(allow_null=True, help_text="a player's id")
    rank = serializers.IntegerField(help_text="of the opponent in this table; 0: none")
    number = serializers.IntegerField(help_text="the opponent's start number; 0: none")
    colour = serializers.ChoiceField(choices=["w", "b", ""])
    result = serializers.CharField(help_text="as the player sees it; empty: none yet")
    bye = serializers.ChoiceField(choices=["", "U", "F", "H", "Z"])

    def to_representation(self, cell: Cell) -> dict[str, Any]:
        return _shown(cell)


def _shown(cell: Cell) -> dict[str, Any]:
    """A cross table has thousands of these."""
    return {
        "opponent": cell.opponent.pk if cell.opponent else None,
        "rank": cell.rank,
        "number": cell.number,
        "colour": cell.colour,
        "result": cell.mark,
        "bye": cell.bye,
    }


class CrossRowSerializer(serializers.Serializer):
    rank = serializers.IntegerField(help_text="0: left below half of the games, not ranked")
    shared = serializers.BooleanField(help_text="others have the same rank")
    player = PlayerBrief()
    points = serializers.FloatField()
    cells = serializers.ListField(
        child=CrossCellSerializer(many=True),
        help_text="one for each of `heads`; several games where players meet again",
    )

    def to_representation(self, row: CrossRow) -> dict[str, Any]:
        return {
            "rank": row.row.rank,
            "shared": row.row.shared,
            "player": brief(row.row.entry),
            "points": row.row.score / 10,
            "cells": [[_shown(one) for one in cells] for cells in row.cells],
        }


class CrossTableSerializer(serializers.Serializer):
    after = serializers.IntegerField(source="table.after")
    grid = serializers.BooleanField(help_text="true: everybody against everybody; else by rounds")
    heads = serializers.ListField(
        child=serializers.IntegerField(), help_text="the rounds, or the numbers of the opponents"
    )
    rows = CrossRowSerializer(many=True)
    unranked = UnrankedSerializer(many=True, source="table.unranked")


class TeamCrossCellSerializer(serializers.Serializer):
    match = serializers.IntegerField(allow_null=True, help_text="a match's id; null: none")
    opponent = serializers.IntegerField(allow_null=True, help_text="a team's id")
    number = serializers.IntegerField(help_text="the opponent's number; 0: none")
    first = serializers.BooleanField(help_text="named first, with White on the odd boards")
    points = PointsField(help_text="board points of this team")
    other = PointsField(help_text="of the opponent")
    open = serializers.BooleanField(help_text="a board of the match is not known yet")
    forfeit = serializers.ChoiceField(
        choices=["", "+", "-"], help_text="of a match won or lost without a game"
    )
    bye = serializers.ChoiceField(choices=["", "U", "F", "H", "Z"])

    def to_representation(self, cell: TeamCell) -> dict[str, Any]:
        return {
            "match": cell.match,
            "opponent": cell.opponent.pk if cell.opponent else None,
            "number": cell.number,
            "first": cell.first,
            "points": cell.points / 10,
            "other": cell.other / 10,
            "open": cell.open,
            "forfeit": cell.sign.replace("−", "-"),
            "bye": cell.bye,
        }


class TeamCrossRowSerializer(serializers.Serializer):
    rank = serializers.IntegerField()
    shared = serializers.BooleanField(help_text="others have the same rank")
    team = TeamBrief()
    points = PointsField(help_text="the points that rank")
    cells = serializers.ListField(
        child=TeamCrossCellSerializer(many=True),
        help_text="one for each of `heads`; several matches where teams meet again",
    )

    def to_representation(self, row: TeamCrossRow) -> dict[str, Any]:
        cell = TeamCrossCellSerializer().to_representation
        return {
            "rank": row.row.rank,
            "shared": row.row.shared,
            "team": TeamBrief(row.row.entry).data,
            "points": row.row.score / 10,
            "cells": [[cell(one) for one in cells] for cells in row.cells],
        }


class TeamCrossTableSerializer(serializers.Serializer):
    after = serializers.IntegerField(source="table.after")
    grid = serializers.BooleanField(help_text="true: everybody against everybody; else by rounds")
    heads = serializers.ListField(
        child=serializers.IntegerField(), help_text="the rounds, or the numbers of the opponents"
    )
    rows = TeamCrossRowSerializer(many=True)


# --- Lists ----------------------------------------------------------------------------------------


class BoardPrizeSerializer(serializers.Serializer):
    rank = serializers.IntegerField()
    shared = serializers.BooleanField(help_text="others have the same rank")
    player = PlayerBrief(source="entry")
    team = TeamBrief()
    points = PointsField()
    games = serializers.IntegerField()
    percent = serializers.CharField()
    enough = serializers.BooleanField(help_text="at least half of the rounds were played")


class BoardPrizesSerializer(serializers.Serializer):
    board = serializers.IntegerField()
    players = BoardPrizeSerializer(many=True)


class CountingSerializer(serializers.Serializer):
    player = PlayerBrief()
    points = PointsField()
    rank = serializers.IntegerField()


class BestSerializer(serializers.Serializer):
    rank = serializers.IntegerField()
    name = serializers.CharField(help_text="of the team, the club or the federation")
    points = serializers.FloatField()
    places = serializers.IntegerField(help_text="of those who count, added")
    players = CountingSerializer(many=True)

    def to_representation(self, best: BestOf) -> dict[str, Any]:
        return {
            "rank": best.rank,
            "name": best.name,
            "points": best.score / 10,
            "places": best.places,
            "players": [
                {"player": brief(entry), "points": score / 10, "rank": rank}
                for entry, score, rank in best.counting
            ],
        }


class AverageSerializer(serializers.Serializer):
    """The average is the sum divided by the games."""

    player = PlayerBrief()
    points = serializers.FloatField()
    rating_sum = serializers.IntegerField(help_text="of the opponents met")
    games = serializers.IntegerField()
    due = serializers.ChoiceField(choices=["w", "b", ""], help_text="the colour due")

    def to_representation(self, row: tuple[Entry, AroEntry]) -> dict[str, Any]:
        entry, line = row
        return {
            "player": brief(entry),
            "points": line.score / 10,
            "rating_sum": line.rating_sum,
            "games": line.games,
            "due": line.due.value if line.due else "",
        }


class AveragesSerializer(serializers.Serializer):
    after = serializers.IntegerField()
    rows = AverageSerializer(many=True)


# --- Schedule, regulations, papers ----------------------------------------------------------------


class PlannedPairSerializer(serializers.Serializer):
    white = PlayerBrief()
    black = PlayerBrief()


class PlannedMatchSerializer(serializers.Serializer):
    first = TeamBrief()
    second = TeamBrief()


class PlannedRoundSerializer(serializers.Serializer):
    """Pairs of players; in an event of teams matches of teams."""

    number = serializers.IntegerField()
    starts_at = serializers.DateTimeField(allow_null=True)
    pairs = PlannedPairSerializer(many=True)
    resting = PlayerBrief(allow_null=True)
    matches = PlannedMatchSerializer(many=True)
    resting_teams = TeamBrief(many=True)

    def to_representation(self, planned: PlannedRound | RoundOfMatches) -> dict[str, Any]:
        round_ = planned.round
        data: dict[str, Any] = {
            "starts_at": round_.starts_at if round_ else None,
            "pairs": (),
            "resting": None,
            "matches": (),
            "resting_teams": (),
        }
        if isinstance(planned, RoundOfMatches):
            data["number"] = planned.round.number
            data |= {"matches": planned.matches, "resting_teams": planned.resting}
        else:
            data |= {"number": planned.number, "resting": planned.resting}
            data["pairs"] = [{"white": white, "black": black} for white, black in planned.pairs]
        return super().to_representation(data)


class PartSerializer(serializers.Serializer):
    heading = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class TieBreakSerializer(serializers.Serializer):
    code = serializers.CharField()
    name = serializers.CharField()
    meaning = serializers.CharField()


class RegulationsSerializer(serializers.Serializer):
    parts = PartSerializer(many=True)
    tie_breaks = TieBreakSerializer(many=True)
    prizes = serializers.ListField(child=serializers.CharField(), help_text="as they are announced")


class PaperSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    title = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    language = serializers.CharField()
    version = serializers.IntegerField()
    made_at = serializers.DateTimeField()
    file = serializers.URLField(help_text="the paper itself (PDF)")

    def to_representation(self, paper: Document) -> dict[str, Any]:
        return super().to_representation(
            {
                "id": paper.pk,
                "kind": paper.kind,
                "title": document_label(paper),
                "round": paper.round_number,
                "language": paper.language,
                "version": paper.version,
                "made_at": paper.made_at,
                "file": reverse(
                    "public:document",
                    args=[paper.tournament.event.slug, paper.tournament.slug, paper.pk],
                    request=self.context.get("request"),
                ),
            }
        )
