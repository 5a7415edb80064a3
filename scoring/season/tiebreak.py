"""How teams level on one count are separated on the next.

Knows each named step as one function. Refuses to know which steps a league uses and in what order.
"""

from scoring.card.constitution import Step

__all__ = ["Step"]
