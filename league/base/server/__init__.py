"""What stands between uvicorn and Django: reads bodies, gives out threads, and refuses what is too much."""
