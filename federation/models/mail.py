"""Messages on their way: what was promised goes out, even when the mail server is away."""

from django.db import models
from django.db.models import Q


class Message(models.Model):
    to = models.EmailField()
    #: the first line is the subject
    text = models.TextField()
    #: what it is about ("calendarevent:12"), for the history of that
    about = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    #: it is tried at this time; None when nothing is to be sent any more
    due_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="message_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["about", "-id"], name="message_about"),
        ]

    def __str__(self) -> str:
        return f"{self.to} {self.about}"
