"""Play games of bots and fit the chance to win from a position; write what was learnt, and how well it holds.

    python tools/calibrate.py play advance --scenario campaign --games 150
    python tools/calibrate.py play-on roads --scenario wintergewitter --games 150    (where quick games judge)
    python tools/calibrate.py fit            (writes bot/chances.json of each title and docs/reference/chances.md)

Games go to build/calibration as lines, game by game, and are gone on with where they stopped. From each game some
positions are taken at random, of some games one is played on several times to learn how far positions that look alike
differ. Fitted is a logistic model over the features' sum, the lead, or both: what it looks at is what foresees best
when each game is predicted from the others (ten parts). Its covariance treats a game as one observation. Every third
game is held out from all of this, and only those make the tables of the docs.
"""

import argparse
import json
import random
from collections.abc import Mapping, Sequence
from itertools import product
from math import log
from pathlib import Path
from typing import Any

from kurgan import games
from kurgan.bots import Greedy, Player
from kurgan.bots.chances import (
    AT_LAST,
    DRAWN,
    EVEN,
    LATE,
    LEAD,
    MOVE,
    PLAYED,
    SUM,
    Figures,
    Look,
    chance_of,
    inputs,
    logistic,
    look,
    measure,
    odds_of,
    plain,
    result_for,
    to_json,
)
from kurgan.bots.playing_on import PLAYS, PlayingOn
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Over
from kurgan.lab.play import play
from kurgan.lab.summary import wilson

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "calibration"
PAGE = ROOT / "docs" / "reference" / "chances.md"
BOT = "greedy:1"
HELD_EVERY = 3
"""Every third game is held out: it has no part in what the model looks at nor in its figures, and is what the tables of
the docs are made of."""
AGAIN_EVERY = 4
"""Of so many games one is played on from one of its positions."""
POSITIONS = 16
"""Positions taken from a game."""
PLAYED_ON = {("roads", "wintergewitter")}
"""Scenarios whose positions are judged by quick games: short ones, in which what stands on the map says little."""
MOST_PLAYED_ON = 4
"""Positions of a game that are played on: they are kept by lot."""
RIDGES = (2.0, 16.0)
"""How hard weights are pulled towards nothing, so that few games do not make a model too sure of itself: that one is
taken which foresees unseen games best. The general level is pulled hardly at all."""
FREE = 0.1
LOOKS = (
    (SUM,),
    (LEAD + LATE,),
    (SUM, SUM + LATE),
    (SUM, LEAD + LATE),
    (SUM + LATE, LEAD + LATE),
    (SUM, SUM + LATE, LEAD, LEAD + LATE),
    (LEAD + AT_LAST, EVEN + AT_LAST),
    (SUM + AT_LAST, EVEN + AT_LAST),
    (SUM, LEAD + AT_LAST, EVEN + AT_LAST),
)
MODELS = (*LOOKS, *((*look, MOVE) for look in LOOKS))
"""What a model may look at."""
PLAYED_MODELS = ((PLAYED,),)
STAGES = 20
"""Parts of a game from each of which one position is taken."""
PARTS = 10
BINS = 10
ROUNDS = 40
LEAST_SCATTER, MOST_SCATTER = 0.01, 0.3
"""So few positions were played on that less or more would be chance."""
LEAST = 2
"""Games won and games lost without which nothing is learnt: with so few the band is wide, and says so."""
FEW = 5
"""Games below which a row of the table says nothing."""

Row = dict[str, Any]


# Playing --------------------------------------------------------------------------------------------------------


def play_games(title: str, scenario: str, options: dict[str, str], count: int, again: int, seed: str) -> Path:
    """Play what is missing; ``again`` is how often one position of every fourth game is played on."""
    game = games.load(title)
    settled = game.settle(options)
    name = file_name(title, scenario, options)
    path = FOLDER / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    done = len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0
    for index in range(done, count):
        times = again if index % AGAIN_EVERY == 1 else 0
        row = play_one(game, scenario, settled, f"{seed}/{name}/{index}", times)
        is_held = index % HELD_EVERY == HELD_EVERY - 1
        row = {"title": title, "scenario": scenario, "options": options, "bot": BOT, "held": is_held, **row}
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        print(f"{path.name}: {index + 1} of {count}", flush=True)
    return path


