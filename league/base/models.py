"""The rows of people, of the audit log and of jobs."""

from league.base.accounts import models as accounts
from league.base.audit import models as audit
from league.base.jobs import models as jobs

__all__ = ["accounts", "audit", "jobs"]
