"""A picture that came with a form, not read before its size is known."""

from django.http import HttpRequest

from tournaments.kernel.errors import Refused


def sent_picture(request: HttpRequest, most: int, name: str = "picture") -> bytes:
    file = request.FILES.get(name)
    if file is None:
        raise Refused("slip.no_picture", field=name)
    if (file.size or 0) > most:
        raise Refused("hall.too_large", most=most // 1024 // 1024)
    return bytes(file.read())
