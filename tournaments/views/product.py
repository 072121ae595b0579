"""About the program: version, editions of the rules, licences."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pairing import VERSION
from pairing.formats import FORMATS
from tournaments.web import licences
from tournaments.wording.systems import name_of_format


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    offered = [one for one in FORMATS.values() if one.offered]
    context = {
        "version": VERSION,
        "of_fide": [name_of_format(one) for one in offered if one.key.startswith("fide2026.")],
        "of_handbook": [name_of_format(one) for one in offered if one.key.startswith("handbook.")],
        "licence": licences.own_licence(),
        "packages": licences.packages(),
        "fonts": licences.licence_of_fonts(),
    }
    return render(request, "product.html", context)
