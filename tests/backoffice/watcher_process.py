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

    from project.backoffice.operator_alerts import OVER_AFTER, Alert, Watcher
    from project.core.models import OperatorAlert

    watcher = Watcher()

    def look(times: int) -> None:
        """Look so often."""
        for _ in range(times):
            watcher.look()

    def tell_late(text: str) -> bool:
        """Tell of a database that was found away and is back by now; False while it is not."""
        try:
            OperatorAlert.objects.exists()
        except DatabaseError:
            return False
        return watcher.tell(Alert("database", text), {})

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

    serve({"look": look, "tell_late": tell_late, "wait": wait, "is_recorded": is_recorded})


if __name__ == "__main__":
    _main()
