"""The database itself refuses to change documents, and a gap in their numbers that is not written down."""

from project.core.trigger_operations import Triggers
from project.core.written_once import written_once

DOCUMENTS = written_once("invoices_document", message="invoices_document is written once")
DOCUMENT_FILES = written_once("invoices_documentfile", message="invoices_documentfile is written once")
NUMBER_GAPS = written_once("invoices_numbergap", message="invoices_numbergap is written once")

_SAME_KIND = "kind = NEW.kind"
_SAME_SERIES = "kind = NEW.kind AND bill_of_supply = NEW.bill_of_supply"
_SERIES_OF_DOCUMENT = "kind = CASE WHEN NEW.bill_of_supply THEN 'bill' ELSE NEW.kind END"


def _no_gap(documents: str, gaps: str) -> Triggers:
    """Return the trigger for a series, which has these documents and these gaps in a year."""
    before = (
        f"(SELECT COALESCE(MAX(sequence), 0) FROM invoices_document WHERE {documents} AND year = NEW.year)",
        f"(SELECT COALESCE(MAX(last), 0) FROM invoices_numbergap WHERE {gaps} AND year = NEW.year)",
    )
    return Triggers(
        postgres=[
            f"""
CREATE FUNCTION invoices_no_gap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.sequence <> 1 + GREATEST({", ".join(before)}) THEN
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
WHEN NEW.sequence <> 1 + MAX({", ".join(before)})
BEGIN SELECT RAISE(ABORT, 'the numbers of a kind and year have no gap'); END
"""
        ],
        sqlite_drop=["DROP TRIGGER document_no_gap"],
    )


# Before bills of supply had numbers of their own.
NO_GAP_IN_KIND = _no_gap(_SAME_KIND, _SAME_KIND)
NO_GAP = _no_gap(_SAME_SERIES, _SERIES_OF_DOCUMENT)
