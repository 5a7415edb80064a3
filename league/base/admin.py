"""What administrators see of people, jobs and the audit log."""

from league.base.accounts import admin as accounts
from league.base.audit import admin as audit
from league.base.jobs import admin as jobs

__all__ = ["accounts", "audit", "jobs"]
