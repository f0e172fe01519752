"""REST and pages for a WSGI process group; sockets go to daphne (see deploy/nginx.conf)."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from project.core.telemetry.setup import instrument
from project.start import check_database, load_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
load_settings()
instrument()
# Nothing that is loaded here is ever freed; looking for it took a fifth of the start. `freeze_gc` enables it.
gc.disable()
application = get_wsgi_application()
check_database()

from project.core.memory import freeze_gc  # noqa: E402

freeze_gc()
