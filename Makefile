# What each target does is told in README.md; how it does it is in .ci/.
.PHONY: run test check bench bench-live prove

run:            ## serve the site on 127.0.0.1:8000, with a demonstration league if the database is empty
	@.ci/environment run
	@exec .venv/bin/python manage.py serve

test:           ## everything, on SQLite and on PostgreSQL, with a real Chromium
	@.ci/environment test
	@.ci/test

check:          ## format, lint, types, contracts, migrations, templates, scripts, the lock
	@.ci/environment check
	@.ci/check

bench:          ## timings as JSON lines, each beside a reference measured in the same run
	@.ci/environment test
	@for part in tests/bench/*.py; do .venv/bin/python $$part || exit 1; done

bench-live:     ## a live match before 1,000 and 3,000 spectators, as JSON lines, beside Redis itself
	@.ci/environment test
	@.venv/bin/python -m tests.bench_live

prove:          ## the slow proofs, by hand: races, seasons, mutants, kill -9 of every part, a whole evening
	@.ci/environment test
	@.ci/test prove
