"""Attempts to know or to choose dice at the table, as they were made, and what they find now."""

import json
from pathlib import Path

import pytest

from kurgan.session import dice
from tests.table.helpers import Player, kept, players, secret_in_force, secret_of, table

ALONE = {"german": {"kind": "me"}, "soviet": {"kind": "me"}}


def all_that_anna_can_read(anna: Player, game: str) -> str:
    paths = ["", "/log", "/export", "/story", "/turns", "/luck", "/moment/3", "/odds", "/orders"]
    return "".join(anna.client.get(f"/api/games/{game}{path}?seat=german").text for path in paths)


def test_a_branch_that_was_resigned_tells_nothing_of_the_game_it_came_from(tmp_path: Path) -> None:
    """Make a game, branch it, resign the branch, read everything, then invite a friend to the first one."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        game = anna.new("inferno", scenario="one_vs_one", seats=ALONE)
        number = anna.look(game)["number"]
        trial = anna.post(f"/games/{game}/branch", {"seat": "german", "at": number}, 201)["id"]
        anna.post(f"/games/{trial}/resign", {"seat": "german"})
        secret = secret_in_force(tmp_path, game)
        assert len(secret) == 64
        assert secret not in all_that_anna_can_read(anna, trial)
        anna.post(f"/games/{game}/hand", {"seat": "german", "of": "soviet", "held": "open"})
        link = anna.post(f"/games/{game}/links/soviet", status=201)["link"]
        boris.post("/join", {"game": game, "secret": secret_of(link)})
        remarks = boris.look(game, "soviet")["dice"]["remarks"]
        assert any("Another way was tried" in remark for remark in remarks)


def test_a_record_that_was_brought_with_its_secret_has_other_dice(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new("inferno", scenario="one_vs_one", seats=ALONE)
        record = anna.client.get(f"/api/games/{game}/export?seat=german").text
        secret = secret_in_force(tmp_path, game)
        whole = {"kurgan": "export", "record": record.splitlines(), "secret": kept(tmp_path, game)[1]}
        again = anna.post("/games/import", {"text": json.dumps(whole)}, 201)["id"]
        assert again != game
        assert secret_in_force(tmp_path, again) != secret
        anna.post(f"/games/{again}/resign", {"seat": "german"})
        assert secret not in all_that_anna_can_read(anna, again)


def test_a_person_s_word_is_in_the_dice_from_the_first_throw_on(tmp_path: Path) -> None:
    """Promise first, then the word, then the game; the promise is good for one game of that person."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        promised = anna.post("/promises", status=201)["commitment"]
        boris.post("/games", {"title": "advance", "promise": promised, "word": "ground"}, 422)
        game = anna.new("advance", promise=promised, word="tulip")
        seen = anna.look(game)["dice"]
        assert seen["commitment"] == promised
        assert seen["words"] == [{"seat": "german", "line": 2, "own": True}]
        assert seen["wants"] == []
        anna.post("/games", {"title": "advance", "promise": promised, "word": "again"}, 422)


def test_a_seat_is_asked_for_a_word_of_its_own_and_gives_it_once(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        made = anna.post(
            "/games",
            {
                "title": "roads",
                "scenario": "wintergewitter",
                "seats": {"axis": {"kind": "me"}, "soviet": {"kind": "link"}},
            },
            201,
        )
        game = made["id"]
        assert anna.look(game, "axis")["dice"]["wants"] == ["axis"]
        boris.post("/join", {"game": game, "secret": secret_of(made["links"]["soviet"])})
        seen = boris.look(game, "soviet")["dice"]
        assert sorted(seen["wants"]) == ["axis", "soviet"]
        word = {"seat": "soviet", "commitment": seen["commitment"], "word": "lilac"}
        after = boris.post(f"/games/{game}/word", word)["dice"]
        assert after["wants"] == ["axis"]
        assert {"seat": "soviet", "line": after["words"][-1]["line"], "own": True} in after["words"]
        boris.post(f"/games/{game}/word", word, 422)
        boris.post(f"/games/{game}/word", {**word, "seat": "axis"}, 403)
        anna.post(f"/games/{game}/word", {**word, "seat": "axis", "commitment": "0" * 64}, 422)


def test_house_words_are_fixed_with_the_commitment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first line whoever keeps the table makes no word any more, whatever anybody does."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        seats = {"german": {"kind": "me"}, "soviet": {"kind": "link"}}
        made = anna.post("/games", {"title": "inferno", "scenario": "one_vs_one", "seats": seats}, 201)
        game = made["id"]

        def no_more() -> str:
            raise AssertionError("the house made a word after the commitment")

        monkeypatch.setattr(dice, "new_word", no_more)
        boris.post("/join", {"game": game, "secret": secret_of(made["links"]["soviet"])})
        boris.post(f"/games/{game}/hand", {"seat": "soviet", "of": "soviet", "held": "bot", "bot": "random"})
        boris.post(f"/games/{game}/hand", {"seat": "soviet", "of": "soviet", "held": "person"})
        record, _ = kept(tmp_path, game)
        assert [line["kind"] for line in record].count("word") == 0
        assert [pair[0] for pair in record[0]["words"]] == ["soviet"]
