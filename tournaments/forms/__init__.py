from tournaments.forms.entries import (
    ByeForm,
    EntryForm,
    ExchangeForm,
    ForbiddenForm,
    ImportForm,
)
from tournaments.forms.setup import (
    AcceptForm,
    CopyForm,
    EventForm,
    InvitationForm,
    ProfileForm,
    StaffForm,
    TimetableForm,
)
from tournaments.forms.tournament import TournamentForm

__all__ = [
    "AcceptForm",
    "ByeForm",
    "CopyForm",
    "EntryForm",
    "EventForm",
    "ExchangeForm",
    "ForbiddenForm",
    "ImportForm",
    "InvitationForm",
    "ProfileForm",
    "StaffForm",
    "TimetableForm",
    "TournamentForm",
]
