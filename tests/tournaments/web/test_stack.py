"""A page takes the same time however deep in the program its loops stand."""

import resource

from django.http import HttpResponse
from django.test import RequestFactory

from tournaments.web.stack import one_stack


def leaf(one, two, three, four):
    return one


def page(request):
    """A page whose small calls stand at every depth, one after the other."""

    def at(depth):
        for _again in range(300):
            leaf(1, 2, 3, 4)
        return at(depth - 1) if depth else HttpResponse("made")

    return at(200)


def test_no_depth_takes_and_returns_memory_for_every_call():
    request = RequestFactory().get("/")
    handler = one_stack(page)
    handler(request)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    assert handler(request).content == b"made"
    # the memory of these calls itself, not a piece of it for each of hundreds of small ones
    assert resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < 150
