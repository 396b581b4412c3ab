"""What every title promises, as tests: derive a class from ``Contract`` and say which title.

    from kurgan.testing.contract import Contract

    class TestFerry(Contract):
        make = Ferry

``WordsContract`` is for titles with a text file, ``AdviceContract`` for those that give fights and features. It needs
pytest.
"""

import pytest

pytest.register_assert_rewrite(
    *[f"{__name__}.{part}" for part in ("bots", "columns", "positions", "records", "rules", "views")]
)

from kurgan.testing.contract.bots import BotsContract  # noqa: E402
from kurgan.testing.contract.columns import ColumnsContract  # noqa: E402
from kurgan.testing.contract.positions import PositionsContract  # noqa: E402
from kurgan.testing.contract.records import RecordsContract  # noqa: E402
from kurgan.testing.contract.rules import RulesContract, VocabularyContract, WordsContract  # noqa: E402
from kurgan.testing.contract.views import AdviceContract, SeatTextContract, ViewsContract  # noqa: E402

__all__ = [
    "AdviceContract",
    "BotsContract",
    "ColumnsContract",
    "Contract",
    "PositionsContract",
    "RecordsContract",
    "RulesContract",
    "SeatTextContract",
    "ViewsContract",
    "VocabularyContract",
    "WordsContract",
]


class Contract(
    RulesContract,
    VocabularyContract,
    ViewsContract,
    SeatTextContract,
    PositionsContract,
    ColumnsContract,
    RecordsContract,
    BotsContract,
):
    """All that holds for every title."""
