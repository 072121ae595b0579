"""The pairing systems by name."""

from django.utils.translation import gettext_lazy as _

SYSTEM_NAMES = {
    "fide2026.dutch": _("Swiss: FIDE (Dutch), 2026"),
    "handbook.dutch": _("Swiss: Dutch, handbook"),
    "handbook.lim": _("Swiss: Lim, handbook"),
    "handbook.dubov": _("Swiss: Dubov, handbook"),
    "handbook.burstein": _("Swiss: Burstein, handbook"),
    "handbook.round_robin": _("Round robin (Berger), handbook"),
    "handbook.team_round_robin": _("Teams: round robin (Berger), handbook"),
    "handbook.skalitzka": _("Teams: Skalitzka, three teams, handbook"),
    "handbook.scheveningen": _("Teams: Scheveningen, handbook"),
    "handbook.knockout": _("Knock-out, handbook"),
}
