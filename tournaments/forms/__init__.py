from tournaments.forms.entries import (
    ByeForm,
    EntryForm,
    ExchangeForm,
    ForbiddenForm,
    ImportForm,
)
from tournaments.forms.setup import EventForm, StaffForm, TournamentForm

__all__ = [
    "ByeForm",
    "EntryForm",
    "EventForm",
    "ExchangeForm",
    "ForbiddenForm",
    "ImportForm",
    "StaffForm",
    "TournamentForm",
]
