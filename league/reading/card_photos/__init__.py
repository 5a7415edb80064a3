"""Reading photographs of our own printed card.

`layout` says where every box of a match's card is, for whoever prints the card and whoever reads it. What reads needs
the libraries of the dependency group `photo`, and is imported by jobs only: processes that serve pages do without.
"""

from importlib.util import find_spec

INSTALLED = all(find_spec(name) for name in ("cv2", "numpy", "zxingcpp"))
