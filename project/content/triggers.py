"""The database itself refuses to change or delete what was published."""

from project.core.written_once import written_once

TRIGGERS = [written_once("content_contentrevision", message="published content is written once")]
