"""Background jobs: what is long runs while people do something else."""
