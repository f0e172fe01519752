"""Errors of changing the settings."""

from project.core.errors import Conflict, ErrorCode


class PrefixTaken(Conflict):
    """Documents of the other kind begin their numbers so already: two would have the same number."""

    code = ErrorCode.PREFIX_TAKEN


class SettingsChanged(Conflict):
    """Somebody else saved these settings in between; `data` holds theirs and who changed what, when."""

    code = ErrorCode.SETTINGS_CHANGED
