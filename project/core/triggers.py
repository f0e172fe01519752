"""The database itself refuses to change the history of the shop's settings."""

from project.core.written_once import written_once

SETTINGS_VERSIONS = written_once("core_settingsversion", message="a version of the settings is written once")
