"""Results and corrections."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "result.no_such_board": _("There is no such board. Reload the page."),
    "result.unknown_code": _("This result does not exist. Choose one of the results offered."),
    "result.changed_meanwhile": _(
        "Board %(board)s was changed by somebody else meanwhile. Look at the result that stands "
        "there now and enter yours again if it is right."
    ),
    "result.round_not_published": _(
        "Results of round %(round)s can be entered once the round is published."
    ),
    "result.report_only": _(
        "Round %(round)s is closed: round %(next)s is over. A mistake found now can only be "
        "corrected in the rating report."
    ),
    "result.cannot_clear": _(
        "Round %(next)s is published: the result of board %(board)s can be corrected, but not "
        "removed."
    ),
    "result.correction_effect": _(
        "Round %(next)s is published and stays as it is. The corrected result of round "
        "%(round)s, board %(board)s, counts for the standings and for the pairings after it."
    ),
    "result.adjournment_effect": _(
        "The adjourned game of round %(round)s, board %(board)s, counted as a draw in the "
        "pairings made since. The result now entered changes the standings and is noted."
    ),
    "result.nothing_to_undo": _("There is nothing to undo."),
    "result.undo_too_late": _(
        "Board %(board)s was changed again since. Enter the right result there."
    ),
    # Questions
    "confirm.result.correct": _("Correct this result?"),
    "confirm.result.adjournment": _("Enter the result of the adjourned game?"),
    # For the history
    "act.result.entered": _("Result entered"),
    "act.result.changed": _("Result changed"),
    "act.result.cleared": _("Result cleared"),
}
