"""Teams, line-ups and matches."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    # Teams and their numbers
    "teams.not_a_team_event": _("This tournament pairs players, not teams."),
    "teams.too_few": _("At least two teams are needed. Add teams first."),
    "teams.skalitzka_three": _(
        "The Skalitzka method is for three teams; there are %(count)s. Add or remove teams, or "
        "choose the round robin."
    ),
    "teams.short": _(
        "These teams have fewer than %(boards)s players: %(teams)s. Complete their lists, or "
        "allow empty boards in the rules for teams."
    ),
    "teams.numbers_wrong": _(
        "The numbers typed in do not fit: each number from 1 to %(count)s belongs to one team."
    ),
    "teams.no_programme": _("With these rules there is no programme: %(detail)s"),
    "teams.drawn_already": _(
        "The numbers are drawn and every match is known. Undo the draw first."
    ),
    "teams.under_way": _("Round 1 is paired: the numbers stay as they were drawn."),
    "teams.not_drawn": _(
        "The matches of round %(round)s are not known yet. Draw the numbers of the teams first."
    ),
    "teams.nothing_to_undo": _(
        "This import cannot be taken back any more: its players were paired, or another list was "
        "read since. Take out the teams one by one."
    ),
    "teams.undo_import_effect": _(
        "The import is taken back: its players (%(players)s) leave the tournament, and the teams "
        "that it made (%(teams)s) with them."
    ),
    "teams.undo_draw_effect": _(
        "All numbers and matches are forgotten. The next draw uses the same recorded seed: it "
        "gives the same numbers unless teams were added or removed."
    ),
    "team.name_taken": _("There is already a team called %(name)s. Choose another name."),
    "team.match_taken": _(
        "%(name)s always plays match %(match)s already. Choose another match for this team."
    ),
    "team.changed_meanwhile": _(
        "%(name)s was changed by somebody else meanwhile. Look at the new values and try again."
    ),
    "team.player_twice": _("A player stands in the list twice. Take one of the two out."),
    "team.no_such_player": _("A player of the list is not in this tournament."),
    "team.too_many_players": _(
        "A team has at most %(most)s players, boards and reserves together. Take some out."
    ),
    "team.player_elsewhere": _("%(name)s is in the list of %(team)s. Take the player out there."),
    "team.player_has_played": _("%(name)s has played for this team and stays in its list."),
    "team.has_played": _("%(name)s was already paired and stays. Withdraw the team instead."),
    "team.remove_instead": _(
        "No round is paired yet. Take %(name)s out of the list of teams instead."
    ),
    "team.remove_effect": _(
        "%(name)s is taken out; its players stay in the tournament. The draw is repeated, unless "
        "the team had the last, even number."
    ),
    "team.withdraw_effect": _(
        "%(name)s loses its matches from round %(round)s on by forfeit. With fewer than half of "
        "its matches played it is not ranked and its results count for nobody."
    ),
    "team.withdraw_effect_swiss": _(
        "%(name)s is not paired from round %(round)s on. What it has played stays and counts."
    ),
    "team.not_teams": _("The list has no column “Team”. Add a header line with the columns."),
    # Line-ups
    "lineup.not_in_the_team": _("Board %(board)s: this player is not in the list of the team."),
    "lineup.player_gone": _("Board %(board)s: %(name)s is withdrawn. Choose another player."),
    "lineup.player_twice": _(
        "%(name)s sits at board %(first)s and again at board %(board)s. Choose another player."
    ),
    "lineup.board_empty": _("Board %(board)s is empty. Name a player for every board."),
    "lineup.nobody": _("Nobody is named. Choose the players."),
    "lineup.gap": _(
        "Board %(board)s is empty and board %(last)s is not. Players move up: only the last "
        "boards may be empty."
    ),
    "lineup.order": _(
        "Board %(board)s: %(name)s stands before %(above)s in the list of the team. Keep the "
        "order of the list."
    ),
    "lineup.own_board": _(
        "Board %(board)s: %(name)s belongs to board %(own)s. Only reserves fill other boards."
    ),
    "lineup.no_match": _("%(name)s has no match in round %(round)s."),
    "lineup.round_is_published": _(
        "Round %(round)s is published; its line-ups stay. Take the round back to change them."
    ),
    "lineup.closed": _(
        "The line-ups of round %(round)s are closed. Ask the arbiter for any change."
    ),
    "lineup.forfeits": _("%(name)s leaves board %(boards)s empty: lost by forfeit."),
    "lineup.missing": _(
        "No line-up from: %(teams)s. Their players take the boards as listed; reserves fill in "
        "for players who are absent."
    ),
    "captain.nobody_to_write_to": _(
        "No captain has both an e-mail address and an open link. Type the addresses on the pages "
        "of the teams."
    ),
    # Matches
    "match.round_not_open": _(
        "Round %(round)s is not open for results: the match %(first)s – %(second)s stays as it is."
    ),
    "match.without_boards": _(
        "%(first)s – %(second)s was forfeited before its boards were made. Pair the round again."
    ),
    "match.forfeit_effect": _("Every board of %(first)s – %(second)s becomes a forfeit."),
    "match.forfeit_undone": _(
        "The forfeit of %(first)s – %(second)s is taken back. A board without an earlier result "
        "waits for one."
    ),
    "match.results_lost": _("%(count)s results entered before are replaced."),
    "match.results_again": _("%(count)s results that the forfeit replaced stand again."),
    "hand.teams": _(
        "In an event of teams the line-ups say who plays. Change the line-up, then pair the round "
        "again."
    ),
    # A Swiss of teams
    "matches.not_a_swiss": _("The matches of this tournament are known from its programme."),
    "matches.not_paired": _("The matches of round %(round)s are not paired yet. Pair them first."),
    "matches.too_few": _("Round %(round)s has fewer than two teams to pair."),
    "matches.boards_made": _(
        "The boards of round %(round)s are made. Discard the draft first; the matches stay then."
    ),
    "matches.same_team": _("Choose two different teams."),
    "matches.team_is_paired": _(
        "%(name)s is paired in round %(round)s. Discard the matches first, then pair them again."
    ),
    "matches.stale": _(
        "Results, teams or byes have changed since the matches of round %(round)s were paired."
    ),
    "matches.again_effect": _(
        "The matches of round %(round)s are paired anew from what is known now. Changes by hand "
        "are lost; line-ups stay with their teams."
    ),
    "matches.discard_effect": _("Nobody is paired in round %(round)s then."),
    "matches.were_announced": _("Everybody has seen the matches of round %(round)s."),
    "matches.line_ups_there": _("%(count)s line-ups were handed in for them."),
    "matches.announce_effect": _(
        "Everybody sees who meets whom in round %(round)s, and captains hand in their line-ups."
    ),
    "teams.in_no_team": _(
        "Players of the tournament in no team, who will not play (%(count)s): %(names)s"
    ),
    # Questions
    "confirm.matches.pair_again": _("Pair the matches again?"),
    "confirm.matches.discard": _("Discard the matches?"),
    "confirm.matches.announce": _("Announce the matches?"),
    "confirm.matches.change": _("Change matches that everybody has seen?"),
    "confirm.teams.undo_import": _("Take back the whole import?"),
    "confirm.teams.undo_draw": _("Undo the draw?"),
    "confirm.team.remove": _("Take this team out?"),
    "confirm.team.withdraw": _("Withdraw this team?"),
    "confirm.lineup.hand_in": _("Leave boards empty?"),
    "confirm.match.forfeit": _("Change the whole match?"),
    # For the history
    "act.teams.rules_changed": _("Rules for teams changed"),
    "act.teams.imported": _("List of teams read"),
    "act.teams.import_undone": _("List of teams taken back"),
    "act.teams.drawn": _("Numbers of teams drawn"),
    "act.teams.draw_undone": _("Draw undone"),
    "act.team.added": _("Team added"),
    "act.team.changed": _("Team changed"),
    "act.team.listed": _("Players of a team listed"),
    "act.team.link_renewed": _("Captain's link renewed"),
    "act.team.link_closed": _("Captain's link closed"),
    "act.team.link_sent": _("Captain's link sent"),
    "act.team.link_not_sent": _("Captain's link could not be sent"),
    "act.team.removed": _("Team removed"),
    "act.team.withdrawn": _("Team withdrawn"),
    "act.team.returned": _("Team returned"),
    "act.team.bye_given": _("Bye of a team given"),
    "act.team.bye_cancelled": _("Bye of a team cancelled"),
    "act.matches.paired": _("Matches paired"),
    "act.matches.discarded": _("Matches discarded"),
    "act.matches.announced": _("Matches announced"),
    "act.matches.hidden": _("Matches hidden"),
    "act.matches.exchanged": _("Teams exchanged by hand"),
    "act.lineup.handed_in": _("Line-up handed in"),
    "act.lineup.by_rule": _("Line-up taken from the list"),
    "act.match.forfeited": _("Match forfeited"),
    "act.match.forfeit_undone": _("Forfeit of a match taken back"),
}
