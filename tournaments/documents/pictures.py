"""The pictures of an event on paper, in greys, each with its sentence and its numbers."""

from django.utils.translation import override

from tournaments.documents.fonts import FAMILIES, printable
from tournaments.documents.layout import Block, Fragment, Row, Section, Sheet, table
from tournaments.documents.qr import as_data
from tournaments.documents.request import PaperRequest
from tournaments.queries.knockout.bracket import public_courses
from tournaments.queries.standings.pictures import Picture, pictures_of, tree_of
from tournaments.wording.papers import PICTURES

#: a table of more columns, or cells of more letters, is for the page: the drawing says the same
COLUMNS, LETTERS = 2, 60
#: the paper is told of letters beyond this one, as it does not look into its pictures
LATIN = "\u024f"


def pictures(request: PaperRequest) -> Sheet:
    """In the language of the paper; of two the first, as a drawing has room for one."""
    with override(request.translator.main):
        shown: list[Picture | None] = [*pictures_of(request.tournament, public=request.public)]
        if request.tournament.format.eliminates:
            courses = public_courses(request.tournament, public=request.public)
            shown += [tree_of(page) for page in courses if page.stages]
        blocks: list[Block] = []
        for picture in shown:
            if picture:
                blocks += _blocks(picture)
    title = request.title(PICTURES)
    return Sheet((Section(title, tuple(blocks), "", request.when()),) if blocks else ())


def _blocks(picture: Picture) -> list[Block]:
    drawing, _scripts = printable(picture.drawing.on_paper(FAMILIES))
    letters = "".join(sorted({letter for letter in drawing if letter > LATIN}))
    drawn = Fragment(
        "documents/picture.html",
        {"picture": picture, "source": as_data(drawing), "letters": letters},
        {picture.key: picture.sentence},
    )
    longest = max((len(cell) for row in picture.rows for cell in row), default=0)
    if len(picture.heads) > COLUMNS or longest > LETTERS:
        return [drawn]
    rows = [Row(f"{picture.key}{place}", cells) for place, cells in enumerate(picture.rows)]
    return [drawn, table([(head, "") for head in picture.heads], rows)]
