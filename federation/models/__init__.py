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
from federation.models.people import (
    Licence,
    Member,
    MemberImport,
    Membership,
    Merge,
    Privacy,
    PrivacyLink,
    Transfer,
)
from federation.models.places import Club, Province
from federation.models.qualification import Qualification, QualifiedAnswer, Quota, YearFigures
from federation.models.ratings import (
    FideFile,
    FidePackage,
    ListedRating,
    MonthList,
    NationalRules,
    RatedEvent,
    RatingReport,
    RatingRun,
    Series,
    Working,
)
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
    "FideFile",
    "FidePackage",
    "Licence",
    "ListedRating",
    "Member",
    "MemberImport",
    "Membership",
    "Merge",
    "Message",
    "MonthList",
    "NationalRules",
    "Officer",
    "Payment",
    "PlayerResult",
    "Privacy",
    "PrivacyLink",
    "Province",
    "Qualification",
    "QualifiedAnswer",
    "Quota",
    "RatedEvent",
    "RatingReport",
    "RatingRun",
    "Season",
    "Section",
    "Series",
    "Subscriber",
    "TeamResult",
    "Transfer",
    "Working",
    "YearFigures",
]
