"""The schedule of all jobs.

Every second the worker's clock looks for due rows and queues one job a row. Each row is claimed first, so two
workers, or a worker and an early job of the web process, do it once. A claim is a lease: when a job dies, its
row is due again. While the queue is away the work is done in threads of the worker.
"""

import contextlib
import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import close_old_connections, connection
from django.db.models import QuerySet
from django.utils import timezone
from huey import crontab
from huey.contrib.djhuey import HUEY, db_periodic_task, db_task, on_startup
from huey.exceptions import HueyException
from redis.exceptions import RedisError

from project.accounts.actions.sessions import forget_old_sessions_and_codes
from project.backoffice.health.watcher import watch_the_watcher
from project.backoffice.health.work import BEAT_SECONDS, QUEUE, WORKER
from project.backoffice.unused_pictures import remove_unused_pictures
from project.cart import actions as carts
from project.catalog.actions import pictures
from project.catalog.models import Picture
from project.catalog.search import index
from project.core.leases import have_rows
from project.core.mail import forget_old_mails, report_late_mails, send_mail_row, take_due_mails
from project.core.models import Heartbeat, IdempotencyKey, Mail
from project.core.public_cache import move_catalogue_version
from project.core.rollups import merge
from project.core.storage.files import remove_due_files
from project.discounts.models import DiscountRollup
from project.events.retention import forget_old_events
from project.exports import actions as exports
from project.exports.models import Export
from project.invoices.actions import printing, queueing
from project.invoices.models import DueDocument
from project.move_in import actions as imports
from project.move_in.models import Import
from project.orders import actions as orders
from project.orders.models import Order, OrderRollup
from project.orders.retention import erase_old_buyers
from project.payments.attempts.start import abandoned_orders
from project.payments.attempts.status_check import take_due_payments
from project.payments.attempts.tasks import check_payment
from project.payments.audit.ledger import audit_changes, audit_ledger
from project.payments.disputes.actions import take_due_disputes
from project.payments.disputes.tasks import check_dispute
from project.payments.models import (
    Dispute,
    MovementRollup,
    Payment,
    PaymentRollup,
    Refund,
    Statement,
    WebhookMessage,
)
from project.payments.refunds.processing import take_due_refunds
from project.payments.refunds.tasks import advance_refund
from project.payments.settlement.bank.actions.reconciliation import reconcile_lately
from project.payments.settlement.statements import fetch_statements, take_due_statements
from project.payments.settlement.tasks import import_statement
from project.payments.webhooks.processing import take_due_webhooks
from project.payments.webhooks.retention import forget_old_webhook_bodies
from project.payments.webhooks.tasks import handle_webhook
from project.support.retention import forget_old_tickets
from project.waitlist import actions as waitlist
from project.webhooks import deliveries as webhooks
from project.webhooks.actions import MOST_ENDPOINTS

logger = logging.getLogger(__name__)

TICK_SECONDS = 1.0
# Jobs that may wait in the queue; further rows stay due for the next sweep.
QUEUE_LIMIT = 500
# Retention of idempotency keys.
KEY_LIFETIME = timedelta(days=3)

# Documents of older payments and refunds are checked nightly.
DOCUMENTS_MISSED_WITHIN = timedelta(days=1)

_clock_started = threading.Lock()
# An export, an import or a picture keeps a core busy for seconds; payments have their turn before the next.
_exporting = threading.Lock()
_importing = threading.Lock()
_rendering = threading.Lock()

# Threads for due rows while the queue is away; beyond OWN_LIMIT rows stay due.
OWN_THREADS = 4
OWN_LIMIT = 50
_own_threads = ThreadPoolExecutor(max_workers=OWN_THREADS, thread_name_prefix="own-job")
# Receivers of webhooks may be slow: each endpoint has a thread, and none of the queue's.
_webhook_threads = ThreadPoolExecutor(max_workers=MOST_ENDPOINTS, thread_name_prefix="webhooks")
_counter = threading.Lock()
_own = {"waiting": 0}


@db_task()
def send_mail(pk: int) -> None:
    """Send one mail that is due."""
    send_mail_row(pk)


