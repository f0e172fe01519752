"""The database itself refuses to change the history of the shop's settings, and keeps checksums of rows."""

from project.core import row_checksums
from project.core.written_once import written_once

TRIGGERS = [
    written_once("core_settingsversion", message="a version of the settings is written once"),
    row_checksums.triggers,
]
