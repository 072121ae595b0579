"""Prizes: the rules by which they are shared, and the reasons for each player's share."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils import formats
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.prizes import Share, Sharing
from tournaments.wording.numbers import points_text

if TYPE_CHECKING:
    from tournaments.models import Tournament


def money(cents: int, currency: str) -> str:
    """123450 → "1,234.50 TL" as the reader writes numbers; cents only where there are some."""
    decimals = 2 if cents % 100 else 0
    amount = Decimal(cents) / 100
    text = formats.number_format(amount, decimals, use_l10n=True, force_grouping=True)
    return f"{text} {currency}".strip()


def places(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def things(share: Share) -> tuple[str, ...]:
    """The prizes that are no money, with a question mark while several players may get one."""
    return tuple(f"{thing} (?)" if share.level > 1 else thing for thing in share.things)


def rules(tournament: "Tournament") -> Iterator[str]:
    """The rules by which the prizes are shared, one sentence each."""
    sharing = Sharing(tournament.prize_sharing)
    if sharing is Sharing.PLACE:
        yield gettext("Everybody gets the prize of their place.")
    elif sharing is Sharing.EQUAL:
        yield gettext("Players with the same points share the money of their places equally.")
    else:
        yield gettext(
            "Hort system: of the money, half goes by place; the other half is shared equally by "
            "those with the same points."
        )
    yield gettext(
        "Those who share a place after all tie-breaks share the money of the places they take."
    )
    if tournament.one_prize:
        yield gettext(
            "Nobody gets two prizes: from the top of the standings down, each keeps the higher "
            "one, and in the other lists those behind move up."
        )
    yield gettext("Who withdrew gets no prize. Money is divided to the cent; nothing is lost.")


def reason(
    share: Share, score: int, sharing: Sharing, currency: str, labels: Mapping[str, str]
) -> str:
    """The reasons why a player gets this much, in a few short sentences."""
    return " ".join(_sentences(share, score, sharing, currency, labels))


def _sentences(
    share: Share, score: int, sharing: Sharing, currency: str, labels: Mapping[str, str]
) -> Iterator[str]:
    values = {
        "places": places(share.first, share.last),
        "place": places(share.place, share.place),
        "pool": money(share.pool, currency),
        "points": points_text(score),
        "count": share.sharers,
    }
    if share.sharers == 1:
        yield gettext("Prize of place %(places)s.") % values
    elif sharing is Sharing.PLACE:
        yield (
            ngettext(
                "Prizes of places %(places)s: %(pool)s, for %(count)s who shares the place.",
                "Prizes of places %(places)s: %(pool)s, shared by %(count)s who share the place.",
                share.sharers,
            )
            % values
        )
    elif sharing is Sharing.EQUAL:
        yield (
            ngettext(
                "Prizes of places %(places)s: %(pool)s, for %(count)s with %(points)s points.",
                "Prizes of places %(places)s: %(pool)s, shared equally by %(count)s with "
                "%(points)s points.",
                share.sharers,
            )
            % values
        )
    else:
        parts = {
            "own": money(_rounded(share.by_place), currency),
            "equal": money(_rounded(share.equal), currency),
        }
        yield (
            gettext(
                "Half of %(own)s by place, and half of %(equal)s, the equal share of %(count)s "
                "with %(points)s points in %(pool)s for places %(places)s."
            )
            % (values | parts)
        )
    if share.level > 1:
        named = {"count": share.level, "things": ", ".join(share.things)}
        yield (
            gettext("%(count)s share the place for: %(things)s. A lot or play-off decides.") % named
        )
    for key in share.left:
        label = labels.get(key) or gettext("everybody")
        yield gettext("Leaves a prize of the list “%(label)s” to the next.") % {"label": label}


def _rounded(exact: Fraction) -> int:
    """To the nearest cent, for reading."""
    return int(exact + Fraction(1, 2))


SENTENCES = {
    "prizes.unknown_category": _("There is no category “%(category)s”. Choose one of the list."),
    "prizes.too_many": _("At most %(most)s lines of prizes are kept. Join places: 11-20."),
    "prizes.not_here": _("A knock-out has its prizes in its plan. Enter them there."),
    "act.prizes.changed": _("Prizes changed"),
    "bank.no_winner": _(
        "The standings changed meanwhile: somebody on the page gets no prize any more. Look again."
    ),
    "bank.no_iban": _(
        "The IBAN of %(name)s is not valid: a digit is wrong or missing. Type it again from the "
        "bank's paper."
    ),
    "bank.nothing_to_transfer": _("There is no money prize with an account yet. Enter accounts."),
    "act.bank.kept": _("Accounts for prizes kept"),
    "act.bank.handed_over": _("List for the bank made"),
    "act.bank.forgotten": _("Accounts for prizes deleted"),
}
