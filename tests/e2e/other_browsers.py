"""Firefox and WebKit as Debian packages them, driven by what a person sees.

Playwright drives only builds of its own. Firefox speaks WebDriver BiDi by itself (geckodriver is not
packaged), and WebKitGTK comes with a driver for WebDriver, without BiDi. Both take the same input actions and
run the same scripts, so that only starting, navigating and the console differ.
"""

import contextlib
import itertools
import json
import os
import re
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from deploy import processes
from deploy.machine import MINIBROWSER
from tests.waiting import eventually

WIDTH, HEIGHT = 1280, 900
# On a busy machine; each is drawn by the processor.
STARTS_WITHIN_SECONDS = 60.0
WAIT_SECONDS = 20.0
# Nobody tells when a browser that is not driven has loaded its pages.
_LOADS_WITHIN_SECONDS = 20.0
_LOOK_AGAIN_SECONDS = 0.1

_FIND = (Path(__file__).parent / "find_element.js").read_text().strip()
# As React hears of it. Each engine has its own editor of dates, and shows choices in a menu outside the page.
_SET_VALUE = """(value) => {
    const kind = Object.getPrototypeOf(window.found)
    Object.getOwnPropertyDescriptor(kind, "value").set.call(window.found, value)
    for (const name of ["input", "change"]) window.found.dispatchEvent(new Event(name, { bubbles: true }))
}"""
_OPTION = """(label) => [...window.found.options].find((each) => each.text.trim() === label)?.value"""
# The server's first screen looks the same, but what is typed and pressed there can be lost.
_READY = """() => document.readyState === "complete" &&
    (!document.getElementById("root") || "ready" in document.documentElement.dataset)"""

T = TypeVar("T")


class NotNow(Exception):
    """The browser could not do it at this moment, as while a page is being replaced by the next."""


class OtherBrowser(ABC):
    """One person's browser, with nothing kept from before."""

    def __init__(self) -> None:
        self._cleanup = contextlib.ExitStack()
        try:
            self._folder = Path(self._cleanup.enter_context(tempfile.TemporaryDirectory(prefix="browser-")))
            self._start()
        except BaseException:
            self._cleanup.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        """End the browser and remove what it kept."""
        self._cleanup.close()

    @abstractmethod
    def _start(self) -> None: ...

    @abstractmethod
    def open(self, url: str) -> None:
        """Open an address, whatever becomes of its scripts."""

    @abstractmethod
    def evaluate(self, function: str, *arguments: object) -> Any:
        """Call a JavaScript function in the page; return its answer.

        Raises NotNow while the page is replaced by the next.
        """

    @abstractmethod
    def _perform(self, source: dict[str, Any]) -> None:
        """Let one input device act, as the WebDriver protocols have it."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """Return the errors of scripts and the breaches of the page's policy that were noticed so far."""

    def go(self, url: str) -> None:
        """Open an address, and wait until the application has taken the page over."""
        self.open(url)
        self._until(lambda: self.evaluate(_READY), f"{url} is not ready")

    @property
    def url(self) -> str:
        """The address of the page that is shown."""
        return str(self._until(lambda: self.evaluate("() => location.href"), "no page"))

    def wait_for_url(self, pattern: str) -> str:
        """Wait until the address matches a regular expression; return it, its page ready."""
        return self._until(
            lambda: self.url if re.search(pattern, self.url) and self.evaluate(_READY) else None,
            f"the address does not match {pattern}",
        )

    def see(self, role: str, name: str, *, inside: str = "body", seconds: float = WAIT_SECONDS) -> str:
        """Wait until an element of this role and name (a regular expression) is in sight; return its text."""
        found = self._until(
            lambda: self._find(role, name, inside), f"no {role} {name!r} in {inside}", seconds=seconds
        )
        return str(found["text"])

    def click(self, role: str, name: str, *, inside: str = "body") -> None:
        """Click such an element as soon as it lies still, is enabled and is covered by nothing."""
        self._reach(role, name, inside)

    def fill(self, label: str, value: str, *, inside: str = "body") -> None:
        """Type into the field with this label, in place of what it holds."""
        name = f"^{re.escape(label)}$"
        self._reach("field", name, inside)
        if self.evaluate("() => ['date', 'time'].includes(window.found.type)"):
            self.evaluate(_SET_VALUE, value)
        else:
            self.evaluate("() => window.found.select()")
            self._type(value)
        self._until(lambda: self.evaluate("() => window.found.value") == value, f"{label} is not {value}")

    def choose(self, label: str, option: str, *, inside: str = "body") -> None:
        """Choose an option of the menu with this label, both as they are read."""
        name = f"^{re.escape(label)}$"
        self._until(lambda: self._find("field", name, inside), f"no menu {label}")
        value = self.evaluate(_OPTION, option)
        assert value is not None, f"{label} has no {option}"
        self.evaluate(_SET_VALUE, value)

    def press(self, key: str) -> None:
        """Press one key, by its character or its code in WebDriver."""
        self._type(key)

    def _type(self, text: str) -> None:
        strokes = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keyboard", "actions": strokes})

    def _find(self, role: str, name: str, inside: str) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.evaluate(_FIND, role, name, inside)
        return found

    def _reach(self, role: str, name: str, inside: str) -> None:
        last: dict[str, Any] | None = None

        def still() -> dict[str, Any] | None:
            nonlocal last
            before, last = last, self._find(role, name, inside)
            return last if last and last == before and last["enabled"] and last["reachable"] else None

        try:
            found = self._until(still, "")
        except AssertionError:
            raise AssertionError(f"cannot reach {role} {name!r} in {inside}: {last}, at {self.url}") from None
        move = {"type": "pointerMove", "x": found["x"], "y": found["y"]}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self._perform({"type": "pointer", "id": "mouse", "actions": [move, *press]})

    def _until(self, look: Callable[[], T | None], problem: str, *, seconds: float = WAIT_SECONDS) -> T:
        deadline = time.monotonic() + seconds
        while True:
            with contextlib.suppress(NotNow):
                if found := look():
                    return found
            if time.monotonic() > deadline:
                raise AssertionError(f"{problem} after {seconds:.0f} s")
            time.sleep(_LOOK_AGAIN_SECONDS)

    def _spawn(self, *command: str | Path, environment: Mapping[str, str] = os.environ) -> None:
        log = self._cleanup.enter_context((self._folder / "log").open("wb"))
        process = processes.spawn(command, env={**environment, "HOME": str(self._folder)}, output=log)
        self._cleanup.callback(processes.stop, process)


