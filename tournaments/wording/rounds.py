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
        "%(players)s.%(why)s Give a bye, let a player pause, or pair by hand."
    ),
    "pairing.unsupported": _(
        "The pairing system refuses these settings: %(detail)s Change them in the settings."
    ),
    "pairing.failed": _("Round %(round)s could not be paired: %(detail)s"),
    "job.broken": _(
        "Something went wrong in the program. Nothing was changed. Try again; if it happens "
        "again, tell the administrator the time."
    ),
    "job.given_up": _(
        "This was begun %(tries)s times and never ended, so it is given up. Nothing was changed. "
        "Tell the administrator the time before you try again."
    ),
    "round.beyond_plan": _("The tournament has %(total)s rounds; there is no round %(round)s."),
    "round.not_a_draft": _("Round %(round)s has no draft. Pair it first."),
    "round.draft_is_stale": _(
        "Players, byes or results have changed since this draft of round %(round)s was made. "
        "Its page shows what would be different: take the new pairing, then publish."
    ),
    "draft.hand_changes_lost": _(
        "Made by hand or taken from a file, and given up with this draft: %(pairs)s."
    ),
    "round.not_published": _("Round %(round)s is not published."),
    "round.reason_needed": _("Give the reason; it is kept in the history."),
    "undo.nothing": _("There is nothing to undo here."),
    "undo.already": _("This was undone already, or something else took its place since."),
    "undo.exchange_again": _(
        "Exchange the two teams once more, or pair the matches again, before the boards are made."
    ),
    "undo.discard_instead": _(
        "Take the round back if it is published, discard its draft, and pair the matches again."
    ),
    "undo.team_plays": _("Press “Plays after all” beside the team, before its round is paired."),
    "undo.set_again": _("Set the rules for teams as they were, on their own page."),
    "undo.fide_mode": _("FIDE mode, once left, is not regained in this tournament."),
    "undo.elsewhere": _("This was done before the import, and stays as the file told it."),
    "undo.publish_again": _(
        "Round %(round)s was taken back. To undo that, publish the round again on its page."
    ),
    "undo.paired_since": _(
        "Round %(rounds)s was paired and published after this act. It can no longer be undone."
    ),
    "undo.changed_since": _(
        "It was changed again since. Undo the later change first, or set it right by hand."
    ),
    "undo.effect": _("Everything is as before this act: %(what)s. Both stay in the history."),
    "undo.effect_round": _(
        "Everything is as before this act of round %(round)s: %(what)s. Both stay in the history."
    ),
    "confirm.act.undo": _("Undo this act?"),
    "act.act.undone": _("Act undone"),
    "hand.nothing_before": _(
        "Round %(round)s had no boards before and is published now. Take it back first."
    ),
    "round.has_results": _(
        "Round %(round)s already has %(count)s results. First clear those of board %(boards)s, "
        "then take the round back."
    ),
    "round.later_is_public": _(
        "Round %(last)s is published and was paired from round %(round)s. First take round "
        "%(last)s back, then this one."
    ),
    "round.boards_missing": _(
        "Round %(round)s cannot be finished: the results of board %(boards)s are missing."
    ),
    "round.second_pass_differs": _(
        "Round %(round)s cannot be finished: the second pass read something else on board "
        "%(boards)s. Look at the slips, then change the result or check it again."
    ),
    "round.publish_in_doubt": _(
        "Round %(round)s ends with it, although the second pass read something else on board "
        "%(boards)s. Look at the slips first: afterwards it is a correction."
    ),
    "round.publish_summary": _(
        "Round %(round)s becomes visible to everybody at once. Boards: %(boards)s. "
        "Players without a game: %(byes)s."
    ),
    "round.checks_fine": _("All %(checks)s checks are in order."),
    "round.publish_papers": _("Made at once: %(papers)s."),
    "round.checks_found": _("%(found)s of %(checks)s checks found something."),
    "round.check_found": _("Found by the checks: %(text)s %(article)s"),
    "round.checks_more": _("… and %(count)s more; the page of the draft has them."),
    "round.unpublish_effect": _(
        "Everybody will see that round %(round)s is under revision, and the boards disappear "
        "from the public pages until you publish again."
    ),
    "hand.session_open": _(
        "%(name)s is editing round %(round)s by hand. Finish or abandon that first."
    ),
    "hand.no_session": _("Round %(round)s is not open for editing. Begin first."),
    "hand.round_is_over": _("Round %(round)s is over; its pairings stay as they were played."),
    "hand.next_is_paired": _(
        "Round %(next)s is paired already: the pairings of round %(round)s stay. Discard the "
        "draft of round %(next)s if it is not published."
    ),
    "hand.changed_meanwhile": _(
        "The seats of round %(round)s have changed since you looked. Nothing was changed now: "
        "look at them as they are and try again."
    ),
    "hand.two_players_needed": _("Name two different players."),
    "hand.both_wait": _("Both players wait for a seat. Seat them together instead."),
    "hand.no_such_player": _("There is no player No. %(number)s."),
    "hand.no_such_board": _("There is no board %(board)s."),
    "hand.not_waiting": _("%(name)s already has a seat in this round. Unpair that board first."),
    "hand.has_result": _(
        "Board %(board)s has a result. Clear the result before you change who plays there."
    ),
    "hand.somebody_waits": _(
        "These players have no seat yet: %(players)s. Seat them, or give them a bye."
    ),
    "hand.nobody_has_the_bye": _(
        "Nobody has the bye in round %(round)s, so there is no opponent for a late arrival."
    ),
    "hand.no_game_left": _(
        "%(text)s Everybody meets everybody: choose a game that is still to be played."
    ),
    "hand.no_restore_point": _("The round has changed since; this restore point is of no use."),
    "hand.broken_rule": _("%(text)s (%(article)s)"),
    "hand.rest": _("%(text)s (%(article)s)"),
    "hand.differs": _(
        "Round %(round)s differs from what the program pairs. By the program: %(correct)s. Now: "
        "%(used)s. (Numbers of White and Black; 0 is the bye.)"
    ),
    "hand.board_added": _("Board %(board)s is added: %(white)s – %(black)s. Nothing else changes."),
    "confirm.hand.late": _("Seat the late arrival?"),
    "hand.line": _("This line will be in the report: %(line)s"),
    "boards.order_effect": _(
        "%(count)s games get another board, so that the boards stand in the order of the rules: "
        "boards %(boards)s. Pairs, colours and results stay."
    ),
    "boards.order_public": _(
        "Round %(round)s is published: everybody sees the new boards at once, and lists and "
        "slips that are printed already are out of date."
    ),
    "hand.undo_effect": _("Round %(round)s becomes what it was before it was edited by hand."),
    "draft.changed_meanwhile": _(
        "Something has changed since you looked at this pairing of round %(round)s. Look again."
    ),
    "report.games_open": _(
        "Not final yet: these games have no result (round/board): %(games)s. Enter them first."
    ),
    "tournament.rounds_left": _("Round %(rounds)s is not finished. Finish every round first."),
    "tournament.finish_effect": _(
        "The standings become final and the report is open to everybody. Results can no longer "
        "be changed, unless you open the tournament again."
    ),
    "tournament.reopen_effect": _(
        "The standings are no longer final, and the public report disappears."
    ),
    "schedule.not_a_round_robin": _("Only a round robin has its whole schedule in advance."),
    "import.no_file": _("Choose a file first."),
    "import.too_large": _(
        "The file has %(size)s MB; a tournament report has at most %(most)s MB. Send the report "
        "alone, without games."
    ),
    "import.unreadable": _(
        "The file cannot be read: line %(line)s, column %(column)s, expected %(expected)s."
    ),
    "import.no_report": _(
        "The file is no tournament report (TRF): no line in it is a player's record 001. A list "
        "of players is read on the page of players, a rating list in the register."
    ),
    "import.contradiction": _("The file contradicts itself: %(detail)s"),
    "import.no_such_round": _(
        "The file does not hold round %(round)s; its last round is round %(last)s."
    ),
    "import.unknown_players": _(
        "These players of the file are not in this tournament: %(players)s. Add them first."
    ),
    "import.other_boards": _(
        "The file plays on %(boards)s boards, this tournament on %(here)s. Set the rules first."
    ),
    "import.no_teams": _("The file has no teams."),
    "import.breaks": _("%(text)s"),
    "import.differs": _(
        "The program pairs this round differently: %(count)s pairs of the file are not its own."
    ),
    "import.line": _("The report will note the import: ### Import @ Round %(round)s."),
    # A whole tournament from a file
    "import.no_players": _("The file has no players."),
    "import.teams": _(
        "The file is of a team event that is not a Swiss by FIDE's rules (C.04.6). Make the "
        "tournament of teams and enter the teams from the file at its page of teams."
    ),
    "import.other_type": _(
        "Events of the type %(type)s cannot be made from a file. Make the tournament and enter "
        "its players from the file."
    ),
    "import.bonus": _(
        "The file gives points that do not come from results (record 299). Tournaments here have "
        "none; take the players from the file instead."
    ),
    "import.points": _(
        "The points of the file cannot be set here: a forfeit win counts as a win, a half-point "
        "bye as a draw, a full-point bye as a win, an absence nothing."
    ),
    "import.acceleration": _(
        "The virtual points of the file are not those of the Baku acceleration in FIDE’s Dutch "
        "system; other accelerations are not available."
    ),
    "import.same_fide_id": _("Players %(one)s and %(two)s have the same FIDE ID %(id)s."),
    "import.too_many_rounds": _("A tournament has between 1 and 99 rounds; the file %(rounds)s."),
    "import.name_needed": _("Give the tournament a name."),
    "import.type_taken": _("The type %(code)s is taken as %(system)s."),
    "import.tie_breaks_assumed": _("The file names no tie-breaks; assumed: %(codes)s."),
    "import.tie_breaks_left_out": _(
        "Tie-breaks that are not known, or not used in this system, are left out: %(codes)s."
    ),
    "import.dates_stay": _(
        "The file is dated %(start)s to %(end)s; the dates of the event stay as they are."
    ),
    "import.days_only": _(
        "The file gives the days of the rounds only; each begins at 10:00 until you correct the "
        "timetable."
    ),
    "import.method_unknown": _(
        "The rating method %(method)s is not available; the usual one is taken, and the ratings "
        "stay as in the file."
    ),
    "import.place_stays": _("The file is of %(place)s; the place of the event stays as it is."),
    "import.types_differ": _(
        "Record 092 says “%(text)s”, record 192 %(code)s: the tournament is taken as %(system)s."
    ),
    "import.colours_differ": _(
        "Record 152 or XXC gives %(colour)s as the initial colour, the games of round 1 say "
        "otherwise. What is stated is taken."
    ),
    "import.tie_breaks_differ": _(
        "Record 202 (%(left)s) and record 212 (%(taken)s) differ: 212 is taken."
    ),
    "import.time_text_left": _(
        "The time control is taken from record 222 (%(taken)s); record 122 (%(left)s) is left out."
    ),
    "import.days_unread": _("Days of rounds that could not be read, and are left out: %(days)s."),
    "import.unnamed": _(
        "Players without a name, who are called by their numbers until you enter it: %(players)s."
    ),
    "import.other_national_list": _(
        "The national ratings of the file are of %(federations)s; they are kept as the national "
        "ratings of the players, whatever their list."
    ),
    "import.byes_left_out": _(
        "Byes of records 240 that are left out, because the round is paired, the player has left "
        "or another record says otherwise: %(byes)s."
    ),
    "import.told": _(
        "The file lacks something, or has it otherwise than it is taken: the preview says what, "
        "in %(count)s lines."
    ),
    "import.staff_stays": _("The arbiters named in the file are not added to the staff."),
    "import.own_lines": _(
        "The file explains rounds by later corrections or by changes by hand. Here they stand as "
        "imported."
    ),
    "import.left_event": _(
        "Taken as withdrawn, because the last round of the file does not have them: %(players)s."
    ),
    "import.rosters_left": _(
        "The teams of records 013 are left out, because the tournament is of players: %(teams)s."
    ),
    "import.lost": _("Left out, because an entry cannot hold it: %(values)s."),
    "import.round_differs": _(
        "Round %(round)s differs from the rules. By the rules: %(correct)s. In the file: "
        "%(used)s. (Numbers of White and Black; 0 is the bye.)"
    ),
    "import.left_fide_mode": _(
        "The event of this file left FIDE mode in round %(round)s: the tournament will be outside "
        "FIDE mode, and nothing brings it back."
    ),
    "import.half_byes": _(
        "The file gives a player up to %(most)s half-point byes. No record says what the "
        "regulations allowed: as many will be allowed here."
    ),
    "act.tournament.configured_elsewhere": _("Settings changed before the import"),
    "import.more_rounds": _("%(count)s more rounds differ."),
    "import.outside_fide_mode": _(
        "%(system)s is not played in FIDE mode: the tournament will be outside FIDE mode from the "
        "start, and nothing brings it in."
    ),
    "import.not_read": _("The file is still being read. Wait until it is shown."),
    "import.nothing_made": _("There is nothing to undo: no tournament was made from this file."),
    "import.changed_since": _(
        "%(name)s was changed since it was made, so its import cannot be undone any more."
    ),
    "import.undo_effect": _(
        "%(name)s disappears with all its %(players)s players, rounds and results. Only the "
        "history of the event tells that it was there."
    ),
    "confirm.tournament.import": _("Import this tournament anyway?"),
    "confirm.tournament.undo_import": _("Undo the import?"),
    "act.tournament.import_undone": _("Import of a tournament undone"),
    "act.tournament.imported": _("Tournament made from a file"),
    # Questions
    "confirm.round.import": _("Take this round over?"),
    "confirm.tournament.finish": _("Finish the tournament?"),
    "confirm.tournament.reopen": _("Open the tournament again?"),
    "confirm.hand.edit": _("Make this change?"),
    "confirm.hand.finish": _("Keep pairings that differ from the program's?"),
    "confirm.boards.order": _("Put the boards in order?"),
    "confirm.hand.undo": _("Take the round back to this point?"),
    "confirm.pairing.request": _("Pair all the same?"),
    "confirm.pairing.over_hand": _("Give up what was changed by hand?"),
    "confirm.draft.discard": _("Discard a draft that was changed by hand?"),
    "confirm.round.publish": _("Publish this round?"),
    "confirm.round.unpublish": _("Take this round back?"),
    # For the history
    "act.round.paired": _("Round paired"),
    "act.round.draft_discarded": _("Draft discarded"),
    "act.round.position_drawn": _("Starting position drawn"),
    "act.round.published": _("Round published"),
    "act.round.unpublished": _("Round taken back"),
    "act.round.finished": _("Round finished"),
    "act.round.imported": _("Round taken over from a file"),
    "report.unknown_profile": _("A report is a TRF26 or a TRF16."),
    "report.sent_where": _("Say where the report was sent."),
    "report.unknown_target": _("Choose a target of the list."),
    "report.no_address": _("This is no e-mail address. Type it again."),
    "report.no_package": _(
        "There is no package of the report as it is today. Make the package, then send it."
    ),
    "report.not_ready": _(
        "The report is not final yet. Put right what the list marks as a must, then send it."
    ),
    "report.sent_already": _(
        "This very report was sent to %(to)s already: receipt %(number)s. Games are not sent twice."
    ),
    "report.replaces": _(
        "%(games)s rated games were sent to %(to)s already, with receipt %(number)s. This report "
        "replaces that one; ask for the first to be thrown away."
    ),
    "confirm.report.send_again": _("Send a changed report?"),
    "act.report.sent": _("Report sent"),
    "act.tournament.finished": _("Tournament finished"),
    "act.tournament.reopened": _("Tournament opened again"),
    "act.schedule.shown": _("Schedule published"),
    "act.schedule.hidden": _("Schedule hidden"),
    "act.boards.ordered": _("Boards put in order"),
    "act.hand.begun": _("Editing by hand begun"),
    "act.hand.abandoned": _("Editing by hand abandoned"),
    "act.hand.late_arrival": _("Late arrival seated"),
    "act.round.edited": _("Editing by hand finished"),
    "act.round.restored": _("Round restored"),
    "act.draft.promoted": _("Other pairing taken"),
}
