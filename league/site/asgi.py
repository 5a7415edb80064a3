"""The site as one process: Django's WSGI handler in fixed pools of threads behind uvicorn, and threads for jobs.

Threads that are kept hold their database connections; Django on ASGI would start and end one for every request. The
streams of live matches stand before Django and take no thread.
"""

import os
from importlib import import_module
from threading import Thread
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from league.base.server.application import ThreadedApplication
from league.documents.pdf.process import drawing_process
from league.matchnight.stream import application as streams

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.site.settings")
wsgi = get_wsgi_application()

from league.base.accounts.permissions import may_send_files  # noqa: E402  # rows can be imported from here on

django = ThreadedApplication(
    wsgi,
    threads=int(os.environ.get("WEB_THREADS", "4")),
    proxies=settings.ALLAUTH_TRUSTED_PROXY_COUNT,
    may_send_files=may_send_files,
    token=settings.METRICS_TOKEN,
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await _life(receive, send)
    elif scope["type"] == "http" and scope["path"].startswith("/live/"):
        await streams(scope, receive, send)
    else:
        await django(scope, receive, send)


async def _life(receive: Any, send: Any) -> None:
    from league.base.jobs.runner import runner

    if settings.REDIS_URL:
        from league.site import celery  # noqa: F401  # tells tasks which Redis they go through
    jobs = runner()
    while (await receive())["type"] == "lifespan.startup":
        jobs.start()
        await streams.start()
        drawing_process.start()
        await send({"type": "lifespan.startup.complete"})
        # All views are imported now, and not while the first reader waits.
        Thread(target=import_module, args=[settings.ROOT_URLCONF]).start()
    await streams.stop()
    jobs.stop()
    drawing_process.stop()
    await send({"type": "lifespan.shutdown.complete"})
