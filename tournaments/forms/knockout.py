"""Forms for what is agreed before a knock-out or a play-off."""

from collections.abc import Mapping
from decimal import Decimal
from itertools import product
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.handbook import playoff as recipes
from pairing.handbook.knockout import Bracket, Clock, TieFormat
from tournaments.forms.prizes import read_amount
from tournaments.models import Knockout, Tournament
from tournaments.queries.knockout.bracket_words import plain_amount
from tournaments.queries.knockout.conditions import POINTS, TIE_BREAKS
from tournaments.queries.knockout.course import clock_as_data, formats, playoff_settings
from tournaments.queries.knockout.playoff import LAST_PLACE
from tournaments.wording.knockout import ALTERNATIVES
from tournaments.wording.numbers import decimal

BREAKS = ("break_between_games", "break_between_stages", "break_before_start")
MOST_PRIZES = 64


class MomentInput(forms.DateTimeInput):
    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


def _number(label: Any, low: int, high: int, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=low, max_value=high, **options)


class _TimesForm(forms.Form):
    """The clocks and breaks that knock-outs and play-offs share."""

    minutes = _number(gettext_lazy("minutes for a game"), 1, 600)
    increment = _number(gettext_lazy("seconds per move from move 1"), 0, 180)
    golden_white = _number(gettext_lazy("minutes for White"), 1, 60)
    golden_black = _number(
        gettext_lazy("minutes for Black"),
        1,
        60,
        help_text=gettext_lazy("A draw in the golden point game eliminates White."),
    )
    break_between_games = _number(gettext_lazy("between games, minutes"), 0, 120)
    break_between_stages = _number(gettext_lazy("between stages, minutes"), 0, 600)
    break_before_start = _number(
        gettext_lazy("before the first game, minutes"),
        0,
        600,
        help_text=gettext_lazy("After the last game of the event: half an hour (A.21)."),
    )
    starts_at = forms.DateTimeField(
        label=gettext_lazy("first game at"), required=False, widget=MomentInput()
    )

    def __init__(self, knockout: Knockout, data: Mapping[str, Any] | None = None) -> None:
        self.knockout = knockout
        super().__init__(data, initial=self.known())
        if knockout.announced_at:
            for name, field in self.fields.items():
                field.disabled = name not in ("prizes", "currency", "starts_at")

    def known(self) -> dict[str, Any]:
        raise NotImplementedError

    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields under their headings."""
        return [(title, [self[name] for name in names]) for title, names in self.grouped()]

    def grouped(self) -> list[tuple[Any, tuple[str, ...]]]:
        raise NotImplementedError

    def _common(self, golden: Clock, times: TieFormat | recipes.Settings) -> dict[str, Any]:
        return {
            "golden_white": golden.white_seconds // 60,
            "golden_black": golden.black_seconds // 60,
            "starts_at": self.knockout.starts_at,
            **{name: getattr(times, name) for name in BREAKS},
        }

    def _times(self) -> dict[str, Any]:
        data = self.cleaned_data
        golden = Clock(data["golden_white"] * 60, data["golden_black"] * 60)
        return {"golden": clock_as_data(golden), **{name: data[name] for name in BREAKS}}


class KnockoutForm(_TimesForm):
    winners = _number(
        gettext_lazy("players to be chosen"),
        1,
        512,
        help_text=gettext_lazy("1: the last match is a final."),
    )
    games = _number(gettext_lazy("games of a match"), 2, 20)
    extensions = _number(
        gettext_lazy("how many before the golden point"),
        0,
        4,
        help_text=gettext_lazy("With the same time as the match or less (A.24)."),
    )
    extension_games = _number(gettext_lazy("games"), 2, 20)
    extension_minutes = _number(gettext_lazy("minutes for a game"), 1, 600)
    extension_increment = _number(gettext_lazy("seconds per move from move 1"), 0, 180)
    last_games = _number(
        gettext_lazy("games of a match"),
        2,
        20,
        required=False,
        help_text=gettext_lazy("Empty: as in all stages."),
    )
    last_minutes = _number(gettext_lazy("minutes for a game"), 1, 600, required=False)
    last_increment = _number(gettext_lazy("seconds per move from move 1"), 0, 180, required=False)
    bracket = forms.ChoiceField(
        label=gettext_lazy("after the first stage"),
        choices=[
            (Bracket.FIXED.value, gettext_lazy("the bracket stands from the beginning")),
            (Bracket.RESEED.value, gettext_lazy("those left are put in order of seeds again")),
        ],
    )
    by_lot = forms.BooleanField(label=gettext_lazy("pairs by lot instead of seeds"), required=False)
    third_place = forms.BooleanField(
        label=gettext_lazy("match for third place"),
        required=False,
        help_text=gettext_lazy("Those beaten before the final meet, beside the final."),
    )
    prizes = forms.CharField(
        label=gettext_lazy("prizes, first prize first"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("One amount a line, for example 1500 or 750.50"),
    )
    currency = forms.CharField(label=gettext_lazy("currency"), required=False, max_length=8)

    def grouped(self) -> list[tuple[Any, tuple[str, ...]]]:
        return [
            (_("Course"), ("winners", "starts_at", "bracket", "by_lot", "third_place")),
            (_("Match"), ("games", "minutes", "increment")),
            (_("Last stage, if different"), ("last_games", "last_minutes", "last_increment")),
            (
                _("Extension"),
                ("extensions", "extension_games", "extension_minutes", "extension_increment"),
            ),
            (_("Golden point"), ("golden_white", "golden_black")),
            (_("Breaks"), BREAKS),
            (_("Prizes"), ("prizes", "currency")),
        ]

    def known(self) -> dict[str, Any]:
        knockout = self.knockout
        stages = formats(knockout.settings, 2)
        usual = stages[0]
        match, *more = usual.phases
        extension = more[0] if more else match
        last = stages[1].phases[0] if len(stages) > 1 else None
        return {
            **self._common(usual.golden, usual),
            "winners": knockout.winners,
            "games": match.games,
            "minutes": match.clock.white_seconds // 60,
            "increment": match.clock.increment,
            "extensions": len(more),
            "extension_games": extension.games,
            "extension_minutes": extension.clock.white_seconds // 60,
            "extension_increment": extension.clock.increment,
            "last_games": last.games if last else None,
            "last_minutes": last.clock.white_seconds // 60 if last else None,
            "last_increment": last.clock.increment if last else None,
            "bracket": knockout.settings.get("bracket", Bracket.FIXED.value),
            "by_lot": knockout.settings.get("by_lot", False),
            "third_place": knockout.settings.get("third_place", False),
            "prizes": "\n".join(decimal(plain_amount(prize)) for prize in knockout.prizes),
            "currency": knockout.currency,
        }

    def clean_prizes(self) -> list[int]:
        prizes = []
        for line in self.cleaned_data["prizes"].split("\n"):
            if not line.strip():
                continue
            try:
                amount = read_amount(line) * 100
            except forms.ValidationError:
                amount = Decimal(2**31)
            if amount >= 2**31:
                raise forms.ValidationError(
                    _("“%(line)s” is not an amount. Write for example 1500 or 750.50")
                    % {"line": line[:20]}
                )
            prizes.append(int(amount))
        if len(prizes) > MOST_PRIZES:
            raise forms.ValidationError(_("At most %(count)s prizes.") % {"count": MOST_PRIZES})
        return prizes

    def values(self) -> dict[str, Any]:
        data = self.cleaned_data
        match = [data["games"], *clock_as_data(Clock.each(data["minutes"], data["increment"]))]
        clock = Clock.each(data["extension_minutes"], data["extension_increment"])
        extension = [data["extension_games"], *clock_as_data(clock)]
        extensions = [extension] * data["extensions"]
        settings = {
            **self._times(),
            "phases": [match, *extensions],
            "bracket": data["bracket"],
            "by_lot": data["by_lot"],
            "third_place": data["third_place"],
        }
        if any(data[name] is not None for name in ("last_games", "last_minutes", "last_increment")):
            minutes, increment = data["last_minutes"], data["last_increment"]
            last = Clock.each(
                data["minutes"] if minutes is None else minutes,
                data["increment"] if increment is None else increment,
            )
            settings["last"] = [
                [data["last_games"] or data["games"], *clock_as_data(last)],
                *extensions,
            ]
        return {
            "settings": settings,
            "winners": data["winners"],
            "starts_at": data["starts_at"],
            "prizes": data["prizes"],
            "currency": data["currency"],
        }


class PlayoffForm(_TimesForm):
    """The choices that the recipe leaves to the arbiter come first."""

    further = _number(gettext_lazy("further matches of two games before the golden point"), 0, 4)
    cash = forms.CharField(
        label=gettext_lazy("cash agreed beforehand, in all"),
        required=False,
        max_length=20,
        help_text=gettext_lazy("Eleven or more who are tied share it equally (C.10)."),
    )

    def __init__(self, knockout: Knockout, players: int, *args: Any, **options: Any) -> None:
        self.choices = self.offered(players)
        super().__init__(knockout, *args, **options)
        if players < recipes.ELEVEN:
            del self.fields["cash"]
        chosen = playoff_settings(knockout.settings)
        for alternative in self.choices:
            label, words = ALTERNATIVES[alternative.name]
            self.fields[f"choice_{alternative.name}"] = forms.ChoiceField(
                label=label,
                choices=[(value, words[value]) for value in alternative.values],
                initial=chosen.choice(alternative),
                help_text=alternative.article,
                disabled=bool(knockout.announced_at),
            )

    def known(self) -> dict[str, Any]:
        usual = playoff_settings(self.knockout.settings)
        return {
            **self._common(usual.golden, usual),
            "minutes": usual.clock.white_seconds // 60,
            "increment": usual.clock.increment,
            "further": usual.further,
            "cash": _amount_text(self.knockout.settings.get("cash", 0)),
        }

    @staticmethod
    def offered(players: int) -> list[recipes.Alternative]:
        return _choices_for(players)

    def clean_cash(self) -> int:
        text = self.cleaned_data["cash"].strip()
        try:
            amount = read_amount(text) * 100 if text else Decimal(0)
        except ValueError:
            amount = Decimal(2**31)
        if not 0 <= amount < 2**31:
            raise forms.ValidationError(
                _("“%(line)s” is not an amount. Write for example 1500 or 750.50")
                % {"line": text[:20]}
            )
        return int(amount)

    def grouped(self) -> list[tuple[Any, tuple[str, ...]]]:
        choices = tuple(f"choice_{one.name}" for one in self.choices)
        return [
            *([(_("What the recipe leaves to the arbiter"), choices)] if choices else []),
            (_("Games"), ("starts_at", "minutes", "increment", "further")),
            (_("Golden point"), ("golden_white", "golden_black")),
            (_("Breaks"), BREAKS),
            *([(_("Prizes"), ("cash",))] if "cash" in self.fields else []),
        ]

    def values(self) -> dict[str, Any]:
        data = self.cleaned_data
        clock = Clock.each(data["minutes"], data["increment"])
        settings = {
            **self._times(),
            "choices": {one.name: data[f"choice_{one.name}"] for one in self.choices},
            "further": data["further"],
            "clock": clock_as_data(clock),
        }
        cash = data["cash"] if "cash" in data else self.knockout.settings.get("cash", 0)
        if cash:
            settings["cash"] = cash
        return {"settings": settings, "starts_at": data["starts_at"]}


class ConditionsForm(PlayoffForm):
    """Play-offs announced before the event: nobody knows yet how many will be tied."""

    places = _number(
        gettext_lazy("ties for places 1 to … are decided by play-offs"),
        0,
        LAST_PLACE,
        help_text=gettext_lazy("0: there are no play-offs, tie-breaks decide."),
    )
    level = forms.ChoiceField(
        label=gettext_lazy("who plays"),
        choices=[
            (POINTS, gettext_lazy("all who are level on points")),
            (TIE_BREAKS, gettext_lazy("those still level after the tie-breaks")),
        ],
    )

    def __init__(self, tournament: Tournament, data: Mapping[str, Any] | None = None) -> None:
        announced = Knockout(
            tournament=tournament, kind=Knockout.Kind.PLAYOFF, settings=tournament.playoffs
        )
        super().__init__(announced, recipes.ELEVEN, data)
        del self.fields["starts_at"]

    @staticmethod
    def offered(players: int) -> list[recipes.Alternative]:
        return list(recipes.ALTERNATIVES)

    def known(self) -> dict[str, Any]:
        said = self.knockout.settings
        own = {"places": said.get("places", 0), "level": said.get("level", POINTS)}
        return {**super().known(), **own}

    def grouped(self) -> list[tuple[Any, tuple[str, ...]]]:
        first, games, *others = super().grouped()
        return [
            (_("Play-offs"), ("places", "level")),
            (games[0], tuple(name for name in games[1] if name != "starts_at")),
            *others,
            first,
        ]

    def conditions(self) -> dict[str, Any]:
        """As they are kept; nothing where there are no play-offs."""
        data = self.cleaned_data
        if not data["places"]:
            return {}
        data["starts_at"] = None
        settings: dict[str, Any] = super().values()["settings"]
        return {**settings, "places": data["places"], "level": data["level"]}


def _amount_text(cents: int) -> str:
    return decimal(plain_amount(cents)) if cents else ""


def _choices_for(players: int) -> list[recipes.Alternative]:
    """Every choice that some way through the recipe offers; none while nobody is tied."""
    if players < 2:
        return []
    found: dict[str, recipes.Alternative] = {}
    for chosen in product(*(_either(one) for one in (recipes.THREE_TIED, recipes.FIVE))):
        for admitted in recipes.ADMITTED.values if players > 10 else ("8",):
            settings = recipes.Settings(choices=(*chosen, ("admitted", admitted)))
            for one in recipes.alternatives(players, settings):
                found.setdefault(one.name, one)
    return [one for one in recipes.ALTERNATIVES if one.name in found]


def _either(one: recipes.Alternative) -> list[tuple[str, str]]:
    return [(one.name, value) for value in one.values]
