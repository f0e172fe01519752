"""Management commands of a running shop, one after the other in one process that has Django loaded already.

Run as a script it reads one JSON list a line, `["command", "set_role", "asha@example.com", "admin"]`, and
answers when it is done. `CommandProcess` is the test's side of it.
"""

import contextlib
import sys

from tests.realtime.action_process import ActionProcess, serve


class CommandProcess(ActionProcess):
    """The process that runs the commands, started with a shop's environment."""

    module = "tests.e2e.command_process"

    def manage(self, *arguments: str) -> None:
        """Run a management command to its end."""
        self.do("command", *arguments)


def _main() -> None:
    import django

    django.setup()

    from django.core.management import call_command

    def command(*arguments: str) -> None:
        # Standard output is for the answers.
        with contextlib.redirect_stdout(sys.stderr):
            call_command(*arguments)

    serve({"command": command})


if __name__ == "__main__":
    _main()
