"""The timetable: which job of which app runs when.

Rows say what is due; every second a clock in the worker process looks for them and queues one job a row.
Each row is claimed before it is queued, so two workers, or a worker and the web's early hint, do it once; a
claim is a lease, so a job that dies is only late.
"""

import logging
import threading
import time
from datetime import timedelta

from django.db import close_old_connections
from django.utils import timezone
from huey import crontab
from huey.contrib.djhuey import HUEY, db_periodic_task, db_task, on_startup

from project.accounts import actions as accounts
from project.backoffice.unused_pictures import remove_unused_pictures
from project.cart import actions as carts
from project.catalog import search
from project.catalog.actions import take_due_pictures
from project.catalog.tasks import is_rendering, render_picture
from project.core.mail import forget_old_mails, report_late_mails, send_mail_row, take_due_mails
from project.core.models import IdempotencyKey
from project.core.public_cache import move_catalogue_version
from project.events.retention import forget_old_events
from project.exports import actions as exports
from project.exports.tasks import is_busy, make_export
from project.invoices import actions as invoices
from project.invoices.pdf import is_printing, warm_up
from project.invoices.tasks import make_document
from project.orders import actions as orders
from project.orders.retention import erase_old_buyers
from project.payments import actions as payments
from project.payments.tasks import advance_refund, check_payment, handle_webhook, import_statement
from project.support.retention import forget_old_tickets

logger = logging.getLogger(__name__)

TICK_SECONDS = 1.0
# Jobs that may wait; more rows stay due, and the next sweep finds them.
QUEUE_LIMIT = 500
# An idempotency key is honoured this long.
KEY_LIFETIME = timedelta(days=3)

_clock_started = threading.Lock()


@db_task()
def send_mail(pk: int) -> None:
    """Send one mail that is due."""
    send_mail_row(pk)


@db_task()
def end_hold(order_id: str) -> None:
    """Put the pieces of one unpaid order back on sale."""
    orders.end_hold(order_id, cause="clock")


def sweep() -> int:
    """Queue a job for every row that is due now; return how many.

    Rows are claimed only while the queue answers and keeps up: a claim without a job would wait for its lease
    to end.
    """
    queued = 0
    if HUEY.pending_count() > QUEUE_LIMIT:
        return queued
    for message_pk in payments.take_due_webhooks():
        handle_webhook(message_pk)
        queued += 1
    for payment_pk in payments.take_due_payments():
        check_payment(payment_pk)
        queued += 1
    for refund_pk in payments.take_due_refunds():
        advance_refund(refund_pk)
        queued += 1
    for statement_pk in payments.take_due_statements():
        import_statement(statement_pk)
        queued += 1
    for mail_pk in take_due_mails():
        send_mail(mail_pk)
        queued += 1
    # One at a time and one in waiting: printing is slow, and payments must not wait behind invoices.
    for document_pk in [] if is_printing() else invoices.take_due_documents(limit=2):
        make_document(document_pk)
        queued += 1
    for order_id in orders.orders_with_expired_holds():
        end_hold(order_id)
        queued += 1
    for export_pk in [] if is_busy() else exports.take_due_exports():
        make_export(export_pk)
        queued += 1
    # One at a time and one in waiting, as with documents.
    for picture_pk in [] if is_rendering() else take_due_pictures(limit=2):
        render_picture(picture_pk)
        queued += 1
    return queued


def run_clock() -> None:
    """Sweep once a second for as long as the process lives; a failed sweep is only late."""
    while True:
        started = time.monotonic()
        try:
            close_old_connections()
            sweep()
        except Exception:  # whatever it is: a clock that stops would leave every payment unsettled
            logger.exception("the sweep failed and will be tried again")
        finally:
            close_old_connections()
        time.sleep(max(0.1, TICK_SECONDS - (time.monotonic() - started)))


@on_startup()
def start_clock() -> None:
    """Start the clock with the first worker thread of the process."""
    if not HUEY.immediate and _clock_started.acquire(blocking=False):
        threading.Thread(target=run_clock, name="clock", daemon=True).start()
        warm_up()


@db_periodic_task(crontab())
def queue_missing_documents() -> None:
    """Queue the invoices and credit notes that were not queued with their payment or refund."""
    invoices.queue_missing()


@db_periodic_task(crontab())
def report_mails() -> None:
    """Tell staff of mails that should have left by now."""
    report_late_mails()


@db_periodic_task(crontab())
def refresh_search() -> None:
    """Bring the search's index up to date with what was changed past the shop's actions."""
    if search.refresh():
        move_catalogue_version()


@db_periodic_task(crontab(minute="17", hour="*/6"))
def forget_old_keys() -> None:
    """Delete idempotency keys nobody will send again."""
    IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEY_LIFETIME).delete()


@db_periodic_task(crontab(minute="*/10"))
def remove_old_exports() -> None:
    """Delete the exported files whose day is over."""
    exports.remove_old_files()


@db_periodic_task(crontab(minute="23"))
def close_abandoned_orders() -> None:
    """Cancel the orders that nobody paid and for which no late money can come."""
    for order_id in payments.abandoned_orders():
        orders.cancel_unpaid(order_id, cause="clock")


@db_periodic_task(crontab(minute="7", hour="21"))
def audit_ledger() -> None:
    """Run the ledger audit each night; a difference opens a case for staff."""
    payments.audit_ledger()


@db_periodic_task(crontab(minute="37", hour="3"))
def fetch_statements() -> None:
    """Each morning (9:07 in India) take in the provider's settlement reports of the last days."""
    payments.fetch_statements()


@db_periodic_task(crontab(minute="41", hour="*/6"))
def forget_old_carts() -> None:
    """Delete the carts that guests left behind, some at a time so that nobody waits for the database."""
    while carts.forget_old_carts():
        pass


@db_periodic_task(crontab(minute="53", hour="*/6"))
def forget_old_sessions() -> None:
    """Delete the codes and the sessions that are long over."""
    accounts.forget_old_sessions_and_codes()


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


@db_periodic_task(crontab(minute="13", hour="22"))
def sweep_pictures() -> None:
    """Each night (3:43 in India) remove the uploaded pictures that nothing has shown for a day."""
    remove_unused_pictures()
