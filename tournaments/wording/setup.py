"""Events, tournaments and staff."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "emblem.unknown_kind": _("A picture is the logo or a sponsor's."),
    "emblem.too_many": _("At most %(most)s sponsors are shown. Take one away first."),
    "act.event.emblem_added": _("Logo or sponsor added"),
    "act.event.emblem_removed": _("Logo or sponsor taken away"),
    "groups.not_here": _("Groups are made from a list of players who are ranked."),
    "groups.under_way": _(
        "The tournament is under way: groups are made from a list that has not begun."
    ),
    "groups.too_few": _("Choose at least %(fewest)s groups."),
    "groups.too_many": _("Every group needs at least two players. Choose fewer groups."),
    "groups.exist": _(
        "This event has tournaments of these names already: %(names)s. Rename or remove them first."
    ),
    "groups.effect": _(
        "New tournaments of this event, with copies of the players: %(groups)s. The list itself "
        "stays as it is."
    ),
    "confirm.groups.make": _("Make these groups?"),
    "act.groups.made": _("Groups made"),
    "tournament.unknown_system": _("This pairing system does not exist."),
    "tournament.locked_in_fide_mode": _(
        "Round 1 is paired or was published once: in FIDE mode rounds, points, system, "
        "acceleration and tie-breaks stay as they were announced. To change them, leave FIDE mode."
    ),
    "tournament.fide_mode_is_left": _(
        "FIDE mode is not a setting: it can be left once, on the settings page."
    ),
    "tournament.points_out_of_order": _(
        "A win is worth more than a loss and at least a draw, a draw at least a loss, and a bye at "
        "most a win."
    ),
    "tournament.draw_too_high": _("A draw is worth at most half of a win and a loss together."),
    "tournament.bye_value": _("With 1, ½ and 0 points a bye is worth 1, ½ or 0."),
    "tournament.reconfigure_effect": _(
        "The tournament is under way. Changing %(fields)s now is noted in the report."
    ),
    "tournament.leave_fide_mode_effect": _(
        "Outside FIDE mode you may do things that FIDE does not accept. The tournament cannot "
        "return to FIDE mode."
    ),
    "tournament.is_removed": _(
        "%(name)s was removed meanwhile. Its chief arbiter fetches it again on the page of the "
        "event."
    ),
    "event.is_removed": _(
        "%(name)s was removed meanwhile. Its chief arbiter fetches it again under “My desk”."
    ),
    "tournament.is_public": _(
        "The public has seen rounds of this tournament. Remove the whole event, or hide it under "
        "“Edit event”."
    ),
    "tournament.remove_effect": _(
        "%(name)s with its players (%(players)s) is put away. Nothing is deleted: on the page of "
        "the event it can be fetched again."
    ),
    "tournament.not_removed": _("There is no such tournament among the removed ones."),
    "event.remove_effect": _(
        "%(name)s disappears from every list and every public page. Tournaments: %(tournaments)s, "
        "published rounds: %(rounds)s. Nothing is deleted: on your desk it can be fetched again."
    ),
    "event.not_removed": _("There is no such event among the removed ones."),
    "gone": _(
        "What you wanted to change is not there any more: somebody was faster, or it was done "
        "already. This is how it stands now."
    ),
    "staff.last_chief": _("An event needs a chief arbiter. Name another one first."),
    "schedule.out_of_order": _(
        "Round %(round)s begins before round %(previous)s. Check the times."
    ),
    "invitation.expired": _(
        "This invitation is used, withdrawn or too old. Ask the chief arbiter for a new one."
    ),
    "invitation.sign_in_first": _(
        "You already have an account with this e-mail. Sign in, then open the link again."
    ),
    "invitation.name_taken": _("This user name is taken. Choose another one."),
    "account.wrong_code": _(
        "This code does not fit. Codes change every half minute: look again, and see that the "
        "clock of the phone is right."
    ),
    "account.many_passkeys": _("An account has at most %(most)s passkeys. Remove one first."),
    "account.passkey_not_made": _(
        "The passkey was not made: the device's answer came too late, or is not for this site. "
        "Begin again."
    ),
    "account.no_factor": _("The second factor is not turned on."),
    "account.yourself": _("You cannot shut yourself out: another administrator may do that."),
    "sandbox.of_a_sandbox": _("This is a sandbox already. Make another of the event itself."),
    "sandbox.too_many": _(
        "You have %(most)s sandboxes. Remove one, or wait until one has forgotten itself."
    ),
    "sandbox.stays_hidden": _("A sandbox is never shown to the public."),
    "sandbox.nothing_leaves": _("Nothing is sent from a sandbox: it is for trying only."),
    # Questions
    "confirm.tournament.remove": _("Remove this tournament?"),
    "confirm.event.remove": _("Remove this event?"),
    "confirm.tournament.reconfigure": _("Change the settings of a running tournament?"),
    "confirm.tournament.leave_fide_mode": _("Leave FIDE mode for good?"),
    # For the history
    "act.event.removed": _("Event removed"),
    "act.sandbox.made": _("Sandbox made"),
    "act.sandbox.forgotten": _("Sandbox forgotten"),
    "act.event.fetched": _("Event fetched again"),
    "act.tournament.removed": _("Tournament removed"),
    "act.tournament.fetched": _("Tournament fetched again"),
    "act.event.created": _("Event created"),
    "act.event.changed": _("Event changed"),
    "act.staff.invited": _("Invitation sent"),
    "act.staff.invitation_withdrawn": _("Invitation withdrawn"),
    "act.schedule.changed": _("Times of the rounds changed"),
    "act.event.copied": _("Event copied from an earlier one"),
    "act.staff.changed": _("Staff changed"),
    "act.tournament.created": _("Tournament created"),
    "act.tournament.changed": _("Settings changed"),
    "act.tournament.left_fide_mode": _("Left FIDE mode"),
}
