"""Pictures of signed slips: kept as evidence, with the result that whoever sent one reads on it.
That is a proposal for the desk, never a result."""

import hashlib
import io
from collections.abc import Sequence
from functools import partial

from django.conf import settings
from django.db import transaction
from PIL import Image

from tournaments.core.reported import code_of_words
from tournaments.kernel import stores
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, GameRow, Pairing, Round, SlipPhoto, Tournament, User
from tournaments.queries.voice.rules import voice_rules
from tournaments.services.hall.floor_plan import opened_picture

NOT_SHOWN = "pictures of slips are for the staff"
#: as a telephone takes them; what is kept of it is a hundredth
MOST_BYTES = 12 * 1024 * 1024
#: enough to read every signature
LONGEST_SIDE = 1600
#: of one board: slips, copies and corrections; of these from one player
MOST, MOST_OF_PLAYER = 12, 3


def add_slip(
    *,
    tournament: Tournament,
    number: int,
    board: int,
    picture: bytes,
    said: Sequence[str] = (),
    entry: Entry | None = None,
    by: User | None,
) -> SlipPhoto:
    """`said`: of each game how it ended for `entry`, or for White; nothing where it proposes
    nothing. The same picture twice is one."""
    data, (width, height) = _drawn(picture)
    digest = hashlib.blake2b(data, digest_size=9).hexdigest()
    with act("slip.added", tournament, by=by, quiet=NOT_SHOWN) as done:
        tournament = done.tournament
        game = _game(tournament, number, board)
        if entry is not None:
            if entry.pk not in (game.white_id, game.black_id):
                raise Refused("result.no_such_board")
            if not voice_rules(tournament).takes_results:
                raise Refused("report.not_taken")
        there = tournament.slips.filter(round_number=number, board=board)
        again = there.filter(digest=digest).first()
        if again is not None:
            return done.nothing(again)
        if there.count() >= MOST or (
            entry is not None and there.filter(entry=entry).count() >= MOST_OF_PLAYER
        ):
            raise Refused("slip.too_many", board=board)
        code = code_of_words(said, first=entry is None or game.white_id == entry.pk)
        if said and len(code) != 2 * tournament.format.games_a_round:
            raise Refused("report.not_understood", board=board, round=number)
        key, kept = _keep(tournament, number, board, digest, data)
        made = SlipPhoto.objects.create(
            tournament=tournament,
            pairing=game,
            round_number=number,
            board=board,
            entry=entry,
            by=by,
            white=game.white,
            code=code,
            digest=digest,
            width=width,
            height=height,
            store=settings.PAPERS_STORE,
            key=key,
            data=kept,
        )
        done.record(game, reason=entry.name if entry else "", after=code)
        return made


def remove_slip(*, tournament: Tournament, slip: SlipPhoto, by: User | None) -> None:
    """A wrong picture, or one of somebody's knees."""
    with act("slip.removed", tournament, by=by, quiet=NOT_SHOWN) as done:
        found = done.tournament.slips.filter(pk=slip.pk).select_related("pairing__round").first()
        if found is None:
            return done.nothing()
        done.record(
            found.pairing or done.tournament, round_number=found.round_number, before=found.code
        )
        forget([found])


def forget(slips: Sequence[SlipPhoto]) -> int:
    """The rows and, once that is certain, their pictures in the store."""
    for one in slips:
        store = stores.store_of(one.store)
        if store is not None:
            transaction.on_commit(partial(store.delete, one.key))
    return SlipPhoto.objects.filter(pk__in=[one.pk for one in slips]).delete()[0]


def _game(tournament: Tournament, number: int, board: int) -> GameRow:
    game = (
        Pairing.objects.games()
        .filter(round__tournament=tournament, round__number=number, board=board)
        .filter(round__status__in=(Round.Status.PUBLISHED, Round.Status.FINISHED))
        .select_related("round", "white", "black")
        .first()
    )
    if game is None:
        raise Refused("result.no_such_board")
    return game


def _keep(
    tournament: Tournament, number: int, board: int, digest: str, data: bytes
) -> tuple[str, bytes | None]:
    """In the store of papers, or with the row itself."""
    store = stores.store_of(settings.PAPERS_STORE)
    key = f"slips/{tournament.pk}/{number}-{board}-{digest}.jpg"
    if store is None:
        return key, data
    store.put(key, data)
    return key, None


def _drawn(sent: bytes) -> tuple[bytes, tuple[int, int]]:
    """Drawn anew: without place, hour and device, and nothing else hidden in it."""
    picture = opened_picture(sent, MOST_BYTES)
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    out = io.BytesIO()
    paper.convert("RGB").save(out, "JPEG", quality=72, optimize=True)
    return out.getvalue(), picture.size
