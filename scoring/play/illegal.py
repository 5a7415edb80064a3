"""What is raised when an event cannot have happened at the table.

Knows the three things a reader of a record needs: which rule (``code``), when (``ply``) and what was written
(``token``).
"""


class IllegalEvent(ValueError):  # noqa: N818 - it is the event that is illegal
    """An event the rules do not allow.

    ``ply`` counts the turns of the hand from 1, or the events of a game; None where nothing is being counted.
    """

    def __init__(self, code: str, message: str, *, token: str = "", ply: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.token = token
        self.ply = ply
