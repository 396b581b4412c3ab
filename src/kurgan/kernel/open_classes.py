"""Classes of compiled modules from which titles of others, which are not compiled, may derive."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_: bool):
        """What mypyc reads when it compiles; nothing at all when Python runs the text, so no package is needed."""
        return lambda kind: kind


__all__ = ["mypyc_attr"]
