"""Links between the federation's answers."""

from typing import Any

from rest_framework.reverse import reverse

from tournaments.api.serializers import LinkField


class OpenLink(LinkField):
    """An absolute link to a view of the federation's API: its name, and where in the row the
    parts of its address are."""

    def __init__(self, view: str, *path: str, words: str = "") -> None:
        super().__init__(view, *path)
        if words:
            self.help_text = words

    def to_representation(self, value: Any) -> str:
        return reverse(
            f"federation_api:{self.view}",
            args=[_at(value, path) for path in self.path],
            request=self.context.get("request"),
        )


def _at(value: Any, path: str) -> Any:
    for name in path.split("."):
        value = getattr(value, name)
    return value
