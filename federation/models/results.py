"""Outcomes of players and teams, one row each in a finished tournament."""

from django.db import models

from federation.models.places import Club
from tournaments.models import Entry, Event, RegisteredPlayer, Team, Tournament
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
    #: so many have this place, also those who are not in the register; null: as it was before
    sharing = models.PositiveSmallIntegerField(null=True)
    #: games at the board; points, all of them, in tenths
    games = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField()
    rating = models.PositiveSmallIntegerField(default=0)
    performance = models.PositiveSmallIntegerField(default=0)
    #: in hundredths, by FIDE's rules; None where none is worked out
    change = models.IntegerField(null=True)
    #: title norms that the games were enough for: "IM", "FM, WIM"
    norm = models.CharField(max_length=20, blank=True, default="", db_default="")

    class Meta:
        indexes = [
            models.Index(fields=["player", "-ended_on"], name="result_by_player"),
            models.Index(fields=["ended_on"], name="result_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.tournament_id}"


class TeamResult(models.Model):
    """The outcome of a team, written together with those of the players."""

    team = models.OneToOneField(
        Team, on_delete=models.CASCADE, primary_key=True, related_name="outcome"
    )
    club = models.ForeignKey(
        Club, null=True, on_delete=models.SET_NULL, related_name="outcomes", db_index=False
    )
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="team_outcomes"
    )
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="team_outcomes")
    ended_on = models.DateField()
    place = models.PositiveSmallIntegerField(null=True)
    teams = models.PositiveSmallIntegerField()
    won = models.PositiveSmallIntegerField(default=0)
    drawn = models.PositiveSmallIntegerField(default=0)
    lost = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["club", "-ended_on"], name="team_result_by_club")]

    def __str__(self) -> str:
        return f"{self.team_id} {self.tournament_id}"
