"""A report of the odds in lines for people."""

from collections.abc import Callable
from fractions import Fraction

from kurgan.kernel.protocol import Json

BAR = 20
"""Characters of a full bar."""


def plain(key: str) -> str:
    """A figure or a result by its own name."""
    if key == "sampled":
        return "These figures are sampled, not exact."
    return str(key).removeprefix("p_").replace("_", " ")


def odds_lines(report: Json, words: Callable[[str], str] = plain) -> list[str]:
    """A report of the odds: chances as percent with their fraction, distributions as bars. ``words`` says what figures
    and results are called, or nothing where they have no other name."""

    def word(key: str) -> str:
        return words(key) or plain(key)

    lines: list[str] = []
    for name, value in report.items():
        label = word(name)
        if name == "raw_result" and value == report.get("result"):
            continue
        if is_chance(value):
            expected = name.startswith("expected")
            lines.append(f"  {label}: " + (f"{value['decimal']:.2f}" if expected else percent(value)))
        elif isinstance(value, dict) and value and all(is_chance(part) for part in value.values()):
            lines.append(f"  {label}")
            lines += [f"    {word(outcome):>12}  {_bar(part)} {percent(part)}" for outcome, part in value.items()]
        elif isinstance(value, dict):
            if value:
                lines.append(f"  {label}: " + "; ".join(f"{word(k)}: {v}" for k, v in value.items()))
        elif value is not None and not isinstance(value, bool):
            lines.append(f"  {label}: {value}")
    if report.get("exact") is False:
        lines.append(f"  {word('sampled')}")
    return lines


def odds_line(report: Json, words: Callable[[str], str] = plain) -> str:
    """The shortest form: the first distribution of a report, or its first chance."""

    def word(key: str) -> str:
        return words(key) or plain(key)

    for name in ("result", *report):
        value = report.get(name)
        if isinstance(value, dict) and value and all(is_chance(part) for part in value.values()):
            shown = [f"{word(outcome)} {part['decimal']:.1%}" for outcome, part in value.items()]
            rest = 1 - sum(Fraction(part["fraction"]) for part in value.values())
            # A fight that may be broken off before its dice has no result at all.
            return ", ".join([*shown, f"{word('no_result')} {float(rest):.1%}"] if rest > 0 else shown)
    chances = [(name, value) for name, value in report.items() if name.startswith("p_") and is_chance(value)]
    return ", ".join(f"{word(name)} {value['decimal']:.1%}" for name, value in chances[:3])


def is_chance(value: object) -> bool:
    return isinstance(value, dict) and set(value) == {"fraction", "decimal"}


def percent(chance: Json) -> str:
    return f"{chance['decimal']:.1%} ({chance['fraction']})"


def _bar(chance: Json) -> str:
    filled = round(float(chance["decimal"]) * BAR)
    return ("#" * filled).ljust(BAR)
