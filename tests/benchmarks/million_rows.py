"""A shop's rows in bulk, for `tests.benchmarks.million`: a year of orders with everything that hangs on them.

Written by SQL straight into Postgres, so past the shop's actions; all constraints hold, and the ledger audit
finds no difference. The newest order is minutes old, whatever the number of orders.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection, transaction

from project.accounts.models import Role
from project.catalog.models import Product, StockMovement, StockMovementKind
from project.core import row_checksums
from project.core.postgres.connection import Connection
from project.core.rollups import repair_rollup
from project.discounts.models import DISCOUNTS
from project.orders.models import ORDERS
from project.payments.models import MOVEMENTS, PAYMENTS
from tests.factories import make_category, make_user

ADMIN = "admin@akshamala.example"
PRODUCTS = 200
# Rows are written in so many orders at a time, by so many connections.
CHUNK = 50_000
CONNECTIONS = 3
# Above this many orders triggers and foreign keys do not check each row: that takes most of the time.
CHECKED_ORDERS = 50_000
STOCK = 10_000_000

_FIRST = (
    "Asha Ravi Meera Arjun Kavya Rohan Priya Vikram Neha Sanjay Anita Suresh Divya Manoj Pooja Rahul Sunita"
)
_LAST = (
    "Sharma Kumar Patel Rao Iyer Singh Gupta Nair Reddy Das Joshi Mehta Kulkarni Banerjee Pillai Chauhan Bose"
)
_INSTRUMENTS = "UPI UPI UPI Card Card NetBanking Wallet"

# One row for each order, with all that the other tables repeat of it. `fate` decides what became of it.
_PLAN = """
CREATE UNLOGGED TABLE million AS
SELECT i, user_id, product_id, fate, created_at, age,
    'AKS-' || upper(substr(md5('order' || i), 1, 12)) AS order_id,
    'TXN' || upper(substr(md5('payment' || i), 1, 18)) AS transaction_id,
    first || ' ' || last AS name,
    lower(first || '.' || last) || buyer || '@example.com' AS email,
    (6000000000 + buyer * 7919 % 3999999999)::text AS phone,
    instrument, unit, quantity, unit * quantity AS goods, round(unit * quantity * 18.0 / 118) AS tax, rate,
    CASE
        WHEN fate = 'open' THEN 'pending'
        WHEN fate = 'unpaid' THEN 'cancelled'
        WHEN fate = 'returned' THEN 'refunded'
        WHEN age < interval '10 days' THEN
            (ARRAY['confirmed', 'processing', 'packaging', 'dispatched', 'out_for_delivery', 'shipped'])[1 + i % 6]
        ELSE 'delivered'
    END AS status,
    CASE fate WHEN 'open' THEN 'PENDING' WHEN 'returned' THEN 'REFUNDED'
        WHEN 'unpaid' THEN (ARRAY['FAILED', 'EXPIRED', 'CANCELLED'])[1 + i % 3] ELSE 'SUCCESS' END AS payment_status
FROM (
    SELECT i, now() - age AS created_at, age, buyer,
        CASE WHEN i % 5 < 3 THEN (SELECT min(id) FROM accounts_user WHERE email LIKE '%@example.com') + buyer END
            AS user_id,
        (SELECT min(id) FROM catalog_product) + (i * 31) % {products} AS product_id,
        (string_to_array('{first}', ' '))[1 + buyer % 17] AS first,
        (string_to_array('{last}', ' '))[1 + buyer / 17 % 17] AS last,
        instrument, CASE instrument WHEN 'UPI' THEN 0 ELSE 200 END AS rate,
        (100 + i * 37 % 9900) * 100 AS unit, 1 + i % 3 AS quantity,
        CASE
            WHEN age < interval '2 hours' AND i % 3 = 0 THEN 'open'
            WHEN i % 100 < 8 THEN 'unpaid'
            WHEN i % 100 < 10 AND age > interval '12 days' THEN 'returned'
            WHEN i % 100 = 10 AND age > interval '12 days' THEN 'reduced'
            ELSE 'paid'
        END AS fate
    FROM (
        SELECT i, interval '365 days' * (1 - i::float8 / {orders}) + interval '1 minute' AS age,
            (i::bigint * 7919) % {buyers} AS buyer,
            (string_to_array('{instruments}', ' '))[1 + i % 7] AS instrument
        FROM generate_series(1, {orders}) AS i
    ) AS numbered
) AS drawn
"""

_USERS = """
INSERT INTO accounts_user (password, version, public_id, email, name, phone, language, role, is_active, created_at)
SELECT '!', 1, 'U' || upper(substr(md5('user' || n), 1, 16)),
    lower(first || '.' || last) || n || '@example.com', first || ' ' || last,
    (6000000000 + n * 7919 % 3999999999)::text, 'en', 'customer', TRUE, now() - interval '400 days' * (1 - n::float8 / {buyers})
