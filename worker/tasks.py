"""The timetable: which job of which app runs when.

Rows say what is due; every second a clock in the worker process looks for them and queues one job a row.
Each row is claimed before it is queued, so two workers, or a worker and the web's early hint, do it once; a
claim is a lease, so a job that dies is only late. While the queue is away the clock has the work done in
threads of its own process.
"""

import contextlib
import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

from django.db import close_old_connections
from django.utils import timezone
from huey import crontab
from huey.contrib.djhuey import HUEY, db_periodic_task, db_task, on_startup
from huey.exceptions import HueyException
from redis.exceptions import RedisError

from project.accounts import actions as accounts
from project.backoffice.certificate import renew_site_certificate
from project.backoffice.health import BEAT_SECONDS
from project.backoffice.unused_pictures import remove_unused_pictures
from project.bank import actions as bank
from project.cart import actions as carts
from project.catalog import search
from project.catalog.actions import take_due_pictures
from project.catalog.tasks import is_rendering, render_picture
from project.core.mail import forget_old_mails, report_late_mails, send_mail_row, take_due_mails
from project.core.models import Heartbeat, IdempotencyKey
from project.core.public_cache import move_catalogue_version
from project.core.rollups import merge
from project.core.storage.files import remove_due_files
from project.discounts.models import DiscountRollup
from project.events.retention import forget_old_events
from project.exports import actions as exports
from project.exports.tasks import is_busy, make_export
from project.invoices import actions as invoices
from project.invoices.tasks import make_document
from project.invoices.typesetting import is_printing, warm_up
from project.orders import actions as orders
from project.orders.models import OrderRollup
from project.orders.retention import erase_old_buyers
from project.payments import actions as payments
from project.payments.models import MovementRollup, PaymentRollup
from project.payments.tasks import (
    advance_refund,
    check_dispute,
    check_payment,
    handle_webhook,
    import_statement,
)
from project.support.retention import forget_old_tickets
from project.waitlist import actions as waitlist

logger = logging.getLogger(__name__)

TICK_SECONDS = 1.0
# Jobs that may wait; more rows stay due, and the next sweep finds them.
QUEUE_LIMIT = 500
# An idempotency key is honoured this long.
KEY_LIFETIME = timedelta(days=3)

# Documents of older payments and refunds are looked for once a night.
DOCUMENTS_MISSED_WITHIN = timedelta(days=1)

_clock_started = threading.Lock()

# While the queue is away due rows are worked on here, so many at a time; beyond OWN_LIMIT they stay due.
OWN_THREADS = 4
OWN_LIMIT = 50
_own_threads = ThreadPoolExecutor(max_workers=OWN_THREADS, thread_name_prefix="own-job")
_counter = threading.Lock()
_own = {"waiting": 0}


@db_task()
def send_mail(pk: int) -> None:
    """Send one mail that is due."""
    send_mail_row(pk)


@db_task()
def end_hold(order_id: str) -> None:
    """Put the pieces of one unpaid order back on sale."""
    orders.end_hold(order_id, cause="clock")


@db_task()
def advance_line(product_pk: int) -> None:
    """Offer a product's free pieces to the next in its waitlist."""
    waitlist.advance_line(product_pk)


@db_task()
def beat_queue() -> None:
    """Show that queued jobs run."""
    beat("queue")


def beat(name: str) -> None:
    """Write down that this part of the worker did its round."""
    Heartbeat.objects.update_or_create(name=name, defaults={"beat_at": timezone.now()})


def _start(job: Any, key: int | str) -> None:
    """Queue a job; without a queue it runs in a thread of ours, as its row is claimed already."""
    try:
        job(key)
    except (RedisError, HueyException, OSError):
        _run_here(job, key)


def _run_here(job: Any, key: int | str) -> None:
    with _counter:
        _own["waiting"] += 1
    _own_threads.submit(_run, job, key)


def _run(job: Any, key: int | str) -> None:
    close_old_connections()
    try:
        job.call_local(key)
    except Exception:  # as in the queue: the row is due again when its lease ends
        logger.exception("a job failed in the worker's own thread")
    finally:
        close_old_connections()
        with _counter:
            _own["waiting"] -= 1


def _start_for_queue() -> Callable[[Any, int | str], None] | None:
    """Return how jobs are started now; None while there are enough of them.

    Rows are claimed only while jobs keep up: a claim without a job would wait for its lease to end.
    """
    try:
        return _start if HUEY.pending_count() <= QUEUE_LIMIT else None
    except (RedisError, HueyException, OSError) as error:
        logger.warning("the job queue is away, due rows are worked on here: %s", error)
        return _run_here if _own["waiting"] < OWN_LIMIT else None


