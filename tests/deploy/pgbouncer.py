"""PgBouncer before a private Postgres."""

import os
import shutil

from deploy.services import Postgres, Server


class PgBouncer(Server):
    """PgBouncer in transaction mode before a Postgres, set up as SCALING.md says."""

    program = "pgbouncer"

    def __init__(self, target: Postgres, *, user: str, password: str = "", pool_size: int = 40) -> None:
        super().__init__()
        self._target = target
        self._user = user
        self._password = password
        self._pool_size = pool_size

    def command(self) -> list[str | os.PathLike[str]]:  # type: ignore[override]
        if (user := self.run_as()) is not None:
            shutil.chown(self.directory, user)
        users = self.directory / "users.txt"
        users.write_text(f'"{self._user}" "{self._password}"\n')
        file = self.directory / "pgbouncer.ini"
        # The shop of a test has a database of its own name.
        file.write_text(
            "[databases]\n"
            f"* = host=127.0.0.1 port={self._target.port}\n"
            "[pgbouncer]\n"
            f"listen_addr = 127.0.0.1\nlisten_port = {self.port}\nunix_socket_dir =\n"
            f"auth_type = {'scram-sha-256' if self._password else 'trust'}\nauth_file = {users}\n"
            f"pool_mode = transaction\ndefault_pool_size = {self._pool_size}\nmax_client_conn = 2000\n"
        )
        return [self.binary, file]

    def run_as(self) -> str | None:
        """PgBouncer refuses to run as root."""
        return self._target.run_as()