FROM (
    SELECT n, (string_to_array('{first}', ' '))[1 + n % 17] AS first,
        (string_to_array('{last}', ' '))[1 + n / 17 % 17] AS last
    FROM generate_series(0::bigint, {buyers} - 1) AS n
) AS named
"""

# Each takes the orders from `low` to `high`; `m` is the plan.
_CHUNKS = (
    """
INSERT INTO orders_order (id, version, order_id, key, language, status, payment_status, payment_id, name, email,
    phone, address, subtotal_paise, tax_paise, shipping_paise, shipping_tax_paise, discount_paise, total_paise,
    prices_include_tax, status_at, carrier, tracking_number, delivered_at, hold_network, created_at, updated_at,
    paid_at, user_id, held_until, held_since, net_paise)
SELECT i, 3, order_id, md5('key' || i), 'en', status,
    CASE fate WHEN 'open' THEN 'pending' WHEN 'unpaid' THEN 'failed' WHEN 'returned' THEN 'refunded' ELSE 'paid' END,
    CASE WHEN fate IN ('open', 'unpaid') THEN '' ELSE transaction_id END,
    name, email, phone,
    jsonb_build_object('street', i || ' MG Road', 'city', 'Pune', 'state', 'Maharashtra', 'pincode', '411001', 'country', 'India'),
    goods - tax, tax, 0, 0, 0, goods, TRUE, created_at,
    CASE WHEN status IN ('dispatched', 'out_for_delivery', 'shipped', 'delivered') THEN 'India Post' ELSE '' END,
    CASE WHEN status IN ('dispatched', 'out_for_delivery', 'shipped', 'delivered') THEN 'EM' || (100000000 + i) || 'IN' ELSE '' END,
    CASE WHEN status = 'delivered' THEN created_at + interval '7 days' END, '', created_at, created_at,
    CASE WHEN fate NOT IN ('open', 'unpaid') THEN created_at + interval '2 minutes' END, user_id,
    CASE WHEN fate = 'open' THEN now() + interval '1 day' END, CASE WHEN fate = 'open' THEN created_at END,
    CASE WHEN fate IN ('open', 'unpaid', 'returned') THEN 0 WHEN fate = 'reduced' THEN goods - 100 ELSE goods END
FROM million AS m WHERE i BETWEEN {low} AND {high}
""",
    """
INSERT INTO orders_orderline (order_id, product_id, title_en, title_hi, image, customization, quantity, unit_paise,
    additional_paise, total_paise, discount_paise, tax_rate_basis_points, tax_paise, hsn_code, sent)
SELECT i, product_id, 'Bead ' || product_id, 'दाना ' || product_id, '',
    '{{"size": "regular", "origin": "Nepal", "pendantType": "none", "xrayCertification": false}}', quantity, unit, 0, goods, 0, 1800,
    tax, '7117',
    CASE WHEN fate = 'returned' OR status IN ('dispatched', 'out_for_delivery', 'shipped', 'delivered') THEN quantity ELSE 0 END
FROM million AS m WHERE i BETWEEN {low} AND {high}
""",
    # What decided it, and before every tenth of them one that failed.
    """
