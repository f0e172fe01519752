"""Statistics of discount codes by day follow the orders.

The triggers are on the table of orders. A migration that alters it needs one of discounts with DropTriggers
before it (`run_before`), and one with CreateTriggers after it.
"""

from dataclasses import replace

from project.core.rollups import rollup_triggers
from project.discounts.models import DISCOUNTS

# As the migrations before 0006 make them.
FIRST_STATISTICS = rollup_triggers(replace(DISCOUNTS, sums=("total_paise", "discount_paise")))
STATISTICS = rollup_triggers(DISCOUNTS)
