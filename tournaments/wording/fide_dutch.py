"""The reasons of the FIDE (Dutch) system (C.04.3) and of Baku acceleration (C.04.7)."""

from django.utils.translation import gettext_lazy as _

FACTS = {
    # Colours, art. 5.2
    "dutch.colour.granted": _("Both players get the colour they were due."),
    "dutch.colour.stronger": _(
        "Both were due the same colour; the stronger preference was granted "
        "(White: %(white_strength)s, Black: %(black_strength)s)."
    ),
    "dutch.colour.wider_difference": _(
        "Both had an absolute preference for the same colour; the wider colour difference was "
        "granted (White: %(white_difference)s, Black: %(black_difference)s)."
    ),
    "dutch.colour.alternate": _(
        "Both were due the same colour with equal strength; they alternate from the last time "
        "when one had White and the other Black, %(games_ago)s games ago."
    ),
    "dutch.colour.higher_ranked": _(
        "Both were due the same colour with equal strength and history; the higher ranked "
        "player's preference was granted."
    ),
    "dutch.colour.initial": _(
        "Neither has played yet: number %(number)s gets its colour from the initial colour, "
        "%(initial)s."
    ),
    # Pairs and the bye
    "dutch.pair.float": _(
        "%(one)s (%(down)s) floats down and %(two)s (%(up)s) floats up: they have different scores."
    ),
    "dutch.bye.only_candidate": _(
        "%(one)s (%(score)s) has the bye: the only player of the lowest possible score who may "
        "have it."
    ),
    "dutch.bye.fewest_unplayed": _(
        "%(one)s (%(score)s) has the bye: of %(candidates)s players who may have it, one with the "
        "fewest unplayed rounds (%(unplayed)s)."
    ),
    "dutch.bye.best_pairing": _(
        "%(one)s (%(score)s) has the bye: of %(candidates)s players who may have it, this gives "
        "the others the best pairing."
    ),
    "acceleration.virtual_points": _("Paired with %(points)s virtual points: %(players)s."),
    # Criteria of a bracket
    "dutch.criterion.C6": _("players who float down: %(value)s"),
    "dutch.criterion.C7": _("scores of those who float down: %(value)s"),
    "dutch.criterion.C8": _("left unpaired in the next bracket: %(value)s"),
    "dutch.criterion.C9": _("unplayed rounds of the player with the bye: %(value)s"),
    "dutch.criterion.C10": _("top scorers or their opponents beyond a difference of 2: %(value)s"),
    "dutch.criterion.C11": _(
        "top scorers or their opponents with a colour three times running: %(value)s"
    ),
    "dutch.criterion.C12": _("colour preferences not granted: %(value)s"),
    "dutch.criterion.C13": _("strong colour preferences not granted: %(value)s"),
    "dutch.criterion.C14": _("players who float down again after one round: %(value)s"),
    "dutch.criterion.C15": _("opponents who float up again after one round: %(value)s"),
    "dutch.criterion.C16": _("players who float down again after two rounds: %(value)s"),
    "dutch.criterion.C17": _("opponents who float up again after two rounds: %(value)s"),
    "dutch.criterion.C18": _(
        "score differences of players moved down again after one round: %(value)s"
    ),
    "dutch.criterion.C19": _(
        "score differences of opponents who float up again after one round: %(value)s"
    ),
    "dutch.criterion.C20": _(
        "score differences of players moved down again after two rounds: %(value)s"
    ),
    "dutch.criterion.C21": _(
        "score differences of opponents who float up again after two rounds: %(value)s"
    ),
}