INSERT INTO payments_payment (version, transaction_id, provider, status, amount_paise, currency, captured_paise,
    refunded_paise, refund_pending_paise, reversed_paise, is_open, fulfils, in_review, provider_order_id, pay_url,
    instrument, bank_reference, provider_state, error_code, detailed_error_code, initiated_at, expires_at,
    next_check_at, checked_at, settled_at, order_id)
SELECT 3, 'TXN' || upper(substr(md5('first' || i), 1, 18)), 'phonepe', 'FAILED', goods, 'INR', 0, 0, 0, 0, FALSE, FALSE, FALSE,
    'OMO' || upper(substr(md5('early' || i), 1, 22)), '', 'Card', '', 'FAILED', 'TXN_DECLINED', '', created_at + interval '30 seconds',
    created_at + interval '16 minutes', NULL::timestamptz, created_at + interval '1 minute', created_at + interval '1 minute', i
FROM million AS m WHERE i BETWEEN {low} AND {high} AND i % 10 = 5
UNION ALL
SELECT 3, transaction_id, 'phonepe',
    payment_status,
    goods, 'INR', CASE WHEN fate IN ('open', 'unpaid') THEN 0 ELSE goods END,
    CASE fate WHEN 'returned' THEN goods WHEN 'reduced' THEN 100 ELSE 0 END, 0, 0,
    fate = 'open', fate NOT IN ('open', 'unpaid'), FALSE, 'OMO' || upper(substr(md5('late' || i), 1, 22)), '',
    CASE WHEN fate IN ('open', 'unpaid') THEN '' ELSE instrument END,
    CASE WHEN fate IN ('open', 'unpaid') THEN '' ELSE lpad((i * 7919::bigint)::text, 12, '4') END,
    CASE fate WHEN 'open' THEN 'PENDING' WHEN 'unpaid' THEN 'FAILED' ELSE 'COMPLETED' END, '', '',
    created_at + interval '1 minute', created_at + interval '16 minutes',
    CASE WHEN fate = 'open' THEN now() + interval '1 hour' END, created_at + interval '2 minutes',
    CASE WHEN fate <> 'open' THEN created_at + interval '2 minutes' END, i
FROM million AS m WHERE i BETWEEN {low} AND {high}
""",
    """
INSERT INTO payments_refund (version, refund_id, payment_id, status, amount_paise, origin, reason, notes, lines,
    cancels_order, requested_at, started_at, done_at, due_on, provider_refund_id, provider_state, error_code,
    detailed_error_code, bank_reference, request_key, is_owed)
SELECT 3, 'RFD' || upper(substr(md5('refund' || i), 1, 18)), p.id, 'done', p.refunded_paise, 'rule', 'customer_request', '', '[]',
    FALSE, created_at + interval '9 days', created_at + interval '9 days', created_at + interval '11 days',
    (created_at + interval '16 days')::date, 'OMR' || upper(substr(md5('gone' || i), 1, 22)), 'COMPLETED', '', '',
    lpad((i * 104729::bigint)::text, 12, '5'), '', FALSE
FROM million AS m JOIN payments_payment AS p USING (transaction_id)
WHERE i BETWEEN {low} AND {high} AND fate IN ('returned', 'reduced')
""",
    # Settlement reports: each day's payments two days later, all of them long before today.
    """
INSERT INTO payments_statementline (statement_id, number, key, kind, word, merchant_reference, provider_reference,
    instrument, transacted_on, settled_on, bank_reference, amount_paise, fee_paise, payment_id, refund_id)
SELECT s.id, i, md5('line' || i) || md5('line' || i), 'payment', 'PAYMENT', p.transaction_id, p.provider_order_id,
    p.instrument, (p.settled_at AT TIME ZONE 'Asia/Kolkata')::date, s.last_day, '', p.captured_paise,
    round(goods * rate / 10000.0) + round(round(goods * rate / 10000.0) * 0.18), p.id, NULL
FROM million AS m JOIN payments_payment AS p USING (transaction_id)
    JOIN payments_statement AS s ON s.last_day = (p.settled_at AT TIME ZONE 'Asia/Kolkata')::date + 2