@db_task()
def make_document(due_pk: int) -> None:
    """Make one invoice or credit note that is due, and its mail."""
    printing.make_document(due_pk)


@db_task()
def make_export(pk: int) -> None:
    """Make one export."""
    with _exporting:
        exports.make_export(pk)


@db_task()
def work_on_import(pk: int) -> None:
    """Work through rows of one import."""
    with _importing:
        imports.work_on(pk)


@db_task()
def render_picture(pk: int) -> None:
    """Render the sizes of one picture."""
    with _rendering:
        pictures.render_picture(pk)


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
    """Record that queued jobs run."""
    beat(QUEUE)


def beat(name: str) -> None:
    """Record that this part of the worker has run."""
    now = timezone.now()
    if not Heartbeat.objects.filter(name=name).update(beat_at=now):
        Heartbeat.objects.get_or_create(name=name, defaults={"beat_at": now})


def _start(job: Any, key: int | str) -> None:
    """Queue a job; without a queue run it in a thread, as its row is already claimed."""
    try:
        job(key)
    except (RedisError, HueyException, OSError):
        _run_here(job, key)


def _run_here(job: Any, key: int | str) -> None:
    with _counter:
        _own["waiting"] += 1
    _own_threads.submit(_run, job, key)


def _run(job: Any, key: int | str) -> None:
    try:
        _work(job.call_local, key)
    finally:
        with _counter:
            _own["waiting"] -= 1


def _work(work: Callable[[Any], object], key: int | str) -> None:
    close_old_connections()
    try:
        work(key)
    except Exception:  # as in the queue, the row is due again when its lease ends
        logger.exception("a job failed in the worker's own thread")
    finally:
        close_old_connections()


def send_webhooks() -> None:
    """Send the webhooks that are due, each endpoint's in a thread."""
    for key in webhooks.take_due_endpoints(MOST_ENDPOINTS):
        _webhook_threads.submit(_work, webhooks.deliver, key)


def _start_for_queue() -> Callable[[Any, int | str], None] | None:
    """Return the way to start jobs now; None while enough are waiting.

    A row claimed without a job would wait for the end of its lease.
    """
    try:
        return _start if HUEY.pending_count() <= QUEUE_LIMIT else None
    except (RedisError, HueyException, OSError) as error:
        logger.warning("the job queue is away, due rows are worked on here: %s", error)
        return _run_here if _own["waiting"] < OWN_LIMIT else None


def _due_jobs() -> Iterator[tuple[Any, Iterable[int | str]]]:
    """Yield each job with the keys of the rows it is due for, claimed when their turn comes.

    Of exports and pictures one is made and at most one waits: they are slow, and payments must not wait
    behind them. One statement says which jobs are due at all, as most of the time none is.
    """
    now = timezone.now()
    jobs: list[tuple[QuerySet[Any], Any, Callable[[], Iterable[int | str]]]] = [
        (WebhookMessage.objects.filter(next_try_at__lte=now), handle_webhook, take_due_webhooks),
        (Payment.objects.filter(next_check_at__lte=now), check_payment, take_due_payments),
        (Refund.objects.filter(next_check_at__lte=now), advance_refund, take_due_refunds),
        (Dispute.objects.filter(next_check_at__lte=now), check_dispute, take_due_disputes),
        (Statement.objects.filter(next_try_at__lte=now), import_statement, take_due_statements),
        (Mail.objects.filter(next_try_at__lte=now), send_mail, take_due_mails),
        (DueDocument.objects.filter(next_try_at__lte=now), make_document, queueing.take_due_documents),
        (Order.objects.filter(held_until__lte=now), end_hold, orders.orders_with_expired_holds),
        (waitlist.due_entries(), advance_line, waitlist.products_with_due_entries),
    ]
    if not _exporting.locked():
        jobs.append((Export.objects.filter(next_try_at__lte=now), make_export, exports.take_due_exports))
    if not _importing.locked():
        jobs.append((Import.objects.filter(next_try_at__lte=now), work_on_import, imports.take_due_imports))
    if not _rendering.locked():
        take_pictures = partial(pictures.take_due_pictures, limit=2)
        jobs.append((Picture.objects.filter(next_try_at__lte=now), render_picture, take_pictures))
    for is_due, (_, job, take) in zip(have_rows([query for query, _, _ in jobs]), jobs, strict=True):
        if is_due:
            yield job, take()


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
    """Sweep once a second for ever; a failed sweep is retried by the next one, on another connection."""
    beat_at = -math.inf
    while True:
        started = time.monotonic()
        try:
            if started >= beat_at + BEAT_SECONDS:
                beat(WORKER)
                _queue_beat()
                beat_at = started
            sweep()
            send_webhooks()
        except Exception:  # a clock that stops would leave every payment unsettled
            logger.exception("the sweep failed and will be tried again")
            connection.close()
        time.sleep(max(0.1, TICK_SECONDS - (time.monotonic() - started)))


