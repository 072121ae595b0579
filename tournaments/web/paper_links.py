"""Links to one paper for a printer that has no login; they expire by themselves.

The link holds what it opens, signed; nothing is stored, so none can be found by trying.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core import signing
from django.urls import reverse
from django.utils import timezone

from tournaments.models import Document

SALT = "hakem.paper-link"
#: hours that a link may live
HOURS = (1, 4, 24)


@dataclass(frozen=True, slots=True)
class PaperLink:
    document: int
    until: datetime
    first: int = 1
    two_up: bool = False

    @property
    def expired(self) -> bool:
        return timezone.now() >= self.until


def link_to(document: Document, *, hours: int, first: int = 1, two_up: bool = False) -> str:
    """The path of a new one, without the address of the site."""
    until = timezone.now() + timedelta(hours=hours)
    data = {"d": document.pk, "u": int(until.timestamp()), "f": first, "t": int(two_up)}
    return reverse("printout", args=[signing.dumps(data, salt=SALT)])


def read(token: str) -> PaperLink | None:
    """Open a link, expired or not; None for one that is none of ours."""
    try:
        data = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    until = timezone.make_aware(datetime.fromtimestamp(data["u"]))
    return PaperLink(data["d"], until, data["f"], bool(data["t"]))
