"""Drawing of lots: the last resort of every list, repeatable from its seed."""

from tiebreaks.codes import Code
from tiebreaks.field import Column, Field


def lots(field: Field, code: Code) -> Column:
    """The place in the drawing; the same seed always draws the same order."""
    return Column(field.lots())