WHERE i BETWEEN {low} AND {high} AND p.captured_paise > 0
UNION ALL
SELECT s.id, i, md5('back' || i) || md5('back' || i), 'refund', 'REFUND', r.refund_id, r.provider_refund_id,
    p.instrument, (r.done_at AT TIME ZONE 'Asia/Kolkata')::date, s.last_day, '', -r.amount_paise, 0, p.id, r.id
FROM million AS m JOIN payments_payment AS p USING (transaction_id) JOIN payments_refund AS r ON r.payment_id = p.id
    JOIN payments_statement AS s ON s.last_day = (r.done_at AT TIME ZONE 'Asia/Kolkata')::date + 2
WHERE i BETWEEN {low} AND {high}
""",
    """
INSERT INTO payments_movement (kind, source, target, amount_paise, payment_id, refund_id, reference, at)
SELECT 'captured', 'customers', 'provider', captured_paise, p.id, NULL::bigint, transaction_id, p.settled_at
FROM million AS m JOIN payments_payment AS p USING (transaction_id) WHERE i BETWEEN {low} AND {high} AND captured_paise > 0
UNION ALL
SELECT kind, source, target, r.amount_paise, p.id, r.id, r.refund_id, r.done_at
FROM million AS m JOIN payments_payment AS p USING (transaction_id) JOIN payments_refund AS r ON r.payment_id = p.id
    CROSS JOIN (VALUES ('refund_started', 'provider', 'in_transit'), ('refund_done', 'in_transit', 'customers')) AS k (kind, source, target)
WHERE i BETWEEN {low} AND {high}
UNION ALL
SELECT 'fee', 'provider', 'fees', l.fee_paise, l.payment_id, l.refund_id, l.key, l.settled_on
FROM million AS m JOIN payments_payment AS p USING (transaction_id) JOIN payments_statementline AS l ON l.payment_id = p.id
WHERE i BETWEEN {low} AND {high} AND l.fee_paise > 0
UNION ALL
SELECT CASE WHEN l.amount_paise > 0 THEN 'settled' ELSE 'recovered' END,
    CASE WHEN l.amount_paise > 0 THEN 'provider' ELSE 'payout' END, CASE WHEN l.amount_paise > 0 THEN 'payout' ELSE 'provider' END,
    abs(l.amount_paise - l.fee_paise), l.payment_id, l.refund_id, l.key, l.settled_on
FROM million AS m JOIN payments_payment AS p USING (transaction_id) JOIN payments_statementline AS l ON l.payment_id = p.id
WHERE i BETWEEN {low} AND {high}
""",
    """
INSERT INTO catalog_stockmovement (product_id, kind, quantity, on_hand_delta, allocated_delta, held_delta, reference, actor, cause, created_at)
SELECT product_id, kind, quantity, on_hand * quantity, allocated * quantity, held * quantity, order_id, '', '', created_at
FROM million AS m CROSS JOIN (VALUES (1, 'hold', 0, 0, 1), (2, 'allocate_held', 0, 1, -1), (3, 'dispatch', -1, -1, 0), (4, 'release', 0, 0, -1))
    AS k (step, kind, on_hand, allocated, held)
WHERE i BETWEEN {low} AND {high} AND CASE
    WHEN fate = 'open' THEN step = 1
    WHEN fate = 'unpaid' THEN step IN (1, 4)
    WHEN status IN ('confirmed', 'processing', 'packaging') THEN step IN (1, 2)
    ELSE step IN (1, 2, 3) END
""",
    """
INSERT INTO events_event (name, subject, topics, payload, actor, cause, created_at)
SELECT event, CASE WHEN is_payment THEN 'payment:' || transaction_id ELSE 'order:' || order_id END,
    jsonb_build_array('order:' || order_id, 'staff:orders#' || order_id, 'staff:dashboard', 'payment:' || transaction_id),
    jsonb_build_object('status', CASE WHEN is_payment THEN payment_status ELSE status END, 'order', order_id)
        || CASE WHEN event = 'refund.done' THEN jsonb_build_object('refundStatus', 'done',
            'refund', 'RFD' || upper(substr(md5('refund' || i), 1, 18))) ELSE '{{}}' END,
    '', 'clock', created_at + after
