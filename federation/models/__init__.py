from federation.models.calendar import (
    Appointment,
    CalendarChange,
    CalendarEvent,
    Season,
    Section,
    Subscriber,
)
from federation.models.cups import Cup, CupCategory, CupEvent, CupSection
from federation.models.entries import Booking, Charge, Payment
from federation.models.mail import Message
from federation.models.officers import Arbiter, ArbiterLevel, Duty, Officer
from federation.models.people import Licence, Member, Membership, Merge, Privacy, Transfer
from federation.models.places import Club, Province
from federation.models.qualification import Qualification, QualifiedAnswer, Quota, YearFigures
from federation.models.results import PlayerResult, TeamResult

__all__ = [
    "Appointment",
    "Arbiter",
    "ArbiterLevel",
    "Booking",
    "CalendarChange",
    "CalendarEvent",
    "Charge",
    "Club",
    "Cup",
    "CupCategory",
    "CupEvent",
    "CupSection",
    "Duty",
    "Licence",
    "Member",
    "Membership",
    "Merge",
    "Message",
    "Officer",
    "Payment",
    "PlayerResult",
    "Privacy",
    "Province",
    "Qualification",
    "QualifiedAnswer",
    "Quota",
    "Season",
    "Section",
    "Subscriber",
    "TeamResult",
    "Transfer",
    "YearFigures",
]
