"""The formats of tournaments: what each can do, from the one table of them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pairing.formats import Format, Scheme
from tiebreaks.advice import proposed
from tournaments.documents.catalogue import PAPERS
from tournaments.models import ByeKind
from tournaments.queries.reports.files import FILES
from tournaments.wording.systems import (
    OPTION_VALUES,
    help_of_format,
    name_of_format,
    words_of_option,
)

#: whom a format pairs
PAIRS = ("players", "teams")


class FormatBrief(serializers.Serializer):
    """A format as a program needs to know it before it reads rounds and standings."""

    key = serializers.CharField()
    name = serializers.SerializerMethodField()
    pairs = serializers.SerializerMethodField(help_text="`players` or `teams`")
    scheme = serializers.ChoiceField(
        choices=[scheme.value for scheme in Scheme],
        help_text="who meets whom follows from results, from a table, or from a plan",
    )
    has_rounds = serializers.BooleanField(
        help_text="otherwise games are due one by one: see the knock-outs"
    )
    has_standings = serializers.BooleanField(help_text="by points; a knock-out has places only")
    games_a_round = serializers.IntegerField(
        help_text="that two opponents play with each other in a round"
    )
    fixed_schedule = serializers.BooleanField(help_text="every round is known once the numbers are")

    def get_name(self, chosen: Format) -> str:
        return str(name_of_format(chosen))

    def get_pairs(self, chosen: Format) -> str:
        return PAIRS[chosen.pairs_teams]


class FormatOptionSerializer(serializers.Serializer):
    """A setting that only some formats have."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # no label of the serializer
    help = serializers.CharField()
    default = serializers.JSONField()
    choices = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class FormatSerializer(FormatBrief):
    """A way of playing a tournament."""

    help = serializers.SerializerMethodField()
    byes = serializers.SerializerMethodField(
        help_text="of a round without an opponent: U allocated by the pairing, F full, H half, "
        "Z zero points"
    )
    accelerates = serializers.BooleanField(help_text="the first rounds can be accelerated")
    fide_mode = serializers.BooleanField(help_text="allowed in FIDE mode")
    second_engine = serializers.SerializerMethodField(
        help_text="each draft is compared with a second engine"
    )
    tie_breaks = serializers.SerializerMethodField(help_text="those proposed, of players")
    papers = serializers.SerializerMethodField(help_text="the kinds of documents it has")
    files = serializers.SerializerMethodField(help_text="the files for other programs it has")
    options = serializers.SerializerMethodField()

    def get_help(self, chosen: Format) -> str:
        return str(help_of_format(chosen))

    def get_byes(self, chosen: Format) -> list[str]:
        return [kind for kind in ByeKind.values if kind in chosen.byes]

    def get_second_engine(self, chosen: Format) -> bool:
        return bool(chosen.second_engine)

    def get_tie_breaks(self, chosen: Format) -> list[str]:
        return proposed(chosen) if chosen.has_standings else []

    def get_files(self, chosen: Format) -> list[str]:
        return [file.key for file in FILES.values() if file.fits(chosen)]

    def get_papers(self, chosen: Format) -> list[str]:
        return [paper.kind for paper in PAPERS.values() if paper.fits(chosen)]

    @extend_schema_field(FormatOptionSerializer(many=True))
    def get_options(self, chosen: Format) -> list[dict[str, Any]]:
        found = []
        for option in chosen.options:
            label, help_text = words_of_option(chosen, option)
            found.append(
                {
                    "name": option.name,
                    "label": str(label),
                    "help": str(help_text),
                    "default": option.default,
                    "choices": [
                        [name, str(OPTION_VALUES.get(name, name))] for name in option.choices
                    ],
                }
            )
        return list(FormatOptionSerializer(found, many=True).data)


class FormatsSerializer(serializers.Serializer):
    formats = FormatSerializer(many=True)