class Firefox(OtherBrowser):
    """Firefox by WebDriver BiDi: https://w3c.github.io/webdriver-bidi/."""

    _PREFERENCES = {
        # No questions to its maker's servers, and no pages of its own at the first start.
        "app.normandy.enabled": False,
        "browser.aboutwelcome.enabled": False,
        "browser.region.update.enabled": False,
        "browser.shell.checkDefaultBrowser": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "extensions.getAddons.cache.enabled": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "services.settings.server": "data:,",
        "ui.prefersReducedMotion": 1,
    }

    def _start(self) -> None:
        profile = self._folder / "profile"
        profile.mkdir()
        (profile / "user.js").write_text(
            "".join(
                f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
                for name, value in self._PREFERENCES.items()
            )
        )
        port = processes.free_port()
        self._spawn(
            *("firefox-esr", "--headless", "--no-remote", "--profile", profile),
            *("--remote-debugging-port", str(port)),
        )
        self._numbers = itertools.count(1)
        self._complaints: list[str] = []
        self._socket = self._until(lambda: self._connect(port), "no Firefox", seconds=STARTS_WITHIN_SECONDS)
        self._cleanup.callback(self._socket.close)
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["log.entryAdded"])
        self._context: str = self._call("browsingContext.getTree")["contexts"][0]["context"]
        viewport = {"width": WIDTH, "height": HEIGHT}
        self._call("browsingContext.setViewport", context=self._context, viewport=viewport)

    @staticmethod
    def _connect(port: int) -> ClientConnection | None:
        try:
            return connect(f"ws://127.0.0.1:{port}/session", max_size=None, proxy=None, legacy=True)
        except (OSError, WebSocketException):
            return None

    def _call(self, method: str, **parameters: object) -> dict[str, Any]:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(STARTS_WITHIN_SECONDS))
            if answer.get("id") == number:
                break
            self._hear(answer)
        if answer["type"] == "error":
            raise NotNow(f"{method}: {answer['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _hear(self, event: dict[str, Any]) -> None:
        entry = event.get("params", {})
        # Scripts' errors and breaches of the policy; what scripts write to the console is of another type.
        if entry.get("type") == "javascript" and entry["level"] == "error":
            self._complaints.append(entry["text"])

    def open(self, url: str) -> None:
        self._call("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, function: str, *arguments: object) -> Any:
        answer = self._call(
            "script.callFunction",
            functionDeclaration=f"(given) => JSON.stringify(({function})(...JSON.parse(given)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._context},
            awaitPromise=False,
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def _perform(self, source: dict[str, Any]) -> None:
        self._call("input.performActions", context=self._context, actions=[source])

    def complaints(self) -> list[str]:
        # What was said before is heard by now.
        self.evaluate("() => true")
        return self._complaints


class WebKit(OtherBrowser):
    """WebKitGTK by WebDriver: https://w3c.github.io/webdriver/.

    It has no way to the console, and MiniBrowser writes no console while it is driven. So each call of ours
    listens to the page's errors from then on; what happens before that, `console_of_webkit` tells.
    """

    _LISTEN = """
        if (!window.complaints) {
            window.complaints = JSON.parse(sessionStorage.getItem("complaints") ?? "[]")
            const note = (text) => {
                window.complaints.push(text)
                sessionStorage.setItem("complaints", JSON.stringify(window.complaints))
            }
            addEventListener("error", (event) => event.message && note(event.message))
            addEventListener("unhandledrejection", (event) => note(String(event.reason)))
            addEventListener("securitypolicyviolation", (event) =>
                note(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`))
        }
    """

    def _start(self) -> None:
        port = processes.free_port()
        self._spawn(
            *("WebKitWebDriver", f"--port={port}"),
            environment=webkit_environment(self._cleanup, self._folder),
        )
        self._http = self._cleanup.enter_context(
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=STARTS_WITHIN_SECONDS, trust_env=False)
        )
        self._until(self._listens, "no WebKitWebDriver", seconds=STARTS_WITHIN_SECONDS)
        options = {"binary": str(MINIBROWSER), "args": ["--automation"]}
        capabilities = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        answer = self._http.post("/session", json={"capabilities": capabilities}).json()["value"]
        assert "sessionId" in answer, answer
        self._session = f"/session/{answer['sessionId']}"
        self._cleanup.callback(lambda: self._http.delete(self._session))
        self._call("/window/rect", {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT})

    def _listens(self) -> bool:
        try:
            return self._http.get("/status").is_success
        except httpx.HTTPError:
            return False

    def _call(self, path: str, body: dict[str, Any]) -> Any:
        answer = self._http.post(self._session + path, json=body)
        value = answer.json()["value"]
        if answer.is_error:
            if value["error"] == "javascript error":
                raise AssertionError(value["message"])
            raise NotNow(f"{path}: {value}")
        return value

    def open(self, url: str) -> None:
        self._call("/url", {"url": url})

    def evaluate(self, function: str, *arguments: object) -> Any:
        script = f"{self._LISTEN} return ({function})(...arguments)"
        return self._call("/execute/sync", {"script": script, "args": arguments})

    def _perform(self, source: dict[str, Any]) -> None:
        self._call("/actions", {"actions": [source]})

    def complaints(self) -> list[str]:
        return list(self.evaluate("() => window.complaints"))


def console_of_webkit(*urls: str) -> list[str]:
    """Open the addresses in a browser that nobody drives; return what was written to their consoles."""
    with contextlib.ExitStack() as cleanup:
        folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix="browser-")))
        console = folder / "console"
        log = cleanup.enter_context(console.open("wb"))
        process = processes.spawn(
            [MINIBROWSER, "--enable-write-console-messages-to-stdout=true", *urls],
            env=webkit_environment(cleanup, folder),
            output=log,
        )
        cleanup.callback(processes.stop, process)
        time.sleep(_LOADS_WITHIN_SECONDS)
        return [line for line in console.read_text().splitlines() if " CONSOLE " in line]


def webkit_environment(cleanup: contextlib.ExitStack, folder: Path) -> dict[str, str]:
    """Start a screen that nobody sees; return what WebKit's programs need for it, without a graphics card."""
    output = folder / "screen"
    log = cleanup.enter_context(output.open("wb"))
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    screen = processes.spawn(command, output=log)
    cleanup.callback(processes.stop, screen)
    number = eventually(
        lambda: re.search(r"^\d+$", output.read_text(), re.MULTILINE), seconds=STARTS_WITHIN_SECONDS
    )
    settings = folder / ".config" / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir(parents=True)
    # What pages hear of as prefers-reduced-motion.
    settings.write_text("[Settings]\ngtk-enable-animations=0\n")
    return {
        **os.environ,
        "HOME": str(folder),
        "DISPLAY": f":{number[0]}",
        "LC_ALL": "C.UTF-8",
        "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
        # It needs more of the system than a container has.
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    }
