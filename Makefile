# Citestone's checks. The README's test command is `go test ./...`; everything here
# comes on top of it. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

GO    ?= go
DATA  ?=
CROSS := darwin/arm64 darwin/amd64 windows/amd64 linux/arm64

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: quick
quick: format vet lint ## before each commit: format, vet, linter, short tests, build
	$(GO) test -short ./...
	$(MAKE) --no-print-directory build

.PHONY: check
check: format vet lint tidy ## what CI runs: the above with the race detector, tidy modules, cross builds
	@command -v $${CC:-gcc} >/dev/null || { \
	  echo "make check: the race detector needs a C compiler and there is no '$${CC:-gcc}'." >&2; \
	  echo "Install one (Debian: apt-get install gcc libc6-dev), or run 'go test ./...', which needs nothing but Go." >&2; \
	  exit 1; }
	CGO_ENABLED=1 $(GO) test -race ./...
	$(MAKE) --no-print-directory build cross

.PHONY: build
build: ## build bin/citestone, a static binary
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/ ./cmd/...

.PHONY: cross
cross: # build for the other platforms, keeping nothing
	@for p in $(CROSS); do \
	  echo "GOOS=$${p%/*} GOARCH=$${p#*/} $(GO) build ./..."; \
	  CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} $(GO) build ./...; \
	done

.PHONY: generate
generate: ## write the generated pages and example reports again (go test fails when they are stale)
	$(GO) test ./internal/cli -run 'TestGeneratedPages|TestExampleReports' -update
	$(GO) test ./internal/session -update

.PHONY: bench
bench: ## run the benchmarks
	$(GO) test -run '^$$' -bench . -benchmem ./...

.PHONY: eval
eval: build ## measure: facts found in the example corpus; with DATA=folder, everything in it
	@work=$$(mktemp -d); trap 'rm -rf "$$work"' EXIT; \
	facts() { bin/citestone eval research "$$1" --corpus "$$2" --workspace "$$work" --table >/dev/null; }; \
	if [ -z "$(DATA)" ]; then facts examples/questions/go-blog.jsonl examples/corpus/go-blog; exit; fi; \
	for d in $(DATA)/retrieval/*/; do [ -d "$$d" ] || continue; \
	  echo "== retrieval: $$(basename $$d)"; bin/citestone eval retrieval "$$d" --table >/dev/null; done; \
	for q in $(DATA)/corpus/*/questions.jsonl; do [ -f "$$q" ] || continue; \
	  echo "== research: $$(basename $$(dirname $$q))"; facts "$$q" "$$(dirname $$q)"; done

.PHONY: train
train: build ## learn the judge's weights from DATA=folder, printing measures by sets left out
	@new=$$(mktemp); trap 'rm -f "$$new"' EXIT; \
	bin/citestone eval train --only-score negation_rte $(DATA)/attribution/*.jsonl.gz >"$$new"; \
	cp "$$new" internal/entail/weights.json

.PHONY: format
format: # every file is gofmt-ed
	@out=$$(gofmt -l .); if [ -n "$$out" ]; then echo "not gofmt-ed (run gofmt -w):" >&2; echo "$$out" >&2; exit 1; fi

.PHONY: vet
vet:
	$(GO) vet ./...

.PHONY: lint
lint: # staticcheck, pinned in go.mod
	$(GO) tool staticcheck ./...

.PHONY: tidy
tidy: # go.mod and go.sum say exactly what is used
	$(GO) mod tidy -diff
