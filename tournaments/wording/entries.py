"""Players and byes."""

from django.utils.translation import gettext_lazy as _

#: how it stands with a player at the check-in; nothing is said of those who are silent
CHECKED_IN = {
    "present": _("here"),
    "byes": _("bye"),
    "later": _("from round %(number)s"),
    "absent": _("absent"),
}

SENTENCES = {
    "consent.unknown_kind": _("Choose what the player agrees to from the list."),
    "forgetting.not_over": _("The event is not over. Contacts are still needed."),
    "act.entry.consent": _("Consent noted"),
    "act.entry.data_given": _("Data handed to the player"),
    "act.event.people_forgotten": _("Contacts and birth dates removed"),
    "entry.namesake": _(
        "%(name)s is in the list already (No. %(number)s), with the same birth date."
    ),
    "confirm.entry.add_namesake": _("Enter this player as well?"),
    "entry.already_entered": _("%(name)s is already in this tournament (same FIDE ID)."),
    "entry.table_taken": _(
        "Table %(table)s is the fixed table of %(name)s. Choose another one, or free it there "
        "first."
    ),
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
    "entry.remove_many_effect": _(
        "Taken out of the list: %(names)s. The history keeps them, and each can be fetched again."
    ),
    "entry.not_removed": _("There is no such player among the removed ones."),
    "entry.withdraw_effect": _(
        "%(name)s is not paired from round %(round)s on. Games already played stay. You can "
        "bring the player back until the round is paired."
    ),
    "entry.withdraw_below_half": _(
        "%(name)s has completed %(completed)s of %(games)s games, less than half: from now on not "
        "ranked, and these games count in nobody's points. They stay in the cross table."
    ),
    "entry.withdraw_from_half": _(
        "%(name)s has completed %(completed)s of %(games)s games, at least half: the results count "
        "and the place stays; games still to come are lost by forfeit."
    ),
    "entry.withdraw_byes": _("Byes asked for are taken back: round %(rounds)s."),
    "entry.forfeit_effect": _(
        "Round %(round)s, board %(board)s: %(name)s wins by forfeit. No other board changes."
    ),
    "entry.no_open_game": _(
        "%(name)s has no game without a result in the round that is being played."
    ),
    "entry.expel_effect": _(
        "%(name)s is out of the tournament from round %(round)s on and cannot be brought back. "
        "Games already played stay."
    ),
    "entries.nothing_to_undo": _("Nothing of this import is left to take back."),
    "entries.import_was_paired": _(
        "%(name)s (one of %(count)s) was already paired: the import stays. Withdraw single "
        "players instead."
    ),
    "entries.undo_import_effect": _(
        "%(count)s players are taken out of the list again. The history keeps them."
    ),
    "checkin.gone": _("%(name)s has left the tournament. Bring the player back first."),
    "checkin.round_1_paired": _(
        "Round 1 is paired: the check-in is over. Mark single players as here or absent."
    ),
    "checkin.close_summary": _(
        "%(present)s here + %(byes)s with a bye + %(silent)s not here + %(gone)s gone or later = "
        "%(total)s players. Players who are not here are not paired until somebody says that "
        "they are."
    ),
    "checkin.will_withdraw": _("%(name)s is withdrawn."),
    "checkin.will_zero": _("Zero-point bye in round 1: %(names)s."),
    "checkin.will_wait": _("These wait and are not paired until they are here: %(names)s."),
    "checkin.unknown_number": _(
        "“%(number)s” is no number, FIDE ID or badge of this tournament. Look for the name instead."
    ),
    "forbidden.unknown_rule": _("There is no such rule."),
    "forbidden.unknown_round": _("There is no such round. 0 means to the end."),
    "forbidden.round_is_paired": _(
        "Round %(round)s is paired already. Choose a later round, or 0 for to the end."
    ),
    "forbidden.two_players_needed": _("Choose at least two players, or a rule."),
    "forbidden.two_teams_needed": _("Choose at least two teams, or a rule."),
    "forbidden.only_before_round_1": _(
        "Round 1 is paired or was published once: in FIDE mode forbidden pairings stay as they "
        "were announced (C.05 5.2)."
    ),
    "forbidden.add_effect": _(
        "Rounds are paired already: the rule holds from round %(round)s, and the report notes it."
    ),
    "forbidden.remove_effect": _(
        "Rounds were paired by this rule: it ends before round %(round)s, and that is noted in the "
        "report."
    ),
    "forbidden.most_of_the_field": _(
        "%(count)s players share this, more than half of the field: some round may have no legal "
        "pairing."
    ),
    "forbidden.most_of_the_teams": _(
        "%(count)s teams share this, more than half of the field: some round may have no legal "
        "pairing."
    ),
    "numbers.moves": _("%(name)s: No. %(old)s becomes %(new)s."),
    "numbers.more_moves": _("And %(count)s more."),
    "numbers.used": _(
        "Rounds paired with the old numbers: %(rounds)s. Their boards and results stay; the "
        "change is noted in the report."
    ),
    "numbers.fixed_after_round_4": _(
        "Round 4 is paired: the numbers stay as they are (C.04.2 art. 2.3)."
    ),
    "numbers.two_players_needed": _("Choose two different players who have numbers."),
    "numbers.ratings_differ": _(
        "%(first)s and %(second)s have different ratings. Only equals may exchange numbers."
    ),
    "entries.already_imported": _("This list is entered already."),
    "entries.preview_expired": _(
        "The preview is more than an hour old. Read the list again, then enter it."
    ),
    "bye.round_is_paired": _(
        "Round %(round)s is published or does not exist: a bye for it is no longer possible."
    ),
    "bye.no_such_round": _("This is no round. Write the number of one that is not paired yet."),
    "bye.unknown_kind": _("This kind of bye does not exist."),
    "bye.only_away": _(
        "A round robin has no byes to ask for: its table says who meets whom. Say that the player "
        "is away (zero-point bye): the game is lost by forfeit."
    ),
    "bye.none_here": _("There are no byes to ask for in this tournament."),
    "bye.not_entitled": _("%(name)s may not have half-point byes (conditions)."),
    "bye.last_rounds": _(
        "No half-point bye in round %(round)s: the regulations allow none in the last "
        "%(last)s rounds. A zero-point bye is possible."
    ),
    "bye.second_half_point": _(
        "%(name)s has %(had)s half-point bye already; this would be one more."
    ),
    "bye.missed_rounds": _(
        "%(name)s comes late and gets half a point for each of %(count)s rounds missed."
    ),
    "confirm.entry.add_late": _("Enter with more than one half point?"),
    "bye.over_the_limit": _(
        "Half-point byes that the regulations allow a player: %(allowed)s. This player has %(had)s."
    ),
    "bye.over_the_limit_of_teams": _(
        "Half-point byes that the regulations allow a team: %(allowed)s. This team has %(had)s."
    ),
    "bye.full_point_out_of_use": _(
        "A full-point bye is out of use. It bars %(name)s from a later bye and is noted in the "
        "report."
    ),
    "several.nobody": _("Choose the players first."),
    "several.unknown": _("There is no such act for several players."),
    "several.nothing": _("For these players nothing changes."),
    "several.has_a_bye": _(
        "Left out: %(name)s has another bye in round %(round)s. Change it on the player's page."
    ),
    "several.was_paired": _("Left out: %(name)s was already paired and stays in this tournament."),
    "several.no_such_section": _("Choose another tournament of this event."),
    "several.not_of_teams": _("Players of teams come and go with their team's list."),
    "several.no_way_back": _(
        "Too much has changed since to take this back in one step. Change the players one by one."
    ),
    "several.will_present": _("%(count)s here, to be paired in round %(round)s: %(names)s."),
    "several.will_absent": _("%(count)s absent, not paired in round %(round)s: %(names)s."),
    "several.will_entered": _("%(count)s not here after all: %(names)s."),
    "several.will_bye_H": _("Half-point bye in round %(round)s for %(count)s: %(names)s."),
    "several.will_bye_Z": _("Zero-point bye in round %(round)s for %(count)s: %(names)s."),
    "several.will_moved": _(
        "%(count)s move to %(section)s, with their data and the byes that exist there: %(names)s."
    ),
    # Questions
    "confirm.checkin.several": _("Mark these players?"),
    "confirm.bye.several": _("Give these byes?"),
    "confirm.entries.moved": _("Move these players?"),
    "confirm.entry.remove": _("Remove this player?"),
    "confirm.entry.remove_many": _("Remove these players?"),
    "confirm.entry.withdraw": _("Withdraw this player?"),
    "confirm.entry.expel": _("Expel this player?"),
    "confirm.entries.undo_import": _("Take this import back?"),
    "confirm.checkin.close": _("Close the check-in?"),
    "confirm.forbidden.add": _("Forbid these pairings?"),
    "confirm.forbidden.remove": _("Allow these pairings again?"),
    "confirm.numbers.renumber": _("Renumber by rating?"),
    "confirm.numbers.exchange": _("Exchange these numbers?"),
    "confirm.bye.grant": _("Give this bye?"),
    # For the history
    "act.entry.added": _("Player added"),
    "act.entries.imported": _("Players imported"),
    "act.entry.changed": _("Player changed"),
    "act.entry.removed": _("Player removed"),
    "act.entry.fetched": _("Player fetched again"),
    "act.entry.withdrawn": _("Player withdrawn"),
    "act.entry.returned": _("Player returned"),
    "act.entry.expelled": _("Player expelled"),
    "act.entries.import_undone": _("Import taken back"),
    "act.checkin.present": _("Marked as here"),
    "act.checkin.expected": _("Expected in the next round"),
    "act.checkin.undone": _("Mark taken back"),
    "act.checkin.absent": _("Marked as absent"),
    "act.checkin.closed": _("Check-in closed"),
    "act.checkin.reopened": _("Check-in opened again"),
    "act.forbidden.added": _("Pairings forbidden"),
    "act.forbidden.removed": _("Pairings allowed again"),
    "act.numbers.renumbered": _("Renumbered by rating"),
    "act.numbers.exchanged": _("Numbers exchanged"),
    "act.checkin.several": _("Several players marked"),
    "act.checkin.several_back": _("Marks of several players taken back"),
    "act.bye.several": _("Byes given to several players"),
    "act.bye.several_back": _("Byes of several players taken back"),
    "act.entries.moved": _("Players moved to another tournament"),
    "act.entries.moved_back": _("Players fetched back from another tournament"),
    "act.entries.received_back": _("Players given back to another tournament"),
    "act.entries.received": _("Players received from another tournament"),
    "act.bye.granted": _("Bye given"),
    "act.bye.cancelled": _("Bye cancelled"),
}
