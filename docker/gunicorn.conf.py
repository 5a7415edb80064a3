"""How gunicorn serves the pages where the site has several processes: `gunicorn --config docker/gunicorn.conf.py …`.

One process of a few threads, as in `manage.py serve`; for more, start it more than once. The threads are kept, and so
are their connections. Where it listens is on its command line.
"""

import os
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread
from typing import Any

from django.db import DatabaseError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
wsgi_app = "league.wsgi"
workers = 1
worker_class = "gthread"
threads = int(os.environ.get("WEB_THREADS", "4"))
keepalive = 75  # seconds: longer than nginx keeps a connection, so that it never sends into one that is being closed
graceful_timeout = 20
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  # the sign of life, off the disk
control_socket_disable = True


def on_starting(server: Any) -> None:
    """Say what only works well with Redis. The streams of a site with gunicorn are always in another process."""
    from django.conf import settings

    if not settings.REDIS_URL:
        server.log.warning("Without REDIS_URL streams hear of a peg up to three seconds late, and nothing is shared.")


def post_worker_init(worker: Any) -> None:
    """Begin to tell the workers of waiting jobs, or to have them done where there are none; and read a few pages."""
    from django.conf import settings

    from league.jobs.runner import runner
    from league.server.warmth import settle

    if settings.REDIS_URL:
        from league import celery  # noqa: F401  # tells tasks which Redis they go through
    worker.jobs = runner()
    worker.jobs.start()
    settle()
    Thread(target=read_evening, args=(worker.wsgi,), daemon=True).start()


def read_evening(application: Any) -> None:
    """The pages of an evening before their first reader does, twice: a connection keeps what it is asked again."""
    from django.db import connection

    from league.pages.queries.site import evening_paths
    from league.server.warmth import read_addresses, read_pages

    read_addresses()
    with suppress(DatabaseError), closing(connection):
        read_pages(application, 2 * evening_paths())


def worker_exit(_server: Any, worker: Any) -> None:
    """End that, unless the process never got so far."""
    if hasattr(worker, "jobs"):
        worker.jobs.stop()
