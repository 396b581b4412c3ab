"""Teach the pupil: ``python -m pupil.train FOLDER`` reads a data set of ``kurgan dataset`` and writes weights.npz.

It prints how often the pupil gives the teacher's answer in games that it has not learned from, beside an answer by lot.
"""

import json
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow.parquet as parquet
from scipy.sparse import csr_matrix
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

import pupil
from kurgan.lab.summary import wilson
from pupil import Inputs

HIDDEN = 64
SEED = 7


class Lessons(NamedTuple):
    """What was seen, what was answered to which question, and what else might have been answered."""

    rows: np.ndarray
    steps: list[str]
    answers: list[int]
    legal: list[list[int]]


def read(folder: Path, split: str) -> Lessons:
    found = parquet.read_table(folder / "data" / f"split={split}")
    width = found.schema.field("observation").type.list_size
    flat = found["observation"].combine_chunks().flatten().to_numpy()
    columns = {name: found[name].to_pylist() for name in ("step", "answer", "legal")}
    return Lessons(flat.reshape(-1, width), columns["step"], columns["answer"], columns["legal"])


def lit(inputs: Inputs, rows: np.ndarray) -> Any:
    """Rows of zeros and ones, sparse."""
    at, met = inputs.lit(rows)
    ends = np.concatenate(([0], np.cumsum(met.sum(axis=1))))
    return csr_matrix((np.ones(int(ends[-1]), dtype=np.float32), at[met], ends), shape=(len(rows), inputs.count))


def teach(folder: Path, rounds: int) -> None:
    """Learn, and write what was learned beside the bot."""
    told = json.loads((folder / "schema.json").read_text(encoding="utf-8"))
    lessons = read(folder, "train")
    inputs = Inputs.of(lessons.rows)
    pairs = sorted(set(zip(lessons.steps, lessons.answers, strict=True)))
    number = {pair: i for i, pair in enumerate(pairs)}
    wanted = [number[pair] for pair in zip(lessons.steps, lessons.answers, strict=True)]
    network = MLPClassifier((HIDDEN,), max_iter=rounds, batch_size=256, alpha=1e-4, random_state=SEED, tol=0.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # so many rounds and no more: games held back are the judge
        network.fit(lit(inputs, lessons.rows), wanted)
    layers = {
        "hidden": network.coefs_[0],
        "hidden_bias": network.intercepts_[0],
        "output": network.coefs_[1],
        "output_bias": network.intercepts_[1],
    }
    np.savez_compressed(
        pupil.WEIGHTS,
        title=told["title"],
        first=inputs.first,
        last=inputs.last,
        steps=[step for step, _ in pairs],
        answers=[answer for _, answer in pairs],
        **{name: layer.astype(np.float16) for name, layer in layers.items()},
    )
    pupil.learned.cache_clear()


class Mark(NamedTuple):
    """How often the pupil gave the teacher's answer where there was a choice, and how often a lot would."""

    right: int
    count: int
    by_lot: float


def examine(lessons: Lessons) -> Mark:
    """In games that were not learned from."""
    known = pupil.learned()
    right = count = 0
    by_lot = 0.0
    for row, step, answer, legal in zip(*lessons, strict=True):
        if len(legal) < 2:
            continue
        liking = known.liking(row)
        places = [known.place.get((step, other), -1) for other in legal]
        worth = [liking[place] if place >= 0 else -np.inf for place in places]
        right += legal[int(np.argmax(worth))] == answer
        by_lot += 1 / len(legal)
        count += 1
    return Mark(right, count, by_lot / count)


def main(arguments: Sequence[str]) -> None:
    folder = Path(arguments[0])
    teach(folder, int(arguments[1]) if len(arguments) > 1 else 12)
    mark = examine(read(folder, "test"))
    low, high = wilson(mark.right, mark.count)
    share = f"{100 * mark.right / mark.count:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    print(f"the teacher's answer in {share} of {mark.count} decisions; by lot {100 * mark.by_lot:.1f} %")


if __name__ == "__main__":
    main(sys.argv[1:])
