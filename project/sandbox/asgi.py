"""The sandbox as an application for any ASGI server; `python -m project.sandbox` serves it by daphne."""

from .app import create_application
from .config import Config

application = create_application(Config.from_environment())
