"""What is kept about people, for how long, and how it is handed out and forgotten."""
