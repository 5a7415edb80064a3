"""The pages as a WSGI application, for a site of several processes: `gunicorn league.wsgi`. Streams are elsewhere."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

application = get_wsgi_application()
