"""Changes of public data, announced to the cache of public answers.

A set of changes holds slugs of products whose stock is another one, and the two names below.
"""

from collections.abc import Collection
from typing import Final, TypeAlias

# A product sold out or came back: what can be bought is filtered by and counted.
AVAILABILITY: Final = ""
# Something else than a stock.
ANYTHING: Final = None

Changes: TypeAlias = Collection[str | None]