def _queue_beat() -> None:
    """Queue the job that records that jobs run, if there is a queue."""
    with contextlib.suppress(RedisError, HueyException, OSError):
        # Without a worker of the queue these jobs must not accumulate.
        if HUEY.pending_count() <= QUEUE_LIMIT:
            beat_queue()


@on_startup()
def start_clock() -> None:
    """Start the clock with the first worker thread of the process."""
    if not HUEY.immediate and _clock_started.acquire(blocking=False):
        threading.Thread(target=run_clock, name="clock", daemon=True).start()
        never = threading.Event()
        threading.Thread(target=watch_the_watcher, args=(never,), name="watch", daemon=True).start()


@db_periodic_task(crontab())
def queue_missing_documents() -> None:
    """Queue today's invoices and credit notes that were not queued with their payment or refund."""
    queueing.queue_missing(since=timezone.now() - DOCUMENTS_MISSED_WITHIN)


@db_periodic_task(crontab())
def refresh_search() -> None:
    """Update the search index for changes made past the shop's actions."""
    if index.refresh():
        move_catalogue_version()


@db_periodic_task(crontab(minute="17", hour="*/6"))
def forget_old_keys() -> None:
    """Delete old idempotency keys."""
    IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEY_LIFETIME).delete()


@db_periodic_task(crontab(minute="23"))
def close_abandoned_orders() -> None:
    """Cancel unpaid orders for which no late payment is possible."""
    for order_id in abandoned_orders():
        orders.cancel_unpaid(order_id, cause="clock")


@db_periodic_task(crontab())
def merge_statistics() -> None:
    """Merge the last minute's rows of the statistics."""
    for rollup in (OrderRollup, DiscountRollup, PaymentRollup, MovementRollup):
        merge(rollup)


@db_periodic_task(crontab(minute="41", hour="*/6"))
def forget_old_carts() -> None:
    """Delete old carts of guests in slices."""
    while carts.forget_old_carts():
        pass


@db_periodic_task(crontab(minute="31", hour="22"))
def forget_personal_data() -> None:
    """Remove personal data whose retention has ended, in slices, each night (4:01 in India)."""
    for forget in (forget_old_mails, forget_old_tickets, erase_old_buyers, imports.forget_old_imports):
        while forget():
            pass


@db_periodic_task(crontab(minute="47", hour="21"))
def forget_old_rows() -> None:
    """Delete old events, webhook bodies and sent webhooks in slices, each night (3:17 in India)."""
    forget_old_events()
    forget_old_webhook_bodies()
    webhooks.forget_old_deliveries()


# Times are UTC; in India it is five and a half hours later.
for job, schedule in (
    (report_late_mails, crontab()),
    (remove_due_files, crontab()),
    (exports.remove_old_files, crontab(minute="*/10")),
    (audit_changes, crontab(minute="*/10")),
    (waitlist.forget_old_entries, crontab(minute="11")),
    (reconcile_lately, crontab(minute="29")),
    (forget_old_sessions_and_codes, crontab(minute="53", hour="*/6")),
    (fetch_statements, crontab(minute="37", hour="3")),
    (audit_ledger, crontab(minute="7", hour="21")),
    (queueing.queue_missing, crontab(minute="27", hour="21")),
    (remove_unused_pictures, crontab(minute="13", hour="22")),
):
    db_periodic_task(schedule)(job)
