from tournaments.models.api import (
    ApiToken,
    Delivery,
    Happening,
    KeptAnswer,
    Scope,
    Webhook,
)
from tournaments.models.document import Document
from tournaments.models.entry import ByeKind, ByeRequest, Entry, LaterRating, NumberedEntry
from tournaments.models.event import Event, Invitation, Role, StaffMember
from tournaments.models.imported import ReportImport
from tournaments.models.job import Job
from tournaments.models.knockout import Knockout, KnockoutGame, KnockoutLot, KnockoutSeat
from tournaments.models.log import Irregular, LogEntry
from tournaments.models.people import Person, RegisteredPlayer, Sex, Title, User
from tournaments.models.prize import Prize
from tournaments.models.register import (
    ListBefore,
    ListChunk,
    ListImport,
    OwnRating,
    PastRating,
    RatingList,
    RegisterWord,
)
from tournaments.models.round import GameRow, Pairing, PairingSession, Round, is_game
from tournaments.models.screen import HallPlan, HallScreen
from tournaments.models.team import (
    CaptainMail,
    LineUp,
    LineUpSeat,
    Match,
    Team,
    TeamMember,
    TeamRules,
)
from tournaments.models.tournament import (
    Acceleration,
    EqualsBy,
    ForbiddenPairing,
    InitialColour,
    PrizeSharing,
    RatingMethod,
    RatingOfRound,
    RatingType,
    Tournament,
    Unrated,
)

__all__ = [
    "Acceleration",
    "ApiToken",
    "ByeKind",
    "ByeRequest",
    "CaptainMail",
    "Delivery",
    "Document",
    "Entry",
    "EqualsBy",
    "Event",
    "ForbiddenPairing",
    "GameRow",
    "HallPlan",
    "HallScreen",
    "Happening",
    "InitialColour",
    "Invitation",
    "Irregular",
    "Job",
    "KeptAnswer",
    "Knockout",
    "KnockoutGame",
    "KnockoutLot",
    "KnockoutSeat",
    "LaterRating",
    "LineUp",
    "LineUpSeat",
    "ListBefore",
    "ListChunk",
    "ListImport",
    "LogEntry",
    "Match",
    "NumberedEntry",
    "OwnRating",
    "Pairing",
    "PairingSession",
    "PastRating",
    "Person",
    "Prize",
    "PrizeSharing",
    "RatingList",
    "RatingMethod",
    "RatingOfRound",
    "RatingType",
    "RegisterWord",
    "RegisteredPlayer",
    "ReportImport",
    "Role",
    "Round",
    "Scope",
    "Sex",
    "StaffMember",
    "Team",
    "TeamMember",
    "TeamRules",
    "Title",
    "Tournament",
    "Unrated",
    "User",
    "Webhook",
    "is_game",
]
