"""Statistics of discount codes by day follow the orders.

They are on the table of the orders. Before a migration that alters it, one of the discounts drops them
(`run_before`), and another one creates them after it.
"""

from project.core.rollups import rollup_triggers
from project.discounts.models import DISCOUNTS

STATISTICS = rollup_triggers(DISCOUNTS)
