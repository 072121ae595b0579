"""The plan of the hall: a picture and a few words that everybody finds."""

import hashlib
import io
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import Event, HallPlan, User

KINDS = ("PNG", "JPEG", "WEBP")
MOST_BYTES = 5 * 1024 * 1024
#: a small file may unpack to a huge picture
MOST_PIXELS = 40_000_000
#: enough to enlarge on a phone, small enough for a slow line
LONGEST_SIDE = 2000


def set_hall_plan(*, event: Event, by: User, words: str, picture: bytes | None) -> HallPlan:
    """`picture`: a new one as it was sent, b"" to take the old one away, None to keep it."""
    with act("event.hall_plan", event, by=by) as done:
        plan, _made = HallPlan.objects.get_or_create(event=event)
        before = {"words": plan.words, "picture": plan.digest}
        plan.words = words.strip()
        if picture is not None:
            packed, size = _packed(picture) if picture else (b"", (0, 0))
            plan.picture, (plan.width, plan.height) = packed, size
            plan.digest = hashlib.blake2b(packed, digest_size=9).hexdigest() if packed else ""
        after = {"words": plan.words, "picture": plan.digest}
        if before == after:
            return done.nothing(plan)
        plan.save()
        if any(before.values()) == any(after.values()):
            done.quiet = "the pages of tournaments lead to a plan, or to none, as before"
        done.record(event, label="", before=before, after=after)
        return plan


_STRICT = threading.Lock()


@contextmanager
def _whole_pictures_only() -> Iterator[None]:
    """WeasyPrint, once imported, lets the whole process read pictures that are cut off."""
    with _STRICT:
        before = ImageFile.LOAD_TRUNCATED_IMAGES
        ImageFile.LOAD_TRUNCATED_IMAGES = False
        try:
            yield
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = before


def _too_many_pixels() -> Refused:
    return Refused("hall.too_many_pixels", most=MOST_PIXELS // 1_000_000)


def opened_picture(sent: bytes, most: int = MOST_BYTES) -> Image.Image:
    """The picture of a file, of bounded size; whatever else was hidden in it stays behind."""
    if len(sent) > most:
        raise Refused("hall.too_large", most=most // 1024 // 1024)
    try:
        with warnings.catch_warnings(), _whole_pictures_only():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(sent), formats=KINDS) as opened:
                if opened.width * opened.height > MOST_PIXELS:
                    raise _too_many_pixels()
                return ImageOps.exif_transpose(opened).convert("RGBA")
    except Refused:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_many_pixels() from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError) as error:
        raise Refused("hall.no_picture") from error


def _packed(sent: bytes) -> tuple[bytes, tuple[int, int]]:
    """Drawn anew, without the place it was taken."""
    picture = opened_picture(sent)
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    drawn = paper.convert("RGB")
    drawn.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    out = io.BytesIO()
    drawn.save(out, "WEBP", quality=80, method=4)
    return out.getvalue(), drawn.size
