"""Forms of the pages of teams."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.errors import PairingError
from tiebreaks.advice import fitting, recommended
from tiebreaks.registry import parse
from tournaments.forms.cleaning import CleansFederation, CleansName
from tournaments.forms.offers import offer
from tournaments.forms.ranges import keep_within
from tournaments.forms.tournament import PointsField, option_field
from tournaments.models import Team, TeamRules, Tournament
from tournaments.queries.teams.tie_break_codes import Choice, codes_to_choose
from tournaments.wording.tiebreaks import RECOMMENDED as NAMES_OF_LISTS

#: the rule books of the tie-breaks of teams
EDITIONS = (
    ("handbook", gettext_lazy("the handbook")),
    ("fide2026", gettext_lazy("FIDE C.07, 2026")),
)


class TeamForm(CleansName, CleansFederation, forms.ModelForm):
    class Meta:
        model = Team
        fields = ["name", "club", "federation", "captain", "captain_email", "fixed_match"]
        help_texts = {
            "fixed_match": gettext_lazy(
                "For a team that must stay at its boards: its match has this number in every round."
            ),
        }

    def __init__(self, *args: Any, tournament: Tournament, **settings: Any) -> None:
        super().__init__(*args, **settings)
        keep_within(self, fixed_match=(1, 999))
        if not (tournament.format.pairs_teams and tournament.format.swiss):
            del self.fields["fixed_match"]  # the programme says where everybody plays

    def values(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}

    def _post_clean(self) -> None:
        """The service sets the values; the form leaves its instance alone."""


class TieBreaksField(forms.CharField):
    """Codes with blanks between them; a list in the database."""

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        return super().clean(value).replace(",", " ").split()


class TeamRulesForm(forms.ModelForm):
    """The rules of matches; with the choices that only the tournament's system has."""

    match_win = PointsField(label=gettext_lazy("match points: win"))
    match_draw = PointsField(label=gettext_lazy("match points: draw"))
    match_loss = PointsField(label=gettext_lazy("match points: loss"))
    match_bye = PointsField(label=gettext_lazy("match points: free round"))
    bye_board_points = PointsField(label=gettext_lazy("board points: free round"))
    tie_breaks = TieBreaksField(
        label=gettext_lazy("tie-breaks of teams, in this order"),
        required=False,
        help_text=gettext_lazy("Codes with blanks between them, for example PTS:MP DE SB:GP TOPW"),
    )
    recommended = forms.ChoiceField(
        label=gettext_lazy("take a recommended list"),
        required=False,
        help_text=gettext_lazy("Choosing one replaces what ranks, the rule book and the list."),
    )
    edition = forms.ChoiceField(label=gettext_lazy("tie-breaks by"), choices=EDITIONS)
    OF_MATCHES = (
        "boards", "reserves", "primary", "match_win", "match_draw", "match_loss", "match_bye",
        "bye_board_points", "recommended", "edition", "tie_breaks", "order", "gaps",
        "deadline_minutes",
    )  # fmt: skip
    OF_BEST = ("ranks_by", "best_of")

    class Meta:
        model = TeamRules
        fields = [
            "boards", "reserves", "primary", "match_win", "match_draw", "match_loss", "match_bye",
            "bye_board_points", "edition", "tie_breaks", "order", "gaps", "deadline_minutes",
            "ranks_by", "best_of",
        ]  # fmt: skip

    def __init__(self, *args: Any, tournament: Tournament, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.format = chosen = tournament.format
        options = chosen.options if chosen.pairs_teams else ()
        self.own = {option.name: option.default for option in options}
        self.fields |= {option.name: option_field(chosen, option) for option in options}
        # A list begins with what ranks.
        lists = (
            (one.key, f"{NAMES_OF_LISTS[one.key]}: {' '.join(one.codes)}")
            for one in fitting(chosen)
        )
        offer(self, "recommended", [("", "–"), *lists])
        shown = (*self.own, *self.OF_MATCHES) if chosen.pairs_teams else self.OF_BEST
        self.fields = {name: self.fields[name] for name in shown}
        for name, default in self.own.items():
            self.initial[name] = tournament.options.get(name, default)

    @property
    def codes(self) -> list[tuple[Any, list[Choice]]]:
        """The tie-breaks of each rule book, to choose from."""
        if "tie_breaks" not in self.fields:
            return []
        return [(name, codes_to_choose(edition, self.format)) for edition, name in EDITIONS]

    def clean_boards(self) -> int:
        boards: int = self.cleaned_data["boards"]
        if not 1 <= boards <= 40:
            raise forms.ValidationError(_("A match has between 1 and 40 boards."))
        return boards

    def clean_tie_breaks(self) -> list[str]:
        if self.cleaned_data.get("recommended"):
            return []
        edition = self.data.get("edition", "handbook")
        codes: list[str] = self.cleaned_data["tie_breaks"]
        for code in codes:
            try:
                parse(code, edition=edition)
            except PairingError as error:
                raise forms.ValidationError(
                    _("“%(code)s” is not a tie-break code.") % {"code": code[:20]}
                ) from error
        return codes

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if chosen := cleaned.pop("recommended", ""):
            one = recommended(chosen)
            ranks, *codes = one.codes
            cleaned |= {"edition": one.edition, "primary": ranks[:2], "tie_breaks": codes}
        given = [cleaned.get(f"match_{name}") for name in ("win", "draw", "loss")]
        points = [each for each in given if each is not None]
        if points == given and not points[0] >= points[1] >= points[2]:
            self.add_error("match_draw", _("A draw is worth no more than a win, a loss no more."))
        return cleaned

    def values(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name not in self.own}

    def options(self) -> dict[str, Any]:
        """The choices that differ from the present ones; the rest is left alone."""
        chosen = {
            name: self.cleaned_data[name] if self.cleaned_data[name] is not None else default
            for name, default in self.own.items()
        }
        return {name: value for name, value in chosen.items() if value != self.initial[name]}

    def _post_clean(self) -> None:
        """The service sets the values; the form leaves its instance alone."""
