"""The reasons of the FIDE (Dutch) system (C.04.3) and of Baku acceleration (C.04.7)."""

from django.utils.translation import gettext_lazy as _

#: the criteria as a quantity, where a sentence compares them
CRITERIA = {
    "C5": _("the score of the player with the bye"),
    "C6": _("the number of players who float down"),
    "C7": _("the scores of those who float down"),
    "C8": _("what is left for the next bracket"),
    "C9": _("the number of unplayed rounds of the player with the bye"),
    "C10": _("the number of top scorers beyond a colour difference of 2"),
    "C11": _("the number of top scorers with a colour three times running"),
    "C12": _("the number of colour preferences not granted"),
    "C13": _("the number of strong colour preferences not granted"),
    "C14": _("the number of players who float down again after one round"),
    "C15": _("the number of opponents who float up again after one round"),
    "C16": _("the number of players who float down again after two rounds"),
    "C17": _("the number of opponents who float up again after two rounds"),
    "C18": _("the score differences of players moved down again after one round"),
    "C19": _("the score differences of opponents who float up again after one round"),
    "C20": _("the score differences of players moved down again after two rounds"),
    "C21": _("the score differences of opponents who float up again after two rounds"),
}

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
        "Neither has played yet: odd numbers get the initial colour, %(initial)s, even ones the "
        "other; the higher ranked player, number %(number)s, decides."
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
    # Reasons against these two
    "dutch.why_not.worse": _(
        "%(one)s against %(two)s would make this worse in the bracket of %(score)s points: "
        "%(criterion)s, %(made)s now, %(instead)s then."
    ),
    "dutch.why_not.generated_later": _(
        "%(one)s against %(two)s would be allowed and as good, but comes later in the sequence."
    ),
    "dutch.why_not.generated_later@4.4.2": _(
        "%(one)s against %(two)s would be allowed and as good in the bracket of %(score)s points, "
        "but leaves out other moved-down players (No. %(player)s), which comes later."
    ),
    "dutch.why_not.generated_later@4.2.2": _(
        "%(one)s against %(two)s would be allowed and as good in the bracket of %(score)s points, "
        "but No. %(player)s would meet No. %(instead)s instead of No. %(made)s, which comes later."
    ),
    "dutch.why_not.generated_later@4.3.2": _(
        "%(one)s against %(two)s would be allowed and as good in the bracket of %(score)s points, "
        "but needs an exchange that comes later (rule %(rule)s: %(made)s before %(instead)s)."
    ),
    "dutch.why_not.same_absolute_colour": _(
        "%(one)s and %(two)s must both have %(due)s and so cannot meet."
    ),
    # Rules that a pairing breaks
    "dutch.violation.same_absolute_colour": _(
        "%(one)s and %(two)s must both have %(due)s and so cannot meet."
    ),
    "dutch.violation.absolute_colour": _("%(one)s has %(given)s but must have %(due)s."),
    "dutch.violation.completion": _(
        "With these floaters from the bracket of %(score)s points the rest cannot be paired: "
        "%(players)s."
    ),
    "dutch.violation.worse": _(
        "In the bracket of %(score)s points this is worse than it need be: %(criterion)s, "
        "%(instead)s instead of %(made)s (%(players)s)."
    ),
    "dutch.violation.generated_later": _(
        "In the bracket of %(score)s points a pairing as good comes earlier in the sequence "
        "(%(players)s)."
    ),
    # Reasons why there is none
    "dutch.no_pairing.nobody_for_bye": _("Nobody may have the bye any more."),
    "dutch.no_pairing.too_few_opponents": _(
        "These %(size)s players have only %(opponents)s possible opponents between them: "
        "%(players)s."
    ),
    "dutch.no_pairing.opponents": _("Their possible opponents: %(players)s."),
    "dutch.no_pairing.player": _(
        "%(one)s has met %(met)s of the %(others)s others; %(possible)s are still possible."
    ),
}
