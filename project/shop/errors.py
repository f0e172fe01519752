"""Errors of changing the settings."""

from project.core.errors import Conflict, ErrorCode


class SettingsChanged(Conflict):
    """Somebody else saved these settings in between; `data` holds theirs and who changed what, when."""

    code = ErrorCode.SETTINGS_CHANGED
