"""Words of qualifications."""

from typing import Any

from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Any] = {
    "qualification.is_published": _("This list is published. Hide it before you change its rules."),
    "qualification.not_published": _("This list is a draft: publish it first."),
    "qualification.no_quotas": _("Say first where the places come from."),
    "qualification.not_named": _("Only places of the office are given by name."),
    "confirm.qualification.read_anew": _("Take over the rankings as they are now?"),
    "qualification.come_and_go": _("In: %(come)s. Out: %(go)s."),
    "confirm.qualification.quota_removed": _("Remove this quota?"),
    "qualification.quota_effect": _(
        "%(quota)s gives no places any more. The quota can be added again."
    ),
    "confirm.qualification.hidden": _("Make this list a draft again?"),
    "qualification.hide_effect": _(
        "%(name)s is on no public page any more. Answers stay; the rankings are read anew when it "
        "is published again."
    ),
    "confirm.qualification.removed": _("Remove this draft?"),
    "qualification.removed_for_good": _("%(name)s and its quotas are gone then."),
    "act.qualification.created": _("List of the qualified begun"),
    "act.qualification.changed": _("List of the qualified changed"),
    "act.qualification.quota_added": _("Places added"),
    "act.qualification.quota_removed": _("Places removed"),
    "act.qualification.player_named": _("Player named by the office"),
    "act.qualification.published": _("List of the qualified published"),
    "act.qualification.hidden": _("List of the qualified hidden"),
    "act.qualification.read_anew": _("Rankings of the qualified taken over anew"),
    "act.qualification.answered": _("Answer of a qualified player"),
    "act.qualification.removed": _("Draft of a list of the qualified removed"),
}
KEYS: dict[str, Any] = {
    "names": _("names"),
    "moved_up": _("moves up"),
}
