"""The body of a request is read before the answer goes out, whoever refuses it."""

import io

import pytest

from config.wsgi import MOST_READ_OUT, reading_out


def refuse(environ, start_response):
    start_response("403 Forbidden", [])
    return [b"no"]


def answered(environ):
    said = []
    answer = reading_out(refuse)(environ, lambda status, headers: said.append(status))
    return said, list(answer)


@pytest.mark.parametrize("header", ["CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"])
def test_a_refused_upload_is_read_to_its_end(header):
    body = io.BytesIO(b"x" * 200_000)
    assert answered({header: "200000", "wsgi.input": body}) == (["403 Forbidden"], [b"no"])
    assert body.read() == b""


def test_what_is_larger_than_any_page_takes_is_not_read_on():
    size = MOST_READ_OUT + 200_000
    body = io.BytesIO(bytes(size))
    answered({"CONTENT_LENGTH": str(size), "wsgi.input": body})
    assert body.tell() == MOST_READ_OUT


@pytest.mark.parametrize("environ", [{}, {"CONTENT_LENGTH": ""}, {"CONTENT_LENGTH": "0"}])
def test_nothing_is_awaited_where_nothing_is_sent(environ):
    assert answered(environ) == (["403 Forbidden"], [b"no"])
