"""Who asks: the address of a request, how much of the processor each has lately cost, and whose turn that makes it.

Knows a scope of ASGI and seconds. Refuses to know who is signed in: whoever is not could say anything about that.
"""

import threading
import time
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Any

MAX_ADDRESS_LENGTH = 64  # characters of an address that is none
MOST_ADDRESSES = 10_000  # that are remembered at once


_elsewhere = threading.local()


def processor_seconds() -> float:
    """What this thread has had of the processor, and other processes for it. Only differences say anything."""
    return time.thread_time() + getattr(_elsewhere, "seconds", 0.0)


def charge_elsewhere(seconds: float) -> None:
    """Note what another process has spent on the request that this thread answers."""
    _elsewhere.seconds = getattr(_elsewhere, "seconds", 0.0) + seconds


def header(scope: dict[str, Any], name: bytes) -> str:
    """The request's header of this name, or "". A header that comes twice is joined, as HTTP has it."""
    return ",".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)


def address_of(scope: dict[str, Any], proxies: int) -> str:
    """Where a request comes from, as far as our own `proxies` vouch for it: each adds at the end whom it heard it from.

    An address of IPv6 is that of its network, since whoever has one has them all. "" where nobody can say.
    """
    forwarded = [part.strip() for part in header(scope, b"x-forwarded-for").split(",") if part.strip()]
    peer = (scope.get("client") or ("",))[0]
    return network_of(forwarded[-proxies] if proxies and len(forwarded) >= proxies else peer)


def network_of(text: str) -> str:
    """An address of IPv4 as it is, of IPv6 as its /64 network; anything else cut short."""
    try:
        address = ip_address(text)
    except ValueError:
        return text[:MAX_ADDRESS_LENGTH]
    if address.version == 6 and address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False)) if address.version == 6 else text


def is_this_machine(address: str) -> bool:
    """Whether it is no visitor's address: a proxy that nobody told us of, or this machine itself."""
    return address in ("", "::/64") or address.startswith("127.")


@dataclass(slots=True)
class _Account:
    spent: float
    at: float


class Budgets:
    """What each address has cost, in seconds of the processor: `burst` at once, and `rate` more in every second.

    A pub, and often a whole mobile network, has one address: both are far above what people cost who read.
    """

    def __init__(self, burst: float = 10.0, rate: float = 0.2) -> None:
        self._burst, self._rate = burst, rate
        self._accounts: dict[str, _Account] = {}

    def spend(self, address: str, seconds: float, at: float) -> None:
        """Note what a request has cost. `at` is a moment of a clock that never goes back."""
        if is_this_machine(address):
            return
        if len(self._accounts) >= MOST_ADDRESSES:
            self._forget(at)
        account = self._accounts.setdefault(address, _Account(0.0, at))
        account.spent, account.at = self._now(account, at) + seconds, at

    def is_over(self, address: str, at: float) -> bool:
        """Whether this address has spent more than it has."""
        account = self._accounts.get(address)
        return account is not None and self._now(account, at) > self._burst

    def _now(self, account: _Account, at: float) -> float:
        return max(0.0, account.spent - (at - account.at) * self._rate)

    def _forget(self, at: float) -> None:
        """Forget whoever owes nothing; if all do, the half that owes least."""
        owing = {address: self._now(account, at) for address, account in self._accounts.items()}
        self._accounts = {address: self._accounts[address] for address in _dearest(owing) if owing[address]}


class FairShares:
    """Whose turn it is for the processor, so that addresses that want more of it than there is get the same.

    Time here is seconds of the processor, as an address has had them that always wants something. An address begins a
    request where its last one ended, and the least goes first: the time is then where that one begins. One that is new
    begins at the time of its arrival; one that has had less than its share begins up to `credit` before it, and so
    comes before the others. Addresses that say nothing of who asks are charged nothing. Start-time fair queueing:
    Goyal, Vin and Cheng, "Start-time Fair Queuing", SIGCOMM 1996.

    Beside addresses that are all new, of which each begins now, time would stand still for whoever has had something.
    So the first request of an address moves it on besides, by what it cost divided by how many wanted an answer.
    """

    def __init__(self, credit: float = 0.1) -> None:
        self._credit = credit
        self._now = 0.0
        self._ended: dict[str, float] = {}
        self._new: set[str] = set()  # of them, who has had no answer yet

    def arrive(self, address: str) -> None:
        """Settle where an address begins that had nothing waiting."""
        if address not in self._ended:
            if len(self._ended) >= MOST_ADDRESSES:
                self._forget()
            self._new.add(address)
        self._ended[address] = max(self.start(address), self._now - self._credit)

    def start(self, address: str) -> float:
        """Where the next request of this address begins."""
        return self._ended.get(address, self._now)

    def begin(self, address: str) -> None:
        """Go on to the time of the address whose turn it is."""
        self._now = max(self._now, self.start(address))

    def spend(self, address: str, seconds: float, wanting: int = 1) -> None:
        """Note what a request has cost while so many addresses wanted an answer, this one among them."""
        if not is_this_machine(address):
            self._ended[address] = self.start(address) + seconds
        if address in self._new:
            self._new.remove(address)
            self._now += seconds / wanting

    def _forget(self) -> None:
        """Forget the half that has had least."""
        self._ended = {address: self._ended[address] for address in _dearest(self._ended)}
        self._new &= self._ended.keys()


def _dearest(cost: dict[str, float]) -> list[str]:
    """The addresses worth remembering once there are too many: the half that has cost most."""
    return sorted(cost, key=cost.__getitem__, reverse=True)[: MOST_ADDRESSES // 2]
