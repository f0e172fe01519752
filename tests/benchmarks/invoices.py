"""The worker's time for an invoice, from the claimed row to the stored PDF and its mail.

    .venv/bin/python -m tests.benchmarks.invoices [--invoices 20]

A database of its own (SQLite), orders of three products, every second one in Hindi. Wanted: 50 papers a
second and core.
Nothing here asserts; the figures stand in README.md.
"""

import argparse
import os
import statistics
import tempfile
import time

import django


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--invoices", type=int, default=20)
    wanted = parser.parse_args().invoices
    with tempfile.TemporaryDirectory(prefix="invoices-") as folder:
        os.environ |= {
            "DEBUG": "1",
            "VAR_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "project.settings",
            "RATE_LIMIT_FACTOR": "0",
            "ALLOWED_HOSTS": "testserver",
            "LOG_LEVEL": "ERROR",
        }
        django.setup()
        measure(wanted)


def measure(wanted: int) -> None:
    """Make so many invoices, one after the other; the first one, which loads the fonts, counts apart."""
    from django.core.management import call_command

    from project.invoices.actions.printing import make_document
    from project.invoices.actions.queueing import take_due_documents
    from tests.benchmarks.measuring import machine, processor_seconds
    from tests.factories import make_product
    from tests.invoices.document_helpers import bought, paid

    call_command("migrate", verbosity=0)
    products = [make_product(title_en=f"Bead {n}", title_hi=f"दाना {n}", stock=1_000) for n in range(3)]
    waits: list[float] = []
    worked: list[float] = []
    for number in range(wanted + 1):
        paid(bought(*products, language=("en", "hi")[number % 2]))
        [due] = take_due_documents()
        began, used = time.perf_counter(), processor_seconds(os.getpid())
        assert make_document(due) is not None
        waits.append(time.perf_counter() - began)
        worked.append(processor_seconds(os.getpid()) - used)
    print(f"{time.strftime('%Y-%m-%d')}: {machine()}\n")
    print("| what | measured |\n| --- | --- |")
    print(
        f"| an invoice of three products | p50 {statistics.median(waits[1:]):.2f} s, "
        f"worst {max(waits[1:]):.2f} s; {statistics.mean(worked[1:]):.2f} s of processor time; "
        f"the first {waits[0]:.2f} s |"
    )


if __name__ == "__main__":
    main()
