"""Words of reports, runs and lists."""

from typing import Any

from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Any] = {
    # What is red in a report
    "ratings.red.not_ready": _("The preflight says that the report is not ready."),
    "ratings.red.checker": _("The checker finds otherwise: %(objections)s"),
    "ratings.red.unknown": _("%(count)s players are not found in the register: %(names)s"),
    "ratings.red.no_time": _("The time control is missing, or cannot be read."),
    "ratings.red.other_kind": _(
        "The time control gives %(minutes)s minutes for 60 moves: that is another kind of event."
    ),
    "ratings.red.chess960": _("Chess960 is not rated."),
    "ratings.red.no_licence": _("No chief arbiter with a title or licence is named."),
    # Why a game is in no list
    "ratings.why.1.1": _("less time than art. 1.1 asks for"),
    "ratings.why.5.1": _("not played (art. 5.1)"),
    "ratings.why.unrated": _("played, but not to be rated (less than one move each)"),
    "ratings.why.6.1": _("a match with an unrated player (art. 6.1)"),
    "ratings.why.6.2": _("the match was decided before (art. 6.2)"),
    "ratings.why.gap": _("600 points or more apart, and somebody above 2600 (art. 7.3.1)"),
    "ratings.why.unknown": _("one of the two is not in the register"),
    # Reports
    "ratings.not_asked": _("This report is not with the chief arbiter now."),
    "ratings.answer_missing": _(
        "%(count)s questions have no answer yet: put it right, or write why it is so."
    ),
    "ratings.plays_already": _("%(name)s plays in this tournament already."),
    "ratings.kind_unknown": _("Choose the kind of event."),
    "ratings.not_finished": _("The tournament was opened again: it has to end first."),
    "ratings.unidentified": _(
        "%(count)s players are not identified. Say who they are, or leave their games out."
    ),
    "ratings.red_unanswered": _("Not accepted: red items have no answer yet. %(items)s"),
    "ratings.reason_needed": _("Write the reason: everybody concerned reads it."),
    "ratings.counted_already": _(
        "A published list has counted this report: correct it instead of sending it back."
    ),
    # Runs
    "ratings.choose_a_list": _("Choose at least one list."),
    "ratings.run_is_open": _(
        "Another list is being made. Publish it or drop it before a new one is begun."
    ),
    "ratings.month_is_published": _(
        "The list of %(month)s is published already: choose a later month, or correct a report."
    ),
    "ratings.not_worked_out": _("This list is not worked out, or was dropped."),
    "ratings.stale": _(
        "Something that this list begins with has changed. Drop it and work it out again."
    ),
    "ratings.not_counted": _("No published list has counted this report: accept it again instead."),
    "ratings.nothing_to_correct": _("The games are the ones that were counted."),
    "ratings.not_the_last": _("A later list is published: this one can only be corrected."),
    "ratings.rules_unreadable": _("This constant cannot be read: %(place)s"),
    "confirm.ratings.publish": _("Publish?"),
    "ratings.publish_effect": _("%(list)s, %(month)s: %(players)s players, %(games)s games"),
    "confirm.ratings.take_back": _("Take this list back?"),
    "ratings.take_back_effect": _(
        "Nobody finds it any more, and events use the list before it again."
    ),
    # FIDE
    "ratings.nothing_for_fide": _("No accepted report waits for FIDE."),
    "ratings.fide_answer_unknown": _("Choose whether FIDE accepted or refused it, and when."),
    "ratings.fide_not_sent": _("This package has not been sent yet."),
    "ratings.fide_packed_again": _("This report is in a later package already."),
    # The history
    "act.ratings.report_answered": _("Questions about the rating report answered"),
    "act.ratings.identified": _("Player identified in the register"),
    "act.ratings.report_accepted": _("Rating report accepted"),
    "act.ratings.report_sent_back": _("Rating report sent back"),
    "act.ratings.report_not_rated": _("Tournament not rated"),
    "act.ratings.run_begun": _("Rating lists begun"),
    "act.ratings.run_again": _("Rating lists worked out again"),
    "act.ratings.published": _("Rating lists published"),
    "act.ratings.dropped": _("Rating lists dropped"),
    "act.ratings.taken_back": _("Rating lists taken back"),
    "act.ratings.rules_set": _("Rules of the national rating changed"),
    "act.ratings.fide_packed": _("Reports packed for FIDE"),
    "act.ratings.fide_sent": _("Package sent to FIDE"),
    "act.ratings.fide_answered": _("FIDE answered"),
}
KEYS: dict[str, Any] = {
    "lists": _("lists"),
    "answers": _("answers"),
    "constants": _("constants"),
    "ratings.kinds": _("kinds of events"),
    "ratings.kind": _("kind of event"),
    "national": _("nationally"),
    "fide": _("by FIDE"),
    "person": _("person"),
    "reports": _("reports"),
}
