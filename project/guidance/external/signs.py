"""Zodiac signs by external services; the shop's own table decides, their answer is shown beside it.

A day and a month leave the shop, and nothing else: no year, hour, place or name. They leave it only with the
consent of whom they belong to.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import date
from typing import ClassVar, Final, Literal

from django.conf import settings
from pydantic import BaseModel

from project.core.language import format_day_of_year, translate
from project.guidance.external.service import Service, host_of, remembered, request_to
from project.guidance.signs import ZodiacSign, record_of
from project.guidance.texts import SIGN_SOURCES

# A day's sign does not change; a service may.
_REMEMBERED_SECONDS: Final = 7 * 86400
# Services want a year. A leap year, the same for everybody, has all days and says nothing.
_YEAR: Final = 2000


class SignService(ABC):
    """Somebody who knows signs; `host` is where they are asked."""

    service: ClassVar[Service]

    def __init__(self, url: str, key: str) -> None:
        self.host = host_of(url)
        self._url = url
        self._key = key

    @abstractmethod
    def ask(self, month: int, day: int) -> str | None:
        """Return the sign of this day, one of the twelve; None when there is no good answer."""

    def sign_of(self, month: int, day: int) -> ZodiacSign | None:
        """Return the sign of this day, asking at most once a week for each."""
        key = f"sign:{self.service.name}:{self.host}:{month}-{day}"
        named = remembered(key, _REMEMBERED_SECONDS, lambda: self.ask(month, day))
        return ZodiacSign(named) if named else None


class _SunAnswer(BaseModel):
    point: Literal["Sun"]
    sign_id: ZodiacSign


class AstrologyService(SignService):
    """FreeAstroAPI's Sun sign (POST /api/v1/western/signs/sun)."""

    service = Service("astrology")

    def ask(self, month: int, day: int) -> str | None:
        """Ask for the Sun at noon in Greenwich."""
        request = request_to(
            "POST",
            self._url,
            headers={"x-api-key": self._key},
            json={
                "year": _YEAR,
                "month": month,
                "day": day,
                "hour": 12,
                "minute": 0,
                "city": "Greenwich",
                "lat": 51.48,
                "lng": 0.0,
                "tz_str": "UTC",
            },
        )
        return self.service.ask(request, lambda body: _SunAnswer.model_validate_json(body).sign_id.value)


class _ChatMessage(BaseModel):
    content: str


class _ChatChoice(BaseModel):
    message: _ChatMessage


class _ChatAnswer(BaseModel):
    choices: list[_ChatChoice]


class ChatService(SignService):
    """An AI asked for the sign's name alone, by OpenAI's POST /v1/chat/completions, which most speak."""

    service = Service("chat")

    def __init__(self, url: str, key: str, model: str) -> None:
        super().__init__(url, key)
        self._model = model

    def ask(self, month: int, day: int) -> str | None:
        """Ask in English, which it knows best."""
        question = (
            f"Which Western zodiac sign belongs to {format_day_of_year(month, day, 'en')}? "
            "Answer with the name of the sign only."
        )
        request = request_to(
            "POST",
            self._url,
            headers={"Authorization": f"Bearer {self._key}"},
            json={"model": self._model, "messages": [{"role": "user", "content": question}]},
        )
        return self.service.ask(request, _read_chat)


def _read_chat(body: bytes) -> str:
    """Return the one sign it named; raises ValueError when it said anything else."""
    choices = _ChatAnswer.model_validate_json(body).choices
    said = choices[0].message.content if choices else ""
    return ZodiacSign(said.strip().strip(".*\"'").lower()).value


def sign_services() -> Sequence[SignService]:
    """Return who may be asked, in turn; nobody unless the settings say so."""
    services: list[SignService] = []
    if settings.ASTROLOGY_URL:
        services.append(AstrologyService(settings.ASTROLOGY_URL, settings.ASTROLOGY_KEY))
    if settings.CHAT_URL:
        services.append(ChatService(settings.CHAT_URL, settings.CHAT_KEY, settings.CHAT_MODEL))
    return services


def source_of(sign: ZodiacSign, born: date, *, consent: bool, language: str) -> str:
    """Tell truthfully where our answer comes from, and what the first service that answers says to it."""
    services = sign_services() if consent else ()
    for service in services:
        named = service.sign_of(born.month, born.day)
        if named is not None:
            kind = "agrees" if named == sign else "differs"
            other = record_of(named).name.text(language)
            return translate(SIGN_SOURCES[kind], language).format(service=service.host, sign=other)
    return translate(SIGN_SOURCES["silent" if services else "own"], language)
