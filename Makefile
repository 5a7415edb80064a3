# What each target does is told in README.md; how it does it is in .ci/.
.PHONY: run test check bench prove prove-bare prove-image

# What a user without root has to type first is one line, and make ends with it, in silence: without its "Error 1".
environment = .ci/environment $(1) || { kill -PIPE $$PPID; exit 1; }

run:            ## serve a demonstration on 127.0.0.1:8000, with two leagues if the database is empty
	@$(call environment,run)
	@exec env DEMO=yes .venv/bin/python manage.py serve

test:           ## everything, on SQLite and on PostgreSQL, with a real Chromium
	@$(call environment,test)
	@.venv/bin/python .ci/test

check:          ## format, lint, types, contracts, migrations, templates, scripts, the lock
	@$(call environment,check)
	@.ci/check

bench:          ## what pages, live matches and papers take, as JSON lines beside a reference
	@$(call environment,test)
	@for part in tests/bench/*.py; do .venv/bin/python $$part || exit 1; done

prove:          ## the slow proofs, by hand: races, seasons, mutants, kill -9 of every part
	@$(call environment,test)
	@.venv/bin/python .ci/test prove

prove-bare:     ## run, check and test in a bare Debian of its own, as a user without root and as root
	@docker/prove-bare

prove-image:    ## build the container image without Docker, start it, send a card, draw a PDF, kill it, start it again
	@docker/prove
