"""How gunicorn serves the pages where the site has several processes: `gunicorn --config docker/gunicorn.conf.py …`.

One process of a few threads, as in `manage.py serve`; for more, start it more than once. The threads are kept, and so
are their connections. Where it listens is on its command line.
"""

import os
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.site.settings")
wsgi_app = "league.site.wsgi"
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
    """Begin to tell the workers of waiting jobs, or to have them done where there are none."""
    from django.conf import settings

    from league.base.jobs.runner import runner

    if settings.REDIS_URL:
        from league.site import celery  # noqa: F401  # tells tasks which Redis they go through
    worker.jobs = runner()
    worker.jobs.start()


def worker_exit(_server: Any, worker: Any) -> None:
    """End that, unless the process never got so far."""
    if hasattr(worker, "jobs"):
        worker.jobs.stop()
