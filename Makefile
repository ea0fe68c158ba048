# `make help` lists what there is.
.DEFAULT_GOAL := help
PREFIX ?= $(HOME)/.local
TORTURE_MINUTES ?= 60

# Where a machine checks the work, a warning is an error.
ifdef CI
export PARLEY_STRICT := 1
endif

release := Scripts/stamped Scripts/release

sources := Package.swift Sources Tests Benchmarks

.PHONY: run test samples pictures check check-sanitize torture bench format lint docs install dist dist-test clean help

run: ## build (the first time takes minutes), start the demo API, and open the workbench on your copy of workspaces/demo
	@echo "Installs what is missing, builds Parley, and opens the workbench on the demo API."
	@echo "The first build takes about four minutes on two cores; after that it takes seconds."
	@echo "It is built for debugging, as for the tests; \`make install\` builds the fast one."
	@Scripts/dependencies run
	Scripts/build --product parley
	Scripts/build --product parley-demo
	@.build/debug/parley demo

test: $(if $(CI),lint) ## run every test, against real servers and a real terminal
	@Scripts/dependencies test
	Scripts/build --build-tests
	Scripts/undocumented
	Scripts/arithmetic
	Scripts/folders
	Scripts/test

samples: ## write the samples of the pages anew, from Tests/Seeds
	Scripts/build --build-tests
	PARLEY_WRITE_SAMPLES=1 Scripts/test SampleTests

pictures: ## write docs/pictures anew, with the program in a real terminal, and the pictures that tests compare
	@Scripts/dependencies test
	Scripts/build --build-tests
	PARLEY_WRITE_PICTURES=1 Scripts/test DocumentationPictureTests ThemePictureTests

check: export PARLEY_STRICT := 1
check: lint test ## what must be green before a commit: lint, warnings as errors, tests, generated pages

check-sanitize: ## run the tests under the address and the thread sanitizer
	@Scripts/dependencies test
	Scripts/sanitize address
	Scripts/sanitize thread

lint: ## say what swift-format would change, and where numbers from outside are not looked at
	Scripts/arithmetic
	swift format lint --strict --parallel --recursive $(sources)

format: ## format every source file
	swift format --in-place --parallel --recursive $(sources)

docs: ## write the generated pages and schemas anew
	Scripts/build --product parley
	.build/debug/parley generate .

torture: ## make trouble of every kind for an hour (TORTURE_MINUTES=n, TORTURE="part …"), and count what is lost
	@Scripts/dependencies test
	Scripts/build --build-tests
	.build/debug/parley-torture --minutes $(TORTURE_MINUTES) $(TORTURE)

bench: ## measure the budgets, in one run beside their references
	@Scripts/dependencies bench
	Benchmarks/run

install: ## build and install the programs, manual, completions and demo workspace below PREFIX (~/.local)
	@Scripts/dependencies run
	$(release) --product parley
	$(release) --product parley-demo
	@Scripts/install .build/release $(PREFIX)

dist: ## build and pack a tarball and a .deb, in dist (docs/packaging.md)
	@Scripts/dependencies dist
	$(release) --product parley
	$(release) --product parley-demo
	@Scripts/dist .build/release

dist-test: dist ## install what `make dist` made in fresh roots of Debian, and use it there
	@Scripts/dependencies roots
	lintian --fail-on error --tag-display-limit 0 dist/*.deb
	Scripts/dist-test

clean: ## remove everything that was built
	rm -rf .build .venv dist

help: ## show this
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12
