"""The database itself refuses to change documents, and a gap in their numbers that is not written down."""

from project.core.trigger_installation import Triggers
from project.core.written_once import written_once

# The highest number of the series, and of its gaps that are written down.
_BEFORE = ", ".join(
    (
        "(SELECT COALESCE(MAX(sequence), 0) FROM invoices_document"
        " WHERE kind = NEW.kind AND bill_of_supply = NEW.bill_of_supply AND year = NEW.year)",
        "(SELECT COALESCE(MAX(last), 0) FROM invoices_numbergap"
        " WHERE kind = CASE WHEN NEW.bill_of_supply THEN 'bill' ELSE NEW.kind END AND year = NEW.year)",
    )
)
_NO_GAP = Triggers(
    postgres=[
        f"""
CREATE OR REPLACE FUNCTION invoices_no_gap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.sequence <> 1 + GREATEST({_BEFORE}) THEN
        RAISE EXCEPTION 'the numbers of % % have no gap', NEW.kind, NEW.year
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER document_no_gap BEFORE INSERT ON invoices_document
    FOR EACH ROW EXECUTE FUNCTION invoices_no_gap();
"""
    ],
    sqlite=[
        f"""
CREATE TRIGGER document_no_gap BEFORE INSERT ON invoices_document
WHEN NEW.sequence <> 1 + MAX({_BEFORE})
BEGIN SELECT RAISE(ABORT, 'the numbers of a kind and year have no gap'); END
"""
    ],
)
_WRITTEN_ONCE = ("invoices_document", "invoices_documentfile", "invoices_numbergap")
TRIGGERS = [*(written_once(table, message=f"{table} is written once") for table in _WRITTEN_ONCE), _NO_GAP]
