"""Words for the voice of players: answers, refusals, lines of the history."""

from django.utils.translation import gettext_lazy as _

#: what a player can say of a game: never a forfeit
SAYINGS = [("win", _("I won")), ("draw", _("Draw")), ("loss", _("I lost"))]
#: what a slip says, seen from White
SIDES = [("win", _("White won")), ("draw", _("Draw")), ("loss", _("Black won"))]
#: by `queries/voice/results.Standing`, as the player reads it
STANDINGS = {
    "nothing": _("Over? Report the result; your opponent does the same."),
    "own": _(
        "You have reported. If %(opponent)s says the same, the result is in; at %(time)s the "
        "arbiter is asked."
    ),
    "other": _("%(opponent)s has reported %(theirs)s. What do you say?"),
    "differ": _(
        "You and %(opponent)s have reported different results. The arbiter decides; until then "
        "either of you can still change it."
    ),
    "taken_away": _("You both reported the same, and the arbiter took it away. Go to the desk."),
    "both": _("The result is in: reported by both of you."),
    "arbiter": _("The result is in, entered by an arbiter."),
}

#: the article on which a refusal rests; the rest are regulations of the tournament
ARTICLES = {
    "bye.not_entitled": "C.04.2, 3.3",
    "bye.last_rounds": "C.04.2, 3.3",
    "bye.over_the_limit": "C.04.2, 3.3",
    "bye.round_is_paired": "C.04.2, 3.3",
}

SENTENCES = {
    "request.not_taken": _("In this tournament byes are asked for at the desk."),
    "request.too_many": _("You have asked very often. Speak with the arbiter."),
    "request.has_left": _("%(name)s has left the tournament."),
    "request.too_late": _("The time to ask for round %(round)s is over. Speak with the arbiter."),
    "request.not_late_now": _(
        "You have no game without a result in round %(round)s that is being played."
    ),
    "request.is_paired": _("Round %(round)s is paired. Speak with the arbiter."),
    "call.not_taken": _("In this tournament arbiters are called by raising a hand."),
    "call.unknown_reason": _("Choose one of the reasons."),
    "call.no_game": _("You have no game in a round that is being played."),
    "sector.in_order": _("Write the first and the last board, the smaller one first."),
    "case.not_taken": _("In this tournament claims are made at the desk."),
    "case.not_this": _("This cannot be disputed any more. Speak with the arbiter."),
    "case.too_late": _("The time for this claim is over. Speak with the arbiter."),
    "case.appeal_too_late": _("The time to appeal is over."),
    "case.words_needed": _("Write what is wrong, or why it is decided so."),
    "case.too_many": _("You have several open claims. Wait for the decisions."),
    "case.is_decided": _("Case %(number)s is decided already."),
    "case.no_verdict": _("Choose whether it stands or the claim is right."),
    "act.call.made": _("Arbiter called"),
    "act.call.taken": _("Arbiter goes to the board"),
    "act.call.done": _("Arbiter was at the board"),
    "act.sector.set": _("Boards of an arbiter set"),
    "act.case.opened": _("Claim made"),
    "act.case.decided": _("Claim decided"),
    "act.case.appealed": _("Appeal made"),
    "act.case.appeal_decided": _("Appeal decided"),
    "act.request.made": _("Player asks"),
    "act.request.granted": _("Player's request granted"),
    "act.request.refused": _("Player's request refused"),
    "act.request.taken_back": _("Player's request taken back"),
    "report.not_taken": _("In this tournament results are reported at the desk."),
    "report.has_result": _("Board %(board)s already has a result. Is it wrong? Tell the arbiter."),
    "report.not_being_played": _("Board %(board)s of round %(round)s is not being played now."),
    "report.not_understood": _("Report each game as won, drawn or lost."),
    "slip.no_picture": _("Choose the picture of a slip."),
    "slip.too_many": _(
        "Board %(board)s has enough pictures. Remove one first, or ask at the desk."
    ),
    "slip.not_sure": _("Open “Remove” below the picture and press the button there."),
    "act.slip.added": _("Slip photographed"),
    "act.slip.removed": _("Picture of a slip removed"),
    "act.result.reported": _("Result reported by a player"),
    "voice.wrong_code": _(
        "No player of this tournament has this code. Look at the letters again: there is no 0, O, "
        "1, I, L, 2, Z, 5, S, 8, B, U or V in it."
    ),
    "voice.not_by_birth": _("Type the code that the arbiters gave you."),
    "voice.nobody_like_that": _(
        "Nobody in this tournament has this birth date and this number. Type the birth date as "
        "2009-05-31, or the code that the arbiters gave you."
    ),
    "voice.old_link": _("This link was used, or is too old. Ask for another one."),
    "voice.no_addresses": _("Write one player a line: number in the list, then the mail address."),
    "voice.too_many_addresses": _("At most %(most)s lines at once."),
    "voice.no_such_number": _("Line %(line)s: no player of this tournament has this number."),
    "voice.no_address": _("Line %(line)s: this is no mail address."),
    "act.voice.links_mailed": _("Links for players' phones sent by mail"),
    "voice.event_is_over": _("The event is over: phones speak for nobody any more."),
    "voice.too_many_phones": _(
        "Several phones speak for %(name)s already. Ask the chief arbiter to withdraw one."
    ),
    "voice.too_many_players": _("This phone speaks for many players already. Ask at the desk."),
    "voice.too_many_tries": _(
        "Too many wrong tries. Wait a quarter of an hour, or ask at the desk."
    ),
    "voice.not_yours": _("This phone does not speak for this player. Type the player's code."),
    "act.voice.proved": _("Phone speaks for a player"),
    "act.voice.withdrawn": _("Phone speaks for a player no more"),
    "act.voice.code_renewed": _("Player's code made anew"),
    "act.voice.rules_set": _("What phones may say was set"),
}
