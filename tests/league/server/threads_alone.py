"""The site by a2wsgi alone, for the control: a body is read in the thread that answers."""

import os

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.site.settings")
application = WSGIMiddleware(get_wsgi_application(), workers=4)
