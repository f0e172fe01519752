"""The sandbox alone under an ASGI server: `daphne -p PORT project.sandbox.asgi:application`."""

from .app import create_application
from .config import Config

application = create_application(Config.from_environment())
