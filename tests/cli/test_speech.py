"""The terminal speaks the language of who types, and a record is the same in all of them."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kurgan import games
from kurgan.kernel.sentences import spoken
from kurgan.terminal.words import FOLDER
from tests.cli.conftest import Run

LINES = """
help; units; status; hidden; charts; charts track; game; seats; guide; rule 5.2; look 9; standing; log; why to 61
hasty; undo; deliberate; mapp; hint; odds; sum; bot 4; save; note hola; resign; no; quit
"""


def typed() -> str:
    return "".join(f"{line.strip()}\n" for line in LINES.replace("\n", ";").split(";") if line.strip())


def english_only(file: Path, other: Path) -> set[str]:
    """Stretches of English sentences, between their blanks, that the other language never says."""

    def stretches(table: dict[str, Any]) -> set[str]:
        found: set[str] = set()
        for value in table.values():
            texts = stretches(value) if isinstance(value, dict) else re.split(r"{\w+}|\n| {2,}", value)
            found |= {text.strip() for text in texts if len(text.strip()) > 11}
        return found

    english, translated = [stretches(tomllib.loads(path.read_text(encoding="utf-8"))) for path in (file, other)]
    return {text for text in english if not any(text in said for said in translated)}


@pytest.mark.parametrize("title", ["advance", "inferno"])
def test_a_sitting_in_spanish_says_nothing_in_english(run: Run, title: str) -> None:
    ran = run("--language", "es", "sit", title, "--seed", "speech", typed=typed())
    assert ran.status == 0, ran.err
    assert "La partida queda guardada." in ran.out
    package = Path(games.PACKAGE)
    folders = [FOLDER, games.folder(title) / "data" / "text", *[package / name / "text" for name in ("bots", "kernel")]]
    for folder in folders:
        english = english_only(folder / "en.toml", folder / "es.toml")
        assert [text for text in sorted(english) if text in ran.out] == []
    assert spoken() == "", "what a command spoke is forgotten with it"


def test_a_record_is_the_same_in_every_language(run: Run) -> None:
    for language in ("en", "es"):
        file = f"{language}.kurgan"
        assert run("--language", language, "new", "inferno", "--seed", "same", "-o", file).status == 0
        assert run("--language", language, "act", file, "long", "from X", "to 78", "stop").status == 0
    english, spanish = [Path(f"{name}.kurgan").read_text(encoding="utf-8").splitlines() for name in ("en", "es")]
    heads = [json.loads(lines[0]) for lines in (english, spanish)]
    assert heads[0]["pack"] == heads[1]["pack"]
    answers = [[json.loads(line).get("answer") for line in lines] for lines in (english, spanish)]
    assert answers[0] == answers[1]
    assert not re.search("movimiento|Fábrica", "".join(spanish))


def test_commands_speak_as_the_system_does(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert run("new", "inferno", "--seed", "x", "-o", "g.kurgan").status == 0
    assert "Alemania: Elige la acción de este turno. [5.0]" in run("show", "g.kurgan").out
    assert "Acción alemana: movimiento largo. [5.0]" in run("act", "g.kurgan", "long").out
    assert "escenario solo (german): Solitario" in run("games").out
    assert "8.3.3 Obús" in run("rules", "inferno", "8.3.3").out
    assert "8.3.3 Howitzer" in run("rules", "inferno", "8.3.3", "--language", "en").out
    checked = run("verify", "g.kurgan").out
    assert "dados: semilla abierta" in checked and "dados desde la línea 1: demostrados" in checked
    assert "no existe el archivo no.kurgan" in run("show", "no.kurgan").refused()
    assert "no hay ningún juego «infierno»; ¿querías decir «inferno»?" in run("learn", "infierno").refused()
    assert run("learn", "inferno", "1").out.startswith("Stalingrado: Infierno en el Volga, lección 1 de 7")
    assert "no hay ninguna lección «12»; van de la 1 a la 7" in run("learn", "inferno", "12").refused()


@pytest.mark.parametrize("package", ["kernel", "bots"])
def test_what_is_said_of_every_title_has_all_its_sentences(package: str) -> None:
    folder = Path(games.PACKAGE) / package / "text"
    english, *others = [tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")) for name in ("en", "es")]
    for other in others:
        assert list(other["words"]) == list(english["words"])
        blanks = [[sorted(re.findall(r"{\w+}", text)) for text in file["words"].values()] for file in (english, other)]
        assert blanks[0] == blanks[1]


def test_a_line_that_nobody_understands_is_answered_in_the_same_language(run: Run) -> None:
    run("new", "inferno", "--seed", "x", "-o", "g.kurgan")
    run("act", "g.kurgan", "long")
    told = run("--language", "es", "act", "g.kurgan", "from", "--seat", "german").refused()
    assert "se esperaba «from HEXÁGONO», no «from»" in told
    assert "no conozco «Q» (hexágono)" in run("--language", "es", "act", "g.kurgan", "from Q").refused()
    assert "expected 'from HEX', not 'from'" in run("act", "g.kurgan", "from").refused()