FROM million AS m CROSS JOIN (VALUES ('order.placed', interval '0', 'any'), ('payment.started', interval '1 minute', 'any'),
    ('payment.checked', interval '90 seconds', 'any'), ('payment.succeeded', interval '2 minutes', 'paid'),
    ('order.confirmed', interval '2 minutes', 'paid'), ('order.delivered', interval '7 days', 'delivered'),
    ('refund.done', interval '11 days', 'back')) AS k (event, after, fates)
    CROSS JOIN LATERAL (SELECT event NOT LIKE 'order.%' AS is_payment) AS about
WHERE i BETWEEN {low} AND {high} AND (fates = 'any' OR fates = 'paid' AND fate NOT IN ('open', 'unpaid') OR fates = status
    OR fates = 'back' AND fate IN ('returned', 'reduced'))
UNION ALL
SELECT 'payment.failed', 'payment:TXN' || upper(substr(md5('first' || i), 1, 18)), '[]',
    jsonb_build_object('status', 'FAILED', 'order', order_id), '', 'clock', created_at + interval '1 minute'
FROM million AS m WHERE i BETWEEN {low} AND {high} AND i % 10 = 5
ORDER BY 7
""",
    """
INSERT INTO payments_webhookmessage (message_id, provider, dedupe_key, event, merchant_order_id, state, proof, headers, body,
    payment_id, status_before, status_after, copies, received_at, attempts, handled_at)
SELECT 'MSG-' || upper(substr(md5('message' || i), 1, 12)), 'phonepe', md5('message' || i), 'checkout.order.completed', transaction_id, 'COMPLETED', 'sha',
    '{{}}', '\\x7b7d', p.id, 'PENDING', 'SUCCESS', 1, created_at + interval '2 minutes', 1, created_at + interval '2 minutes'
FROM million AS m JOIN payments_payment AS p USING (transaction_id) WHERE i BETWEEN {low} AND {high} AND fate NOT IN ('open', 'unpaid')
""",
    """
INSERT INTO core_mail (dedupe_key, kind, reference, "to", language, subject, text, html, attachment, status, attempts, next_try_at,
    last_error, created_at, sent_at)
SELECT 'order:' || order_id || ':' || kind, kind, 'order:' || order_id, email, 'en', 'Your order ' || order_id, repeat('Dear customer. ', 10), '', '', 'sent', 1,
    created_at, '', created_at, created_at + interval '5 seconds'
FROM million AS m CROSS JOIN (VALUES ('order_received'), ('payment_received')) AS k (kind) WHERE i BETWEEN {low} AND {high}
""",
    """
INSERT INTO events_auditentry (at, actor, action, subject, before, after, note, address)
SELECT created_at + after, 'user:' || (SELECT public_id FROM accounts_user WHERE role = 'admin' LIMIT 1), 'order.moved', 'order:' || order_id,
    jsonb_build_object('status', old), jsonb_build_object('status', new), '', '10.0.0.' || i % 250