def file_name(title: str, scenario: str, options: Mapping[str, str]) -> str:
    words = "".join(f"-{name}-{value}" for name, value in sorted(options.items()))
    return f"{title}-{scenario}{words}"


def play_one(game: Any, scenario: str, options: dict[str, str], seed: str, again: int) -> Row:
    """One game: for each seat its result, and positions whole, so that features that change can look at them again."""
    seats = game.seats(scenario)
    s = game.new(scenario, options)
    players = [Player(BOT, f"{seed}/{seat}") for seat in seats]
    dice, lot = Tape(f"{seed}/dice"), random.Random(seed)
    kept: list[Any] = []
    met = 0
    while not isinstance(asked := game.pending(s), Over):
        if not isinstance(asked, Decide):
            game.answer(s, asked.chance.throw(dice))
            continue
        met += 1
        if len(kept) < POSITIONS:
            kept.append(s.copy())
        elif (place := lot.randrange(met)) < POSITIONS:
            kept[place] = s.copy()
        game.answer(s, players[asked.seat].choose(game, game.view(s, asked.seat), game.legal(s)))
    row: Row = {"results": results(game, scenario, seats, asked), "positions": [k.to_json() for k in kept]}
    if again:
        start = lot.choice(kept)
        ends = [
            play(game, start.copy(), [Player(BOT, f"{seed}/{i}/{n}") for n in seats], Tape(f"{seed}/again/{i}"))
            for i in range(again)
        ]
        row["again"] = start.to_json()
        row["ends"] = [results(game, scenario, seats, Over(end.outcome)) for end in ends]
    return row


def results(game: Any, scenario: str, seats: Sequence[str], end: Over) -> list[float]:
    return [result_for(game, scenario, seat, end.outcome) for seat in seats]


def play_on(title: str, scenario: str, count: int) -> None:
    """Quick games from positions of the first so many games, for models that look at those; goes on where it stopped.

    Seen by the first seat, and the other way round by the second: what little is hidden there is not worth the time.
    """
    game = games.load(title)
    path = FOLDER / f"{title}-{scenario}.jsonl"
    kept = odds_beside(path)
    done = len(read_lines(kept))
    playing = PlayingOn(game, Greedy().policies(game), scenario, game.seats(scenario)[0])

    def odds(position: Any) -> float:
        return odds_of(sum(playing.results(game.view(game.load_state(position), 0))), PLAYS)

    for index, row in enumerate(read_lines(path)[:count]):
        if index < done:
            continue
        found = {"positions": [odds(position) for position in row["positions"][:MOST_PLAYED_ON]]}
        again = {"again": odds(row["again"])} if "again" in row else {}
        with open(kept, "a", encoding="utf-8") as file:
            file.write(json.dumps(found | again) + "\n")
        print(f"{kept.name}: {index + 1} of {count}", flush=True)


def odds_beside(path: Path) -> Path:
    return path.with_suffix(".odds")


