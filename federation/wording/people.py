"""Words of members, licences, clubs, transfers and merges."""

from typing import Any

from django.utils.translation import gettext_lazy as _

#: the act by which a registrar says that two are not the same person
TOLD_APART = "person.told_apart"

SENTENCES: dict[str, Any] = {
    "member.number_taken": _("Somebody else in the register has this number."),
    "member.may_be_double": _("%(name)s (%(year)s, No. %(number)s) is in the register already."),
    "member.in_the_future": _("This day is still to come."),
    "member.is_dead": _("This person has died."),
    "member.died_effect": _(
        "%(name)s leaves their club and stands on no list of members any more. Results and ratings "
        "stay."
    ),
    "member.unknown_privacy": _("Choose how much of the page is shown."),
    "licence.unknown_category": _("Choose the category of the licence."),
    "licence.ends_before_start": _("The last day is before the first one."),
    "licence.already": _("There is a licence of this category from this day on already."),
    "transfer.asked_already": _("A transfer of this player waits for its decision already."),
    "transfer.decided_already": _("This transfer has been decided meanwhile."),
    "transfer.not_approved": _("Only an approved transfer can be taken back."),
    "transfer.changed_since": _("The player has changed clubs again since then."),
    "transfer.club_is_closed": _("%(club)s is closed."),
    "transfer.in_the_future": _("This day is still to come: enter the transfer when it counts."),
    "transfer.same_club": _("The player is a member of %(club)s already."),
    "transfer.before_the_last": _(
        "The player joined the present club on %(day)s: the transfer must be later."
    ),
    "double.name_and_day": _("same name, born on the same day"),
    "double.name_and_year": _("same name, born in the same year"),
    "double.name_alone": _("same name, a year of birth is not known"),
    "double.nearly_the_name_and_day": _("nearly the same name, born on the same day"),
    "double.nearly_the_name_and_year": _("nearly the same name, born in the same year"),
    "merge.same": _("These are one row already."),
    "merge.gone_already": _("The double is no longer in the register: it was merged meanwhile."),
    "merge.two_fide_ids": _(
        "They have two FIDE IDs, %(one)s and %(other)s. FIDE has to settle first which of them "
        "stays."
    ),
    "merge.played_together": _("Both played in %(tournament)s: they are two people."),
    "merge.both_have": _("Both have the same here: %(what)s. Settle that first, then merge them."),
    "merge.what_happens": _(
        "Everything of %(gone)s goes over to %(kept)s, and links to the old page lead to the new "
        "one. It can be taken back."
    ),
    "merge.years_differ": _("The years of birth differ: %(one)s and %(other)s."),
    "merge.sex_differs": _("One is entered as female, the other as male."),
    "merge.numbers_differ": _(
        "The national numbers differ: %(one)s stays, %(other)s goes. A list that still has it "
        "brings the double back."
    ),
    "merge.undone_already": _("These two have been parted already."),
    "merge.later_first": _("Take back the later merge of this person first."),
    "merge.number_taken": _(
        "A list has meanwhile brought somebody with the same number. Merge the two instead."
    ),
    "club.code_taken": _("Another club has this code."),
    "club.has_members": _("The club still has members: transfer them first."),
    "confirm.member.registered": _("Register a new person all the same?"),
    "confirm.member.died": _("Note this death?"),
    "confirm.person.merged": _("Merge these two?"),
    "confirm.person.parted": _("Part these two again?"),
    "merge.part_effect": _(
        "%(name)s and the double are two people again, each with what they had. They can be merged "
        "again."
    ),
    "confirm.transfer.refused": _("Refuse this transfer?"),
    "transfer.refuse_effect": _(
        "%(name)s does not go from %(from_club)s to %(to_club)s. The transfer can be asked for "
        "again."
    ),
    "confirm.transfer.undone": _("Take this transfer back?"),
    "transfer.undo_effect": _(
        "%(name)s is in %(from_club)s again, as if there had been no transfer to %(to_club)s. It "
        "can be entered again."
    ),
    "confirm.licence.withdrawn": _("Withdraw this licence?"),
    "licence.withdraw_effect": _(
        "%(licence)s of %(name)s counts no longer: events that need a licence refuse the entry. It "
        "can be given back here."
    ),
    "confirm.appointment.withdrawn": _("Withdraw this appointment?"),
    "appointment.withdraw_effect": _(
        "%(name)s hears of it by mail and leaves the staff of the event. They can be asked again."
    ),
    "confirm.appointment.declined": _("Decline this appointment?"),
    "appointment.decline_effect": _(
        "%(event)s: the office looks for somebody else. Only the office can ask you again."
    ),
    "act.member.registered": _("Member registered"),
    "act.member.enrolled": _("Member enrolled"),
    "act.member.changed": _("Member changed"),
    "act.member.privacy": _("Privacy changed"),
    "act.member.died": _("Death noted"),
    "act.licence.issued": _("Licence given"),
    "act.licence.withdrawn": _("Licence withdrawn"),
    "act.licence.given_back": _("Licence given back"),
    "act.transfer.asked": _("Transfer asked for"),
    "act.transfer.approved": _("Transfer approved"),
    "act.transfer.refused": _("Transfer refused"),
    "act.transfer.undone": _("Transfer taken back"),
    "act.person.merged": _("Double merged"),
    "act.person.parted": _("Merge taken back"),
    "act.person.told_apart": _("Not the same person"),
    "act.club.opened": _("Club opened"),
    "act.club.changed": _("Club changed"),
}
KEYS: dict[str, Any] = {
    "born_on": _("birth date"),
    "email": _("e-mail"),
    "parent_name": _("parent"),
    "parent_email": _("parent's e-mail"),
    "privacy": _("privacy"),
    "noindex": _("kept out of search engines"),
    "died_on": _("deceased"),
    "licence": _("licence"),
    "category": _("category"),
    "valid_until": _("valid until"),
    "from_club": _("from"),
    "to_club": _("to"),
    "on": _("on"),
    "double": _("double"),
    "aside": _("set aside"),
    "code": _("code"),
    "founded_on": _("founded"),
    "closed_on": _("closed"),
    "website": _("website"),
}

