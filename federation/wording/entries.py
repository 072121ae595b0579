"""Words of entries, waiting lists and payments."""

from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from federation.models import Booking, Payment
from tournaments.wording.prizes import money

SENTENCES: dict[str, Any] = {
    # Whether anybody can enter
    "entering.cancelled": _("This event is cancelled."),
    "entering.not_here": _("Entries for this event are not taken here."),
    "entering.not_yet": _("Entries open on %(time)s."),
    "entering.over": _("Entries closed on %(time)s. Ask the organiser."),
    # The rules of sections
    "entering.birth_date_needed": _("This section has an age limit, and no birth date is known."),
    "entering.too_old": _("Only for players born in %(year)s or later."),
    "entering.too_young": _("Only for players born in %(year)s or earlier."),
    "entering.only_women": _("Only for women and girls."),
    "entering.only_men": _("Only for men and boys."),
    "entering.rating_too_low": _(
        "Only for players rated %(limit)s or higher; the rating here is %(rating)s."
    ),
    "entering.unrated": _("Only for players rated %(limit)s or higher."),
    "entering.rating_too_high": _(
        "Only for players rated up to %(limit)s; the rating here is %(rating)s."
    ),
    "entering.young_enough": _("born in %(year)s or later"),
    "entering.old_enough": _("born in %(year)s or earlier"),
    "entering.for_women": _("for women and girls"),
    "entering.for_men": _("for men and boys"),
    "entering.rating_between": _("rated %(rating)s, between %(low)s and %(high)s"),
    "entering.rating_above": _("rated %(rating)s, at least %(low)s"),
    "entering.rating_below": _("rated %(rating)s, at most %(high)s"),
    "entering.open_to_all": _("open to everybody"),
    "entering.no_licence": _(
        "%(name)s has no licence that is valid on the first day of the event. The club or the "
        "province's delegate renews it."
    ),
    "entering.no_section": _("No section of this event is open to this player."),
    # Entering
    "entering.already": _("%(name)s is entered for this event already."),
    "entering.too_many": _("Too many entries wait for this address to be confirmed. Look there."),
    "entering.parent_needed": _("Under 18, a parent's name and consent are needed."),
    "entering.link_over": _("This link is not valid any more."),
    "entering.nothing_to_confirm": _("There is nothing to confirm here any more."),
    "entering.offer_over": _("The time for this place is over: it went to the next one."),
    "entering.cannot_withdraw": _(
        "Until the deadline one could withdraw here. Write to the organiser now."
    ),
    "entering.section_is_full": _("%(section)s is full. The place here is kept."),
    "entering.same_section": _("This is the section already."),
    "entering.wrong_proof": _(
        "That is neither the birth date nor the licence number of this player."
    ),
    "entering.too_many_tries": _("Too many tries. Wait a quarter of an hour and try again."),
    "entering.too_fast": _("That was too fast. Look once more and press again."),
    "entering.started_long_ago": _("This form was opened too long ago. Begin again."),
    # The organiser
    "confirm.booking.withdrawn": _("Withdraw this entry?"),
    "booking.withdraw_effect": _(
        "%(name)s, %(section)s: the place goes to the next one, and %(name)s hears of it by mail."
    ),
    "booking.withdraw_of_club": _(
        "%(name)s, %(section)s: the place goes to the next one, and the club hears of it by mail."
    ),
    "booking.withdraw_waiting": _("%(name)s leaves the waiting list of %(section)s."),
    "takeover.nobody": _("Everybody who is accepted stands in the tournament already."),
    "takeover.one_by_one": _(
        "%(section)s is being played: take its late players over by themselves."
    ),
    "takeover.out_one_by_one": _(
        "%(section)s is being played: withdraw its players one by one, each is asked about."
    ),
    "takeover.game_open": _(
        "%(name)s has a game that is being played. Withdraw the player at the desk, which asks "
        "what becomes of the game."
    ),
    "act.booking.taken_over": _("Entries taken over into the tournament"),
    # Newcomers and clubs
    "newcomer.reason": _("Write the reason: the player reads it."),
    "confirm.booking.matched": _("Is this the player, although the rules say otherwise?"),
    "act.booking.matched": _("Newcomer found in the register"),
    "confirm.booking.refused": _("Refuse this entry?"),
    "booking.refuse_effect": _(
        "%(name)s hears the reason by mail, and the place goes to the next one. There is no way "
        "back but to enter anew."
    ),
    "act.booking.refused": _("Entry refused"),
    "act.booking.by_club": _("Players entered by a club"),
    "club.parents_needed": _("Say that the parents of those under 18 have agreed."),
    "club.nobody": _("Nobody is on this list."),
    "club.list_expired": _("What was shown is too old, or was entered already. Read it again."),
    "club_link.no_address": _("There is no address of %(club)s: type one."),
    "club_link.ask_organiser": _(
        "The federation has no address of %(club)s. The organiser can send the link to one."
    ),
    "club_link.was_withdrawn": _(
        "The organiser has withdrawn the link of %(club)s, and can send another one."
    ),
    "club_link.closed": _("%(club)s is closed."),
    "club_link.event_over": _("The event is over: nobody enters any more."),
    "confirm.club_link.withdrawn": _("Withdraw this link?"),
    "club_link.withdraw_effect": _(
        "%(club)s opens nothing with it any more; its players stay entered. A new link can be sent "
        "at any time."
    ),
    "act.club_link.sent": _("Link sent to a club"),
    "act.club_link.withdrawn": _("Link of a club withdrawn"),
    # Money
    "payment.amount": _("Type an amount above zero."),
    "payment.too_much_back": _("At most %(most)s can be paid back."),
    "payment.not_signed": _("This message is not signed by the provider, or is too old."),
    "payment.unreadable": _("This message cannot be read."),
    "payment.unknown": _("There is no fee with this reference in this currency."),
    "payment.empty_invoice": _("Nobody stands on this invoice."),
    # The history
    "act.booking.confirmed": _("Entry confirmed"),
    "act.booking.taken": _("Offered place taken"),
    "act.booking.withdrawn": _("Entry withdrawn"),
    "act.booking.moved": _("Entry moved to another section"),
    "act.booking.offered": _("Place offered to the waiting list"),
    "act.booking.expired": _("Offered place not taken in time"),
    "act.payment.received": _("Payment received"),
    "act.payment.returned": _("Payment returned"),
    "act.payment.reminded": _("Payments reminded of"),
}
KEYS: dict[str, Any] = {
    "booking.section": _("section"),
    "reference": _("reference"),
    "amount": _("amount"),
    "method": _("way of paying"),
    "owed": _("owed"),
    "bookings": _("entries of players"),
}
#: values that are codes, in the acts of a subject
CHOICES: dict[str, dict[Any, Any]] = {
    "booking.state": dict(Booking.State.choices),
    "payment.method": dict(Payment.Method.choices),
}


def amount_text(amount: Decimal, currency: str) -> str:
    """ "250 TRY", "12,50 TRY" """
    return money(int(amount * 100), currency)
