"""A process that looks for faults when told to, as gunicorn's do every ten seconds, and its driver."""

from tests.realtime.action_process import ActionProcess, serve


class WatcherProcess(ActionProcess):
    """The process, started with a shop's environment."""

    module = "tests.backoffice.watcher_process"


def _main() -> None:
    import django

    django.setup()

    from datetime import timedelta

    from django.db import DatabaseError
    from django.db.models import F

    from project.backoffice.operator_alerts import OVER_AFTER, Watcher
    from project.core.models import OperatorAlert

    watcher = Watcher()

    def look(times: int) -> None:
        """Look so often."""
        for _ in range(times):
            watcher.look()

    def wait(fault: str) -> None:
        """Let the time pass after which a fault that was not seen is over."""
        OperatorAlert.objects.filter(fault=fault).update(
            seen_at=F("seen_at") - OVER_AFTER - timedelta(seconds=1)
        )

    def is_recorded(fault: str) -> bool:
        """Return whether the database answers and says that the operators were told."""
        try:
            return OperatorAlert.objects.filter(fault=fault).exclude(webhook_at=None).exists()
        except DatabaseError:
            return False

    serve({"look": look, "wait": wait, "is_recorded": is_recorded})


if __name__ == "__main__":
    _main()
