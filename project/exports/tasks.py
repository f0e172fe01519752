"""The exports' job. A job is a hint: the due row is the work, and the sweep finds it again."""

import threading

from huey.contrib.djhuey import db_task

from project.exports import actions

# A file keeps a core busy for seconds; payments have their turn before a second one.
_one_at_a_time = threading.Lock()


def is_busy() -> bool:
    """Return whether this process writes a file now."""
    return _one_at_a_time.locked()


@db_task()
def make_export(pk: int) -> None:
    """Make one export."""
    with _one_at_a_time:
        actions.make_export(pk)
