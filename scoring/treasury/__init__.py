"""A league's money: what was charged, paid, spent and owed, as a fold of facts that are appended and never changed.

Every amount is a whole number of pence.
"""
