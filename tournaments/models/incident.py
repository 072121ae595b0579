"""The incident book of a tournament: what arbiters had to act upon, and the report they write."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class IncidentKind(models.TextChoices):
    """The kinds of incidents; the article of each stands in `wording.incidents`."""

    ILLEGAL_MOVE = "illegal_move", _("illegal move")
    WARNING = "warning", _("warning")
    LATE = "late", _("late arrival")
    PHONE = "phone", _("phone or device")
    TIME_PENALTY = "time_penalty", _("time penalty")
    DISTRACTION = "distraction", _("distraction")
    CLAIM = "claim", _("claim of a draw")
    OTHER = "other", _("something else")


class Incident(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="incidents")
    kind = models.CharField(_("what happened"), max_length=16, choices=IncidentKind.choices)
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="incidents"
    )
    #: since the round began
    minute = models.PositiveSmallIntegerField(_("minute"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=300, blank=True)
    by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    taken_back_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["round_number", "board", "at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=IncidentKind.values), name="incident_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, [self.place, self.kind]))

    @property
    def place(self) -> str:
        """ "3/12": round and board, as far as they are known."""
        return "/".join(str(part) for part in (self.round_number, self.board) if part)
