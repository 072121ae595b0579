"""Sentences for players: why they meet this opponent, and what a round without a game gave them.

The same facts as at the desk, said to somebody who has not read the rule book.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from pairing.verdicts import WhyNot

#: what another pairing would have made worse (C.04.3 art. 2.3 and 2.4)
WORSE: dict[str, Any] = {
    "C5": _("the bye would have gone to somebody with more points"),
    "C6": _("more players would have had to leave their score group"),
    "C7": _("players with more points would have had to leave their score group"),
    "C8": _("more players of the next score group would have been left without an opponent there"),
    "C9": _("the bye would have gone to somebody who has missed more rounds"),
    "C10": _("a leader would have had one colour far more often than the other"),
    "C11": _("a leader would have had the same colour three times running"),
    "C12": _("fewer players would have got the colour due to them"),
    "C13": _("somebody who badly needs a colour would not have got it"),
    "C14": _("somebody would have met a lower score group twice running"),
    "C15": _("somebody would have met a higher score group twice running"),
    "C16": _("somebody would have met a lower score group again after two rounds"),
    "C17": _("somebody would have met a higher score group again after two rounds"),
    "C18": _("the gap in points of somebody moved down twice running would have been wider"),
    "C19": _("the gap in points of somebody moved up twice running would have been wider"),
    "C20": _("the gap in points of somebody moved down again would have been wider"),
    "C21": _("the gap in points of somebody moved up again would have been wider"),
}
#: the same in Burstein, whose criteria have other numbers (C.04.4.2 art. 2.3)
WORSE |= {
    "floaters": WORSE["C6"],
    "scores_of_floaters": WORSE["C7"],
    "following_bracket": WORSE["C8"],
    "preferences": WORSE["C12"],
}

#: facts in plain words; what is not here is said as at the desk
REASONS: dict[str, Any] = {
    "dutch.colour.granted": _("Both get the colour that was due to them."),
    "dutch.colour.stronger": _("Both were due the same colour; the one who needs it more gets it."),
    "dutch.colour.wider_difference": _(
        "Both badly need the same colour; the one further out of balance gets it."
    ),
    "dutch.colour.alternate": _(
        "Both were due the same colour equally; the last round in which one had White and the "
        "other Black decides, now the other way round."
    ),
    "dutch.colour.higher_ranked": _(
        "Both were due the same colour and have had the same colours so far; the one ranked "
        "higher gets it."
    ),
    "dutch.colour.initial": _(
        "Neither has had a colour yet; the lot drawn before round 1 and the pairing number decide."
    ),
    "dutch.pair.float": _(
        "%(one)s (%(down)s points) could not be paired within the score group and meets "
        "%(two)s (%(up)s points) from the next one."
    ),
    WhyNot.NOT_TO_BE_PAIRED: _("%(players)s does not play in this round."),
    WhyNot.NO_COMPLETION: _("Then the others could not all have been paired."),
    "dutch.why_not.worse": _("It was possible, but %(criterion)s."),
    "dutch.why_not.generated_later": _(
        "It would have been just as good. Of pairings that are equally good the rules take the "
        "one that comes first in a fixed order of the pairing numbers."
    ),
    WhyNot.MET_BEFORE: _("They met in round %(round)s already."),
    WhyNot.FORBIDDEN_PAIR: _("The arbiter keeps these two apart."),
    "dutch.why_not.same_absolute_colour": _("Both must have %(due)s now."),
}

#: what Burstein says in the same words
REASONS |= {
    f"burstein.{name}": REASONS[f"dutch.{name}"]
    for name in (
        "colour.granted",
        "colour.stronger",
        "colour.alternate",
        "colour.higher_ranked",
        "colour.initial",
        "pair.float",
        "why_not.worse",
        "why_not.generated_later",
        "why_not.same_absolute_colour",
    )
}
REASONS |= {
    "burstein.pair.numbers": _(
        "Within the score group those whose opponents were strongest so far meet those whose "
        "opponents were weakest: %(one)s is No. %(one_number)s, %(two)s No. %(two_number)s of "
        "%(size)s."
    ),
    "burstein.why_not.generated_later_floats": REASONS["dutch.why_not.generated_later"],
}

#: Lim
REASONS |= {
    "lim.colour.due": REASONS["dutch.colour.granted"],
    "lim.colour.need": REASONS["dutch.colour.stronger"],
    "lim.colour.history": REASONS["dutch.colour.alternate"],
    "lim.colour.higher": REASONS["dutch.colour.higher_ranked"],
    "lim.colour.lower": _(
        "Both were due the same colour and have had the same colours so far; below the middle the "
        "one ranked lower gets it."
    ),
    "lim.colour.lot": REASONS["dutch.colour.initial"],
    "lim.colour.limits": _(
        "With other colours somebody would have one colour three times running or three times "
        "more often."
    ),
    "lim.pair.proposed": _("Within the score group the upper half meets the lower half."),
    "lim.pair.opponents": _(
        "The proposed opponents could not all meet; the nearest exchange was made."
    ),
    "lim.pair.colours": _(
        "Opponents were exchanged so that more players get the colour that was due to them."
    ),
    "lim.pair.floater": _("%(one)s came from another score group and was paired first."),
    "lim.why_not.exchange_later": REASONS["dutch.why_not.generated_later"],
}
REASONS["lim.pair.floater_clash"] = REASONS["lim.pair.floater"]

#: a round without a game, with what it gave
BYES: dict[str, Any] = {
    "U": _("Bye: no opponent was left (%(points)s)"),
    "F": _("Full-point bye (%(points)s)"),
    "H": _("Half-point bye, by request (%(points)s)"),
    "Z": _("Did not play, announced (%(points)s)"),
}
