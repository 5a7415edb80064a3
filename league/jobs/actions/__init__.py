"""What is done to jobs: put in, stopped and begun again by people; taken up and ended by workers."""

from league.jobs.actions.queue import cancel_job, enqueue, enqueue_again
from league.jobs.actions.running import fail_job, hand_back, run_job

__all__ = ["cancel_job", "enqueue", "enqueue_again", "fail_job", "hand_back", "run_job"]
