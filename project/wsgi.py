"""REST and pages for a WSGI process group; sockets go to daphne (see deploy/nginx.conf)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
application = get_wsgi_application()

from project.core.memory import freeze_gc  # noqa: E402

freeze_gc()
