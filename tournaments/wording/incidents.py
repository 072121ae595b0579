"""The incident book: the article of the Laws that a kind rests on, and what arbiters are told."""

from django.utils.translation import gettext_lazy as _

from tournaments.models import IncidentKind

#: FIDE Laws of Chess (E.01) of 1 January 2023
ARTICLES = {
    IncidentKind.ILLEGAL_MOVE: "7.5.5",
    IncidentKind.WARNING: "12.9.1",
    IncidentKind.LATE: "6.7",
    IncidentKind.PHONE: "11.3.2",
    IncidentKind.TIME_PENALTY: "12.9.2, 12.9.3",
    IncidentKind.DISTRACTION: "11.5",
    IncidentKind.CLAIM: "9.2–9.5",
    IncidentKind.OTHER: "",
}
SECOND_ILLEGAL_MOVE = _(
    "The second illegal move of this player in this game: by art. 7.5.5 the game is lost."
)
FIRST_ILLEGAL_MOVE = _("The opponent gets two minutes more (art. 7.5.5).")
PHONE = _(
    "By art. 11.3.2 the game is lost, unless the regulations of the event name another penalty."
)

SENTENCES = {
    "incident.unknown_kind": _("Choose what happened from the list."),
    "incident.no_such_board": _(
        "Round %(round)s has no board %(board)s. Look at the number on the table."
    ),
    "incident.no_such_round": _("There is no round %(round)s."),
    "incident.minute": _("Write the minute as a whole number, at most 720."),
    "incident.taken_back": _("This line was taken back meanwhile."),
    "act.incident.noted": _("Incident noted"),
    "act.incident.changed": _("Incident changed"),
    "act.incident.taken_back": _("Incident taken back"),
    "act.arbiters_report.written": _("Arbiter's report written"),
}
