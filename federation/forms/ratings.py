"""Forms of the rating officer."""

from datetime import date
from typing import Any

from django import forms
from django.forms import BaseFormSet, formset_factory
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.models import Club, Series
from federation.queries.ratings_pages import AGES
from federation.queries.search import find_clubs
from tournaments.models import Sex
from tournaments.models.tournament import RatingType

#: lines of K at most
LINES = 10
#: lists of before are nobody's to make here
FIRST_YEAR = 2000


class MonthForm(forms.Form):
    """Which lists are made."""

    month = forms.DateField(
        label=gettext_lazy("Month"),
        input_formats=["%Y-%m", "%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "month"}, format="%Y-%m"),
    )
    series = forms.MultipleChoiceField(
        label=gettext_lazy("Lists"),
        choices=Series.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[Series.NATIONAL],
    )

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        today = timezone.localdate()
        self.fields["month"].initial = date(today.year + today.month // 12, today.month % 12 + 1, 1)

    def clean_month(self) -> date:
        """A slip in the year would close every month before it to lists."""
        month: date = self.cleaned_data["month"]
        year = timezone.localdate().year
        if not FIRST_YEAR <= month.year <= year + 1:
            raise forms.ValidationError(
                _("Choose a month from %(first)s to %(last)s.")
                % {"first": FIRST_YEAR, "last": year + 1}
            )
        return month


class AcceptForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("Counts as"), choices=RatingType.choices)
    for_national = forms.BooleanField(label=gettext_lazy("In the national list"), required=False)
    for_fide = forms.BooleanField(label=gettext_lazy("Rated by FIDE"), required=False)
    leave_out = forms.BooleanField(
        label=gettext_lazy("Leave out the games of players who are not identified"), required=False
    )


def _whole(label: Any, *, required: bool = False, **more: Any) -> forms.IntegerField:
    limits = {"min_value": 0, "max_value": 9999} | more
    return forms.IntegerField(label=label, required=required, **limits)


class RulesForm(forms.Form):
    """Every constant of the national rating but the lines of K."""

    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Events that count"),
        choices=RatingType.choices,
        widget=forms.CheckboxSelectMultiple,
    )
    minimum_times = forms.BooleanField(
        label=gettext_lazy("FIDE's minimum times hold (art. 1.1)"), required=False
    )
    # Not `matches` and `method`: a form has these already, for scripts
    match_rules = forms.BooleanField(
        label=gettext_lazy("FIDE's rules for matches hold (art. 6.1, 6.2)"), required=False
    )
    forfeits = forms.ChoiceField(
        label=gettext_lazy("Games that were not played"),
        choices=[
            ("ignored", gettext_lazy("count for nobody (art. 5.1)")),
            ("loser", gettext_lazy("are lost for who did not come")),
            ("both", gettext_lazy("count as if they were played")),
        ],
    )
    difference_cap = _whole(
        gettext_lazy("Largest difference"), help_text=gettext_lazy("Empty: none.")
    )
    difference_cap_exempt_from = _whole(gettext_lazy("… but not from this rating on"))
    expected = forms.ChoiceField(
        label=gettext_lazy("Expected score"),
        choices=[
            ("table", gettext_lazy("FIDE's table (art. 8.1.2)")),
            ("logistic", gettext_lazy("the logistic formula")),
        ],
    )
    scale = _whole(gettext_lazy("Scale of the formula"), min_value=1)
    places = _whole(gettext_lazy("Decimals of the formula"), min_value=1, max_value=4)
    k_times_games_max = _whole(gettext_lazy("K times games at most"))
    floor = _whole(gettext_lazy("Floor: below it nobody is on the list"))
    gap_difference = _whole(gettext_lazy("No game so many points apart"))
    gap_above = _whole(gettext_lazy("… when somebody is above"))
    min_games = _whole(gettext_lazy("First rating: games at least"), required=True, min_value=1)
    window = _whole(gettext_lazy("First rating: from so many months"), required=True, min_value=1)
    hypothetical = forms.CharField(
        label=gettext_lazy("First rating: draws added against"),
        required=False,
        max_length=60,
        help_text=gettext_lazy("Ratings with commas between, such as 1800, 1800."),
    )
    first_max = _whole(gettext_lazy("First rating at most"))
    first_min = _whole(gettext_lazy("First rating at least"))
    drop_zero = forms.BooleanField(
        label=gettext_lazy("A first event without a point is disregarded (art. 8.2.1)"),
        required=False,
    )
    first_method = forms.ChoiceField(
        label=gettext_lazy("First rating: from the score"),
        choices=[
            ("table", gettext_lazy("FIDE's table (art. 8.1.1)")),
            ("linear", gettext_lazy("on a straight line")),
        ],
    )
    span = _whole(gettext_lazy("Points from one half to all, on the line"))
    bonus_above = _whole(gettext_lazy("Bonus: on what a change is above"))
    bonus_factor = forms.DecimalField(
        label=gettext_lazy("Bonus: times"),
        required=False,
        min_value=0,
        max_value=10,
        max_digits=5,
        decimal_places=3,
    )
    bonus_games = _whole(gettext_lazy("Bonus: from so many games"))
    inactive_after = _whole(gettext_lazy("Inactive after so many months without a game"))

    def clean_hypothetical(self) -> list[int]:
        words = self.cleaned_data["hypothetical"].replace(";", ",").split(",")
        words = [word.strip() for word in words if word.strip()]
        if any(not word.isdecimal() or len(word) > 4 for word in words) or len(words) > 8:
            raise forms.ValidationError(_("Ratings with commas between, such as 1800, 1800."))
        return [int(word) for word in words]

    @classmethod
    def from_constants(
        cls, constants: dict[str, Any], kinds: list[str], minimum_times: bool
    ) -> "RulesForm":
        return cls(initial=_as_fields(constants) | {"kinds": kinds, "minimum_times": minimum_times})

    def constants(self, k: list[dict[str, Any]]) -> dict[str, Any]:
        """As the core reads them."""
        said = self.cleaned_data
        gap = {"difference": said["gap_difference"], "above": said["gap_above"] or 0}
        bonus = {
            "above": said["bonus_above"] or 0,
            "factor": str(said["bonus_factor"]),
            "min_games": said["bonus_games"] or 1,
        }
        formula = {"logistic": said["scale"] or 400, "places": said["places"] or 4}
        return {
            "difference_cap": said["difference_cap"],
            "difference_cap_exempt_from": said["difference_cap_exempt_from"],
            "unrated_gap": gap if said["gap_difference"] is not None else None,
            "k": k,
            "use_published_k": False,
            "k_times_games_max": said["k_times_games_max"],
            "standard_stands_in": False,
            "matches": said["match_rules"],
            "first": {
                "min_games": said["min_games"],
                "window": said["window"],
                "hypothetical": said["hypothetical"],
                "max": said["first_max"],
                "min": said["first_min"],
                "drop_zero_first_event": said["drop_zero"],
                "method": said["first_method"],
                "span": said["span"] or 800,
            },
            "floor": said["floor"],
            "expected": formula if said["expected"] == "logistic" else None,
            "forfeits": said["forfeits"],
            "bonus": bonus if said["bonus_factor"] else None,
            "inactive_after": said["inactive_after"],
        }


