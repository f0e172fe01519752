"""The settings of the tests, and of the processes that they start: the shop's own, with switches for tests.

A switch comes from the environment as `TEST_<name>`; `SWITCHES` names them.
"""

import os

from django.utils.module_loading import import_string

from project.settings import *
from project.settings import DEBUG, HUEY, PAYMENT_PROVIDERS
from tests.switches import SWITCHES

_given = {name: value for name in SWITCHES if (value := os.environ.get(f"TEST_{name}"))}
HUEY["immediate"] = _given.get("HUEY_IMMEDIATE") == "1"
if "SANDBOX_URL" in _given:
    for _path in PAYMENT_PROVIDERS.values():
        _read = import_string(_path).settings_from_environment
        globals().update(_read(double_url=_given["SANDBOX_URL"], required=not DEBUG))
globals().update({name: int(value) if value.isdigit() else value for name, value in _given.items()})
if "KEYS_ON_SCREEN" in _given:
    PROVIDERS_ON_SCREEN = [*PAYMENT_PROVIDERS]
if "HOLD_LIMITS" not in _given:
    # All tests buy as the same guest; tests of these limits set them.
    SHOP_DEFAULTS = {
        "limits": {
            "unpaid_orders_per_buyer": 0,
            "unpaid_pieces_per_buyer": 0,
            "unpaid_orders_per_network": 0,
            "unpaid_pieces_per_network": 0,
            "stock_share_percent": 100,
        }
    }
