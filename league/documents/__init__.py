"""Papers, pictures, calendars and spreadsheets of a league."""
