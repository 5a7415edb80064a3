"""The site as one process: Django's WSGI handler in a fixed pool of threads behind uvicorn.

Threads that are kept hold their database connections; Django on ASGI would start and end one for every request.
"""

import os

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

threads = int(os.environ.get("WEB_THREADS", "4"))
application = WSGIMiddleware(get_wsgi_application(), workers=threads)  # type: ignore[arg-type]  # a response iterates
