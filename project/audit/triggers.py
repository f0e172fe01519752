"""The database itself refuses to change or delete the audit log."""

from project.core.written_once import written_once

TRIGGERS = [written_once("audit_auditentry", message="the audit log is written once")]