def _due_jobs() -> Iterator[tuple[Any, Iterable[int | str]]]:
    """Yield each job with the keys of the rows it is due for, claimed when their turn comes.

    Of documents, exports and pictures one is made and at most one waits: they are slow, and payments must not
    wait behind them.
    """
    yield handle_webhook, payments.take_due_webhooks()
    yield check_payment, payments.take_due_payments()
    yield advance_refund, payments.take_due_refunds()
    yield check_dispute, payments.take_due_disputes()
    yield import_statement, payments.take_due_statements()
    yield send_mail, take_due_mails()
    if not is_printing():
        yield make_document, invoices.take_due_documents(limit=2)
    yield end_hold, orders.orders_with_expired_holds()
    yield advance_line, waitlist.products_with_due_entries()
    if not is_busy():
        yield make_export, exports.take_due_exports()
    if not is_rendering():
        yield render_picture, take_due_pictures(limit=2)


def sweep() -> int:
    """Start a job for every row that is due now; return how many."""
    start = _start_for_queue()
    if start is None:
        return 0
    queued = 0
    for job, keys in _due_jobs():
        for key in keys:
            start(job, key)
            queued += 1
    return queued


def run_clock() -> None:
    """Sweep once a second for as long as the process lives; a failed sweep is only late."""
    beat_at = -math.inf
    while True:
        started = time.monotonic()
        try:
            close_old_connections()
            if started >= beat_at + BEAT_SECONDS:
                beat_at = started
                beat("worker")
                _queue_beat()
            sweep()
        except Exception:  # whatever it is: a clock that stops would leave every payment unsettled
            logger.exception("the sweep failed and will be tried again")
        finally:
            close_old_connections()
        time.sleep(max(0.1, TICK_SECONDS - (time.monotonic() - started)))


def _queue_beat() -> None:
    """Queue the job that shows that jobs run; without a queue none does."""
    with contextlib.suppress(RedisError, HueyException, OSError):
        # Jobs that nobody takes shall not pile up.
        if HUEY.pending_count() <= QUEUE_LIMIT:
            beat_queue()


@on_startup()
def start_clock() -> None:
    """Start the clock with the first worker thread of the process."""
    if not HUEY.immediate and _clock_started.acquire(blocking=False):
        threading.Thread(target=run_clock, name="clock", daemon=True).start()
        warm_up()


@db_periodic_task(crontab())
def queue_missing_documents() -> None:
    """Queue the invoices and credit notes that were not queued with their payment or refund of today."""
    invoices.queue_missing(since=timezone.now() - DOCUMENTS_MISSED_WITHIN)


@db_periodic_task(crontab())
def refresh_search() -> None:
    """Bring the search's index up to date with what was changed past the shop's actions."""
    if search.refresh():
        move_catalogue_version()


@db_periodic_task(crontab(minute="17", hour="*/6"))
def forget_old_keys() -> None:
    """Delete idempotency keys nobody will send again."""
    IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEY_LIFETIME).delete()


@db_periodic_task(crontab(minute="23"))
def close_abandoned_orders() -> None:
    """Cancel the orders that nobody paid and for which no late money can come."""
    for order_id in payments.abandoned_orders():
        orders.cancel_unpaid(order_id, cause="clock")


@db_periodic_task(crontab())
def merge_statistics() -> None:
    """Merge what the last minute added to the statistics."""
    for rollup in (OrderRollup, DiscountRollup, PaymentRollup, MovementRollup):
        merge(rollup)


@db_periodic_task(crontab(minute="41", hour="*/6"))
def forget_old_carts() -> None:
    """Delete the carts that guests left behind, some at a time so that nobody waits for the database."""
    while carts.forget_old_carts():
        pass


@db_periodic_task(crontab(minute="31", hour="22"))
def forget_personal_data() -> None:
    """Each night (4:01 in India) remove what is kept of people for a limited time, some at a time."""
    for forget in (forget_old_mails, forget_old_tickets, erase_old_buyers):
        while forget():
            pass


@db_periodic_task(crontab(minute="47", hour="21"))
def forget_old_rows() -> None:
    """Each night (3:17 in India) delete what only fills tables, some thousand rows at a time."""
    forget_old_events()
    payments.forget_old_webhook_bodies()


# Times are UTC; in India it is five and a half hours later.
for job, schedule in (
    (report_late_mails, crontab()),
    (remove_due_files, crontab()),
    (exports.remove_old_files, crontab(minute="*/10")),
    (renew_site_certificate, crontab(minute="*/10")),
    (payments.audit_changes, crontab(minute="*/10")),
    (waitlist.forget_old_entries, crontab(minute="11")),
    (bank.reconcile_lately, crontab(minute="29")),
    (accounts.forget_old_sessions_and_codes, crontab(minute="53", hour="*/6")),
    (payments.fetch_statements, crontab(minute="37", hour="3")),
    (payments.audit_ledger, crontab(minute="7", hour="21")),
    (invoices.queue_missing, crontab(minute="27", hour="21")),
    (remove_unused_pictures, crontab(minute="13", hour="22")),
):
    db_periodic_task(schedule)(job)
