"""External services that are really asked, by HTTP, on this machine."""

import threading
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django.fixtures import Settings

from project.guidance.external.horoscopes import HOROSCOPES
from project.guidance.external.signs import AstrologyService, ChatService
from tests.guidance.external_double import Asked, ExternalServiceDouble, Speaker


def _silent(speaker: Speaker, asked: Asked) -> None:
    speaker.say({}, status=500)


@pytest.fixture
def double(settings: Settings) -> Iterator[ExternalServiceDouble]:
    """Play all external services; nothing is configured yet and nothing remembered."""
    cache.clear()
    for service in (AstrologyService.service, ChatService.service, HOROSCOPES):
        service.breaker.close()
    # Plenty for a machine that is busy; tests of the slow ones wish for less.
    settings.EXTERNAL_SERVICE_SECONDS = 20
    server = ExternalServiceDouble(_silent)
    yield server
    server.stop()
    # Requests nobody waits for any more would take the next test's seats.
    for thread in threading.enumerate():
        if thread.name.startswith("external-"):
            thread.join(20)
    cache.clear()


@pytest.fixture
def astrology(double: ExternalServiceDouble, settings: Settings) -> ExternalServiceDouble:
    """The double, configured as the service for signs."""
    settings.ASTROLOGY_URL = f"{double.url}/signs/sun"
    settings.ASTROLOGY_KEY = "star-key"
    return double


@pytest.fixture
def chat(double: ExternalServiceDouble, settings: Settings) -> ExternalServiceDouble:
    """The double, configured as the AI that chats."""
    settings.CHAT_URL = f"{double.url}/v1/chat/completions"
    settings.CHAT_KEY = "chat-key"
    settings.CHAT_MODEL = "small-talk"
    return double


@pytest.fixture
def horoscopes(double: ExternalServiceDouble, settings: Settings) -> ExternalServiceDouble:
    """The double, configured as the service for the text of the day."""
    settings.HOROSCOPE_URL = f"{double.url}/daily/sign"
    settings.HOROSCOPE_KEY = "day-key"
    return double
