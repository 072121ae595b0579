"""One piece of memory for the calls of a page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

Handler = Callable[[HttpRequest], HttpResponse]
#: words asked for; CPython takes the next power of two of bytes, and the half that is left over,
#: 512 KB, is enough for a thousand calls within one another
WORDS = 1 << 16


def one_stack(get_response: Handler) -> Handler:
    """Middleware: what follows runs with its calls in one large piece of memory.

    CPython keeps the calls of Python functions in pieces of 16 KB, and gives a piece back to the
    system as soon as the last call in it returns. A page whose loops happen to stand at the end of
    a piece takes and returns one for every small call in them: thousands of page faults, up to
    twice the time, and a partial more or less decides it. A call that says it needs much is given
    a piece of its own, and those below it find room in the same.
    """

    def with_room(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    with_room.__code__ = with_room.__code__.replace(co_stacksize=WORDS)
    return with_room
