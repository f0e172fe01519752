"""The pictures' job. A job is a hint: the due row is the work, and the sweep finds it again."""

import threading

from huey.contrib.djhuey import db_task

from project.catalog.actions import pictures

# Rendering keeps a core busy for seconds; payments have their turn before a second one.
_one_at_a_time = threading.Lock()


def is_rendering() -> bool:
    """Return whether this process renders a picture now."""
    return _one_at_a_time.locked()


@db_task()
def render_picture(pk: int) -> None:
    """Render the sizes of one picture."""
    with _one_at_a_time:
        pictures.render_picture(pk)
