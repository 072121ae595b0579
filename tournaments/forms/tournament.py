"""The settings of a tournament as a form, in groups, with the options of its system only."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.errors import PairingError
from pairing.formats import DEFAULT, Format, Option, find, offered
from pairing.results import ByeKind
from tiebreaks.advice import RECOMMENDED, advice, proposed, recommended, refuses
from tiebreaks.registry import EDITIONS, parse
from tournaments.forms.offers import offer
from tournaments.forms.ranges import keep_within
from tournaments.models import Event, Tournament
from tournaments.queries.entries.ratings import LISTS, own_lists
from tournaments.queries.standings.table import tie_break_advice
from tournaments.services.setup.events import usual_bye
from tournaments.wording.facts import fact_sentence
from tournaments.wording.register import LIST_NAMES as RATING_LISTS
from tournaments.wording.systems import (
    OPTION_VALUES,
    help_of_format,
    name_of_format,
    words_of_option,
)
from tournaments.wording.tiebreaks import RECOMMENDED as NAMES_OF_LISTS

EDITION_NAMES = {
    "fide2026": "FIDE C.07, 2026",
    "fide2024": "FIDE C.07, 2024",
    "handbook": gettext_lazy("handbook"),
}
#: win, draw, loss and bye of the usual scales, in tenths
SCALES = {"1-½-0": (10, 5, 0, 10), "3-1-0": (30, 10, 0, 30)}
#: how many lists a rating is looked for in
LIST_PLACES = 5
GROUPS = (
    (gettext_lazy("Name and system"), ("name", "system", "total_rounds", "acceleration",
                                       "initial_colour", "chess960")),
    (gettext_lazy("Time"), ("rating_type", "time_control", "default_minutes")),
    (gettext_lazy("Points"), ("point_scale", "win_points", "draw_points", "loss_points",
                              "bye_points")),
    (gettext_lazy("Order of players with equal points"), ("recommended", "tie_break_edition",
                                                          "tie_breaks", "unrated",
                                                          "unrated_rating", "rating_of_round",
                                                          "rating_round", "long_event")),
    (gettext_lazy("Ratings"), ("rating_method", "list_1", "list_2", "list_3", "list_4", "list_5",
                                "equals_by", "checks_ratings")),
    (gettext_lazy("Entries and byes"), ("late_entries_until", "late_entry_bye",
                                        "half_byes_allowed", "no_byes_in_last")),
    (gettext_lazy("Regulations"), ("regulations", "prizes", "live_url")),
)  # fmt: skip


#: another system chosen: the page asks for its fields, and keeps what was typed
_FOLLOWS = {
    "hx-post": "", "hx-trigger": "change", "hx-vals": '{"follow": "1"}',
    "hx-target": "#tournament-form", "hx-select": "#tournament-form", "hx-swap": "outerHTML",
    # Nothing is typed into fields that are about to be replaced.
    "hx-disabled-elt": "#tournament-form input, #tournament-form textarea, #tournament-form button",
}  # fmt: skip
#: the order of those with equal points: nothing where losers leave
_ORDER_BY_POINTS = ("recommended", "tie_break_edition", "tie_breaks", "unrated", "unrated_rating",
                    "rating_of_round", "rating_round", "long_event")  # fmt: skip


class PointsField(forms.DecimalField):
    """Points on the page, with the decimal sign of the reader; tenths in the database."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=9, decimal_places=1, localize=True, **options)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        # A field for numbers alone shows the sign of the browser, whatever the page speaks.
        return {**super().widget_attrs(widget), "inputmode": "decimal", "size": 4}

    def to_python(self, value: Any) -> Any:
        """Typed with either sign, or with ½."""
        if isinstance(value, str):
            value = value.replace(",", ".").replace("½", ".5")
        return super().to_python(value)

    def prepare_value(self, value: Any) -> Any:
        return Decimal(value) / 10 if isinstance(value, int) else value

    def clean(self, value: Any) -> int:
        if isinstance(value, int):
            return value  # a locked field gives back its initial value
        return int(super().clean(value) * 10)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class TournamentForm(forms.ModelForm):
    system = forms.ChoiceField(label=gettext_lazy("pairing system"))
    win_points = PointsField(label=gettext_lazy("win"), initial=10)
    draw_points = PointsField(label=gettext_lazy("draw"), initial=5)
    loss_points = PointsField(label=gettext_lazy("loss"), initial=0)
    bye_points = PointsField(label=gettext_lazy("bye"), initial=10)
    tie_breaks = forms.CharField(
        label=gettext_lazy("tie-breaks, in this order"),
        required=False,
        initial=" ".join(proposed(find(DEFAULT))),
        help_text=gettext_lazy(
            "Codes with blanks between them, for example BH/C1 BH SB DE WIN. Who is level after "
            "all of them shares the place; with LOT at the end lots decide. OTHER_NAME stands "
            "for values that are computed elsewhere."
        ),
    )
    point_scale = forms.ChoiceField(
        label=gettext_lazy("take a usual scale"),
        required=False,
        choices=[("", "–"), *((scale, scale) for scale in SCALES)],
        help_text=gettext_lazy("Choosing one replaces the points below; the bye is a win."),
    )
    unrated_rating = forms.IntegerField(
        label=gettext_lazy("fixed rating"), min_value=1, max_value=3500, initial=1400,
        required=False,
    )  # fmt: skip
    rating_round = forms.IntegerField(
        label=gettext_lazy("round of the rating"), min_value=1, max_value=99, initial=1,
        required=False,
    )  # fmt: skip
    long_event = forms.TypedChoiceField(
        label=gettext_lazy("lasts longer than 30 days"),
        required=False,
        choices=[("", gettext_lazy("by its dates")), ("1", gettext_lazy("yes")),
                 ("0", gettext_lazy("no"))],
        coerce=lambda text: text == "1",
        empty_value=None,
        help_text=gettext_lazy("In such an event tie-breaks by ratings are not advised (C.07)."),
    )  # fmt: skip

    recommended = forms.ChoiceField(
        label=gettext_lazy("take a recommended list"),
        required=False,
        help_text=gettext_lazy("Choosing one replaces the list below."),
    )
    tie_break_edition = forms.ChoiceField(
        label=gettext_lazy("rule book of the tie-breaks"),
        choices=[(name, EDITION_NAMES[name]) for name in EDITIONS],
        initial="fide2026",
        required=False,
    )
    checks_ratings = forms.BooleanField(
        label=gettext_lazy("say when the lists differ from the entries"),
        required=False,
        initial=True,
    )

    live_url = forms.URLField(
        label=gettext_lazy("live games"),
        help_text=gettext_lazy("Address of the page that relays the games, with its delay."),
        required=False,
        assume_scheme="https",
    )

    class Meta:
        model = Tournament
        fields = [
            "name", "system", "total_rounds", "rating_type", "rating_method", "time_control",
            "default_minutes", "initial_colour", "acceleration", "win_points", "draw_points",
            "loss_points", "bye_points", "tie_breaks", "tie_break_edition", "late_entries_until",
            "late_entry_bye", "half_byes_allowed", "no_byes_in_last", "checks_ratings",
            "regulations", "prizes",
            "live_url", "chess960", "equals_by",
            "unrated", "unrated_rating", "rating_of_round", "rating_round", "long_event",
        ]  # fmt: skip
        widgets = {
            "regulations": forms.Textarea(attrs={"rows": 6}),
            "prizes": forms.Textarea(attrs={"rows": 6}),
        }

    def __init__(
        self, *args: Any, event: Event | None = None, system: str = "", **options: Any
    ) -> None:
        """`event`: of which a new tournament is to be. `system`: chosen on the page, whatever is
        stored; the fields follow it."""
        super().__init__(*args, **options)
        self._event = event
        self._system = system if system in offered() else ""
        keep_within(
            self,
            total_rounds=(1, 99),
            default_minutes=(0, 600),
            late_entries_until=(0, 99),
            half_byes_allowed=(0, 99),
            no_byes_in_last=(0, 99),
        )
        offer(self, "system", [(one.key, name_of_format(one)) for one in offered().values()])
        lists = (
            (one.key, f"{NAMES_OF_LISTS[one.key]}: {' '.join(one.codes)}") for one in self._lists()
        )
        offer(self, "recommended", [("", "–"), *lists])
        typed = options.get("initial") or {}
        if self.instance.pk and "tie_breaks" not in typed:
            self.initial["tie_breaks"] = " ".join(self.instance.tie_breaks)
        if self.instance.long_event is not None and "long_event" not in typed:
            self.initial["long_event"] = str(int(self.instance.long_event))
        self._own_lists = own_lists()
        for place in range(LIST_PLACES):
            self._add_list(place)
        if not self.instance.pk:
            self._propose()
        for name in self._of_no_use():
            del self.fields[name]
        for option in self.own_options:
            self.fields[f"option_{option.name}"] = option_field(
                self.format, option, self.instance.options.get(option.name, option.default)
            )
        if not self.instance.pk and self.format.cycles:
            self.fields["option_cycles"] = _cycles_of_new()
        self.initial["system"] = self.format.key
        self.fields["system"].help_text = help_of_format(self.format)
        self.fields["system"].widget.attrs.update(_FOLLOWS)

    def _propose(self) -> None:
        """Proposes what is usual in the format chosen."""
        usual = {
            "tie_breaks": " ".join(proposed(self.format)),
            "bye_points": usual_bye(self.format, 10, 5),
        }
        for name, value in usual.items():
            self.fields[name].initial = value

    @property
    def format(self) -> Format:
        """Of the system chosen on the page, else of what is stored; of a new tournament, what is
        proposed."""
        return find(self._system or (self.instance.system if self.instance.pk else DEFAULT))

    @classmethod
    def following(cls, form: "TournamentForm", system: str) -> "TournamentForm":
        """The same form with the fields of another system. What was typed stays, what was only
        proposed gives way to what is usual there."""
        old = form.format
        typed = {
            name: form[name].data
            for name, field in form.fields.items()
            if name != "system" and form[name].data is not None and not field.disabled
        }
        new = find(system if system in offered() else old.key)
        if typed.get("tie_breaks") == " ".join(proposed(old)):
            typed["tie_breaks"] = " ".join(proposed(new))
        usual = number_format(Decimal(usual_bye(old, 10, 5)) / 10)
        if typed.get("bye_points") in (None, usual, usual.replace(",", ".")):
            typed["bye_points"] = usual_bye(new, 10, 5)
        return cls(
            instance=form.instance if form.instance.pk else None,
            event=form._event,
            system=new.key,
            initial=typed,
        )

    def _lists(self) -> list[Any]:
        return [one for one in RECOMMENDED if one.teams == self.format.pairs_teams]

    def _add_list(self, place: int) -> None:
        chosen = self.instance.rating_lists
        self.fields[f"list_{place + 1}"] = forms.ChoiceField(
            label=_("list %(place)s") % {"place": place + 1},
            required=False,
            choices=[("", _("as usual") if place == 0 else "–")]
            + [(name, RATING_LISTS[name]) for name in LISTS]
            + list(self._own_lists.items()),
            initial=chosen[place] if place < len(chosen) else "",
        )

    def _of_no_use(self) -> list[str]:
        """Settings that mean nothing in this format."""
        found = []
        if not self.format.accelerates:
            found += ["acceleration"]
        if not self.format.draws_first_colour:
            found += ["initial_colour"]
        if self.format.eliminates:
            found += ["total_rounds", *_ORDER_BY_POINTS]
        if self.format.eliminates or self.format.pairs_teams:
            found += ["bye_points"]
        if not self.format.admits_late:
            found += ["late_entries_until", "late_entry_bye"]
        if ByeKind.HALF_POINT not in self.format.byes:
            found += ["half_byes_allowed", "no_byes_in_last"]
        return found

    @property
    def own_options(self) -> tuple[Option, ...]:
        """Only those of the system at hand; those of a new tournament come with its settings."""
        if not self.instance.pk or self.format.pairs_teams:
            return ()  # the options of events of teams stand with the rules for teams
        return self.format.options

    @property
    def groups(self) -> Iterator[tuple[Any, list[forms.BoundField]]]:
        for legend, names in GROUPS:
            fields = [self[name] for name in names if name in self.fields]
            if "system" in names:
                own = [f"option_{option.name}" for option in self.own_options]
                fields += [self[name] for name in own or ["option_cycles"] if name in self.fields]
            if fields:
                yield legend, fields

    @property
    def systems(self) -> list[tuple[Promise, Promise]]:
        """Each system in a few words, to choose from."""
        return [(name_of_format(one), help_of_format(one)) for one in offered().values()]

    @property
    def remarks(self) -> list[str]:
        """The objections to the tie-breaks as they are stored."""
        if not self.instance.pk or not self.format.ranks_players:
            return []
        try:
            facts = tie_break_advice(self.instance)
        except PairingError:
            return []
        return [fact_sentence(fact, str) for fact in facts]

    def clean_name(self) -> str:
        """Sent twice, by the way back in the browser, a new tournament is made once."""
        name = " ".join(self.cleaned_data["name"].split())
        if self._event is not None and self._event.tournaments.filter(name=name).exists():
            raise forms.ValidationError(
                _("This event has a tournament of this name already. Choose another name.")
            )
        return name

    def clean_tie_break_edition(self) -> str:
        return self.cleaned_data["tie_break_edition"] or "fide2026"

    def _tie_breaks(self, cleaned: dict[str, Any]) -> None:
        """The list chosen or typed, in its edition; what the system refuses is named."""
        edition = cleaned.get("tie_break_edition") or "fide2026"
        codes = (cleaned.get("tie_breaks") or "").replace(",", " ").split()
        chosen = offered().get(cleaned.get("system", ""))
        if wanted := cleaned.pop("recommended", ""):
            one = recommended(wanted)
            edition = one.edition
            codes = [code for code in one.codes if one.teams or code != "PTS"]
        elif chosen and not self.instance.pk and "tie_breaks" not in self.changed_data:
            codes = proposed(chosen)  # nobody has touched those of the usual format
        cleaned["tie_breaks"], cleaned["tie_break_edition"] = codes, edition
        for code in codes:
            try:
                parse(code, edition=edition)
            except PairingError:
                self.add_error(
                    "tie_breaks", _("“%(code)s” is not a tie-break code.") % {"code": code[:20]}
                )
                return
        if chosen is None or not chosen.ranks_players:
            return
        rounds = cleaned.get("total_rounds") or 0
        for fact in advice(codes, chosen.family, rounds, edition=edition):
            if refuses(fact):
                self.add_error("tie_breaks", fact_sentence(fact, str))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self._tie_breaks(cleaned)
        if scale := SCALES.get(cleaned.pop("point_scale", "")):
            for name, points in zip(("win", "draw", "loss", "bye"), scale, strict=True):
                cleaned[f"{name}_points"] = points
        self._bye_of_matches(cleaned, scale is not None)
        for name, usual in (("unrated_rating", 1400), ("rating_round", 1)):
            cleaned[name] = cleaned.get(name) or usual
        given = [cleaned.get(f"{name}_points") for name in ("win", "draw", "loss", "bye")]
        typed = [points for points in given if points is not None]
        if len(typed) == len(given):
            win, draw, loss, bye = typed
            if not win >= draw >= loss or 2 * draw > win + loss:
                self.add_error(
                    "draw_points",
                    _("A draw is worth at most half of a win and a loss together."),
                )
            chosen = offered().get(cleaned.get("system", ""))
            if bye > win * (chosen.games_a_round if chosen else 1):
                self.add_error("bye_points", _("A bye is worth at most as much as a win."))
        return cleaned

    def _bye_of_matches(self, cleaned: dict[str, Any], scaled: bool) -> None:
        """A bye that nobody has touched is worth what is usual where two games make a match."""
        chosen = offered().get(cleaned.get("system", ""))
        win, draw = cleaned.get("win_points"), cleaned.get("draw_points")
        if chosen is None or chosen.games_a_round == 1 or win is None or draw is None:
            return
        another = self.instance.pk is None or self.instance.format.games_a_round == 1
        if scaled or (another and "bye_points" not in self.changed_data):
            cleaned["bye_points"] = win + draw

    def values(self) -> dict[str, Any]:
        values = {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}
        chosen = [self.cleaned_data.get(f"list_{place + 1}") for place in range(LIST_PLACES)]
        values["rating_lists"] = list(dict.fromkeys(name for name in chosen if name))
        values["options"] = self._options()
        return values

    def _options(self) -> dict[str, Any]:
        """The options that differ from the system's own choice; another system begins with none,
        but for what the form of a new tournament asks."""
        if not self.instance.pk:
            cycles = find(self.cleaned_data["system"]).option("cycles")
            wanted = self.cleaned_data.get("option_cycles")
            return {"cycles": wanted} if cycles and wanted not in (None, cycles.default) else {}
        if self.cleaned_data["system"] != self.format.key:
            return {}
        return {
            option.name: value
            for option in self.own_options
            if (value := self.cleaned_data[f"option_{option.name}"]) not in (None, option.default)
        }

    def _post_clean(self) -> None:
        """The service sets and checks the values; the form leaves its instance alone."""


def _cycles_of_new() -> forms.Field:
    """A double round robin is one from the start: its number of rounds follows from it."""
    format_, option = next(
        (one, cycles)
        for one in offered().values()
        if one.cycles and (cycles := one.option("cycles"))
    )
    field = option_field(format_, option)
    field.help_text = _("Of a round robin: how often everybody meets everybody.")
    return field


def option_field(chosen: Format, option: Option, value: Any = None) -> forms.Field:
    """An option of a format to choose from; `value`: what is chosen now."""
    label, help_text = words_of_option(chosen, option)
    common = {"label": label, "help_text": help_text, "required": False, "initial": value}
    if isinstance(option.default, bool):
        return forms.BooleanField(**common)
    if isinstance(option.default, int):
        return forms.IntegerField(min_value=1, max_value=option.most, **common)
    choices = [(name, OPTION_VALUES.get(name, name)) for name in option.choices]
    return forms.ChoiceField(choices=choices, **common)
