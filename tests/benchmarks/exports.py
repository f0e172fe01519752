"""Speed and memory of an export of many rows: `python -m tests.benchmarks.exports [--rows 100000]`.

Makes a database of its own with so many transactions, then has each format made by a process of its own,
whose largest size is what the operating system says. Wanted: 100,000 rows in at most 30 s and 150 MB.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import django

MAX_SECONDS, MAX_MB = 30.0, 150.0
CHILD, FILL = "--child", "fill"


def fill(rows: int) -> None:
    """Write so many transactions of as many orders, past all rules: only their number matters here."""
    from django.core.management import call_command
    from django.utils import timezone

    from project.accounts.models import Role, User
    from project.orders.models import Order
    from project.payments.models import Payment

    call_command("migrate", verbosity=0)
    User.objects.create(email="finance@example.com", role=Role.FINANCE)
    now = timezone.now()
    for start in range(0, rows, 5_000):
        orders = Order.objects.bulk_create(
            Order(
                name=f"=Asha Rao {number}",
                email=f"asha{number}@example.com",
                phone="9876543210",
                address={"street": "12 MG Road", "city": "Pune", "state": "Maharashtra", "pincode": "411001"},
                subtotal_paise=50_000,
                tax_paise=0,
                total_paise=50_000,
                prices_include_tax=True,
            )
            for number in range(start, min(start + 5_000, rows))
        )
        Payment.objects.bulk_create(
            Payment(order=order, provider="phonepe", amount_paise=order.total_paise, initiated_at=now)
            for order in orders
        )


def make(file_format: str) -> None:
    """Make the file and print seconds, megabytes of this process, and the file's size."""
    import resource

    from project.accounts.models import User
    from project.exports import actions
    from project.exports.models import ExportFormat, ExportKind

    actions.ask_for(
        ExportKind.TRANSACTIONS,
        file_format=ExportFormat(file_format),
        filters={},
        full=False,
        reason="",
        language="en",
        user=User.objects.get(),
    )
    started = time.monotonic()
    made = [actions.make_export(pk) for pk in actions.take_due_exports()][0]
    seconds = time.monotonic() - started
    assert made is not None and made.status == "done"
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{seconds} {megabytes} {made.size} {made.rows_done}")


def main() -> int:
    """Fill, make both formats, print, and say by the exit code whether it is fast and small enough."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument(CHILD, default="")
    options = parser.parse_args()
    if options.child:
        django.setup()
        if options.child == FILL:
            fill(options.rows)
        else:
            make(options.child)
        return 0
    with tempfile.TemporaryDirectory(prefix="exports-") as folder:
        os.environ |= {"DEBUG": "1", "VAR_DIR": str(Path(folder))}

        def child(work: str) -> str:
            command = [
                sys.executable,
                "-m",
                "tests.benchmarks.exports",
                CHILD,
                work,
                "--rows",
                str(options.rows),
            ]
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout

        # Not here: a child's largest size counts from that of its parent.
        child(FILL)
        slow = False
        for file_format in ("csv", "xlsx"):
            output = child(file_format)
            seconds, megabytes, size, rows = (float(word) for word in output.split()[-4:])
            slow |= seconds > MAX_SECONDS or megabytes > MAX_MB
            print(
                f"{file_format:4} {rows:9,.0f} rows {seconds:6.1f} s {megabytes:6.0f} MB "
                f"(file {size / 1e6:.1f} MB)"
            )
    return int(slow)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    sys.exit(main())
