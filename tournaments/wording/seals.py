"""The second engine's word on a draft."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "seal.nothing": _(
        "Round %(round)s has no pairing that a second engine could check. Pair it first."
    ),
    "seal.differ": _(
        "Two engines, written independently, pair this round differently: board %(boards)s. "
        "Do not publish before you have looked at both pairings on the page of the round."
    ),
    "seal.matches_differ": _(
        "Two engines, written independently, pair this round differently: match %(boards)s. "
        "Do not announce it before you have looked at both pairings on the page of the matches."
    ),
    "act.round.sealed": _("Both engines agree on the pairing"),
    "act.round.seal_differs": _("The two engines differ on the pairing"),
    "act.round.not_sealed": _("The pairing was not checked by the second engine"),
}