def read_lines(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def looked_at(game: Any, row: Row, odds: Row | None = None) -> Row:
    """The game as the models are shown it: for each position what each seat's features say of it now; of a game whose
    positions were played on, only those."""
    seats = range(len(game.seats(row["scenario"])))

    def looks(position: Any, played: float) -> list[Look]:
        s = game.load_state(position)
        found = [look(game, game.view(s, seat), game.pending(s)) for seat in seats]
        return [each._replace(played=-played if seat else played) for seat, each in zip(seats, found, strict=True)]

    known = odds["positions"] if odds is not None else [0.0] * len(row["positions"])
    shown = {**row, "positions": [looks(each, played) for each, played in zip(row["positions"], known, strict=False)]}
    return {**shown, "again": looks(row["again"], odds["again"] if odds else 0.0)} if "again" in row else shown


def looked_rows(game: Any, path: Path) -> list[Row]:
    """Every game of a file; where positions were played on, those games of which that is known."""
    rows = read_lines(path)
    odds = read_lines(odds_beside(path))
    if (rows[0]["title"], rows[0]["scenario"]) in PLAYED_ON:
        return [looked_at(game, row, known) for row, known in zip(rows, odds, strict=False)]
    return [looked_at(game, row) for row in rows]


def stage(progress: float) -> int:
    return int(progress * STAGES)


# Fitting --------------------------------------------------------------------------------------------------------

Given = list[float]
Games = list[tuple[list[Given], float]]
"""For each game what the model is given at its positions, and the result."""


def fit(rows: Sequence[Row], seat: int, seat_name: str) -> Figures | None:
    """The model that best foresees games it has not seen; None if none does better than the same chance for all.

    Single features are not fitted: with so few games they foresee no better, and an order would be praised for an
    accident of the sample. For the same reason a model in which a better position has a worse chance is none.
    """
    seen = [position[seat] for row in rows for position in row["positions"]]
    scales = {name: scale([measure(each, name) for each in seen]) for name in (SUM, LEAD)}
    scales |= dict.fromkeys((EVEN, MOVE, PLAYED), (0.0, 1.0))
    chosen_from = PLAYED_MODELS if (rows[0]["title"], rows[0]["scenario"]) in PLAYED_ON else MODELS
    is_alone = len(rows[0]["results"]) == 1  # then it is always the seat's own move
    models = [{n: scales[plain(n)] for n in chosen} for chosen in chosen_from if not (is_alone and MOVE in chosen)]
    first = rows[0]
    won = won_by(rows, seat)
    if not LEAST <= won * len(rows) <= len(rows) - LEAST:
        return None
    fitted = []
    for chosen, ridge in product(models, RIDGES):
        blank = Figures(
            first["scenario"], first["options"], seat_name, first["bot"], len(rows), won, chosen, [], [], 0.0
        )
        data = [([inputs(blank, each) for each in turns(row, seat)], row["results"][seat]) for row in rows]
        if is_sensible(blank, newton(data, ridge)):
            fitted.append((surprise(held_out(blank, data, ridge)), ridge, blank, data))
    if not fitted:
        return None
    told, ridge, blank, data = min(fitted, key=lambda each: each[0])
    if told >= surprise(blindly(data)):
        return None
    weights = newton(data, ridge)
    covariance = sandwich(data, weights, ridge)
    figures = blank._replace(weights=[round(w, 6) for w in weights], covariance=covariance)
    return figures._replace(scatter=scatter(figures, rows, seat))


def won_by(rows: Sequence[Row], seat: int) -> float:
    return float(sum(row["results"][seat] for row in rows)) / len(rows)


def turns(row: Row, seat: int) -> list[Look]:
    """One position for each stage that was met, so that a turn of many small answers counts like any other."""
    seen = [position[seat] for position in row["positions"]]
    return list({stage(each.progress): each for each in seen}.values())


def is_sensible(figures: Figures, weights: Sequence[float]) -> bool:
    """Whether more is better, early and late. Where the sum holds what the lead counts, the lead only corrects it."""
    by_name = dict(zip(figures.scales, weights[2:], strict=True))
    name = next(each for each in (SUM, PLAYED, LEAD) if any(other.startswith(each) for other in by_name))
    early = by_name.get(name, 0.0)
    return min(early, early + by_name.get(name + LATE, 0.0), by_name.get(name + AT_LAST, 0.0)) >= 0


def scale(values: Sequence[float]) -> tuple[float, float]:
    """Mean and deviation."""
    mean = sum(values) / len(values)
    return round(mean, 4), round((sum((v - mean) ** 2 for v in values) / len(values)) ** 0.5, 4)


def newton(data: Games, ridge: float) -> list[float]:
    """The weights that make the results most likely."""
    weights = [0.0] * len(data[0][0][0])
    for _ in range(ROUNDS):
        gradient, curve = slopes(data, weights, ridge)
        step = solve(curve, gradient)
        weights = [w + max(-2.0, min(2.0, d)) for w, d in zip(weights, step, strict=True)]
        if max(abs(d) for d in step) < 1e-9:
            break
    return weights


def slopes(data: Games, weights: list[float], ridge: float) -> tuple[list[float], list[list[float]]]:
    size = len(weights)
    pull = [FREE, *[ridge] * (size - 1)]
    gradient = [-each * w for each, w in zip(pull, weights, strict=True)]
    curve = [[pull[i] * (i == j) for j in range(size)] for i in range(size)]
    for positions, result in data:
        for x in positions:
            chance = logistic(sum(w * each for w, each in zip(weights, x, strict=True)))
            for i, each in enumerate(x):
                gradient[i] += (result - chance) * each
                line, part = curve[i], chance * (1 - chance) * each
                for j, other in enumerate(x):
                    line[j] += part * other
    return gradient, curve


def sandwich(data: Games, weights: list[float], ridge: float) -> list[list[float]]:
    """The covariance of the weights where positions of one game are one observation."""
    _, curve = slopes(data, weights, ridge)
    size = range(len(weights))
    inverse = [solve(curve, [float(i == j) for j in size]) for i in size]
    meat = [[0.0 for _ in size] for _ in size]
    for positions, result in data:
        score = [0.0 for _ in size]
        for x in positions:
            chance = logistic(sum(w * each for w, each in zip(weights, x, strict=True)))
            score = [total + (result - chance) * each for total, each in zip(score, x, strict=True)]
        meat = [[meat[i][j] + score[i] * score[j] for j in size] for i in size]
    return [[round(v, 7) for v in line] for line in multiply(multiply(inverse, meat), inverse)]


def multiply(a: list[list[float]], b: list[list[float]]) -> list[list[float]]:
    size = range(len(a))
    return [[sum(a[i][k] * b[k][j] for k in size) for j in size] for i in size]


def solve(matrix: list[list[float]], vector: Sequence[float]) -> list[float]:
    """Gauss with pivots."""
    size = len(matrix)
    rows = [[*line, value] for line, value in zip(matrix, vector, strict=True)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [v / rows[i][i] for v in rows[i]]
        for r in range(size):
            if r != i:
                rows[r] = [v - rows[r][i] * w for v, w in zip(rows[r], rows[i], strict=True)]
    return [line[-1] for line in rows]


def scatter(figures: Figures, rows: Sequence[Row], seat: int) -> float:
    """By how much of p(1-p) true chances differ among positions that the model takes to be alike: from positions that
    were played on several times, what is more than the dice of so few games would do."""
    square = dice = rest = 0.0
    for row in rows:
        if "again" not in row:
            continue
        ends = [end[seat] for end in row["ends"]]
        chance = chance_of(figures, inputs(figures, row["again"][seat]))
        square += (sum(ends) / len(ends) - chance) ** 2
        dice += chance * (1 - chance) / len(ends)
        rest += chance * (1 - chance) * (1 - 1 / len(ends))
    return round(min(MOST_SCATTER, max(LEAST_SCATTER, (square - dice) / rest)), 4) if rest else MOST_SCATTER


# How well it holds ----------------------------------------------------------------------------------------------


def held_out(figures: Figures, data: Games, ridge: float) -> list[tuple[int, float, float]]:
    """Game, chance and result of every position, each predicted by weights that had not seen its game."""
    found = []
    for part in range(PARTS):
        weights = newton([each for i, each in enumerate(data) if i % PARTS != part], ridge)
        other = figures._replace(weights=weights)
        for i, (positions, result) in enumerate(data):
            if i % PARTS == part:
                found += [(i, chance_of(other, x), result) for x in positions]
    return found


def blindly(data: Games) -> list[tuple[int, float, float]]:
    """The same for somebody who does not look: the share of the other games that were won."""
    found = []
    for i, (positions, result) in enumerate(data):
        others = [other for j, (_, other) in enumerate(data) if j % PARTS != i % PARTS]
        found += [(i, (sum(others) + 0.5) / (len(others) + 1), result)] * len(positions)
    return found


def reliability(predicted: Sequence[tuple[int, float, float]]) -> list[str]:
    """Rows of the table: of positions that were given such a chance, how many were won."""
    lines = ["| given | positions | of games | mean given | won | interval |", "|---|---|---|---|---|---|"]
    for b in range(BINS):
        here = [(g, p, r) for g, p, r in predicted if min(BINS - 1, int(p * BINS)) == b]
        if not here:
            continue
        played = len({g for g, _, _ in here})
        won = sum(r for _, _, r in here) / len(here)
        low, high = wilson(round(won * played), played)
        given = f"{b * 100 // BINS} to {(b + 1) * 100 // BINS} %"
        interval = f"{low:.0%} to {high:.0%}" if played >= FEW else "too few games"
        mean = sum(p for _, p, _ in here) / len(here)
        lines.append(f"| {given} | {len(here)} | {played} | {mean:.0%} | {won:.0%} | {interval} |")
    return lines


def scores(predicted: Sequence[tuple[int, float, float]], blind: Sequence[tuple[int, float, float]]) -> str:
    """Mean squared error and surprise, against giving everybody the same chance."""
    n = len(predicted)
    brier = sum((p - r) ** 2 for _, p, r in predicted) / n
    plain = sum((p - r) ** 2 for _, p, r in blind) / n
    return (
        f"Mean squared error {brier:.3f} (the same chance for all: {plain:.3f}), surprise {surprise(predicted):.2f} "
        f"bits (the same for all: {surprise(blind):.2f})."
    )


def surprise(predicted: Sequence[tuple[int, float, float]]) -> float:
    """Bits by which a result surprises on average."""
    told = [r * log(max(p, 1e-9)) + (1 - r) * log(max(1 - p, 1e-9)) for _, p, r in predicted]
    return -sum(told) / len(told) / log(2)


def section(title: str, figures: Figures, held: Sequence[Row], seat: int) -> list[str]:
    """What the model makes of games that had no part in it."""
    data = [([inputs(figures, each) for each in turns(row, seat)], row["results"][seat]) for row in held]
    predicted = [(i, chance_of(figures, x), result) for i, (xs, result) in enumerate(data) for x in xs]
    blind = [(i, figures.won, result) for i, _, result in predicted]
    drawn = sum(result == DRAWN for _, result in data)
    return [
        f"## {heading(title, figures.scenario, figures.options, figures.seat)}",
        "",
        f"Learnt from {figures.games} games of {figures.bot}, {figures.won:.0%} won; tried on {len(held)} others, "
        f"{won_by(held, seat):.0%} won{f', {drawn} drawn' if drawn else ''}. {scores(predicted, blind)} Positions that "
        f"the model takes to be alike differ by {figures.scatter:.0%} of p(1-p): a band as wide as from "
        f"{1 / figures.scatter:.0f} games at most. The model looks at {told(figures)}.",
        "",
        *reliability(predicted),
        "",
    ]


def heading(title: str, scenario: str, options: Mapping[str, str], seat: str) -> str:
    return f"{title}, {scenario}{''.join(f', {name} {value}' for name, value in sorted(options.items()))}: {seat}"


def told(figures: Figures) -> str:
    """What the model looks at."""
    return " and ".join(f"the {name}" for name in figures.scales)


def without_model(rows: Sequence[Row], seat: int, name: str) -> Figures:
    """What is kept of games that taught nothing, so that the coach can say so and the page is not lost."""
    won = round(won_by(rows, seat), 4)
    return Figures(rows[0]["scenario"], rows[0]["options"], name, rows[0]["bot"], len(rows), won, {}, [], [], 0.0)


def nothing(title: str, rows: Sequence[Row], seat: int, name: str) -> list[str]:
    """Of a scenario whose games taught nothing yet."""
    first = rows[0]
    why = "too few won or lost, or no model that foresees them better than one chance for all"
    drawn = sum(row["results"][seat] == DRAWN for row in rows)
    share = f"{won_by(rows, seat):.0%} won{f', {drawn} drawn' if drawn else ''}"
    words = f"{len(rows)} games of {first['bot']}, {share}: {why}."
    return [f"## {heading(title, first['scenario'], first['options'], name)}", "", words, ""]


HEAD = """# Chances to win, and how far to trust them

`kurgan review` and the page after a game give the chance to win. It comes from a small model for each title, scenario
and seat: the sum of the features by which bots judge a position ([bots](bots.md)), how far ahead the seat would be if
the game ended now, and how much of the game is behind. It was fitted to games of bots against each other (or against
the rules), so it says how often *such bots* would win from positions like this one; people win more or
less often. Where no games were counted there is no chance, and the coach says so.

The tables say how well it holds on games that were held out: every third game had no part in choosing what the model
looks at, nor in its figures. Of the positions that were given, say, 70 to 80 %, so many were won. Positions of one
game are not independent, so the interval (95 in 100) counts games, not positions. The band that is drawn around a
chance holds the uncertainty of the fit and the scatter of positions that look alike to the model, learnt by playing
single positions on several times.

What a model may look at: the sum of the features and the lead, each alike at all times, *late* (as much as the game
has gone), or *at last* (the more, the less is to come); *even* is where the lead is worth nothing; the *move* is whose
question it is. The choice is made by the games to learn from, each predicted from the others. In Wintergewitter it
looks at the *played*: the odds of 24 quick games from the position, seen by the first seat.

What a model may look at was chosen on games of earlier bots, and so was that quick games judge Wintergewitter. The
games are of the bots that the package has: those of the *Advance* campaign and of *Inferno* at `basic` and
`easy_german` of 18 November 2026, the others of the day after. A change of the bots is a reason to count again. Where
one side wins nearly always (1 vs 1) the chances say little more than just that, and their bands are wide.

Where it says below that nothing was learnt, the coach gives no chance, draws no curve and says why.

This page is made by `tools/calibrate.py fit`.

"""


def kept_sections() -> dict[str, list[str]]:
    """What the page says now, by heading."""
    found: dict[str, list[str]] = {}
    for part in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        found[part.splitlines()[0]] = ["## " + part.rstrip(), ""]
    return found


def fit_all() -> None:
    """Everything that was played: figures into the packages, tables into the docs. What was taught of scenarios that
    were not played again stays."""
    before = kept_sections()
    pages: list[str] = []
    for title in games.TITLES:
        game = games.load(title)
        names = {path.stem for path in FOLDER.glob(f"{title}-*.jsonl")}
        taught = [
            entry for entry in game.taught() if file_name(title, entry["scenario"], entry["options"]) not in names
        ]
        for entry in taught:
            pages += before.get(heading(title.capitalize(), entry["scenario"], entry["options"], entry["seat"]), [])
        for path in sorted(FOLDER.glob(f"{title}-*.jsonl")):
            rows = looked_rows(game, path)
            shown, held = [row for row in rows if not row["held"]], [row for row in rows if row["held"]]
            for seat, name in enumerate(game.seats(rows[0]["scenario"])):
                figures = fit(shown, seat, name)
                if figures is None:
                    taught.append(to_json(without_model(rows, seat, name)))
                    pages += nothing(title.capitalize(), rows, seat, name)
                    continue
                taught.append(to_json(figures))
                pages += section(title.capitalize(), figures, held, seat)
        if taught:
            text = "[\n" + ",\n".join(json.dumps(entry) for entry in taught) + "\n]\n"
            folder = ROOT / "src" / "kurgan" / "games" / title / "bot"
            (folder / "chances.json").write_text(text, encoding="utf-8")
    PAGE.write_text(HEAD + "\n".join(pages).rstrip() + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    what = parser.add_subparsers(dest="what", required=True)
    playing = what.add_parser("play")
    playing.add_argument("title", choices=games.TITLES)
    playing.add_argument("--scenario", required=True)
    playing.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    playing.add_argument("--games", type=int, default=100)
    playing.add_argument("--again", type=int, default=4)
    playing.add_argument("--seed", default="calibrate")
    further = what.add_parser("play-on")
    further.add_argument("title", choices=games.TITLES)
    further.add_argument("--scenario", required=True)
    further.add_argument("--games", type=int, default=100)
    what.add_parser("fit")
    asked = parser.parse_args()
    if asked.what == "fit":
        fit_all()
    elif asked.what == "play-on":
        play_on(asked.title, asked.scenario, asked.games)
    else:
        options = dict(word.split("=", 1) for word in asked.option)
        play_games(asked.title, asked.scenario, options, asked.games, asked.again, asked.seed)


if __name__ == "__main__":
    main()