FROM million AS m CROSS JOIN (VALUES (interval '1 day', 'processing', 'dispatched'), (interval '7 days', 'dispatched', 'delivered')) AS k (after, old, new)
WHERE i BETWEEN {low} AND {high} AND status = 'delivered' ORDER BY created_at + after
""",
)

_DOCUMENTS = """
INSERT INTO invoices_document (kind, number, year, sequence, issued_on, language, contents, order_id, refund_id, created_at)
SELECT kind, prefix || '/' || year || '/' || lpad(sequence::text, 6, '0'), year, sequence, day, 'en', contents, i, refund_id, at
FROM (
    SELECT *, row_number() OVER (PARTITION BY year ORDER BY at, i) AS sequence FROM ({wanted}) AS wanted,
    LATERAL (SELECT (at AT TIME ZONE 'Asia/Kolkata')::date AS day) AS dated,
    LATERAL (SELECT extract(year FROM day - interval '3 months')::int AS april) AS years,
    LATERAL (SELECT lpad((april % 100)::text, 2, '0') || '-' || lpad(((april + 1) % 100)::text, 2, '0') AS year) AS named,
    LATERAL (SELECT jsonb_build_object(
        'seller', jsonb_build_object('name', 'Akshamala', 'address', 'Pune', 'state', 'Maharashtra', 'state_code', '27'),
        'buyer', jsonb_build_object('name', 'Asha Rao', 'address', 'Pune', 'state', 'Maharashtra', 'state_code', '27'),
        'place_of_supply', 'Maharashtra', 'place_code', '27', 'interstate', FALSE, 'state_half', 'SGST',
        'rows', jsonb_build_array(jsonb_build_object('title', 'Bead', 'options', '', 'hsn', '7117', 'quantity', 1, 'unit', total, 'discount', 0,
            'rate_basis_points', 0, 'taxable', total - tax, 'cgst', 0, 'sgst', 0, 'igst', tax, 'rounding', 0)),
        'order_id', order_id, 'ordered_on', day, 'payment_id', '', 'paid_on', day, 'prices_include_tax', TRUE, 'refund_id', refund,
        'invoice_number', invoice, 'invoice_date', CASE WHEN invoice = '' THEN '' ELSE day::text END) AS contents) AS said
) AS numbered ORDER BY year, sequence
"""
_INVOICES = """
SELECT 'invoice' AS kind, 'AKS' AS prefix, i, NULL::bigint AS refund_id, created_at + interval '2 minutes' AS at, goods AS total, tax,
    '' AS refund, '' AS invoice, order_id FROM million WHERE fate NOT IN ('open', 'unpaid')
"""
_CREDIT_NOTES = """
SELECT 'credit_note' AS kind, 'CRN' AS prefix, i, r.id AS refund_id, r.done_at AS at, r.amount_paise AS total, 0 AS tax, r.refund_id AS refund,
    invoice.number AS invoice, m.order_id
FROM million AS m JOIN payments_payment AS p USING (transaction_id) JOIN payments_refund AS r ON r.payment_id = p.id
    JOIN invoices_document AS invoice ON invoice.order_id = i AND invoice.kind = 'invoice'
"""

_ENDS = (
    # The trigger that refuses gaps would look for the number before with each row.
    "SET LOCAL session_replication_role = replica",
    _DOCUMENTS.format(wanted=_INVOICES),
    _DOCUMENTS.format(wanted=_CREDIT_NOTES),
    "SET LOCAL session_replication_role = {role}",
    """
INSERT INTO invoices_documentfile (document_id, pdf, sha256, created_at) SELECT id, '\\x25504446', md5(number) || md5(number), created_at FROM invoices_document
""",
    """
INSERT INTO invoices_series (kind, year, last) SELECT kind, year, max(sequence) FROM invoices_document GROUP BY kind, year
""",
    """
UPDATE payments_statement AS s SET total_lines = lines, lines_read = lines, amount_paise = amount, fee_paise = fee
FROM (SELECT statement_id, count(*) AS lines, sum(amount_paise) AS amount, sum(fee_paise) AS fee FROM payments_statementline GROUP BY 1) AS sums
WHERE sums.statement_id = s.id
""",
    "DELETE FROM payments_statement WHERE total_lines = 0",
    """
UPDATE catalog_product AS p SET on_hand = o, allocated = a, held = h
FROM (SELECT product_id, sum(on_hand_delta) AS o, sum(allocated_delta) AS a, sum(held_delta) AS h FROM catalog_stockmovement GROUP BY 1) AS sums
WHERE sums.product_id = p.id
""",
    "SELECT setval(pg_get_serial_sequence('orders_order', 'id'), max(id)) FROM orders_order",
    """
INSERT INTO payments_case (version, case_id, kind, subject, payment_id, proposal, facts, opened_at, closed_at, closed_rule, closed_notes)
SELECT 1, 'CASE-' || upper(substr(md5('case' || i), 1, 10)), 'paid_twice', 'payment:' || transaction_id, p.id, 'wait', '{"amountPaise": 100}',
    created_at + interval '1 hour', CASE WHEN age > interval '3 days' THEN created_at + interval '2 days' END,
    CASE WHEN age > interval '3 days' THEN 'refunded' ELSE '' END, ''
