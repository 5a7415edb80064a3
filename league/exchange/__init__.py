"""What comes in and goes out: files, whole leagues, the API, copies for people, webhooks, the demonstration."""
