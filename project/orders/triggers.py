"""The certificate of a sold piece fits it, which constraints cannot say; statistics follow the orders."""

from project.core.rollups import rollup_triggers
from project.core.trigger_installation import Triggers
from project.orders.models.order_rollup import ORDERS

_SQLITE = """
CREATE TRIGGER orders_piece_certificate_fits_{event} BEFORE {event} ON orders_piececertificate
WHEN NOT EXISTS (
    SELECT 1 FROM orders_orderline line JOIN catalog_product product ON product.id = line.product_id
    JOIN catalog_certificate certificate ON certificate.product_id = COALESCE(product.parent_id, product.id)
    WHERE line.id = NEW.line_id AND certificate.id = NEW.certificate_id
        AND NEW.piece <= line.quantity AND certificate.voided_at IS NULL
)
BEGIN SELECT RAISE(ABORT, 'the certificate does not fit the piece'); END
"""
_EVENTS = ("INSERT", "UPDATE")

# Whether a certificate is void is asked when it is given: one that is withdrawn later stays with its piece.
_CERTIFICATE_FITS = Triggers(
    postgres=[
        """
CREATE OR REPLACE FUNCTION orders_piece_certificate_fits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM orders_orderline line JOIN catalog_product product ON product.id = line.product_id
        JOIN catalog_certificate certificate
            ON certificate.product_id = COALESCE(product.parent_id, product.id)
        WHERE line.id = NEW.line_id AND certificate.id = NEW.certificate_id
            AND NEW.piece <= line.quantity AND certificate.voided_at IS NULL
    ) THEN
        RAISE EXCEPTION 'the certificate does not fit the piece' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER certificate_fits BEFORE INSERT OR UPDATE ON orders_piececertificate
    FOR EACH ROW EXECUTE FUNCTION orders_piece_certificate_fits();
"""
    ],
    sqlite=[_SQLITE.format(event=event) for event in _EVENTS],
)
TRIGGERS = [_CERTIFICATE_FITS, rollup_triggers(ORDERS)]
