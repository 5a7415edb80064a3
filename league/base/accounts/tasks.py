"""What is done at night, where Celery's beat runs: sign-ins that have run out are forgotten."""

from celery import shared_task
from django.core.management import call_command


@shared_task(name="league.accounts.forget_old_sign_ins", ignore_result=True)
def forget_old_sign_ins() -> None:
    """As `manage.py clearsessions`, which sites without a beat run by hand."""
    call_command("clearsessions")
