"""Forms of imports: `imports` of one kind, `bundles` of everything at once."""
