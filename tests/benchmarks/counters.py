"""The cost of statistics to writers: none, one row that is counted up, or rows that are only inserted.

    python -m tests.benchmarks.counters

Eight connections write a row, count it, work on for five milliseconds, as the rest of a purchase does, and
commit. Nothing here asserts; why `project/core/rollups.py` inserts is in `project/core/README.md`.
"""

import statistics
import threading
import time

import psycopg

from deploy.services import Postgres

CONNECTIONS = 8
SECONDS = 8.0
TABLES = """
CREATE TABLE purchase (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, paise bigint);
CREATE TABLE counted (status text PRIMARY KEY, row_count bigint, paise bigint);
INSERT INTO counted VALUES ('pending', 0, 0);
CREATE TABLE rollup (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, status text, row_count bigint, paise bigint
);
"""
WAYS = {
    "no statistics": "SELECT 1",
    "one row, counted up": (
        "UPDATE counted SET row_count = row_count + 1, paise = paise + 100 WHERE status = 'pending'"
    ),
    "rows, only inserted": "INSERT INTO rollup (status, row_count, paise) VALUES ('pending', 1, 100)",
}


def measure(url: str, count: str) -> list[float]:
    """Return the milliseconds of each transaction of all connections."""
    until = time.monotonic() + SECONDS
    taken: list[float] = []

    def buy() -> None:
        with psycopg.connect(url) as connection:
            while (began := time.monotonic()) < until:
                with connection.transaction():
                    connection.execute("INSERT INTO purchase (paise) VALUES (100)")
                    connection.execute(count)
                    connection.execute("SELECT pg_sleep(0.005)")
                taken.append((time.monotonic() - began) * 1000)

    threads = [threading.Thread(target=buy) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return taken


def main() -> None:
    """Measure each way and print a line for it."""
    with Postgres(settings={"fsync": "on", "synchronous_commit": "on"}) as postgres:
        url = postgres.url.replace("postgres:", "postgresql:", 1)
        with psycopg.connect(url) as connection:
            connection.execute(TABLES)
        for name, count in WAYS.items():
            taken = sorted(measure(url, count))
            p95 = taken[int(0.95 * len(taken))]
            print(
                f"| {name} | {len(taken) / SECONDS:,.0f} a second"
                f" | p50 {statistics.median(taken):.1f} ms | p95 {p95:.1f} ms |"
            )


if __name__ == "__main__":
    main()
