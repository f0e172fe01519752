"""The kinds of imports."""

from collections.abc import Mapping
from typing import Final

from project.move_in.kind import Kind
from project.move_in.models import ImportKind
from project.move_in.products import Products

KINDS: Final[Mapping[ImportKind, Kind]] = {kind.name: kind for kind in (Products(),)}
