"""Who can sign in. A person is known by an e-mail address; what they may do is a Role, which belongs to teams."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from hashlib import sha256
from typing import Any, ClassVar

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import OperationalError, connection, models
from django.utils import timezone


@contextmanager
def unless_busy() -> Iterator[None]:
    """Do one write at once or not at all. PostgreSQL, where only the row itself can be locked, waits for it."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        [patience] = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute("PRAGMA busy_timeout=0")
        try:
            yield
        except OperationalError as error:
            if "locked" not in str(error):
                raise
        finally:
            cursor.execute(f"PRAGMA busy_timeout={patience}")


class UserManager(BaseUserManager["User"]):
    """Makes people; addresses are kept in lower case, because captains type them both ways."""

    def create_user(self, email: str, name: str, password: str | None = None, **extra: object) -> "User":
        user = self.model(email=email.strip().lower(), name=name.strip(), **extra)
        user.set_password(password)
        user.full_clean()
        user.save()
        return user

    def create_superuser(self, email: str, name: str, password: str | None = None, **extra: object) -> "User":
        """The address counts as confirmed, so that the first sign-in needs no mail server."""
        user = self.create_user(email, name, password, is_staff=True, is_superuser=True, **extra)
        user.emailaddress_set.create(email=user.email, verified=True, primary=True)  # type: ignore[attr-defined]
        return user

    def invited(self, email: str, name: str, until: datetime) -> "User":
        """Somebody who has signed in before needs no invitation."""
        user = self.filter(email=email.strip().lower()).first()
        if user is None:
            return self.create_user(email, name, None, invited_until=until)
        if user.last_login is None:
            user.invited_until = until
            user.save(update_fields=["invited_until"])
        return user

    def change_details(self, user: "User", name: str, phone: str) -> "User":
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

    @property
    def only_invited(self) -> bool:
        return self.last_login is None and self.invited_until is not None

    def invitation_ran_out(self, at: datetime) -> bool:
        """It may be good all the same: `permissions.invitation_over`."""
        return self.last_login is None and self.invited_until is not None and self.invited_until < at


class Session(AbstractBaseSession):
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="sessions")
    digest = models.CharField(max_length=64, unique=True)

    @classmethod
    def get_session_store_class(cls) -> "type[SessionStore]":
        return SessionStore


class SessionStore(db.SessionStore):
    """Django's sessions in the database (SESSION_ENGINE), in the table above."""

    only_renewed = False  # whether a save is about nothing but how long the person stays signed in

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002  # as Django has it
        """Do without, where it is only renewed and SQLite has another writer: no page waits for that."""
        if not self.only_renewed or must_create or connection.vendor != "sqlite":
            super().save(must_create)
            return
        with unless_busy(), suppress(UpdateError):  # the next page tries again
            super().save()

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = super().create_model_instance(data)
        assert isinstance(row, Session)
        row.user_id = data.get(SESSION_KEY)
        row.digest = digest_of(row.session_key)
        return row


def digest_of(secret: str) -> str:
    """What is kept of a secret: enough to know it again, and not enough to make it."""
    return sha256(secret.encode()).hexdigest()


def display_name(user: User) -> str:
    return user.name
