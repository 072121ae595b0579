"""The words that followers read: on the lock screen of a phone, or in a mail."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Announcement, Case
from tournaments.wording.results import printed_result

Kind = Announcement.Kind

SENTENCES = {
    "follow.no_browser": gettext_lazy(
        "This browser gave no address for messages. Allow notifications here and try again."
    ),
    "follow.no_mail": gettext_lazy("This is no mail address."),
    "follow.unknown": gettext_lazy("There is nothing of this name to follow here any more."),
    "follow.too_many": gettext_lazy(
        "One device can follow at most %(most)s players and clubs of a tournament."
    ),
    "follow.too_often": gettext_lazy(
        "Too many requests came from this network. Wait a few minutes and try again."
    ),
}


#: by the first word of an announcement for the desk
_AT_THE_DESK = {
    "call": gettext_lazy("An arbiter is called"),
    "case": gettext_lazy("A claim waits"),
    "appeal": gettext_lazy("An appeal waits"),
    "correction": gettext_lazy("A correction waits for a second arbiter"),
}


def title(made: Announcement, name: str) -> str:
    """The first line: what happened, and where."""
    return f"{_TITLES[Kind(made.kind)](made)} · {name}"


_TITLES: dict[Kind, Callable[[Announcement], str]] = {
    Kind.ROUND: lambda made: _("Round %(number)s is out") % {"number": made.round_number},
    Kind.TAKEN_BACK: lambda made: (
        _("Round %(number)s is taken back") % {"number": made.round_number}
    ),
    Kind.PAIRING: lambda made: (
        _("A pairing of round %(number)s has changed") % {"number": made.round_number}
    ),
    Kind.WITHDRAWN: lambda made: (
        _("Round %(number)s: the opponent has left") % {"number": made.round_number}
    ),
    Kind.CORRECTED: lambda made: (
        _("A result of round %(number)s was corrected") % {"number": made.round_number}
    ),
    Kind.HELD: lambda made: (
        _("Not at the board in round %(number)s") % {"number": made.round_number}
    ),
    Kind.BANNER: lambda made: _("Announcement"),
    Kind.CASE: lambda made: _("Case %(number)s is decided") % {"number": made.text.split()[0]},
    Kind.DESK: lambda made: str(_AT_THE_DESK[made.text.split()[0]]),
}


def at_the_desk(made: Announcement) -> str:
    """The board of what waits."""
    values = {"number": made.round_number, "board": made.text.partition(" ")[2]}
    return _("Round %(number)s, board %(board)s") % values


def decided(made: Announcement) -> str:
    """The decision in two words; the rest stands on the page of the two players."""
    verdict = Case.Verdict(made.text.partition(" ")[2])
    return _("%(verdict)s. Read the decision on your page.") % {
        "verdict": str(verdict.label).capitalize()
    }


def for_all(made: Announcement) -> str:
    """The text for those of whose players nothing is to be told."""
    if made.kind == Kind.BANNER:
        return made.text
    if made.kind == Kind.TAKEN_BACK:
        return _("Wait for the new pairings: they are announced here.")
    return _("All boards are on the site.")


def seat(name: str, board: int | None, colour: str, opponent: str) -> str:
    values = {"name": name, "board": board, "opponent": opponent}
    if colour == "w":
        return _("%(name)s: board %(board)s, White against %(opponent)s") % values
    return _("%(name)s: board %(board)s, Black against %(opponent)s") % values


def round_and_seat(number: int, board: int | None, colour: str, opponent: str) -> str:
    values = {"number": number, "board": board, "name": opponent}
    if colour == "w":
        return _("Round %(number)s, board %(board)s, White against %(name)s.") % values
    return _("Round %(number)s, board %(board)s, Black against %(name)s.") % values


def without_game(name: str, bye: str) -> str:
    return f"{name}: {bye}"


def opponent_left(name: str, opponent: str) -> str:
    return _(
        "%(name)s: %(opponent)s plays no more. The arbiter decides about the game; look again "
        "before it begins."
    ) % {"name": name, "opponent": opponent}


def on_hold(name: str, number: int) -> str:
    """For who did not come in the round `number`."""
    return _(
        "%(name)s was not at the board and is on hold: not paired in round %(next)s until marked "
        "as present. Tell the desk."
    ) % {"name": name, "next": number + 1}


def corrected(white: str, black: str, result: str) -> str:
    return f"{white} – {black}: {printed_result(result) or _('open')}"


def and_more(count: int) -> str:
    return _("and %(count)s more") % {"count": count}
