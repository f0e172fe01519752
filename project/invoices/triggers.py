"""The database itself refuses to change documents, and a gap in their numbers that is not written down."""

from project.core.trigger_operations import Triggers
from project.core.written_once import written_once

DOCUMENTS = written_once("invoices_document", message="invoices_document is written once")
DOCUMENT_FILES = written_once("invoices_documentfile", message="invoices_documentfile is written once")
NUMBER_GAPS = written_once("invoices_numbergap", message="invoices_numbergap is written once")

_LAST_DOCUMENT = """(
    SELECT COALESCE(MAX(sequence), 0) FROM invoices_document
    WHERE kind = NEW.kind AND bill_of_supply = NEW.bill_of_supply AND year = NEW.year
)"""
_LAST_GAP = """(
    SELECT COALESCE(MAX(last), 0) FROM invoices_numbergap
    WHERE kind = CASE WHEN NEW.bill_of_supply THEN 'bill' ELSE NEW.kind END AND year = NEW.year
)"""

NO_GAP = Triggers(
    postgres=[
        f"""
CREATE FUNCTION invoices_no_gap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.sequence <> 1 + GREATEST({_LAST_DOCUMENT}, {_LAST_GAP}) THEN
        RAISE EXCEPTION 'the numbers of % % have no gap', NEW.kind, NEW.year
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER document_no_gap BEFORE INSERT ON invoices_document
    FOR EACH ROW EXECUTE FUNCTION invoices_no_gap();
"""
    ],
    postgres_drop=["DROP FUNCTION invoices_no_gap() CASCADE"],
    sqlite=[
        f"""
CREATE TRIGGER document_no_gap BEFORE INSERT ON invoices_document
WHEN NEW.sequence <> 1 + MAX({_LAST_DOCUMENT}, {_LAST_GAP})
BEGIN SELECT RAISE(ABORT, 'the numbers of a kind and year have no gap'); END
"""
    ],
    sqlite_drop=["DROP TRIGGER document_no_gap"],
)
