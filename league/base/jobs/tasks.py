"""The one task that Celery's workers know: do the job with this number. The job's row says everything else."""

from celery import shared_task

from league.base.jobs.actions import run_job


@shared_task(name="league.jobs.run_job", acks_late=True, reject_on_worker_lost=True, ignore_result=True)
def run_waiting_job(job_id: int) -> None:
    run_job(job_id)
