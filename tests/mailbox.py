"""The mails a shop in development has written, as its page /dev/mail shows them."""

import html
import re
import time

import httpx

WITHIN_SECONDS = 40.0


class Mailbox:
    """All mails of the shop at an address."""

    def __init__(self, shop_url: str, http: httpx.Client) -> None:
        self._url = f"{shop_url}/dev/mail"
        self._http = http

    def last_id(self) -> int:
        """Return a mark: mails written from now on have higher numbers."""
        return max((number for number, _ in self._mails("")), default=0)

    def text_to(self, address: str, *, containing: str = "", after: int = 0) -> str:
        """Return the text of the newest mail to this address that contains a text, waiting for it a while.

        Raises LookupError when none arrives.
        """
        deadline = time.monotonic() + WITHIN_SECONDS
        while time.monotonic() < deadline:
            for number, url in self._mails(address):
                text = self._http.get(f"{url}?plain").text
                if number > after and containing in text:
                    return text
            time.sleep(0.2)
        raise LookupError(f"no mail to {address} with {containing!r}")

    def code_to(self, address: str, *, containing: str = "", after: int = 0) -> str:
        """Return the six digits in the newest such mail."""
        found = re.search(r"\b\d{6}\b", self.text_to(address, containing=containing, after=after))
        if found is None:
            raise LookupError(f"no code in the mail to {address}")
        return found[0]

    def _mails(self, address: str) -> list[tuple[int, str]]:
        page = self._http.get(self._url).raise_for_status().text
        rows = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
        return [
            (int(link[1]), f"{self._url}/{link[1]}")
            for row in rows
            if address in html.unescape(row) and (link := re.search(r'href="/dev/mail/(\d+)"', row))
        ]
