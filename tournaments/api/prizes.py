"""The prizes of a tournament as the API shows them."""

from decimal import Decimal
from typing import Any

from rest_framework import serializers

from tournaments.api.serializers import PlayerBrief, TeamBrief
from tournaments.api.teams import PointsField
from tournaments.models import Entry, PrizeSharing, Tournament
from tournaments.queries.standings.prizes import PrizePage, Winner


class PrizeSerializer(serializers.Serializer):
    list = serializers.CharField(help_text="key of a category as in standings; empty: everybody")
    first = serializers.IntegerField(help_text="place in that list")
    last = serializers.IntegerField(help_text="each of these places gets the amount")
    amount = serializers.DecimalField(11, 2, coerce_to_string=True)
    thing = serializers.CharField(help_text="a cup, a book; empty: money only")


class PrizeShareSerializer(serializers.Serializer):
    list = serializers.CharField(help_text="key of a category; empty: everybody")
    place = serializers.IntegerField(help_text="in that list")
    rank = serializers.IntegerField(help_text="in the standings")
    player = PlayerBrief(allow_null=True, help_text="null where teams get the prizes")
    team = TeamBrief(allow_null=True)
    points = PointsField()
    amount = serializers.DecimalField(11, 2, coerce_to_string=True)
    things = serializers.ListField(child=serializers.CharField())
    level = serializers.IntegerField(help_text="so many share the place for the things")
    reason = serializers.CharField(help_text="a sentence in the language asked for")

    def to_representation(self, winner: Winner) -> dict[str, Any]:
        share = winner.share
        of_player = isinstance(winner.entry, Entry)
        return super().to_representation(
            {
                "list": share.category,
                "place": share.place,
                "rank": winner.rank,
                "player": winner.entry if of_player else None,
                "team": None if of_player else winner.entry,
                "points": winner.score,
                "amount": Decimal(share.cents) / 100,
                "things": share.things,
                "level": share.level,
                "reason": winner.reason,
            }
        )


class PrizesSerializer(serializers.Serializer):
    words = serializers.ListField(
        child=serializers.CharField(), help_text="as announced in words, a line each"
    )
    currency = serializers.CharField()
    sharing = serializers.ChoiceField(choices=PrizeSharing.values)
    one_each = serializers.BooleanField(help_text="nobody gets two prizes")
    rules = serializers.ListField(child=serializers.CharField())
    prizes = PrizeSerializer(many=True)
    after = serializers.IntegerField(help_text="the round whose standings are used; 0: none yet")
    final = serializers.BooleanField(help_text="false: as it stands now")
    shares = PrizeShareSerializer(many=True)

    def to_representation(self, found: tuple[Tournament, PrizePage]) -> dict[str, Any]:
        tournament, page = found
        given = page.allocation
        return super().to_representation(
            {
                "words": tournament.prize_list,
                "currency": tournament.prize_currency,
                "sharing": tournament.prize_sharing,
                "one_each": tournament.one_prize,
                "rules": page.rules,
                "prizes": [
                    {
                        "list": one.category,
                        "first": line.prize.first,
                        "last": line.prize.last,
                        "amount": line.prize.amount,
                        "thing": line.thing,
                    }
                    for one in page.lists
                    for line in one.lines
                ],
                "after": given.after if given else 0,
                "final": bool(given and given.final),
                "shares": given.winners if given else (),
            }
        )
