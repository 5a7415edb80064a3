"""Reading what goes out as spreadsheets and what comes in by them. Everything runs inside the scope of one league."""
