"""Players and byes."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "entry.already_entered": _("%(name)s is already in this tournament (same FIDE ID)."),
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
    "entry.withdraw_effect": _(
        "%(name)s is not paired from round %(round)s on. Games already played stay. You can "
        "bring the player back until the round is paired."
    ),
    "entries.preview_expired": _(
        "The preview is more than an hour old. Read the list again, then enter it."
    ),
    "bye.round_is_paired": _(
        "Round %(round)s is published or does not exist: a bye for it is no longer possible."
    ),
    "bye.unknown_kind": _("This kind of bye does not exist."),
    "bye.not_entitled": _("%(name)s may not have half-point byes (conditions)."),
    "bye.last_rounds": _(
        "No half-point bye in round %(round)s: the regulations allow none in the last "
        "%(last)s rounds. A zero-point bye is possible."
    ),
    "bye.second_half_point": _(
        "%(name)s has %(had)s half-point bye already; this would be one more."
    ),
    "bye.over_the_limit": _(
        "The regulations allow %(allowed)s half-point byes per player; this player has %(had)s."
    ),
    "bye.full_point_out_of_use": _(
        "A full-point bye is out of use. It bars %(name)s from a later bye and is noted in the "
        "report."
    ),
    # Questions
    "confirm.entry.remove": _("Remove this player?"),
    "confirm.entry.withdraw": _("Withdraw this player?"),
    "confirm.bye.grant": _("Give this bye?"),
    # For the history
    "act.entry.added": _("Player added"),
    "act.entries.imported": _("Players imported"),
    "act.entry.changed": _("Player changed"),
    "act.entry.removed": _("Player removed"),
    "act.entry.withdrawn": _("Player withdrawn"),
    "act.entry.returned": _("Player returned"),
    "act.bye.granted": _("Bye given"),
    "act.bye.cancelled": _("Bye cancelled"),
}
