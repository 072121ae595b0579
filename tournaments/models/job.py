"""Work done in the background, with its progress."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Job(models.Model):
    """One piece of background work. The row, not the broker, knows what is still to be done:
    a task that is delivered twice finds it locked or finished and does nothing."""

    class Kind(models.TextChoices):
        PAIR = "pair", _("pairing")
        DOCUMENT = "document", _("document")
        REGISTER = "register", _("rating list")
        CAPTAINS = "captains", _("captains' links by e-mail")
        IMPORT = "import", _("import of a tournament")
        SEAL = "seal", _("check by the second engine")
        RATINGS = "ratings", _("rating lists of a month")
        MEMBERS = "members", _("list of members")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    #: none for work on the register, which belongs to no tournament
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    target = models.PositiveBigIntegerField()  # the round's or the document's id
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    progress = models.PositiveSmallIntegerField(default=0)  # per cent
    #: how often a worker has begun; the database knows the default, too, so that a release that
    #: knows nothing of tries can still make jobs
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    #: an `AppError` as data (code and values), worded when shown
    error = models.JSONField(null=True)
    created_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    queued_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "target"],
                condition=models.Q(status__in=["waiting", "running"]),
                name="job_once_at_a_time",
            ),
        ]
        indexes = [models.Index(fields=["kind", "target"], name="job_by_target")]

    def __str__(self) -> str:
        return f"{self.kind} {self.target} {self.status}"

    @property
    def open(self) -> bool:
        return self.status in (self.Status.WAITING, self.Status.RUNNING)
