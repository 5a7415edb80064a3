"""A whole league in one file (docs/archive.md). Nothing here writes a row: `league.exchange.actions.archives` does."""
