"""Celery, for sites that set REDIS_URL: `celery -A league.site worker --concurrency 1`.

It carries numbers of jobs about, and its beat says when it is night. A message is kept until its job has ended, and
given to another worker when one dies; whatever gets lost all the same is sent again by the runner of a web process,
which reads the rows.
"""

import os

from celery import Celery
from celery.schedules import crontab
from django.conf import settings
from django.core.management import call_command

from league.base.jobs.workers import LONGEST

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.site.settings")
limit = int(LONGEST.total_seconds())
app = Celery("league", broker=settings.REDIS_URL)
app.conf.update(
    beat_schedule={
        "night": {"task": "league.accounts.forget_old_sign_ins", "schedule": crontab(hour="4", minute="30")}
    },
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # Redis gives a message out again after this time: later than the longest job, or that would be begun twice.
    broker_transport_options={"visibility_timeout": 2 * limit, "socket_connect_timeout": 2, "socket_timeout": 5},
    task_default_queue="jobs",
    task_ignore_result=True,
    task_time_limit=limit,
    timezone=settings.TIME_ZONE,
    worker_hijack_root_logger=False,
    worker_max_tasks_per_child=10,  # printing and solving leave memory behind
    worker_prefetch_multiplier=1,
)
app.set_default()  # for every thread, the runner's too


@app.task(name="league.jobs.run_job", acks_late=True, reject_on_worker_lost=True, ignore_result=True)
def run_waiting_job(job_id: int) -> None:
    """Does the job with this number, whose row says everything else."""
    from league.base.jobs.actions import run_job  # rows can be imported once the worker has set Django up

    run_job(job_id)


@app.task(name="league.accounts.forget_old_sign_ins", ignore_result=True)
def forget_old_sign_ins() -> None:
    """As `manage.py clearsessions` at night, which sites without a beat run by hand."""
    call_command("clearsessions")
