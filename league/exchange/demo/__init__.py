"""The demonstration: two made-up leagues, loaded into an empty database."""
