"""Names for readers in place of those under which settings and the data of acts are kept."""

from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.models import TeamRules, Tournament

#: values that are codes, under names of one subject: "payment.method"; other apps add theirs
CHOICES: dict[str, dict[Any, Any]] = {}
#: where no field of a row has words of its own; "ratings.kind" where acts of one subject mean
#: something else by it
KEYS = {
    "captains": gettext_lazy("captains"),
    "consent": gettext_lazy("agreed to"),
    "emblem": gettext_lazy("picture"),
    "files": gettext_lazy("files"),
    "follows": gettext_lazy("followers"),
    "given": gettext_lazy("agreed"),
    "history": gettext_lazy("lines of the history"),
    "invitations": gettext_lazy("invitations"),
    "notes": gettext_lazy("notes"),
    "accounts": gettext_lazy("accounts"),
    "added": gettext_lazy("added"),
    "boards": gettext_lazy("boards"),
    "bye": gettext_lazy("bye"),
    "bye_board_points": gettext_lazy("board points: free round"),
    "bye_points": gettext_lazy("points of the bye"),
    "byes": gettext_lazy("byes"),
    "captain": gettext_lazy("by the captain"),
    "changed": gettext_lazy("changed"),
    "comments": gettext_lazy("comments in the file"),
    "draw_points": gettext_lazy("points for a draw"),
    "edition": gettext_lazy("rule book of the tie-breaks"),
    "entries": gettext_lazy("players"),
    "first": gettext_lazy("pairs of the first program"),
    "forfeit": gettext_lazy("forfeit"),
    "from": gettext_lazy("from round"),
    "sources": gettext_lazy("qualify from"),
    "games": gettext_lazy("games"),
    "happenings": gettext_lazy("hears of"),
    "included": gettext_lazy("included"),
    "about": gettext_lazy("about"),
    "kind": gettext_lazy("kind"),
    "minutes": gettext_lazy("minutes"),
    "state": gettext_lazy("state"),
    "verdict": gettext_lazy("verdict"),
    "how": gettext_lazy("how"),
    "hours": gettext_lazy("hours"),
    "kinds": gettext_lazy("papers"),
    "level": gettext_lazy("level by"),
    "loss_points": gettext_lazy("points for a loss"),
    "lots": gettext_lazy("lots drawn"),
    "match_bye": gettext_lazy("match points: free round"),
    "match_draw": gettext_lazy("match points: draw"),
    "match_loss": gettext_lazy("match points: loss"),
    "match_win": gettext_lazy("match points: win"),
    "matches": gettext_lazy("matches"),
    "moved": gettext_lazy("changed numbers"),
    "named_teams": gettext_lazy("teams"),
    "national_source": gettext_lazy("source of the national rating"),
    "number": gettext_lazy("No."),
    "numbers": gettext_lazy("numbers"),
    "options": gettext_lazy("options of the system"),
    "pairs": gettext_lazy("pairs"),
    "picture": gettext_lazy("picture"),
    "place": gettext_lazy("place"),
    "places": gettext_lazy("places"),
    "players": gettext_lazy("players"),
    "prizes": gettext_lazy("prizes"),
    "profile": gettext_lazy("kind of report"),
    "rating_lists": gettext_lazy("rating lists"),
    "rating_source": gettext_lazy("source of the rating"),
    "renumbered": gettext_lazy("changed numbers"),
    "rounds": gettext_lazy("rounds"),
    "rows": gettext_lazy("lines"),
    "scopes": pgettext_lazy("what a token may", "may"),
    "second": gettext_lazy("pairs of the second program"),
    "second_pass": gettext_lazy("second pass"),
    "section": gettext_lazy("tournament"),
    "settings": gettext_lazy("games and times set anew"),
    "shows": gettext_lazy("shows"),
    "status": gettext_lazy("state"),
    "system": gettext_lazy("system"),
    "taken_out": gettext_lazy("games taken out"),
    "tie_break_edition": gettext_lazy("rule book of the tie-breaks"),
    "tie_breaks": gettext_lazy("tie-breaks"),
    "to": gettext_lazy("sent to"),
    "tournaments": gettext_lazy("tournaments"),
    "unchecked": gettext_lazy("not read a second time"),
    "until": gettext_lazy("until round"),
    "voices": gettext_lazy("players' phones"),
    "win_points": gettext_lazy("points for a win"),
    "words": gettext_lazy("words"),
}


def name_of_setting(name: str) -> str:
    """A setting of a tournament, or of its rules for teams, as its form calls it."""
    own = name_in_model(Tournament, name) or name_in_model(TeamRules, name)
    return own or str(KEYS.get(name, name))


def name_in_model(model: Any, name: str) -> str:
    """The words that a field has in its model; "" for none."""
    field = field_of(model, name)
    said = field is not None and isinstance(field.verbose_name, Promise)
    return str(field.verbose_name) if field is not None and said else ""


def field_of(model: Any, name: str) -> "Field[Any, Any] | None":
    try:
        found = model._meta.get_field(name) if model else None
    except FieldDoesNotExist:
        return None
    return found if isinstance(found, Field) else None
