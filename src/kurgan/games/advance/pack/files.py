"""The files of an Advance pack as they stand: form, not meaning.

Which files, columns and keys there are, and a TOML document whose complaints name file, line and key. What the values
mean and whether they fit together is for pack.py.
"""

from pathlib import Path
from typing import Any, Final

from kurgan.kernel.packfile import PackError, Row, read_csv, read_toml
from kurgan.kernel.protocol import Json

FORMAT: Final = 1
SOURCE_KEYS: Final = ("source", "sources")

AREA_COLUMNS: Final = ("number", "name", "terrain", "tem", "volga", "near", "note", "sources")
OUTLINE_COLUMNS: Final = ("number", "points", "source")
UNIT_COLUMNS: Final = (
    "name",
    "division",
    "kind",
    "subtype",
    "assault_gun",
    "attack",
    "movement",
    "return_cost",
    "sources",
)
SOVIET_COLUMNS: Final = ("terrain", "defense", "strategy", "pavlov", "count", "sources")
PACK_KEYS: Final = (
    "format",
    "name",
    "title",
    "edition",
    "version",
    "built_in",
    "reconstructed",
    "note",
    "scenarios",
    "credits",
    "sources",
    "map",
)
CHART_KEYS: Final = (
    "stacking",
    "movement",
    "morale",
    "supply",
    "markers",
    "bloody_streets",
    "isolation",
    "events",
    "turns",
)
SCENARIO_KEYS: Final = (
    "name",
    "title",
    "first_turn",
    "last_turn",
    "morale",
    "german_areas",
    "pavlov_area",
    "source",
    "sources",
    "soviet",
    "arrivals",
    "withdrawal",
    "returns",
    "supply",
    "events",
    "victory",
)


class Document:
    """One TOML file of a pack; finds the line of a key again, so that a complaint can name it."""

    def __init__(self, folder: Path, file: str) -> None:
        self.file = file
        self.table = read_toml(folder, file)
        self.lines = (folder / file).read_text(encoding="utf-8").splitlines()
        self.asked: set[str] = set()

    def fail(self, key: str, what: str, nth: int = 0) -> PackError:
        return PackError(self.file, what, self._line(key, nth), key)

    def _line(self, key: str, nth: int) -> int | None:
        """Line of ``table.key``, in the nth table of that name where there are several."""
        table, _, last = key.rpartition(".")
        current = ""
        seen = -1
        best: int | None = None
        for number, line in enumerate(self.lines, 1):
            text = line.strip()
            if text.startswith("["):
                current = text.split("]")[0].strip("[ ")
                seen = seen + 1 if current in (table, key) else seen
                if current in (table, key) and (seen == nth or not text.startswith("[[")):
                    best = number
            elif current == table and (not table or seen in (-1, nth)) and text.split("=")[0].strip() == last:
                return number
        return best

    def get(self, key: str, kind: type, nth: int | None = None) -> Any:
        """The value of ``key`` or ``table.key`` (in the nth of several such tables), which must be of this type."""
        self.asked.add(key)
        name, _, last = key.rpartition(".")
        table: Any = self.table
        for part in name.split(".") if name else []:
            table = table.get(part) if isinstance(table, dict) else None
        if nth is not None:
            table = table[nth] if isinstance(table, list) and nth < len(table) else None
        if not isinstance(table, dict) or last not in table:
            raise self.fail(key, "is missing", nth or 0)
        value = table[last]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.fail(key, f"should be a {kind.__name__}, not {type(value).__name__}", nth or 0)
        return value

    def number(self, key: str, low: int = 0, high: int = 99, nth: int | None = None) -> int:
        value: int = self.get(key, int, nth)
        if not low <= value <= high:
            raise self.fail(key, f"{value} is outside {low} to {high}", nth or 0)
        return value

    def text(self, key: str, nth: int | None = None) -> str:
        value: str = self.get(key, str, nth)
        return value

    def numbers(self, key: str, low: int, high: int, nth: int | None = None) -> list[int]:
        """A list of different whole numbers."""
        values: list[Any] = self.get(key, list, nth)
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise self.fail(key, f"{value} is not a whole number from {low} to {high}", nth or 0)
        if len(set(values)) < len(values):
            raise self.fail(key, "names something twice", nth or 0)
        return values

    def tables(self, key: str) -> int:
        """How many tables of this name there are."""
        name, _, last = key.rpartition(".")
        table: Any = self.table.get(name, {}) if name else self.table
        value = table.get(last, []) if isinstance(table, dict) else []
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise self.fail(key, "should be a list of tables")
        return len(value)

    def word(self, key: str, words: tuple[str, ...], nth: int | None = None) -> int:
        """The place of the value in a list of allowed words."""
        value = self.text(key, nth)
        if value not in words:
            raise self.fail(key, f"'{value}' is not one of {', '.join(words)}", nth or 0)
        return words.index(value)

    def known(self, where: str, keys: tuple[str, ...], table: Any = None) -> None:
        """Refuse keys that nobody reads: a misspelt fact is worse than a missing one."""
        found = self.table if not where else (table if table is not None else self.table.get(where, {}))
        for key in found if isinstance(found, dict) else ():
            if key not in keys:
                raise self.fail(f"{where}.{key}" if where else key, f"is unknown; known are {', '.join(keys)}")

    def refuse_unread(self) -> None:
        """Call when everything has been read: a key that nobody asked for is misspelt."""
        self._refuse_unread(self.table, "", 0)

    def _refuse_unread(self, table: Json, before: str, nth: int) -> None:
        for name, value in table.items():
            key = before + name
            if key in self.asked or name in SOURCE_KEYS:
                continue
            if isinstance(value, dict):
                self._refuse_unread(value, key + ".", 0)
            elif isinstance(value, list) and value and isinstance(value[0], dict):
                for number, entry in enumerate(value):
                    self._refuse_unread(entry, key + ".", number)
            else:
                raise self.fail(key, "is unknown; nothing reads it", nth)


class Tables:
    """The files of a pack as they stand, before any check of what they mean."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pack = Document(folder, "pack.toml")
        self.scenario_names: list[str] = _scenario_names(self.pack)
        self.areas: list[Row] = read_csv(folder, "areas.csv", AREA_COLUMNS)
        self.outlines: list[Row] = read_csv(folder, "outlines.csv", OUTLINE_COLUMNS)
        self.units: list[Row] = read_csv(folder, "units.csv", (*UNIT_COLUMNS, *self.scenario_names))
        self.soviets: list[Row] = read_csv(folder, "soviets.csv", (*SOVIET_COLUMNS, *self.scenario_names))
        self.charts = Document(folder, "charts.toml")
        self.scenarios: list[Document] = [Document(folder, f"scenarios/{name}.toml") for name in self.scenario_names]


def read(folder: Path) -> Tables:
    """The files of a pack, in form but not yet in meaning."""
    return Tables(folder)


def _scenario_names(pack: Document) -> list[str]:
    pack.known("", PACK_KEYS)
    if pack.number("format", 1) != FORMAT:
        raise pack.fail("format", f"this program reads format {FORMAT}")
    if pack.text("name") != "advance":
        raise pack.fail("name", "this is not a pack of advance")
    names: list[Any] = pack.get("scenarios", list)
    for name in names:
        if not isinstance(name, str) or not name.isidentifier() or name in (*UNIT_COLUMNS, *SOVIET_COLUMNS):
            raise pack.fail("scenarios", f"'{name}' cannot be the name of a scenario")
    if not names or len(set(names)) < len(names):
        raise pack.fail("scenarios", "needs at least one name, and none twice")
    return names
