"""Rating lists: which are loaded, the files on their way in, and what earlier months said."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import RegisteredPlayer


class RatingList(models.Model):
    """A list whose ratings the register holds: FIDE's, or a federation's own."""

    class Kind(models.TextChoices):
        FIDE = "fide", _("FIDE")
        NATIONAL = "national", _("national")

    kind = models.CharField(max_length=8, choices=Kind.choices)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    month = models.DateField(_("month"), null=True)
    players = models.PositiveIntegerField(default=0)
    loaded_at = models.DateTimeField(null=True)
    #: for a national list: header of the file → field, as it was chosen the last time
    mapping = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["kind", "federation"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "federation"], name="rating_list_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.federation}".strip()


class ListImport(models.Model):
    """One file on its way into the register. Each stage that is reached is kept, so that the
    work goes on where a dead worker left it."""

    class Stage(models.TextChoices):
        RECEIVED = "received", _("received")
        READ = "read", _("read")
        MERGED = "merged", _("merged")

    list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="imports")
    month = models.DateField(_("month"))
    file_name = models.CharField(max_length=120)
    size = models.PositiveBigIntegerField(default=0)
    stage = models.CharField(max_length=8, choices=Stage.choices, default=Stage.RECEIVED)
    mapping = models.JSONField(default=dict, blank=True)
    rows = models.PositiveIntegerField(default=0)
    added = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    unreadable = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.list} {self.month:%Y-%m}"


class ListChunk(models.Model):
    """A piece of the file, in the database: web and worker may be different machines."""

    list_import = models.ForeignKey(ListImport, on_delete=models.CASCADE, related_name="chunks")
    position = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["list_import", "position"], name="list_chunk_once"),
        ]

    def __str__(self) -> str:
        return f"{self.list_import_id} {self.position}"


class PastRating(models.Model):
    """What the lists from `month` until before `until` said, kept when a newer one said else."""

    player = models.ForeignKey(RegisteredPlayer, on_delete=models.CASCADE, related_name="past")
    month = models.DateField()
    until = models.DateField()
    standard = models.PositiveSmallIntegerField(default=0)
    rapid = models.PositiveSmallIntegerField(default=0)
    blitz = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["until"]
        constraints = [
            models.UniqueConstraint(fields=["player", "until"], name="past_rating_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.month:%Y-%m}"


class RegisterWord(models.Model):
    """Every word that occurs in a folded name: what a mistyped word may have been."""

    word = models.CharField(max_length=120, primary_key=True, db_collation="C")

    def __str__(self) -> str:
        return self.word
