"""The whole shop as real processes: web servers, worker, sandbox provider, with data of their own."""

import itertools
import sys
from typing import Self

import httpx

from deploy.environment import DIST
from tests.e2e.command_process import CommandProcess
from tests.mailbox import Mailbox
from tests.sandbox_process import SandboxProcess
from tests.server_process import ServerProcess, ShopProcesses

CHECK_HEALTH = """
from project.backoffice.health.checks import CHECKS
from project.backoffice.health.page import store
from project.backoffice.health.runner import run
store(run(CHECKS, seconds=5))
"""


class Stack:
    """Starts on entering: one web process on SQLite, or two on the given Postgres and Redis.

    Shoppers use `shop_url`, staff use `staff_url`: the same process, or the second one where there are two.
    The sandbox sends its messages to the staff's process, so the shopper's hears of them from another.
    Without `samples` the shop is empty; further settings are named as in the environment.
    """

    def __init__(
        self, *, database_url: str = "", redis_url: str = "", samples: bool = True, **settings: str
    ) -> None:
        self._samples = samples
        self._two = bool(redis_url)
        self.sandbox = SandboxProcess()
        # Browsers keep the machine busy: the renderer may take longer than in a shop that serves people.
        self._shop = ShopProcesses(
            database_url=database_url,
            redis_url=redis_url,
            SANDBOX_URL=self.sandbox.url,
            RENDERER_MILLISECONDS="5000",
            **settings,
        )
        self._http = httpx.Client(timeout=10, trust_env=False)
        self._commands: CommandProcess | None = None

    def __enter__(self) -> Self:
        if not (DIST / "index.html").exists():
            self.sandbox.stop()
            raise RuntimeError("The front end is not built: deploy/test --only e2e builds it")
        try:
            self._shop.__enter__()
            self._shop.render()
            # They start while the goods come.
            webs = [self._shop.begin_to_serve() for _ in range(2 if self._two else 1)]
            self._commands = CommandProcess(self._shop.environment())
            if self._samples:
                self._commands.manage("sample_shop")
            for web in webs:
                web.wait_until_ready()
            self.shop_url, self.staff_url = webs[0].url, webs[-1].url
            self.mailbox = Mailbox(self.shop_url, self._http)
            # The worker tells the provider where shoppers return to: the first server's address.
            self._shop.work(SITE_URL=self.shop_url)
            self.switch_webhooks(True)
            # As `manage.py watch` does, once.
            self._commands.manage("shell", "--verbosity", "0", "-c", CHECK_HEALTH)
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop everything and remove the data."""
        if self._commands is not None:
            self._commands.stop()
        self._shop.stop()
        self.sandbox.stop()
        self._http.close()

    def manage(self, *arguments: str) -> None:
        """Run a management command of the shop to its end."""
        assert self._commands is not None
        self._commands.manage(*arguments)

    def add_sample_staff(self, email: str, role: str) -> None:
        """Give somebody a role, whose second factor may be skipped as that of the sample accounts."""
        self.manage("set_role", email, role)
        mark = f"from project.accounts.models import User; User.objects.filter(email={email!r})"
        self.manage("shell", "-c", f"{mark}.update(is_sample=True)")

    def start(self, *arguments: str) -> ServerProcess:
        """Start a management command of the shop that goes on until it is stopped."""
        name = arguments[0].replace("_", "-")
        return self._shop.spawn([sys.executable, "manage.py", *arguments], name=name)

    def serve(self, **settings: str) -> ServerProcess:
        """Start one more web server on this shop's data, with settings and caches of its own."""
        return self._shop.serve(REDIS_URL="", **settings)

    def environment(self) -> dict[str, str]:
        """Return what a process needs to see this shop's data."""
        return self._shop.environment()

    def switch_webhooks(self, on: bool) -> None:
        """Let the provider send its messages, or none."""
        address = f"{self.staff_url}/api/payments/webhooks/phonepe" if on else ""
        self.sandbox.control("/settings", webhook_url=address)

    def set_price(self, slug: str, rupees: int) -> None:
        """Give a product another price, as its editor would."""
        self.edit_product(slug, price_paise=rupees * 100)

    def count(self, slug: str, *, free: int) -> None:
        """Count a product anew: so many pieces that no order owns or holds."""
        self.manage(
            "shell",
            "-c",
            "from project.catalog.actions.stock import set_on_hand\n"
            "from project.catalog.models import Product\n"
            f"product = Product.objects.get(slug={slug!r})\n"
            f"set_on_hand(product, product.allocated + product.held + {free})\n",
        )

    def change_shop(self, **sections: dict[str, object]) -> None:
        """Change some of the shop's settings, as the owner would; nothing is judged."""
        self.manage(
            "shell", "-c", f"from tests.shop_settings import change_shop\nchange_shop(**{sections!r})"
        )

    def restore_shop(self) -> None:
        """Give the shop the settings of its first day back."""
        self.manage(
            "shell",
            "-c",
            "from project.core.shop import newest_version\n"
            "from project.shop.actions import restore_settings\n"
            "restore_settings(0, version=newest_version().number, actor='test')",
        )

    def edit_product(self, slug: str, **fields: object) -> None:
        """Change some of a product's fields, as its editor would."""
        self.manage(
            "shell",
            "-c",
            "from project.catalog.actions.products import Option, save_product\n"
            "from project.catalog.models import Product\n"
            f"product = Product.objects.get(slug={slug!r})\n"
            "kept = [Option(o.kind, o.name, o.price_paise, o.available) for o in product.options.all()]\n"
            f"fields = {{'price_paise': product.price_paise}} | {fields!r}\n"
            "save_product(product.slug, fields, kept)\n",
        )

    def log(self) -> str:
        """Return the end of what every process wrote."""
        return "\n".join(
            f"── {file.stem}\n{file.read_text(errors='replace')[-3000:]}"
            for file in self._shop.folder.glob("*.log")
        )

    def errors(self) -> list[str]:
        """Return what failed in a web process: the logged line, and the end of its traceback."""
        found = []
        for file in self._shop.folder.glob("*.log"):
            lines = file.read_text(errors="replace").splitlines()
            for number, line in enumerate(lines):
                if " ERROR project.api " in line or " ERROR django." in line:
                    trace = itertools.takewhile(lambda each: not each[:4].isdigit(), lines[number + 1 :])
                    found.append(" ... ".join([f"{file.stem}: {line}", *list(trace)[-1:]]))
        return found

    def last_mail_id(self) -> int:
        """Return a mark: mails written from now on have higher numbers."""
        return self.mailbox.last_id()

    def mail_to(self, address: str, *, containing: str, after: int = 0) -> str:
        """Return the text of the newest mail to this address that contains a text, waiting for it a while."""
        try:
            return self.mailbox.text_to(address, containing=containing, after=after)
        except LookupError as error:
            raise AssertionError(f"{error}\n{self.log()}") from error
