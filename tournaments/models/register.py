"""Rating lists: which are loaded, the files on their way in, and what earlier months said."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import RegisteredPlayer


class RatingList(models.Model):
    """A list whose ratings the register holds: FIDE's, a federation's national one, and any
    number of own lists, each with a name."""

    class Kind(models.TextChoices):
        FIDE = "fide", _("FIDE")
        NATIONAL = "national", _("national")
        OWN = "own", _("own")

    kind = models.CharField(max_length=8, choices=Kind.choices)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    name = models.CharField(_("name"), max_length=40, blank=True)  # of an own list
    month = models.DateField(_("month"), null=True)
    players = models.PositiveIntegerField(default=0)
    loaded_at = models.DateTimeField(null=True)
    #: for a national list: header of the file → field, as it was chosen the last time
    mapping = models.JSONField(default=dict, blank=True)

    # Headers of the last answer from its address, so that only a newer list is downloaded
    asked_at = models.DateTimeField(null=True)
    etag = models.CharField(max_length=200, blank=True)
    last_modified = models.CharField(max_length=60, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    silent_since = models.DateTimeField(null=True)  # the address has not answered since

    class Meta:
        ordering = ["kind", "federation", "name"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "federation", "name"], name="rating_list_once"),
            models.CheckConstraint(
                condition=models.Q(kind="own") ^ models.Q(name=""), name="rating_list_own_has_name"
            ),
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, (self.get_kind_display(), self.federation, self.name)))

    @property
    def code(self) -> str:
        """The name of the list in a tournament's sequence of lists and in an entry's source."""
        return f"own:{self.pk}" if self.kind == self.Kind.OWN else self.kind


class ListImport(models.Model):
    """One file on its way into the register. Each stage that is reached is kept, so that the
    work goes on where a dead worker left it."""

    class Stage(models.TextChoices):
        RECEIVED = "received", _("received")
        READ = "read", _("read")
        MERGED = "merged", _("merged")
        UNCHANGED = "unchanged", _("nothing newer")
        TAKEN_BACK = "taken_back", _("taken back")

    list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="imports")
    month = models.DateField(_("month"))
    file_name = models.CharField(max_length=120)
    size = models.PositiveBigIntegerField(default=0)
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.RECEIVED)
    #: fetched from the list's own address; `quiet` when nobody waits for it
    fetched = models.BooleanField(default=False)
    quiet = models.BooleanField(default=False)
    mapping = models.JSONField(default=dict, blank=True)
    rows = models.PositiveIntegerField(default=0)
    added = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    unreadable = models.PositiveIntegerField(default=0)
    #: what reading leaves for the merge (ratings, ground) and a local list for its taking back
    reading = models.JSONField(default=dict, blank=True)
    created_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.list} {self.month:%Y-%m}"

    @property
    def said(self) -> str:
        """As the history calls it: "TUR 2026-11", "TUR Youth 2026-11", "FIDE 2026-11"."""
        fide = "FIDE" if self.list.kind == RatingList.Kind.FIDE else ""
        parts = (fide, self.list.federation, self.list.name, f"{self.month:%Y-%m}")
        return " ".join(filter(None, parts))


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


class ListBefore(models.Model):
    """The state of a player before the last file of a national or an own list, so that the file can
    be taken back."""

    list_import = models.ForeignKey(ListImport, on_delete=models.CASCADE, related_name="before")
    #: in the register; no constraint, since who has left it needs nothing back
    player = models.PositiveBigIntegerField()
    added = models.BooleanField(default=False)
    rating = models.PositiveSmallIntegerField(default=0)
    month = models.DateField(null=True)
    club = models.CharField(max_length=120, blank=True)
    national_id = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["list_import", "player"], name="list_before_once"),
        ]

    def __str__(self) -> str:
        return f"{self.list_import_id} {self.player}"


class PastRating(models.Model):
    """A player's ratings in the lists from `month` until before `until`, kept when a newer list
    changed them."""

    # Without an index of its own: the one of the constraint below begins with the player.
    player = models.ForeignKey(
        RegisteredPlayer, on_delete=models.CASCADE, related_name="past", db_index=False
    )
    kind = models.CharField(max_length=8, default=RatingList.Kind.FIDE)  # or national
    month = models.DateField()
    until = models.DateField()
    standard = models.PositiveSmallIntegerField(default=0)
    rapid = models.PositiveSmallIntegerField(default=0)
    blitz = models.PositiveSmallIntegerField(default=0)
    national = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["until"]
        constraints = [
            models.UniqueConstraint(fields=["player", "kind", "until"], name="past_rating_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.month:%Y-%m}"


class OwnRating(models.Model):
    """A player's rating in an own list from `month` on, until a later month changed it."""

    list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="ratings")
    # Without an index of its own: the one of the constraint below begins with the player.
    player = models.ForeignKey(
        RegisteredPlayer, on_delete=models.CASCADE, related_name="own", db_index=False
    )
    rating = models.PositiveSmallIntegerField()
    month = models.DateField()
    until = models.DateField(null=True)

    class Meta:
        ordering = ["list", "player", "month"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "list", "until"],
                name="own_rating_once",
                nulls_distinct=False,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.list_id} {self.player_id} {self.month:%Y-%m} {self.rating}"


class RegisterWord(models.Model):
    """Every word that occurs in a folded name: what a mistyped word may have been."""

    word = models.CharField(max_length=120, primary_key=True, db_collation="C")

    def __str__(self) -> str:
        return self.word
