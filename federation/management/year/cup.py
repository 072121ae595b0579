"""The cup over its eight events, and who qualifies by it."""

from datetime import date
from decimal import Decimal

from federation.management.year.plan import CUP, cup_slugs
from federation.models import Cup, CupSection, Quota, Section
from federation.queries.qualification import qualified
from federation.services import cups, qualification
from tournaments.models import Sex, User

POINTS = (50, 42, 36, 31, 27, 24, 21, 18, 16, 14, 12, 10, 8, 6, 4)
CATEGORIES = (("Kadınlar", 0, Sex.FEMALE), ("U16", 16, ""), ("U12", 12, ""))


def make_cup(by: User) -> CupSection:
    """Points by place, one for everybody who plays; the best five events count."""
    parts = {
        part.calendar.event.slug: part
        for part in Section.objects.filter(calendar__event__slug__in=cup_slugs()).select_related(
            "calendar__event", "tournament__event"
        )
        if part.calendar.event is not None
    }
    year = parts[cup_slugs()[-1]].calendar.starts_on.year
    values = {
        "name": CUP,
        "year": year,
        "about": "Sekiz etabın en iyi beşi sayılır. Hızlı satranç, herkese açık.",
        "rule": Cup.Rule.TABLE,
        "table": [Decimal(points) for points in POINTS],
        "least": Decimal(2),
        "best": 5,
        "tie_breaks": ["best", "firsts"],
    }
    cup = cups.create_cup(values=values, by=by)
    for name, until, sex in CATEGORIES:
        ages = {"age_from": 0, "age_until": until}
        cups.add_category(cup=cup, values={"name": name, "sex": sex, **ages}, by=by)
    section = cup.sections.get()
    for slug in cup_slugs():
        cups.add_event(section=section, part=parts[slug], by=by)
    cups.publish_cup(cup=cup, by=by)
    return section


def make_qualification(section: CupSection, today: date, by: User) -> None:
    """Eight by the cup, one of each province by the rating; the first have answered."""
    year = today.year + 1
    made = qualification.create_qualification(
        values={"name": f"Türkiye Kupası {year}", "year": year}, by=by
    )
    for values in (
        {"source": Quota.Source.CUP, "section": section, "places": 8},
        {"source": Quota.Source.RATING, "rating": "national", "each_province": True},
    ):
        qualification.add_quota(qualification=made, values=values, by=by)
    qualification.publish_qualification(qualification=made, by=by)
    there = [row.player for row in qualified(made).rows if row.player]
    for player, given, reason in zip(
        there, ("confirmed", "confirmed", "declined"), ("", "", "Sınav haftası"), strict=False
    ):
        qualification.answer(qualification=made, player=player, given=given, reason=reason, by=by)
