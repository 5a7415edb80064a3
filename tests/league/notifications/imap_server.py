"""A small mail server that speaks as much IMAP (RFC 3501, 6851) as the site asks of one, for tests."""

import re
import socketserver
from dataclasses import dataclass, field
from threading import Thread

HEAD = re.compile(rb"(\S+) (\S+)(?: (.*))?$")


@dataclass
class Letterbox:
    """What a mailbox holds: folders of (number, day and hour it came, raw). `able` is what the server says it can."""

    able: str = "IMAP4rev1 MOVE NAMESPACE"
    prefix: str = ""
    folders: dict[str, list[tuple[int, str, bytes]]] = field(default_factory=lambda: {"INBOX": []})
    deleted: set[int] = field(default_factory=set)
    last: int = 0
    hang_up_at: str = ""  # the command at which it goes away

    def deliver(self, raw: bytes, came: str = " 7-Sep-2026 22:20:11 +0100", folder: str = "INBOX") -> None:
        self.last += 1
        self.folders.setdefault(folder, []).append((self.last, came, raw))

    def raws(self, folder: str) -> list[bytes]:
        return [raw for _, _, raw in self.folders.get(folder, [])]


class _Session(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.box, self.folder, self.known = self.server.box, "INBOX", False
        self._say(b"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] Ready")
        for line in self.rfile:
            tag, command, rest = HEAD.match(line.strip()).groups(b"")
            words = command.decode().upper()
            if words == "UID":
                command, _, rest = rest.partition(b" ")
                words = f"UID_{command.decode().upper()}"
            if words == self.box.hang_up_at:
                return
            answer = getattr(self, f"do_{words.lower()}")(rest.decode())
            self._say(tag + b" " + (answer or b"OK Done"))
            if words == "LOGOUT":
                return

    def _say(self, line: bytes) -> None:
        self.wfile.write(line + b"\r\n")

    def do_capability(self, rest):
        self._say(b"* CAPABILITY " + (self.box.able if self.known else "IMAP4rev1 AUTH=PLAIN").encode())

    def do_login(self, rest):
        self.known = rest.replace('"', "") == "results@league.example se cret"
        return None if self.known else b"NO No"

    def do_namespace(self, rest):
        self._say(b'* NAMESPACE (("%s" ".")) NIL NIL' % self.box.prefix.encode())

    def do_select(self, rest):
        self.folder = rest.strip('"')
        if self.folder not in self.box.folders:
            return b"NO There is none"
        self._say(b"* %d EXISTS" % len(self.box.folders[self.folder]))
        return None

    def do_create(self, rest):
        if not rest.startswith(self.box.prefix):
            return b"NO Only below INBOX"
        known = rest in self.box.folders
        self.box.folders.setdefault(rest, [])
        return b"NO There is one" if known else None

    def do_uid_search(self, rest):
        found = self.box.folders[self.folder]
        if rest.startswith("BEFORE"):
            found = [each for each in found if "Aug-2026" in each[1]]
        self._say(b"* SEARCH " + " ".join(str(uid) for uid, _, _ in found).encode())

    def do_uid_fetch(self, rest):
        for uid, came, raw in self.box.folders[self.folder]:
            if rest.startswith(f"{uid} "):
                head = b'* 1 FETCH (UID %d INTERNALDATE "%s" BODY[]<0> {%d}\r\n' % (uid, came.encode(), len(raw))
                self.wfile.write(head + raw)
                self._say(b")")

    def do_uid_copy(self, rest):
        uid, folder = rest.split()
        if folder not in self.box.folders:
            return b"NO [TRYCREATE] There is none"
        self.box.folders[folder] += [each for each in self.box.folders[self.folder] if each[0] == int(uid)]
        return None

    def do_uid_move(self, rest):
        refused = self.do_uid_copy(rest)
        self.box.deleted |= set() if refused else {int(rest.split()[0])}
        return refused or self.do_expunge("")

    def do_uid_store(self, rest):
        self.box.deleted |= {int(uid) for uid in rest.split()[0].split(",")}

    def do_expunge(self, rest):
        kept = [each for each in self.box.folders[self.folder] if each[0] not in self.box.deleted]
        self.box.folders[self.folder], self.box.deleted = kept, set()

    def do_logout(self, rest):
        self._say(b"* BYE See you")


class ImapServer(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True

    def __init__(self, box: Letterbox) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.box = box
        Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"imap://results%40league.example:se%20cret@127.0.0.1:{self.server_address[1]}/INBOX"
