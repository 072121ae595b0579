"""Pairing, rounds and background work."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "pairing.already_published": _(
        "Round %(round)s is published. To pair it again, take it back first."
    ),
    "pairing.previous_not_paired": _(
        "Round %(round)s comes after round %(previous)s, which is not published yet. "
        "Publish round %(previous)s first."
    ),
    "pairing.results_missing": _(
        "Round %(round)s cannot be paired yet: in round %(previous)s the results of board "
        "%(boards)s are missing. Enter them, or mark the games as adjourned."
    ),
    "pairing.too_few_players": _("Round %(round)s needs at least two players. Add players first."),
    "pairing.adjourned_open": _(
        "These games are still adjourned and count as draws for this pairing: %(games)s "
        "(round/board)."
    ),
    "pairing.impossible": _(
        "Round %(round)s cannot be paired by the rules: there is no opponent left for "
        "%(players)s. Give a bye, let a player pause, or pair by hand."
    ),
    "pairing.unsupported": _(
        "The pairing system refuses these settings: %(detail)s Change them in the settings."
    ),
    "pairing.failed": _("Round %(round)s could not be paired: %(detail)s"),
    "job.broken": _(
        "Something went wrong in the program. Nothing was changed. Try again; if it happens "
        "again, tell the administrator the time."
    ),
    "round.beyond_plan": _("The tournament has %(total)s rounds; there is no round %(round)s."),
    "round.not_a_draft": _("Round %(round)s has no draft. Pair it first."),
    "round.draft_is_stale": _(
        "Players, byes or results have changed since this draft of round %(round)s was made. "
        "Pair the round again, then publish."
    ),
    "round.not_published": _("Round %(round)s is not published."),
    "round.reason_needed": _("Give the reason; it is kept in the history."),
    "round.has_results": _(
        "Round %(round)s already has %(count)s results. Clear them before you take the round back."
    ),
    "round.boards_missing": _(
        "Round %(round)s cannot be finished: the results of board %(boards)s are missing."
    ),
    "round.publish_summary": _(
        "Round %(round)s, with %(boards)s boards and %(byes)s players without a game, becomes "
        "visible to everybody at once."
    ),
    "round.unpublish_effect": _(
        "Everybody will see that round %(round)s is under revision, and the boards disappear "
        "from the public pages until you publish again."
    ),
    # Questions
    "confirm.pairing.request": _("Pair although games are adjourned?"),
    "confirm.round.publish": _("Publish this round?"),
    "confirm.round.unpublish": _("Take this round back?"),
    # For the history
    "act.round.paired": _("Round paired"),
    "act.round.draft_discarded": _("Draft discarded"),
    "act.round.published": _("Round published"),
    "act.round.unpublished": _("Round taken back"),
    "act.round.finished": _("Round finished"),
}
