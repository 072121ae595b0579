"""The ranges of numbers on forms, for the browser and for the server."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms import Form, ModelForm


def keep_within(form: Form | ModelForm, **ranges: tuple[int, int]) -> None:
    """The forms set no values of their model, so nothing else looks at what a column can hold."""
    for name, (low, high) in ranges.items():
        field = form.fields.get(name)
        if field is None:
            continue
        others = (MinValueValidator, MaxValueValidator)
        field.validators = [v for v in field.validators if not isinstance(v, others)]
        field.validators += [MinValueValidator(low), MaxValueValidator(high)]
        field.widget.attrs |= {"min": low, "max": high}
