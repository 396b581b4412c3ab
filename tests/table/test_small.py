"""What is sent is small: files compressed ahead and kept for good, replies compressed on the way."""

import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from kurgan.table.routes.assets import FOR_GOOD, Assets

TEXT = b"export const volga = 1;\n" * 200


@pytest.fixture
def files(tmp_path: Path) -> TestClient:
    (tmp_path / "page-1.js").write_bytes(TEXT)
    (tmp_path / "page-1.js.gz").write_bytes(gzip.compress(TEXT))
    (tmp_path / "plain-2.css").write_bytes(b"a {}")
    return TestClient(Starlette(routes=[Mount("/assets", Assets(directory=tmp_path))]))


def test_a_file_comes_in_its_small_form_to_who_takes_it(files: TestClient) -> None:
    reply = files.get("/assets/page-1.js", headers={"accept-encoding": "br, gzip"})
    assert reply.headers["content-encoding"] == "gzip"
    assert int(reply.headers["content-length"]) < len(TEXT) / 10
    assert "javascript" in reply.headers["content-type"]
    assert reply.content == TEXT
    assert reply.headers["cache-control"] == FOR_GOOD


@pytest.mark.parametrize("taken", ["", "br", "gzip;q=0", "gzip; q=0"])
def test_who_does_not_take_it_gets_the_plain_one(files: TestClient, taken: str) -> None:
    reply = files.get("/assets/page-1.js", headers={"accept-encoding": taken})
    assert "content-encoding" not in reply.headers
    assert reply.content == TEXT
    assert reply.headers["vary"] == "accept-encoding"


def test_a_file_without_a_small_form_comes_as_it_is(files: TestClient) -> None:
    assert files.get("/assets/plain-2.css").content == b"a {}"
    assert files.get("/assets/none.js").status_code == 404