FROM million AS m JOIN payments_payment AS p USING (transaction_id) WHERE i % 50 = 0
""",
    """
INSERT INTO support_ticket (version, number, status, topic, name, email, phone, order_id, message, language, user_id, created_at)
SELECT 1, 'TKT-' || upper(substr(md5('ticket' || i), 1, 8)), CASE WHEN age < interval '3 days' THEN 'open' ELSE 'closed' END, 'order',
    name, email, phone, order_id, 'Where is it?', 'en', user_id, created_at + interval '3 days' FROM million WHERE i % 50 = 1
""",
    """
INSERT INTO returns_return (version, return_id, order_id, kind, reason, text, status, note, requested_at, status_at)
SELECT 1, 'RET-' || upper(substr(md5('return' || i), 1, 10)), i, 'return', 'defective', '', CASE WHEN age < interval '20 days' THEN 'requested' ELSE 'rejected' END, '',
    created_at + interval '8 days', created_at + interval '9 days' FROM million WHERE i % 100 = 11
""",
    """
INSERT INTO support_thread (version, subject, assignee_id, assigned_at)
SELECT 1, 'order:' || order_id, (SELECT id FROM accounts_user WHERE role = 'admin' LIMIT 1), created_at FROM million WHERE i % 1000 = 2
""",
    """
INSERT INTO orders_discountcode (code, percent, minimum_paise, limit_per_customer, "limit", is_active, note, batch, version, created_at)
SELECT 'CODE' || upper(substr(md5('code' || i), 1, 8)), 10, 0, 1, 1, i % 300 <> 5, '', 'batch ' || i / 10000, 1, created_at FROM million WHERE i % 100 = 5
""",
    """
INSERT INTO payments_bankaccount (account_id, name, columns, gaps, created_at) VALUES ('BNK-MILLION', 'Current account', '{}', '[]', now())
""",
    """
INSERT INTO payments_bankstatement (statement_id, account_id, name, digest, packed, received_by_id, received_at, total_lines, known_lines, first_day, last_day)
SELECT 'BST-' || upper(substr(md5('statement' || a.id), 1, 12)), a.id, 'bank.csv', md5('bank') || md5('csv'), '', (SELECT id FROM accounts_user WHERE role = 'admin' LIMIT 1),
    now(), (SELECT count(*) FROM million WHERE i % 50 = 7), 0, (SELECT min(created_at)::date FROM million), now()::date FROM payments_bankaccount AS a
""",
    """
INSERT INTO payments_bankline (line_id, account_id, statement_id, number, key, day, narration, reference, amount_paise, balance_paise, status, source)
SELECT 'BLN-' || upper(substr(md5('line' || i), 1, 12)), s.account_id, s.id, i, md5('line' || i) || md5(i::text), created_at::date,
    'NEFT CR ' || i || ' RENT OR TRANSFER', 'UTR' || lpad(i::text, 12, '0'), 100 + i % 90000, i, 'other', '' FROM million, payments_bankstatement AS s WHERE i % 50 = 7
""",
    """
INSERT INTO support_screenvisit (payment_id, at, outcome)
SELECT p.id, initiated_at, 'success' FROM payments_payment AS p WHERE p.id % 4 = 0
""",
)

_STATEMENTS = """
INSERT INTO payments_statement (version, statement_id, provider, status, name, digest, packed, received_at, total_lines, lines_read, lines_known,
    amount_paise, fee_paise, first_day, last_day, done_at)
SELECT 1, 'STM-' || upper(substr(md5('report' || day), 1, 12)), 'phonepe', 'done', 'settlement-' || day || '.csv', md5('report' || day) || md5('report' || day), '',
    day + interval '1 day', 0, 0, 0, 0, 0, day::date, day::date, day + interval '1 day'
