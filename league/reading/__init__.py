"""Reads spreadsheets, web pages and texts that people bring into rows with their places. No database, no network."""
