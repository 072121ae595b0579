"""Words of cups, qualification and the annual report."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.wording.numbers import decimal


def hundredths_text(points: int) -> str:
    """Points as they are printed: 1650 → 16.5, in the reader's decimals."""
    whole, part = divmod(points, 100)
    return decimal(f"{whole}.{part:02}".rstrip("0").rstrip(".")) if part else str(whole)


#: code of a tie-break → as it is chosen and explained
TIE_BREAK_NAMES: dict[str, Any] = {
    "best": _("the best single results, one after the other"),
    "firsts": _("more events won"),
    "events": _("more events played"),
    "all": _("the points of all events, also of those that do not count"),
    "last": _("the points of the last event"),
}
#: the same above a column
TIE_BREAK_HEADS: dict[str, Any] = {
    "best": _("Best"),
    "firsts": _("Won"),
    "events": _("Played"),
    "all": _("All"),
    "last": _("Last"),
}

SENTENCES: dict[str, Any] = {
    "cup.is_closed": _("This cup is closed. Open it again before you change anything."),
    "cup.last_section": _("A cup has at least one section."),
    "cup.too_many": _("More than %(most)s are not possible."),
    "cup.ages_crossed": _("The youngest age is above the oldest one."),
    "cup.category_of_everybody": _("Say an age or a sex: everybody is the section itself."),
    "cup.event_of_teams": _("Teams have no places of players: this event cannot count."),
    "cup.unknown_tie_break": _("There is no tie-break “%(typed)s”."),
    "cup.not_published": _("Nobody has seen this cup yet: publish it first."),
    "cup.not_in_this_state": _("This was done meanwhile. Look at the cup as it is now."),
    "cup.only_drafts_go": _("A published cup stays. Hide it first if it was a mistake."),
    "confirm.cup.changed": _("Change the rules of a published cup?"),
    "cup.rules_change_the_table": _(
        "The table of %(name)s is worked out anew, for all its events."
    ),
    "confirm.cup.section_removed": _("Remove this section?"),
    "cup.section_has_events": _("%(count)s events of %(name)s do not count any more."),
    "confirm.cup.closed": _("Close this cup?"),
    "cup.events_not_over": _("%(count)s of its events are not over."),
    "confirm.cup.category_removed": _("Remove this category?"),
    "cup.category_effect": _(
        "%(name)s is no longer ranked by itself. The category can be added again."
    ),
    "confirm.cup.event_removed": _("Remove this event from the cup?"),
    "cup.event_effect": _(
        "%(name)s gives no points any more, and the table follows at once. The event itself stays, "
        "and can be added again."
    ),
    "confirm.cup.removed": _("Remove this draft?"),
    "cup.removed_for_good": _(
        "%(name)s and its list of %(count)s events are gone then; the events stay."
    ),
    "act.cup.created": _("Cup begun"),
    "act.cup.changed": _("Cup changed"),
    "act.cup.section_added": _("Section of a cup added"),
    "act.cup.section_removed": _("Section of a cup removed"),
    "act.cup.category_added": _("Category of a cup added"),
    "act.cup.category_removed": _("Category of a cup removed"),
    "act.cup.event_added": _("Event counts for a cup"),
    "act.cup.event_changed": _("Event of a cup changed"),
    "act.cup.event_removed": _("Event counts no more for a cup"),
    "act.cup.published": _("Cup published"),
    "act.cup.closed": _("Cup closed"),
    "act.cup.reopened": _("Cup opened again"),
    "act.cup.hidden": _("Cup hidden"),
    "act.cup.removed": _("Draft of a cup removed"),
}
KEYS: dict[str, Any] = {
    "best": _("best results that count"),
    "table": _("points of the table"),
    "weight": _("weight, per cent"),
    "always": _("always counts"),
}
