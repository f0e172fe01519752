"""The times after which the Postgres backend gives up."""

from typing import Final

# A connection that takes longer than this to get is none; settings.py gives it to the pool.
WAIT_SECONDS: Final = 2.0
# Postgres itself ends a statement that takes longer; settings.py tells it so.
STATEMENT_SECONDS: Final = 15
