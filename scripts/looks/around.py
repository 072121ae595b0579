"""The surroundings of the tour's tournaments: the register, papers, screens, programs."""

import io
from datetime import date
from typing import Any

from django.utils import timezone
from PIL import Image, ImageDraw

from scripts.bench.events import GIVEN, SURNAMES
from tournaments.management.demo.rating_list import file_lines
from tournaments.models import Document, Event, HallScreen, Tournament, User
from tournaments.register import importing, local_lists
from tournaments.services.hall import floor_plan, incidents, screens
from tournaments.services.programs import tokens, webhooks
from tournaments.services.setup.emblems import LOGO, SPONSOR, add_emblem

SEED = 20261118


def register(chief: User) -> int:
    """A rating list of FIDE's and a national one; and one whose columns are still asked for."""
    lines = file_lines(400, seed=SEED, month=date(2026, 11, 1), layout="txt")
    pieces = ["".join(lines).encode()]
    importing.import_now(
        importing.receive_fide_list(
            pieces=pieces, file_name="players_list_foa.txt", month=date(2026, 11, 1), by=chief
        )
    )
    columns = "Sicil;Soyadı;Adı;UKD;FIDE No;Kulüp\n"
    rows = [
        f"{1000 + n};{SURNAMES.split()[n]};{GIVEN.split()[n]};{1500 + n};;İzmir" for n in range(9)
    ]
    work = local_lists.receive_local_list(
        federation="TUR",
        name="",
        pieces=[(columns + "\n".join(rows)).encode()],
        file_name="ukd.csv",
        month=date(2026, 11, 1),
        by=chief,
    )
    return int(work.pk)


def paper(made: Tournament) -> Any:
    return Document.objects.create(
        tournament=made,
        kind="players",
        language="tr",
        content=b"%PDF-1.7",
        pages=1,
        made_at=timezone.now(),
        posted_at=timezone.now(),
    )


def hall_screens(event: Event, made: Tournament, chief: User) -> HallScreen:
    found = screens.add_screen(
        event=event,
        by=chief,
        name="Giriş",
        tournament=made,
        shows=["boards", "names", "standings", "results"],
    )
    screens.add_screen(event=event, by=chief, name="Fuaye", shows=["boards"])
    screens.announce(event=event, text="4. tur 14:00'te başlar.", by=chief)
    floor_plan.set_hall_plan(
        event=event, by=chief, words="Birinci kat, 3. salon. Asansör solda.", picture=None
    )
    return found


def programs(tournament: Tournament, chief: User) -> Any:
    event = tournament.event
    tokens.make_token(event=event, name="Tahta kamerası", scopes=["results"], by=chief)
    made = webhooks.make_webhook(
        event=event,
        url="https://example.org/hakem/incoming",
        happenings=["round.published", "result.changed"],
        by=chief,
    )
    made.deliveries.create(
        tournament=tournament,
        happening="round.published",
        body='{"happening": "round.published"}',
        status="failed",
        attempts=2,
        tries=[
            {"at": timezone.now().isoformat(), "status": 500, "problem": "", "ms": 41},
        ],
        finished_at=timezone.now(),
    )
    return made


def emblems(event: Event, chief: User) -> Event:
    """A logo, and sponsors with a wide picture and a square one."""
    for kind, name, size, colour in (
        (LOGO, "İzmir Satranç Şöleni", (420, 140), "#0f6b57"),
        (SPONSOR, "Körfez Su", (150, 150), "#1f5fa8"),
        (SPONSOR, "Ege Matbaacılık ve Yayıncılık", (640, 90), "#b3541e"),
    ):
        picture = Image.new("RGB", size, "white")
        drawing, high = ImageDraw.Draw(picture), size[1]
        drawing.ellipse((4, 4, high - 4, high - 4), fill=colour)
        drawing.text((high + 8, high // 3), name, fill="black", font_size=high // 3)
        sent = io.BytesIO()
        picture.save(sent, "PNG")
        event = add_emblem(event=event, kind=kind, name=name, picture=sent.getvalue(), by=chief)
    return event


def noted(tournament: Tournament, chief: User) -> None:
    """Note what happened at boards of the open."""
    for kind, number, board, side, note in (
        ("illegal_move", 3, 2, "w", ""),
        ("phone", 3, 5, "b", "Cebinde çaldı, kapalı değildi."),
        ("warning", 4, 1, "w", ""),
        ("other", None, None, "", "Salon 20 dakika elektriksiz kaldı."),
    ):
        incidents.note_incident(
            tournament=tournament,
            kind=kind,
            by=chief,
            round_number=number,
            board=board,
            side=side,
            note=note,
        )
