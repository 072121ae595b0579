"""The list of the qualified on paper."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from federation.queries.qualification import QualifiedList, quota_words
from federation.web.papers import pdf
from tournaments.documents.layout import Block, Fragment, Row, table


def qualification_pdf(found: QualifiedList, language: str) -> bytes:
    with override(language):
        own = found.qualification
        columns = [(_("No."), "w9 n"), (_("Name"), "w44"), (_("Province"), "w26")]
        rows = [
            Row(
                f"q{number}",
                (
                    str(number),
                    row.name or _("empty"),
                    row.province,
                    row.reason,
                    answer_words(row.answer),
                ),
            )
            for number, row in enumerate(found.rows, start=1)
        ]
        blocks: list[Block] = [table([*columns, (_("Reason"), ""), (_("Answer"), "w20")], rows)]
        rules = [quota_words(quota) for quota in found.quotas]
        blocks.append(Fragment("documents/lines.html", {"title": _("Places"), "lines": rules}))
        if found.declined:
            gone = [f"{name} {one.reason}".strip() for one, name in found.declined]
            blocks.append(Fragment("documents/lines.html", {"title": _("Declined"), "lines": gone}))
        if found.reserves:
            words = _("place %(place)s")
            title = _("Who moves up next")
            following = [
                f"{name} · {where}, {words % {'place': place}}"
                for where, name, place in found.reserves
            ]
            blocks.append(Fragment("documents/lines.html", {"title": title, "lines": following}))
        return pdf(
            blocks,
            title=own.name,
            kind=_("The qualified"),
            when=str(own.year),
            address=reverse("federation:qualification", args=[own.slug]),
            language=language,
        )


def answer_words(answer: str) -> str:
    if not answer:
        return _("not yet")
    return _("confirmed") if answer == "confirmed" else _("declined")