FROM generate_series(now()::date - interval '365 days', now()::date - interval '45 days', interval '1 day') AS day
"""


def write_shop(orders: int, *, say: Callable[[str], None] = lambda line: None) -> None:
    """Fill an empty, migrated database on Postgres with so many orders and all that belongs to them.

    Few are written in one transaction, with every check of the database; many by several connections.
    """
    names = {
        "orders": orders,
        "buyers": max(orders // 4, 10),
        "products": PRODUCTS,
        "first": _FIRST,
        "last": _LAST,
        "instruments": _INSTRUMENTS,
    }
    chunks = [{"low": low, "high": min(low + CHUNK - 1, orders)} for low in range(1, orders + 1, CHUNK)]
    before = (_USERS, _PLAN, "CREATE INDEX ON million (i)", "ANALYZE million", _STATEMENTS)
    if orders <= CHECKED_ORDERS:
        with transaction.atomic():
            _write_products()
            _execute(statement.format(**names) for statement in before)
            for chunk in chunks:
                _execute(statement.format(**names, **chunk) for statement in _CHUNKS)
            _execute(statement.replace("{role}", "origin") for statement in _ENDS)
            _execute(["DROP TABLE million"])
            row_checksums.take_as_they_are()
        _execute(["ANALYZE"])
        return
    with transaction.atomic():
        _write_products()
        _execute(statement.format(**names) for statement in before)
    indexes = _drop_indexes()

    def write(chunk: dict[str, int]) -> None:
        try:
            with transaction.atomic():
                _execute(["SET LOCAL session_replication_role = replica"])
                _execute(statement.format(**names, **chunk) for statement in _CHUNKS)
        finally:
            connection.close()
        say(f"orders up to {chunk['high']:,}")

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(write, chunks))
    for statement in _ENDS:
        with transaction.atomic():
            _execute(["SET LOCAL session_replication_role = replica", statement.replace("{role}", "replica")])
    _execute(["DROP TABLE million"])
    say("indexes")
    for statement in indexes:
        with transaction.atomic():
            _execute(["SET LOCAL maintenance_work_mem = '512MB'", statement])
    say("statistics")
    # No trigger has kept them.
    for source in (ORDERS, DISCOUNTS, PAYMENTS, MOVEMENTS):
        repair_rollup(source)
    row_checksums.take_as_they_are()
    _execute(["SET statement_timeout = 0", "VACUUM ANALYZE", "RESET statement_timeout"])


def _execute(statements: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        # They take minutes, as migrations may.
        connection.connection.answer_seconds = None
        try:
            if connection.in_atomic_block:
                cursor.execute("SET LOCAL statement_timeout = 0")
                cursor.execute("SET LOCAL work_mem = '128MB'")
            for statement in statements:
                cursor.execute(statement)
        finally:
            connection.connection.answer_seconds = Connection.answer_seconds


def _write_products() -> None:
    make_user(role=Role.ADMIN, email=ADMIN, is_sample=True)
    category = make_category()
    products = Product.objects.bulk_create(
        Product(
            slug=f"bead-{number}",
            title_en=f"Bead {number}",
            title_hi=f"दाना {number}",
            price_paise=50_000,
            category=category,
        )
        for number in range(PRODUCTS)
    )
    StockMovement.objects.bulk_create(
        StockMovement(product=product, kind=StockMovementKind.COUNT, quantity=STOCK, on_hand_delta=STOCK)
        for product in products
    )


def _drop_indexes() -> list[str]:
    """Drop what can be built faster once all rows are there; return what builds it."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
                AND indexdef NOT LIKE 'CREATE UNIQUE%' AND indexname NOT LIKE '%order_id%' AND indexname NOT LIKE '%payment_id%'
                AND tablename IN ('orders_order', 'payments_payment', 'payments_movement', 'events_event', 'core_mail',
                    'payments_webhookmessage', 'accounts_user', 'events_auditentry', 'catalog_stockmovement')
            """
        )
        found = cursor.fetchall()
        for name, _ in found:
            cursor.execute(f'DROP INDEX "{name}"')
    return [definition for _, definition in found]