def _as_fields(constants: dict[str, Any]) -> dict[str, Any]:
    first, gap = constants.get("first") or {}, constants.get("unrated_gap") or {}
    formula, bonus = constants.get("expected") or {}, constants.get("bonus") or {}
    return {
        **{name: constants.get(name) for name in (
            "forfeits", "difference_cap", "difference_cap_exempt_from",
            "k_times_games_max", "floor", "inactive_after",
        )},
        "match_rules": constants.get("matches"),
        "expected": "logistic" if formula else "table",
        "scale": formula.get("logistic", 400),
        "places": formula.get("places", 4),
        "gap_difference": gap.get("difference"),
        "gap_above": gap.get("above"),
        "min_games": first.get("min_games"),
        "window": first.get("window"),
        "hypothetical": ", ".join(map(str, first.get("hypothetical", ()))),
        "first_max": first.get("max"),
        "first_min": first.get("min"),
        "drop_zero": first.get("drop_zero_first_event"),
        "first_method": first.get("method", "table"),
        "span": first.get("span", 800),
        "bonus_above": bonus.get("above"),
        "bonus_factor": bonus.get("factor"),
        "bonus_games": bonus.get("min_games"),
    }  # fmt: skip


class KForm(forms.Form):
    """One line: K for those of whom all that is named holds; the first line that does counts."""

    k = forms.DecimalField(
        label=gettext_lazy("K"),
        required=False,
        min_value=0,
        max_value=200,
        max_digits=5,
        decimal_places=2,
    )
    peak_at_least = _whole(gettext_lazy("once at least"))
    peak_below = _whole(gettext_lazy("never so high"))
    rating_at_least = _whole(gettext_lazy("rating at least"))
    rating_below = _whole(gettext_lazy("rating below"))
    age_at_most = _whole(gettext_lazy("age at most"), max_value=120)
    games_below = _whole(gettext_lazy("games fewer than"))


