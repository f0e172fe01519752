"""The composition root: REST and pages, the live link, and in development the provider's sandbox."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

from realtime.routing import http_urlpatterns, websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": URLRouter([*http_urlpatterns]),
        "websocket": URLRouter(websocket_urlpatterns),
    }
)
