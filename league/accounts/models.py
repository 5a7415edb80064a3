"""Who can sign in. A person is known by an e-mail address; what they may do is a Role, which belongs to teams."""

from datetime import datetime
from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone


class UserManager(BaseUserManager["User"]):
    """Makes people; addresses are kept in lower case, because captains type them both ways."""

    def create_user(self, email: str, name: str, password: str | None = None, **extra: object) -> "User":
        user = self.model(email=email.strip().lower(), name=name.strip(), **extra)
        user.set_password(password)
        user.full_clean()
        user.save()
        return user

    def create_superuser(self, email: str, name: str, password: str | None = None, **extra: object) -> "User":
        """A site administrator. Made on the machine itself, the address counts as confirmed.

        So the first sign-in takes the password and needs no mail server.
        """
        user = self.create_user(email, name, password, is_staff=True, is_superuser=True, **extra)
        user.emailaddress_set.create(email=user.email, verified=True, primary=True)  # type: ignore[attr-defined]
        return user

    def invited(self, email: str, name: str, until: datetime) -> "User":
        """The person with that address, made if new, who may sign in for the first time `until` then.

        Somebody who has signed in before needs no invitation: only the role is new to them.
        """
        user = self.filter(email=email.strip().lower()).first()
        if user is None:
            return self.create_user(email, name, None, invited_until=until)
        if user.last_login is None:
            user.invited_until = until
            user.save(update_fields=["invited_until"])
        return user

    def change_details(self, user: "User", name: str, phone: str) -> "User":
        """Write a person's own name and phone number."""
        user.name, user.phone = name.strip(), phone.strip()
        user.full_clean()
        user.save(update_fields=["name", "phone"])
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """A person who signs in. `demo` people exist only on a demonstration and may be signed in as with one tap."""

    email = models.EmailField("e-mail address", unique=True)
    name = models.CharField(max_length=80)
    phone = models.CharField(max_length=30, blank=True)
    is_staff = models.BooleanField("site administrator", default=False)
    is_active = models.BooleanField("may sign in", default=True)
    demo = models.BooleanField("demonstration person", default=False)
    joined_at = models.DateTimeField(default=timezone.now)
    invited_until = models.DateTimeField("first sign-in until", null=True, blank=True)

    USERNAME_FIELD = EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]
    objects: ClassVar[UserManager] = UserManager()

    def __str__(self) -> str:
        return self.name

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name.split(" ", 1)[0]

    def invitation_ran_out(self, at: datetime) -> bool:
        """Whether the person was invited, never came, and the days of the invitation are over.

        It may be good all the same: `permissions.invitation_over` says so.
        """
        return self.last_login is None and self.invited_until is not None and self.invited_until < at


def display_name(user: User) -> str:
    """What allauth calls a person."""
    return user.name
