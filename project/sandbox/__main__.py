"""The sandbox as a service of its own: `python -m project.sandbox --port 9000 --control`."""

import argparse
import os

from daphne.cli import CommandLineInterface


def main() -> None:
    """Serve until told to stop; everything but the address comes from the environment (`config.py`)."""
    parser = argparse.ArgumentParser(prog=f"python -m {__package__}", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (%(default)s)")
    parser.add_argument("--port", default="9000", help="the port to listen at (%(default)s)")
    parser.add_argument("--control", action="store_true", help="take commands, as SANDBOX_CONTROL=1 does")
    given = parser.parse_args()
    if given.control:
        os.environ["SANDBOX_CONTROL"] = "1"
    # asgi.py builds the application when the server imports it.
    CommandLineInterface().run(
        ["-b", given.host, "-p", given.port, "-v", "0", f"{__package__}.asgi:application"]
    )


if __name__ == "__main__":
    main()
