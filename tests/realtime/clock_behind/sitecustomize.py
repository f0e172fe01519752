"""For PYTHONPATH: the clock of this Python process is an hour behind; what measures spans is not changed."""

from datetime import UTC, datetime, timedelta

import time_machine

time_machine.travel(datetime.now(UTC) - timedelta(hours=1)).start()
