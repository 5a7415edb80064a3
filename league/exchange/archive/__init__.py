"""A whole league in one file, and what may be in such a file (docs/archive.md).

`tables` says which rows of which tables go along and which stay, `keys` where a primary key hides in JSON; the rest
follows from these two lists and from the models. Nothing here writes a row: `league.exchange.actions.archives`
does.
"""
