# The daily habits; each is a script that also runs without make.
.PHONY: demo test test-all check fix bench docs release

demo:       ## install and run on the examples
	sh scripts/demo
test:       ## the quick tests, about 80 seconds on two cores
	sh scripts/test
test-all:   ## slow ones too
	CI=1 sh scripts/test
check:      ## style, types, layers
	sh scripts/check
fix:        ## mend what can be mended by itself
	.venv-test/bin/ruff check --fix . && .venv-test/bin/ruff format .
bench:      ## speed and memory on this machine
	.venv-test/bin/allonym bench
docs:       ## the documentation as a site, in site/
	sh scripts/docs
release:    ## wheel, bill of materials, image
	sh scripts/release
