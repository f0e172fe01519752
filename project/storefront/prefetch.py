"""Server-side prefetch: the API's answers that a page needs, fetched before it is rendered."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote

from django.urls import Resolver404, resolve
from django.utils import translation

from project.core.public_reads import public_request


@dataclass(frozen=True)
class Answer:
    """One answer of the API; its body stays the JSON that it is."""

    status: int
    body: bytes


def collect(addresses: Iterable[str], language: str) -> dict[str, Answer]:
    """Ask GET calls of the API as a guest: a page is the same for everyone."""
    answers = {}
    for address in addresses:
        path, _, query = address.partition("?")
        parameters = dict(parse_qsl(query, keep_blank_values=True))
        answers[address] = Answer(*public_answer(unquote(path), parameters, language))
    return answers


def digest_of(answers: Mapping[str, Answer]) -> str:
    """Return a digest of all that the answers say."""
    digest = hashlib.blake2b(digest_size=16)
    for address, answer in answers.items():
        digest.update(f"{address} {answer.status} {len(answer.body)} ".encode())
        digest.update(answer.body)
    return digest.hexdigest()


def public_answer(path: str, parameters: Mapping[str, str], language: str) -> tuple[int, bytes]:
    """Return status and body of GET `path` ("/api/products") as anybody is answered in this language.

    A public read that is kept is not computed, nor written as JSON again.
    """
    request = public_request(path, parameters)
    with translation.override(language):
        try:
            view = resolve(path)
        except Resolver404:
            # Answers 404, as each unknown address of the API.
            view = resolve("/api")
        response = view.func(request, *view.args, **view.kwargs)
    return response.status_code, response.content
