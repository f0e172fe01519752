"""Refusals of a bank's statement, or of a step with one of its lines."""

from project.core.errors import DomainError, ErrorCode


class BankStatementRefused(DomainError):
    """A file that cannot be read; the text says where."""

    code = ErrorCode.BANK_STATEMENT_UNREADABLE
    status = 422


class BankColumnsUnknown(BankStatementRefused):
    """Its headings are unknown; `data` has the first rows, and staff say which column is which."""

    code = ErrorCode.BANK_COLUMNS_UNKNOWN
