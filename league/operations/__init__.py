"""The site as something that is run: backups and restoring them, another database, upgrades, whether all is well."""
