"""The lots of a round robin."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "lots.no_table": _("Numbers are drawn by lot only in a round robin."),
    "lots.under_way": _("Round 1 was published: the numbers stay as they were drawn."),
    "lots.not_drawn": _(
        "The numbers were not drawn: they follow the ratings. The regulations say that the numbers "
        "of the table are drawn by lot."
    ),
    "lots.too_few_players": _("At least two players are needed. Add players first."),
    "lots.numbers_wrong": _(
        "The numbers typed in do not fit: each number from 1 to %(count)s belongs to one player."
    ),
    "lots.undo_effect": _(
        "All numbers are forgotten and follow the ratings again. The next draw uses the same "
        "recorded seed: it gives the same numbers unless players were added or removed."
    ),
    "confirm.schedule.show": _("Publish the schedule without a draw?"),
    "confirm.lots.undo": _("Undo the draw?"),
    "act.lots.drawn": _("Numbers drawn by lot"),
    "act.lots.undone": _("Draw undone"),
}
