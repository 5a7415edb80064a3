"""The site as something that is run: backups and restoring them, another database, upgrades, whether all is well.

Knows databases, files and processes. Refuses to know what a league is; only `retally` is asked for, as a command.
"""
