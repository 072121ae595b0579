from tournaments.forms.entries import ByeForm, EntryForm, ImportForm
from tournaments.forms.setup import EventForm, StaffForm, TournamentForm

__all__ = ["ByeForm", "EntryForm", "EventForm", "ImportForm", "StaffForm", "TournamentForm"]
