"""Printed papers: every version of each is kept as it left the printer."""

import secrets

from django.db import models
from django.db.models import Q

from tournaments.models.tournament import Tournament

#: no letters that are read for each other when somebody types the code from paper
CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(10))


class Document(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="documents")
    round_number = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=30)
    #: "tr", "en", or "tr+en": both side by side
    language = models.CharField(max_length=5)
    options = models.JSONField(default=dict)
    #: counts the versions of the same sheet (kind, round, language)
    version = models.PositiveSmallIntegerField(default=1)
    draft = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=0)  # of the tournament, when it was made
    #: the PDF (or the ZIP of several), written once and never again; none once it is put away
    #: (`services.papers.storing`, which hands out either)
    content = models.BinaryField(null=True)
    #: the piece in the store of papers in which it lies
    pack = models.ForeignKey(
        "PaperPack", null=True, on_delete=models.RESTRICT, related_name="papers"
    )
    pages = models.PositiveSmallIntegerField(default=0)
    #: the text of every row by its key: what the sheet said, to be compared with today
    rows = models.JSONField(default=dict)
    #: in the QR code of every page; not guessable, as it opens what the sheet shows
    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    #: the papers that were made together with this one carry its id
    bundle = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="papers")
    posted_at = models.DateTimeField(null=True)  # listed for everybody since
    created_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    made_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "kind", "round_number", "language", "version"],
                name="document_version_once",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=Q(posted_at__isnull=True)
                | Q(draft=False) & (Q(content__isnull=False) | Q(pack__isnull=False)),
                name="document_draft_never_posted",
            ),
        ]
        indexes = [
            # Few of them: the others are put away.
            models.Index(
                fields=["tournament"], name="document_whole", condition=Q(content__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.round_number or ''} v{self.version}"

    @property
    def number(self) -> str:
        return f"{self.pk}/{self.version}"


class PaperPack(models.Model):
    """Papers of one tournament that are seldom read, packed together, in a store."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="packs")
    #: as PAPERS_STORE was when it was written; "" is the database
    store = models.CharField(max_length=300, blank=True)
    key = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    data = models.BinaryField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.key