#: what may hang on a person, by the name of the table
ROWS: dict[str, Any] = {
    "tournaments.entry": _("Entries in tournaments"),
    "tournaments.pastrating": _("Ratings of earlier lists"),
    "tournaments.ownrating": _("Ratings of own lists"),
    "federation.playerresult": _("Outcomes of events"),
    "federation.booking": _("Entries on the calendar"),
    "federation.licence": _("Licences"),
    "federation.membership": _("Memberships"),
    "federation.transfer": _("Transfers"),
    "federation.arbiter": _("Arbiter"),
    "federation.merge": _("Earlier merges"),
}
SENTENCES |= {
    "privacy.link_has_run_out": _("This link has run out. Ask for a new one on the player's page."),
    "members.too_large": _("The file is larger than %(most)s MB. Send it in parts."),
    "members.too_many": _("The list has more than %(most)s lines. Send it in parts."),
    "members.unreadable": _("This is no table: send CSV or XLSX."),
    "members.no_heads": _(
        "The first line must name the columns, one of them “name”. Others that are read: birth "
        "date, sex, FIDE ID, national number, club code, province, e-mail, licence number, licence "
        "until."
    ),
    "members.empty": _("There is nobody in the list."),
    "members.written_already": _("This list has been written already."),
    "members.gone": _("The list, or who sent it, is not there any more. Send it again."),
    "members.lines_wrong": _(
        "Nothing was written: %(count)s lines are wrong, the first is line %(line)s."
    ),
    "members.line_wrong": _("Nothing was written. Line %(line)s: %(why)s"),
    "members.twice": _("the same person stands in line %(line)s"),
    "members.no_name": _("no name"),
    "members.what_day": _("“%(value)s” is no day (2012-05-31 or 31.05.2012)"),
    "members.what_sex": _("“%(value)s” says no sex (m or w)"),
    "members.what_number": _("“%(value)s” is no FIDE ID"),
    "members.what_email": _("“%(value)s” is no e-mail address"),
    "members.what_club": _("there is no club with the code “%(value)s”"),
    "members.what_province": _("there is no province “%(value)s”"),
    "members.other_province": _("belongs to another province"),
    "act.members.loaded": _("List of members loaded"),
    "arbiter.already": _("This person is an arbiter already."),
    "arbiter.user_taken": _("This user is another arbiter already."),
    "appointment.unknown_duty": _("Choose the duty."),
    "appointment.not_active": _("%(name)s may not be appointed now."),
    "appointment.licence_runs_out": _(
        "The licence of %(name)s runs out on %(day)s, before the event ends."
    ),
    "appointment.asked_already": _("%(name)s is asked for this event already."),
    "appointment.not_yours": _("This appointment is somebody else's."),
    "appointment.answered_already": _("You have answered already. The office can ask you anew."),
    "appointment.last_chief": _(
        "The event would be without a chief arbiter. Name another one there first."
    ),
    "act.arbiter.named": _("Arbiter entered"),
    "act.arbiter.changed": _("Arbiter changed"),
    "act.appointment.asked": _("Arbiter asked"),
    "act.appointment.confirmed": _("Appointment confirmed"),
    "act.appointment.declined": _("Appointment declined"),
    "act.appointment.withdrawn": _("Appointment withdrawn"),
}
KEYS |= {
    "new": _("new"),
    "arbiter": _("arbiter"),
    "fee": _("fee"),
    "languages": _("languages"),
    "active": _("may be appointed"),
    "user": _("user name"),
}
