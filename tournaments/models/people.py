"""Users of the desk, and the register of players that exists apart from any tournament."""

from typing import TYPE_CHECKING

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Func, Value
from django.db.models.expressions import CombinedExpression
from django.utils.translation import gettext_lazy as _

from tournaments.core.text import fold

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from tournaments.models.account import OpenSession, Passkey, PasswordMail


class User(AbstractUser):
    language = models.CharField(_("language"), max_length=5, blank=True)
    fide_id = models.CharField(_("FIDE ID"), max_length=11, blank=True)
    licence = models.CharField(
        _("arbiter's title or licence"), max_length=30, blank=True, help_text=_("For example IA")
    )
    #: keeps the register of players for the whole site: loads rating lists
    registrar = models.BooleanField(default=False)
    compact = models.BooleanField(
        _("rows close together on the desk"),
        default=False,
        db_default=False,
        help_text=_("For large rounds: many boards on one screen."),
    )

    if TYPE_CHECKING:  # the plugin does not see it across the modules
        open_sessions: RelatedManager[OpenSession]
        passkeys: RelatedManager[Passkey]
        password_mails: RelatedManager[PasswordMail]

    @property
    def display_name(self) -> str:
        return self.get_full_name() or self.username


class Sex(models.TextChoices):
    UNKNOWN = "", _("not given")
    MALE = "m", _("male")
    FEMALE = "w", _("female")


class Title(models.TextChoices):
    NONE = "", "–"
    GM = "GM", "GM"
    IM = "IM", "IM"
    WGM = "WGM", "WGM"
    FM = "FM", "FM"
    WIM = "WIM", "WIM"
    CM = "CM", "CM"
    WFM = "WFM", "WFM"
    WCM = "WCM", "WCM"


class Person(models.Model):
    """The data of a player, which the register and an entry share; the entry freezes them."""

    name = models.CharField(_("name"), max_length=120, help_text=_("Surname first: Yıldız, Ayşe"))
    title = models.CharField(_("title"), max_length=3, blank=True, choices=Title.choices)
    sex = models.CharField(_("sex"), max_length=1, blank=True, choices=Sex.choices)
    birth_date = models.CharField(
        _("birth date"), max_length=10, blank=True, help_text=_("2009-05-31, or only the year")
    )
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    club = models.CharField(_("club"), max_length=120, blank=True)
    fide_id = models.CharField(_("FIDE ID"), max_length=11, blank=True)
    national_id = models.CharField(_("national ID"), max_length=20, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.title} {self.name}".strip()

    @property
    def birth_year(self) -> int | None:
        year = self.birth_date[:4]
        return int(year) if year.isdigit() else None

    @property
    def family(self) -> str:
        """The family name, folded: what siblings usually share."""
        surname, comma, _given = self.name.partition(",")
        words = fold(surname).split()
        return " ".join(words if comma else words[-1:])


def search_words() -> Func:
    """The words of a folded name, and "@tur" for the federation, as a tsvector: PostgreSQL's
    built-in index of those knows prefixes."""
    words = CombinedExpression(
        CombinedExpression(F("search_key"), "||", Value(" @")),
        "||",
        Func(F("federation"), function="lower"),
        output_field=models.TextField(),
    )
    return Func(Func(words, Value(" "), function="string_to_array"), function="array_to_tsvector")


class RegisteredPlayer(Person):
    """One player of the register, with the ratings of the latest list that was loaded."""

    standard = models.PositiveSmallIntegerField(default=0)
    rapid = models.PositiveSmallIntegerField(default=0)
    blitz = models.PositiveSmallIntegerField(default=0)
    national = models.PositiveSmallIntegerField(default=0)
    # FIDE's development coefficients; 0 = the list does not say
    k_standard = models.PositiveSmallIntegerField(default=0)
    k_rapid = models.PositiveSmallIntegerField(default=0)
    k_blitz = models.PositiveSmallIntegerField(default=0)
    list_month = models.DateField(null=True, blank=True)
    national_month = models.DateField(null=True, blank=True)
    inactive = models.BooleanField(default=False)
    #: name folded for searching: no case, no diacritics, Turkish ı as i
    search_key = models.CharField(max_length=120, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["fide_id"], condition=~models.Q(fide_id=""), name="register_fide_id_once"
            ),
            models.UniqueConstraint(
                fields=["federation", "national_id"],
                condition=~models.Q(national_id=""),
                name="register_national_id_once",
            ),
        ]
        indexes = [
            # No list of pending entries: a search must be as fast after an import as before.
            GinIndex(search_words(), name="register_words", fastupdate=False),
        ]

    def rating(self, kind: str) -> int:
        """The official rating of a kind ("standard", "rapid", "blitz", "national")."""
        rating: int = getattr(self, kind)
        return rating
