"""Chance in whole numbers, so that the site and a phone draw the same (``static/js/computer/chance.js``)."""

_BITS = 0xFFFFFFFF


class Chance:
    """Numbers by xorshift (Marsaglia 2003, 32 bits); two with one seed give the same numbers."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _BITS or 1

    def below(self, count: int) -> int:
        """A whole number from 0 to ``count`` - 1."""
        number = self._state
        number ^= number << 13 & _BITS
        number ^= number >> 17
        number ^= number << 5 & _BITS
        self._state = number
        return number % count

    def take(self, values: list[int], count: int) -> list[int]:
        """``count`` of the values, taken out of them in the order drawn; what is left is in no order."""
        taken = []
        for _ in range(count):
            at = self.below(len(values))
            taken.append(values[at])
            values[at] = values[-1]
            values.pop()
        return taken