def lines_of(formset: BaseFormSet) -> list[dict[str, Any]]:
    """The lines of K as the core reads them."""
    found = []
    for form in formset.forms:
        said = {name: value for name, value in form.cleaned_data.items() if value is not None}
        if "k" in said:
            k = said.pop("k")
            whole = k == k.to_integral_value()
            found.append({"k": int(k) if whole else str(k.normalize()), **said})
    return found


class KLines(BaseFormSet):
    def clean(self) -> None:
        if not any(self.errors) and not lines_of(self):
            raise forms.ValidationError(_("Name at least one K."))


KFormSet = formset_factory(KForm, formset=KLines, extra=3, max_num=LINES, absolute_max=LINES)


class ListForm(forms.Form):
    """The choice of what is shown of a list."""

    name = forms.CharField(label=gettext_lazy("Name"), required=False, max_length=60)
    sex = forms.ChoiceField(label=gettext_lazy("Sex"), required=False)
    age = forms.ChoiceField(
        label=gettext_lazy("Age"),
        required=False,
        choices=[("", gettext_lazy("all")), *((age, age) for age in AGES)],
    )
    province = forms.ChoiceField(label=gettext_lazy("Province"), required=False)
    club = forms.CharField(
        label=gettext_lazy("Club"),
        required=False,
        max_length=60,
        help_text=gettext_lazy("Its name or its code."),
    )
    active = forms.BooleanField(label=gettext_lazy("only active ones"), required=False)

    def __init__(self, *given: Any, provinces: list[tuple[str, str]], **named: Any) -> None:
        super().__init__(*given, **named)
        everybody = ("", _("all"))
        sexes = [(one.value, one.label) for one in Sex if one.value]
        self.fields["sex"].choices = [everybody, *sexes]  # type: ignore[attr-defined]
        self.fields["province"].choices = [everybody, *provinces]  # type: ignore[attr-defined]

    def clean_club(self) -> str:
        """The code, also of the one club whose name has these words."""
        typed: str = self.cleaned_data["club"].strip()
        if not typed or Club.objects.filter(code=typed).exists():
            return typed
        found = [club.code for club in find_clubs(typed)[:2]]
        if len(found) != 1:
            raise forms.ValidationError(
                _("Several clubs have these words: write more of the name.")
                if found
                else _("No club has this name or code.")
            )
        return found[0]


class FideAnswerForm(forms.Form):
    state = forms.ChoiceField(
        choices=[("accepted", gettext_lazy("accepted")), ("refused", gettext_lazy("refused"))]
    )
    on = forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    answer = forms.CharField(required=False, max_length=300)
