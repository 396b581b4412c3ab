"""What is known of a game beyond its lines: kept beside the record, or told by the record itself."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kurgan.kernel.protocol import Json
from kurgan.session.dice import keeps_promise
from kurgan.session.record import Line


class Known(NamedTuple):
    """What is known beyond the lines: secrets by their promise, positions from which other rules took over, and what
    was drawn in secret under a promise that is not ours to know, both by the number of their line."""

    secrets: Mapping[str, str]
    bases: Mapping[str, Json]
    draws: Mapping[str, Sequence[int]]


def known(lines: Sequence[Line], vault: Json) -> Known:
    """From what is kept beside the record and from what it reveals itself."""
    secrets: dict[str, str] = dict(vault.get("secrets", {}))
    bases: dict[str, Json] = dict(vault.get("bases", {}))
    draws: dict[str, Sequence[int]] = dict(vault.get("draws", {}))
    parent = lines[0].fields.get("parent")
    if parent and "secret" in parent:
        secrets[parent["commitment"]] = parent["secret"]
    for line in lines:
        if line.kind in ("epoch", "secret") and "revealed" in line.fields:
            secrets[line.fields["commitment"]] = line.fields["revealed"]
        if line.kind == "reveal":
            secrets.update(line.fields["secrets"])
            bases.update(line.fields.get("bases", {}))
            draws.update(line.fields.get("draws", {}))
    kept = {promised: secret for promised, secret in secrets.items() if keeps_promise(promised, secret)}
    return Known(kept, bases, draws)
