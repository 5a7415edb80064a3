# What each target does is told in README.md; how it does it is in .ci/.
.PHONY: run test check bench bench-live prove

# What a user without root has to type first is one line, and make ends with it, in silence: without its "Error 1".
environment = .ci/environment $(1) || { kill -PIPE $$PPID; exit 1; }

run:            ## serve the site on 127.0.0.1:8000, with a demonstration league if the database is empty
	@$(call environment,run)
	@exec .venv/bin/python manage.py serve

test:           ## everything, on SQLite and on PostgreSQL, with a real Chromium
	@$(call environment,test)
	@.ci/test

check:          ## format, lint, types, contracts, migrations, templates, scripts, the lock
	@.ci/environment check
	@$(call environment,check)
