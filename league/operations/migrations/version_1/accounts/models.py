"""Who Django's own steps point at. The rows are not read."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    pass
