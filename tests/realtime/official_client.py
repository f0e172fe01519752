"""The unchanged socket.io-client, in a process of Node: what browsers run."""

import json
import queue
import subprocess
import threading
from pathlib import Path
from shutil import which
from typing import Any

from deploy.environment import ROOT

MODULES = ROOT / "frontend" / "node_modules"
NODE = which("node")


class Client:
    """The client in a process of Node."""

    def __init__(self, url: str) -> None:
        assert NODE is not None
        self._process = subprocess.Popen(
            [NODE, str(Path(__file__).with_name("client.mjs")), url, str(MODULES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._heard: queue.Queue[tuple[str, Any]] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        self.expect("ready")

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            what, value = json.loads(line)
            self._heard.put((what, value))

    def do(self, deed: str, argument: Any = None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([deed, argument]) + "\n")
        self._process.stdin.flush()

    def expect(self, what: str, within: float = 15) -> Any:
        """Return what comes with the next thing it says, which must be this."""
        said, value = self._heard.get(timeout=within)
        assert said == what, (said, value)
        return value

    def until(self, what: str) -> list[Any]:
        """Wait until it says this; return the connection errors before."""
        errors = []
        while (said := self._heard.get(timeout=20))[0] != what:
            assert said[0] == "connect_error", said
            errors.append(said[1])
        return errors

    def ask(self, event: str, **request: Any) -> Any:
        """Emit an event and return its answer; news of a topic may overtake it."""
        self.do("emit", [event, request])
        return self.after_news("answer")

    def after_news(self, what: str, within: float = 15) -> Any:
        """Return what comes with the next thing it says that is not a push."""
        while (said := self._heard.get(timeout=within))[0] == "changed":
            pass
        assert said[0] == what, said
        return said[1]

    def until_version(self, version: int, within: float = 15) -> Any:
        """Return the push of this version; older ones may come before."""
        while (push := self.expect("changed", within))["version"] < version:
            pass
        return push

    def stop(self) -> None:
        self._process.kill()
        self._process.communicate()
        self._reader.join()
