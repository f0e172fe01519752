"""Statistics of discount codes by day follow the orders."""

from project.core.rollups import rollup_triggers
from project.discounts.models import DISCOUNTS

TRIGGERS = [rollup_triggers(DISCOUNTS)]
