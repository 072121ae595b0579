"""Title norms in words: the articles of B.01 that games do not meet, and why a round does not
count."""

from django.utils.translation import gettext_lazy as _

from ratings.norms.counted import Why
from ratings.norms.mix import Fail

FAILS = {
    Fail.WOMEN: _("The title is for women only."),
    Fail.TOO_FEW: _("Too few games count."),
    Fail.SELECTION: _("These games may not be left out."),
    Fail.CANNOT_COUNT: _("A game is named that cannot count."),
    Fail.FOREIGN: _("Opponents of fewer than two other federations."),
    Fail.OWN_FEDERATION: _("More than three fifths of the opponents are of the own federation."),
    Fail.ONE_FEDERATION: _("More than two thirds of the opponents are of one federation."),
    Fail.TITLED: _("Fewer than half of the opponents have a title."),
    Fail.REQUIRED: _("Too few opponents have the title that is needed."),
    Fail.SMALL_DOUBLE: _("A double round robin needs at least six players."),
    Fail.PERFORMANCE: _("The performance is too low."),
    Fail.AVERAGE: _("The average of the opponents is too low."),
    Fail.SCORE: _("Less than 35 per cent was scored."),
}
EXCLUDED = {
    Why.BYE: _("no game"),
    Why.OUTSIDE: _("an opponent of no FIDE federation"),
    Why.ZERO_UNRATED: _("an unrated opponent without a point against rated players"),
    Why.NOT_PLAYED: _("not played over the board"),
}
#: the article that a code of the core stands for
ARTICLES = {
    Fail.SELECTION: "1.4.1 e, f",
    Fail.OWN_FEDERATION: "1.4.4",
    Fail.ONE_FEDERATION: "1.4.4",
    Fail.TITLED: "1.4.5 a",
    Fail.REQUIRED: "1.4.5 b–e",
    Fail.SMALL_DOUBLE: "1.4.5 f",
    Fail.AVERAGE: "1.4.8 a",
    Fail.SCORE: "1.4.8 b",
    Why.BYE: "1.4.2",
    Why.OUTSIDE: "1.4.2 a",
    Why.ZERO_UNRATED: "1.4.2 b",
    Why.NOT_PLAYED: "1.4.2 c",
}


def article_of(code: Fail | Why) -> str:
    return ARTICLES.get(code, code.value)
