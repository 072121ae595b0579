"""Outcomes of players, one row a player and finished tournament."""

from django.db import models

from tournaments.models import Entry, Event, RegisteredPlayer, Tournament
from tournaments.models.tournament import RatingType


class PlayerResult(models.Model):
    """Written when a tournament ends, and again when it is corrected."""

    entry = models.OneToOneField(
        Entry, on_delete=models.CASCADE, primary_key=True, related_name="outcome"
    )
    player = models.ForeignKey(
        RegisteredPlayer, on_delete=models.CASCADE, related_name="outcomes", db_index=False
    )
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="outcomes")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="outcomes")
    ended_on = models.DateField()
    kind = models.CharField(max_length=8, choices=RatingType.choices)
    place = models.PositiveSmallIntegerField(null=True)
    players = models.PositiveSmallIntegerField()
    #: games at the board; points, all of them, in tenths
    games = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField()
    rating = models.PositiveSmallIntegerField(default=0)
    performance = models.PositiveSmallIntegerField(default=0)
    #: in hundredths, by FIDE's rules; None where none is worked out
    change = models.SmallIntegerField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["player", "-ended_on"], name="result_by_player"),
            models.Index(fields=["ended_on"], name="result_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.tournament_id}"
