"""On the event's date of data protection: addresses, phones and parents of those who entered."""

from django.db.models import Q
from django.db.models.functions import Substr

from federation.models import Booking, ClubLink, Message
from tournaments.models import Event


def forget_bookings(event: Event) -> int:
    """Names, sections and fees stay, for the accounts; of the birth date the year. The links of
    the mails open nothing any more, and the mails themselves are gone."""
    found = Booking.objects.filter(calendar__event=event)
    keys = list(found.values_list("pk", flat=True))
    links = ClubLink.objects.filter(calendar__event=event)
    about = [f"booking:{pk}" for pk in keys]
    about += [f"club_link:{pk}" for pk in links.values_list("pk", flat=True)]
    Message.objects.filter(about__in=about).delete()
    links.delete()
    own = ~Q(email="") | ~Q(phone="") | ~Q(parent_name="") | ~Q(token="")
    known = found.filter(own)
    count = known.count()
    found.filter(pk__in=keys).update(
        email="",
        phone="",
        parent_name="",
        token="",
        token_until=None,
        birth_date=Substr("birth_date", 1, 4),
    )
    return count
