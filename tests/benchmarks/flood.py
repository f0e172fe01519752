"""Four clients that send without pause for 45 seconds: what that costs the server, and everybody else.

    .venv/bin/python -m tests.benchmarks.flood
    .venv/bin/python -m tests.benchmarks.flood --seconds 10

Everything is real: one daphne process, four flooding sockets that come back half a second after they were
closed, ten bystanders who ask once a second each. Nothing here asserts; `tests/realtime/test_floods.py` does.
"""

import argparse
import time

from tests.benchmarks.measuring import machine, milliseconds
from tests.realtime.flooding import FLOODS, Bystanders, Flood, memory_of, p99
from tests.server_process import ShopProcesses


def main() -> None:
    """Print one table row a kind of flood."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=45)
    seconds: float = parser.parse_args().seconds
    print(f"{time.strftime('%Y-%m-%d')}: {machine()}\n")
    print("| flood | bystanders | memory | the flood |\n| --- | --- | --- | --- |", flush=True)
    with ShopProcesses() as shop:
        web = shop.serve(LOG_LEVEL="WARNING")
        for name, frame in FLOODS.items():
            with Bystanders(web) as bystanders:
                calm = bystanders.ask(seconds / 2)
                before = memory_of(web)
                with Flood(web, frame) as flood:
                    waits = bystanders.ask(seconds)
                after = memory_of(web)
            print(
                f"| {name} | p99 {milliseconds(p99(calm))} before, {milliseconds(p99(waits))} during it,"
                f" worst {milliseconds(max(waits))} | {before:.0f} MB before, {after:.0f} MB after |"
                f" closed {flood.closed} times |",
                flush=True,
            )


if __name__ == "__main__":
    main()
