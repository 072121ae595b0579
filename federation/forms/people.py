"""Forms of the registrar's desk."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.models import Club, Licence, Member, Privacy, Province
from tournaments.core.text import is_name
from tournaments.models import RegisteredPlayer, Sex, Title


class DayInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class MemberForm(forms.Form):
    """The data that the federation has of a person. A delegate's people stay in their province."""

    name = forms.CharField(
        label=_("Name"), max_length=120, help_text=_("Surname first: Yıldız, Ayşe")
    )
    title = forms.ChoiceField(label=_("Title"), choices=Title.choices, required=False)
    sex = forms.ChoiceField(label=_("Sex"), choices=Sex.choices, required=False)
    born_on = forms.DateField(label=_("Birth date"), required=False, widget=DayInput())
    federation = forms.CharField(label=_("Federation"), max_length=3, initial="TUR")
    fide_id = forms.CharField(label=_("FIDE ID"), max_length=11, required=False)
    national_id = forms.CharField(label=_("National number"), max_length=20, required=False)
    province = forms.ModelChoiceField(Province.objects.all(), label=_("Province"), required=False)
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("Never shown: links for privacy are sent there."),
    )
    parent_name = forms.CharField(label=_("Parent"), max_length=120, required=False)
    parent_email = forms.EmailField(label=_("Parent's e-mail"), required=False)

    def __init__(self, *given: Any, provinces: list[Province] | None, **named: Any) -> None:
        super().__init__(*given, **named)
        if provinces is not None:
            field: Any = self.fields["province"]
            field.queryset = Province.objects.filter(pk__in=[one.pk for one in provinces])
            field.required = True
            if len(provinces) == 1:
                field.initial = provinces[0].pk

    def clean_name(self) -> str:
        name = " ".join(str(self.cleaned_data["name"]).split())
        if not name or not is_name(name):
            raise forms.ValidationError(_("This is no name."))
        return name

    def clean_federation(self) -> str:
        return str(self.cleaned_data["federation"]).upper()

    def clean_fide_id(self) -> str:
        number = str(self.cleaned_data["fide_id"]).strip()
        if number and not (number.isascii() and number.isdecimal()):
            raise forms.ValidationError(_("A FIDE ID has digits alone."))
        return number

    def clean_born_on(self) -> Any:
        day = self.cleaned_data["born_on"]
        if day and not 1900 <= day.year <= timezone.localdate().year:
            raise forms.ValidationError(_("Nobody here was born on this day."))
        return day


def initial_of(member: Member) -> dict[str, Any]:
    player: RegisteredPlayer = member.player
    of_player = ("name", "title", "sex", "federation", "fide_id", "national_id")
    of_member = ("born_on", "province", "email", "parent_name", "parent_email")
    return {name: getattr(player, name) for name in of_player} | {
        name: getattr(member, name) for name in of_member
    }


class LicenceForm(forms.Form):
    category = forms.ChoiceField(label=_("Category"), choices=Licence.Category.choices)
    valid_from = forms.DateField(label=_("Valid from"), widget=DayInput())
    valid_until = forms.DateField(label=_("Valid until"), widget=DayInput())
    number = forms.CharField(
        label=_("Licence number"),
        max_length=20,
        required=False,
        help_text=_("Empty: the number that they had before."),
    )

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        today = timezone.localdate()
        self.fields["valid_from"].initial = today
        self.fields["valid_until"].initial = today.replace(month=12, day=31)


class TransferForm(forms.Form):
    to_club = forms.CharField(label=_("New club"), max_length=12, help_text=_("Its code."))
    on = forms.DateField(label=_("From"), widget=DayInput())
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["on"].initial = timezone.localdate()

    def clean_to_club(self) -> Club:
        code = str(self.cleaned_data["to_club"]).strip()
        found = Club.objects.select_related("province").filter(code=code).first()
        if found is None:
            raise forms.ValidationError(_("There is no club with this code."))
        return found


class ClubTransferForm(TransferForm):
    """A club's manager asks for a player, into one of the own clubs."""

    licence = forms.CharField(label=_("Licence number of the player"), max_length=20)
    to_club = forms.CharField(label=_("New club"), max_length=12)
    field_order = ("licence", "to_club", "on", "reason")

    def __init__(self, *given: Any, clubs: list[Club], **named: Any) -> None:
        super().__init__(*given, **named)
        choices = [(one.code, one.name) for one in clubs]
        self.fields["to_club"].widget = forms.Select(choices=choices)

    def clean_licence(self) -> Member:
        number = str(self.cleaned_data["licence"]).strip()
        found = Member.objects.filter(player__licences__number=number).first() if number else None
        if found is None:
            raise forms.ValidationError(_("Nobody has this licence number."))
        return found


class PrivacyForm(forms.Form):
    privacy = forms.ChoiceField(
        label=_("Page"), choices=Privacy.choices, required=False, widget=forms.RadioSelect
    )
    noindex = forms.BooleanField(
        label=_("kept out of search engines"),
        required=False,
        help_text=_("A hidden or shortened page always is."),
    )


class DeathForm(forms.Form):
    died_on = forms.DateField(
        label=_("Deceased on"), required=False, widget=DayInput(), help_text=_("Empty: a mistake.")
    )


class ClubForm(forms.ModelForm):
    website = forms.URLField(label=_("Website"), required=False, assume_scheme="https")

    class Meta:
        model = Club
        fields = [
            "code", "name", "city", "province", "founded_on", "closed_on", "email", "website",
        ]  # fmt: skip
        labels = {"province": _("Province")}
        widgets = {"founded_on": DayInput(), "closed_on": DayInput()}

    def __init__(self, *given: Any, provinces: list[Province] | None, **named: Any) -> None:
        super().__init__(*given, **named)
        if provinces is not None:
            field: Any = self.fields["province"]
            field.queryset = Province.objects.filter(pk__in=[one.pk for one in provinces])

    def _post_clean(self) -> None:
        """The service changes the row, and says what the database refuses."""


class ListForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        help_text=_(
            "CSV or XLSX, at most 5000 lines. The first line names the columns: name, birth date, "
            "sex, FIDE ID, national number, club code, province, e-mail, licence number, licence "
            "until."
        ),
    )
