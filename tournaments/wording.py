"""Words for codes: what services refuse or ask, and what was done.

The cores and the services speak in codes and values; here they become sentences in the language
of the reader. A sentence ends with what to do next.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    # Pairing
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
    # Rounds
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
    # Results
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
    # Tournaments
    "tournament.unknown_system": _("This pairing system does not exist."),
    "tournament.locked_in_fide_mode": _(
        "Round 1 is paired: in FIDE mode rounds, points, system, acceleration and tie-breaks "
        "stay as they were announced."
    ),
    "tournament.reconfigure_effect": _(
        "The tournament is under way. Changing %(fields)s now is noted in the report."
    ),
    "tournament.leave_fide_mode_effect": _(
        "Outside FIDE mode you may do things that FIDE does not accept. The tournament cannot "
        "return to FIDE mode."
    ),
    "staff.last_chief": _("An event needs a chief arbiter. Name another one first."),
    # Entries
    "entry.already_entered": _("%(name)s is already in this tournament (same FIDE ID)."),
    "entry.some_already_entered": _(
        "Some of these players are already in the tournament (same FIDE ID). Nothing was added."
    ),
    "entry.too_late": _(
        "Late entries are no longer admitted: the next round is round %(round)s. The chief "
        "arbiter can change this in the settings."
    ),
    "entry.changed_meanwhile": _(
        "%(name)s was changed by somebody else meanwhile. Look at the new values and try again."
    ),
    "entry.was_paired": _(
        "%(name)s was already paired and stays in the list. Withdraw the player instead."
    ),
    "entry.remove_effect": _("%(name)s is taken out of the list. The history keeps the entry."),
    "entry.withdraw_effect": _(
        "%(name)s is not paired from round %(round)s on. Games already played stay. You can "
        "bring the player back until the round is paired."
    ),
    "entries.preview_expired": _(
        "The preview is more than an hour old. Read the list again, then enter it."
    ),
    "document.unknown_kind": _("This document does not exist."),
    "document.nothing_to_print": _("There is nothing to print yet. Pair a round first."),
    "bye.round_is_paired": _(
        "Round %(round)s is published or does not exist: a bye for it is no longer possible."
    ),
    "bye.unknown_kind": _("This kind of bye does not exist."),
    "bye.not_entitled": _("%(name)s may not have half-point byes (conditions)."),
    "bye.last_rounds": _(
        "No half-point bye in round %(round)s: the regulations allow none in the last "
        "%(last)s rounds. A zero-point bye is possible."
    ),
    "bye.second_half_point": _(
        "%(name)s has %(had)s half-point bye already; this would be one more."
    ),
    "bye.over_the_limit": _(
        "The regulations allow %(allowed)s half-point byes per player; this player has %(had)s."
    ),
    "bye.full_point_out_of_use": _(
        "A full-point bye is out of use. It bars %(name)s from a later bye and is noted in the "
        "report."
    ),
    # Questions
    "confirm.pairing.request": _("Pair although games are adjourned?"),
    "confirm.round.publish": _("Publish this round?"),
    "confirm.round.unpublish": _("Take this round back?"),
    "confirm.result.correct": _("Correct this result?"),
    "confirm.result.adjournment": _("Enter the result of the adjourned game?"),
    "confirm.tournament.reconfigure": _("Change the settings of a running tournament?"),
    "confirm.tournament.leave_fide_mode": _("Leave FIDE mode for good?"),
    "confirm.entry.remove": _("Remove this player?"),
    "confirm.entry.withdraw": _("Withdraw this player?"),
    "confirm.bye.grant": _("Give this bye?"),
    # What was done, for the history
    "act.event.created": _("Event created"),
    "act.event.changed": _("Event changed"),
    "act.staff.changed": _("Staff changed"),
    "act.tournament.created": _("Tournament created"),
    "act.tournament.changed": _("Settings changed"),
    "act.tournament.left_fide_mode": _("Left FIDE mode"),
    "act.entry.added": _("Player added"),
    "act.entries.imported": _("Players imported"),
    "act.entry.changed": _("Player changed"),
    "act.entry.removed": _("Player removed"),
    "act.entry.withdrawn": _("Player withdrawn"),
    "act.entry.returned": _("Player returned"),
    "act.bye.granted": _("Bye given"),
    "act.bye.cancelled": _("Bye cancelled"),
    "act.round.paired": _("Round paired"),
    "act.round.draft_discarded": _("Draft discarded"),
    "act.round.published": _("Round published"),
    "act.round.unpublished": _("Round taken back"),
    "act.round.finished": _("Round finished"),
    "act.result.entered": _("Result entered"),
    "act.result.changed": _("Result changed"),
    "act.result.cleared": _("Result cleared"),
    "act.document.made": _("Document made"),
}


def sentence(code: str, values: dict[str, Any]) -> str:
    """The sentence of a code. An unknown code is shown as it is rather than hidden."""
    template = SENTENCES.get(code)
    return str(template) % values if template is not None else code


SYSTEM_NAMES = {
    "fide2026.dutch": _("Swiss: FIDE (Dutch), 2026"),
    "handbook.dutch": _("Swiss: Dutch, handbook"),
    "handbook.lim": _("Swiss: Lim, handbook"),
    "handbook.dubov": _("Swiss: Dubov, handbook"),
    "handbook.burstein": _("Swiss: Burstein, handbook"),
    "handbook.round_robin": _("Round robin (Berger), handbook"),
}
