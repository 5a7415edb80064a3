"""The order of keys, where nothing else tells rows apart.

Keys are text here. Where they are whole numbers they come in the order of those, "9" before "10", which is the one in
which rows were made. So a list stays as it is when a league moves and its rows get other numbers.
"""


def in_turn(key: str) -> tuple[int, str]:
    """For `sorted`: numbers by their size, anything else as text."""
    return len(key) if key.isdecimal() else 0, key
