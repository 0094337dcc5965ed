# Referto's workshop. `make` alone lists the targets; CONTRIBUTING.md says when to use them.
#
# Needed: Go, Node with npm, make, a C compiler (for the race detector) and Chromium
# with pdftoppm (for the tests in a browser; Debian: apt-get install chromium-headless-shell poppler-utils). All
# else is fetched at pinned versions: Go tools through tools/go.mod, PostgreSQL
# through internal/embedpg/package-lock.json, axe through internal/browser/package-lock.json,
# the tools that build the console through frontend/console/package-lock.json, the document linter through package-lock.json.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

# Files compiled in one clone are reused by the next one in another folder: without their
# paths they are the same.
export GOFLAGS := $(strip $(GOFLAGS) -trimpath)

TOOL := go tool -modfile=tools/go.mod

# The embedded PostgreSQL, axe for the tests in a browser, the tools that build the console and the document linter are
# installed when their lock file is newer than npm's record of its last installation.
POSTGRES := internal/embedpg/node_modules/.package-lock.json
REDOCLY  := node_modules/.package-lock.json
AXE      := internal/browser/node_modules/.package-lock.json
TOOLS    := frontend/console/node_modules/.package-lock.json

# The console is built when one of its sources is newer than its built index.html.
CONSOLE  := frontend/console/dist/app/index.html
PARTS    := bin/console-parts.json
SOURCES  := $(wildcard frontend/console/*.*s frontend/console/package*.json) frontend/pages/assets/referto.css $(shell find frontend/console/src -type f ! -name '*.test.ts' ! -name schema.d.ts | sed 's/ /\\ /g')

# Packages of the pure core: no database, no network, no clock.
CORE := $(patsubst %,./%,$(wildcard internal/league $(addprefix internal/league/, \
	facts formula rules calculator draws schedule seating scoring standings qualify discipline tournament officiating series ranking season homologation \
	planning register duties refunds prizes bans hosting photos lapses biography people clubs categories ladder replay offline)))

# Packages with native fuzz targets.
FUZZED := ./internal/league/formula ./internal/league/rules ./internal/league/season ./internal/league/tournament ./internal/media

# A line with checksum and name for every file that git tracks or would add.
FINGERPRINT := git ls-files -z --cached --others --exclude-standard --deduplicate | xargs -0 sh -c 'for f; do [ ! -f "$$f" ] || sha256sum "$$f"; done' _

# How the program for devices is built, and its largest size after compression. Without
# inlined functions it compresses better, by a tenth.
DEVICE := GOOS=js GOARCH=wasm
DEVICE_FLAGS := -trimpath -ldflags='-s -w' -gcflags=all=-l
DEVICE_LIMIT := 1500000

# --- Variables a caller may set ----------------------------------------------

PKG   ?= ./...
FLAGS ?=
BENCH ?= .
GOAL  ?=
PLATFORMS ?=
OLD       ?=
REQUESTS  ?= 100000
PG    ?=
# Folders of conformance cases: the first ones, and those added later.
CASES ?= ../shared/conformance/cases $(wildcard ../shared/conformance/more)
MODE  ?= engine
# The seed of a sample of the cases' alternatives; without it all are replayed.
SAMPLE ?=
BASE  ?= HEAD

FUZZTIME ?= 2m
# Attempts to make one interesting input smaller. By default Go takes a minute for each
# input and tries nothing new meanwhile: an input here is a whole event.
FUZZMINIMIZE ?= 20x

WALKS ?= cn09 jp22 fg14 bg sq00 season

RAPIDOC ?= 9.3.8

# How the gate runs tests: exhaustive ones by a tenth (package sampling), and without vet,
# which the linter runs. Most tests spend half of their time waiting for PostgreSQL or a
# clock: four tests of a package run at once, two for each core of a machine with two.
GATE := -short -vet=off -parallel 4 -timeout 40m -ldflags=-w

# Garbage may grow to four times the memory in use before it is collected: a test or a linker
# of the core uses little and ends soon, and would spend a quarter of its time collecting.
ROOMY := GOGC=400

# Runs a command and prints its seconds under a name.
timed = start=$$(date +%s); $(2); status=$$?; echo "== $(1): $$(($$(date +%s) - start))s"; exit $$status

# Runs a command beside another one, whose output comes first; fails when one of them fails.
beside = said=$$(mktemp); $(1) > "$$said" 2>&1 & other=$$!; $(2); status=$$?; wait "$$other" || status=$$?; cat "$$said"; rm -f "$$said"; exit $$status

# Runs a command with a throw-away PostgreSQL of its own, named in TEST_POSTGRES.
WITH_POSTGRES := go run ./internal/embedpg/pgrun $(if $(PG),-pg $(PG)) --

# Packages that start goroutines or hold locks run with the race detector. It makes tests
# three to ten times as slow, and finds nothing where nothing runs at once. Of the packages
# in PARTLY it runs only the tests that do things at once: one of RACES is in their names.
RACED  := internal/(authz/(gate|token)|coding|embedpg(/pgrun)?|keysdb|live(/livedb)?|mail|media/blob|outbox|publication|quota/quotadb|recent|serve)$$
PARTLY := internal/(authz/(authzdb|password)|counted|league/(conformance|leagueapi|schedule)|media|tenant/tenantdb)$$
RACES  := Race|Bursts|AtOnce

##@ Run

.PHONY: run
run: build $(if $(DATABASE_URL),,$(POSTGRES)) ## Build and serve; without DATABASE_URL with an embedded PostgreSQL and demo data. The log goes to a file
	LOG_FILE="$${LOG_FILE:-$${DATA_DIR:-var}/referto.log}" bin/api serve

.PHONY: build
build: $(CONSOLE) ## Build the server with its console: bin/api
	go build -o bin/api ./cmd/api

.PHONY: console
console: $(CONSOLE) ## Build the console, a part of the program, when its sources have changed

.PHONY: offline
offline: ## Build the core for devices: bin/offline.wasm, and wasm_exec.js, which starts it; fails when it is too large
	$(DEVICE) go build $(DEVICE_FLAGS) -o bin/offline.wasm ./cmd/offline
	go run ./cmd/offline/segments bin/offline.wasm
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" bin/wasm_exec.js
	@size=$$(gzip -9 -c bin/offline.wasm | wc -c); echo "bin/offline.wasm: $$size bytes compressed, at most $(DEVICE_LIMIT)"; [ "$$size" -le $(DEVICE_LIMIT) ]

.PHONY: migrate
migrate: build ## Bring the database at MIGRATE_DATABASE_URL to the newest schema
	bin/api migrate

.PHONY: demo
demo: build ## Load the demo federation through the API of a running server
	bin/api demo

# The data of a clone in a private home lie elsewhere: package embedpg, "Running as root".
.PHONY: db-reset
db-reset: ## Forget the embedded database and everything else under var/ (stop the server first)
	rm -rf var

##@ Test

.PHONY: test
test: $(POSTGRES) $(AXE) $(CONSOLE) ## All tests, those that do things at once with the race detector, on a real PostgreSQL; exhaustive ones by a tenth (PG=15, PKG=./path/..., FLAGS='-run X')
	@$(WITH_POSTGRES) $(MAKE) --no-print-directory --keep-going test-parts

# The parts of test, which share its PostgreSQL. Tests with the race detector often wait:
# the other tests run meanwhile, and their output is printed first. They run one package at a
# time: with more, requests of tests wait so long on a slow machine that they fail (decision 0063).
.PHONY: test-parts test-raced test-races test-others test-console
test-parts:
	@$(call beside,$(MAKE) --no-print-directory --keep-going test-raced test-races,$(MAKE) --no-print-directory --keep-going test-others $(if $(filter ./...,$(PKG)),test-console))
test-raced:
	@$(call timed,$@,go list $(PKG) | grep -E '$(RACED)' | xargs -r go test -race -p 1 $(GATE) $(FLAGS))
test-races:
	@$(call timed,$@,go list $(PKG) | grep -E '$(PARTLY)' | xargs -r go test -race -p 1 -run '$(RACES)' $(GATE) $(FLAGS))
test-others:
	@$(call timed,$@,go list $(PKG) | grep -vE '$(RACED)' | xargs -r go test $(GATE) $(FLAGS))

test-console: $(TOOLS)
	@$(call timed,$@,cd frontend/console && node_modules/.bin/vitest run)

.PHONY: with-chromium
with-chromium:
	@{ command -v chromium-headless-shell || command -v chromium || command -v google-chrome; } >/dev/null && command -v pdftoppm >/dev/null || \
		{ echo 'The tests in a browser need Chromium and pdftoppm: apt-get install chromium-headless-shell poppler-utils' >&2; exit 1; }

.PHONY: e2e
e2e: with-chromium $(POSTGRES) $(AXE) $(CONSOLE) ## Tests that need a real browser: journeys on pages and in the console, each with its counts (FLAGS='-run X')
	$(WITH_POSTGRES) go test -count=1 -v -timeout 60m $(FLAGS) ./internal/browser

.PHONY: pictures
pictures: with-chromium $(POSTGRES) $(AXE) $(CONSOLE) ## Take the pictures of docs/images that show pages and screens of the demo (pngquant makes them small): look at them
	$(WITH_POSTGRES) go test -count=1 -tags pictures -run TestPictures -timeout 20m ./internal/browser -pictures $(CURDIR)/docs/images
	pngquant --force --skip-if-larger --ext .png 128 $$(git ls-files --modified --others --exclude-standard 'docs/images/*.png') || [ $$? -eq 98 ] # 98: some would not become smaller

MOCKUPS ?= ../shared/mockups
.PHONY: screens mockups
screens: with-chromium $(POSTGRES) $(AXE) $(CONSOLE) ## Take the sheets of docs/screens.md: each screen light and dark, on a desk and on a phone
	$(WITH_POSTGRES) go test -count=1 -tags pictures -run TestScreens -timeout 20m ./internal/browser -sheets $(CURDIR)/docs/images
	pngquant --force --skip-if-larger --ext .png 64 docs/images/screen-*.png || [ $$? -eq 98 ] # as for pictures

mockups: with-chromium $(POSTGRES) $(AXE) $(CONSOLE) ## Put screens beside the mockups in the folder MOCKUPS, as pictures in a temporary folder
	@out=$$(mktemp -d) && $(WITH_POSTGRES) go test -count=1 -tags pictures -run TestScreens -timeout 20m ./internal/browser -mockups $(abspath $(MOCKUPS)) -sheets $$out && echo "The pictures are in $$out"

.PHONY: test-fast
test-fast: ## Tests of the pure core only, exhaustive ones by a tenth: no database, less than ten seconds
	@$(call timed,$@,$(ROOMY) go test -short -vet=off $(FLAGS) $(CORE))

.PHONY: golden
golden: $(POSTGRES) $(CONSOLE) ## Rewrite the golden files, then show what changed: review it like code
	$(WITH_POSTGRES) go test $$(grep -rlE --include='*_test.go' 'flag\.Bool\("update"' cmd internal openapi frontend | xargs -n1 dirname | sort -u | sed 's|^|./|') -update
	git status --short -- '*testdata*'

# The address and the end of loading are read from the server's output.
.PHONY: walk
walk: build $(POSTGRES) ## A walk with curl through an event of each regulation and a season, docs/walks, against a server of its own
	@set -eu; dir=$$(mktemp -d); trap 'kill "$$server" 2>/dev/null || true; wait "$$server" 2>/dev/null || true; rm -rf "$$dir"' EXIT; \
	env -u DATABASE_URL -u LOG_FILE DATA_DIR="$$dir/var" LISTEN=127.0.0.1:0 LOG_LEVEL=error bin/api serve -throw-away > "$$dir/out" 2> "$$dir/log" & server=$$!; \
	for i in $$(seq 600); do grep -q '^Sign-ins' "$$dir/out" && break; sleep 0.5; done; \
	address=$$(sed -n 's/^Referto serves at //p' "$$dir/out"); for walk in $(WALKS); do echo "== $$walk"; \
	VERIFY='bin/api verify-draw' MAIL="$$dir/var/mail" docs/walks/$$walk.sh "$$address" 2> "$$dir/requests" || { tail -n 3 "$$dir/requests" "$$dir/log" >&2; exit 1; }; done

.PHONY: soak
soak: $(POSTGRES) $(AXE) $(CONSOLE) ## All tests in full, every conformance case through the API, the core with the race detector, the races of the reliability goals 500 times, random events, 500 a property and 5,000 of each regulation, 1,000 damaged files a regulation, and every fuzz target for FUZZTIME
	$(WITH_POSTGRES) go test -timeout 60m ./...
	$(if $(wildcard $(CASES)),$(MAKE) --no-print-directory conformance MODE=api)
	go test -race -short -vet=off -timeout 60m $(CORE)
	$(WITH_POSTGRES) go test -race -run 'Race|Bursts' -timeout 60m ./internal/league/leagueapi -trials 500 -bursts 1000
	go test -timeout 60m ./internal/league/tournament -rapid.checks 500
	go test -timeout 60m ./internal/league/tournament -run 'ByRegulation|RandomEvents' -rapid.checks 5000
	$(WITH_POSTGRES) go test -run 'TestADryRunReportsWhatTheStoreDoes|TestFilesAreRefusedWhatLivePlayRefuses' -timeout 60m ./internal/league/leagueapi -files 1000 -lives 20
	@set -e; for package in $(FUZZED); do for target in $$(go test -list '^Fuzz' $$package | grep '^Fuzz'); do \
		echo "$$package $$target"; go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime $(FUZZMINIMIZE) $$package; done; done

.PHONY: cover
cover: $(POSTGRES) $(AXE) $(CONSOLE) ## Test coverage by function: coverage.out and its last line
	$(WITH_POSTGRES) go test -coverpkg=./... -coverprofile=coverage.out $(PKG)
	go tool cover -func=coverage.out | tail -n 1

.PHONY: conformance
conformance: $(if $(filter api,$(MODE)),build $(POSTGRES)) ## Replay conformance cases (CASES='folder folder', MODE=engine or api, SAMPLE=seed for a tenth of the alternatives)
	go run ./cmd/conformance $(addprefix -cases ,$(CASES)) -mode $(MODE) $(if $(SAMPLE),-sample $(SAMPLE))

.PHONY: house
house: ## Measure the packages: code, tests and functions of each; draw their imports (FLAGS='-dot'), or another checkout (FLAGS='-root ../old')
	@go run ./cmd/house $(FLAGS)

.PHONY: bench
bench: $(POSTGRES) ## Measure the goals of performance, docs/benchmarks.md (GOAL=P1,P4 for some, FLAGS='-rounds 5')
	go run ./cmd/bench $(if $(GOAL),-goal $(GOAL)) $(FLAGS)

.PHONY: capacity
capacity: $(POSTGRES) ## Measure how many tenants and requests two cores serve, docs/scale.md (FLAGS='-tenants 1000', or FLAGS='-arrivals 223' for requests that wait for no others)
	go run ./cmd/bench capacity $(FLAGS)

.PHONY: bench-core
bench-core: ## Benchmarks of the pure core (BENCH=pattern)
	go test -run '^$$' -bench '$(BENCH)' -benchmem $(FLAGS) $(CORE)

##@ Check

.PHONY: check
check: check-static test ## All checks that a change must pass

# The API document is checked by Node programs, each on one core, while the linter runs. The
# linter includes the analyzers of vet.
.PHONY: check-static
check-static: check-generated $(REDOCLY) $(TOOLS) ## All of check except the tests
	@$(call beside,$(MAKE) --no-print-directory --keep-going lint-openapi check-console,$(MAKE) --no-print-directory --keep-going lint offline)

.PHONY: format
format: ## Format Go code and sort imports
	$(TOOL) golangci-lint fmt

.PHONY: lint
lint: ## Formatting, direction of imports, documentation, vet and usual mistakes
	@$(call timed,$@,$(TOOL) golangci-lint run && $(DEVICE) $$($(TOOL) -n golangci-lint) run ./cmd/offline)

.PHONY: lint-openapi
lint-openapi: $(REDOCLY) ## Check the API document against redocly.yaml
	@$(call timed,$@,REDOCLY_SUPPRESS_UPDATE_NOTICE=true node_modules/.bin/redocly lint)

# The served document, a client generated from it, and with that client the console and the walk of the README
# (src/walk.ts), all compiled strictly.
.PHONY: check-console
check-console: $(TOOLS) ## Generate a TypeScript client of the served API document and check the types of the console with it
	@$(call timed,$@,go run ./openapi/document > frontend/console/openapi.json && cd frontend/console && \
	node_modules/.bin/openapi-typescript openapi.json -o src/lib/schema.d.ts && node_modules/.bin/svelte-kit sync && node_modules/.bin/svelte-check --fail-on-warnings)

.PHONY: generate
generate: ## Generate code from openapi/openapi.yaml and run every other go:generate
	go generate ./...

# Compares the tree before and after, so that uncommitted work does no harm.
.PHONY: check-generated
check-generated: ## Fail when generated files differ from what generate makes
	@set -eu; start=$$(date +%s); before=$$(mktemp); after=$$(mktemp); trap 'rm -f "$$before" "$$after"' EXIT; \
	$(FINGERPRINT) > "$$before"; go generate ./...; $(FINGERPRINT) > "$$after"; \
	diff "$$before" "$$after" || { echo 'These files were out of date. They are right now: commit them.' >&2; exit 1; }; \
	echo "== $@: $$(($$(date +%s) - start))s"

.PHONY: api-diff
api-diff: ## List breaking differences of the API document against a commit (BASE=v1.0.0)
	@old=$$(mktemp) && trap 'rm -f "$$old"' EXIT && git show $(BASE):openapi/openapi.yaml > "$$old" && \
	$(TOOL) oasdiff breaking --fail-on ERR "$$old" openapi/openapi.yaml

.PHONY: check-freshness
check-freshness: ## Fail when the table of minimum versions was last reviewed more than 45 days ago
	go run ./internal/supply/freshness

##@ Operate

.PHONY: image
image: $(CONSOLE) $(PARTS) ## Build the image of the program for PLATFORMS, with the list of its parts: bin/image
	go run -C tools/image . $(if $(PLATFORMS),-platforms $(PLATFORMS))

# Two clones of the commit in separate folders, each with a newly built console. The files
# that npm installed are shared: their lock file holds their checksums.
.PHONY: check-image
check-image: $(TOOLS) $(POSTGRES) ## Build the image of HEAD twice, in two folders: fails when one byte differs; then migrate, serve and play a tournament with it as its user, who may write nothing (PLATFORMS=linux/amd64 for one platform)
	go -C tools/image test ./...
	@set -eu; folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	for clone in first the-second; do \
		git clone -q --no-hardlinks . "$$folder/$$clone"; cp -R frontend/console/node_modules "$$folder/$$clone/frontend/console/"; \
		$(MAKE) --no-print-directory -C "$$folder/$$clone" image; \
	done; \
	cmp "$$folder"/first/bin/image/*.tar "$$folder"/the-second/bin/image/*.tar; \
	for parts in "$$folder"/first/bin/image/*.cdx.json; do cmp "$$parts" "$$folder/the-second/bin/image/$${parts##*/}"; done; \
	if [ "$$(id -u)" = 0 ]; then go run ./cmd/drill image -image "$$(ls "$$folder"/first/bin/image/*.tar)"; else echo 'Not run: only root can run the image without a container engine.'; fi; \
	echo 'Both images are the same, byte by byte.'

.PHONY: check-chart
check-chart: ## Lint and render the chart with Helm, try values it must refuse, and have Prometheus' parser read its expressions (builds Helm once: some minutes)
	@$(call timed,$@,go -C tools/chart test -count=1 ./... && go -C tools/promql test -count=1 ./...)

.PHONY: golden-chart
golden-chart: ## Rewrite the renderings of the chart, then show what changed: review it like code
	go -C tools/chart test -count=1 ./... -update
	git status --short -- deploy/helm

# The new program is HEAD with one more migration, so that the old program must serve on a newer schema.
.PHONY: drill-upgrade
drill-upgrade: build $(POSTGRES) ## Upgrade two real servers under load by the chart's probes and times: fails when one request does (OLD=file of an older program, REQUESTS=100000)
	@set -eu; folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	git clone -q --no-hardlinks . "$$folder/new"; cp -R frontend/console/dist "$$folder/new/frontend/console/"; \
	printf -- '-- +goose Up\ncreate table platform.drill (id bigint primary key);\nalter table platform.tenants add column drill text;\n' > "$$folder/new/internal/tenant/tenantdb/migrations/9999_drill.sql"; \
	go -C "$$folder/new" build -o "$$folder/api" ./cmd/api; \
	go run ./cmd/drill upgrade -old $(or $(OLD),bin/api) -new "$$folder/api" -requests $(REQUESTS)

# Needs Debian's PostgreSQL 15 and pgBackRest: apt-get install postgresql-15 pgbackrest.
.PHONY: drill
drill: build ## Back up a real database, lose it, restore it to the second before a bad act: prints RPO and RTO, fails when anything differs (FLAGS='-acts 100 -after 40s', FLAGS='-size 1GB')
	go run ./cmd/drill restore -program bin/api $(FLAGS)

# Needs Debian's Patroni, etcd and PostgreSQL 15: apt-get install patroni etcd-server postgresql-15.
.PHONY: drill-ha
drill-ha: build ## Kill, cut off and pause the leading one of three nodes of PostgreSQL, twenty times, while people act: fails when an act is lost or no node leads for more than 15 s (FLAGS='-times 3')
	go build -modfile=tools/go.mod -o bin/toxiproxy github.com/Shopify/toxiproxy/v2/cmd/server
	go run ./cmd/drill ha -program bin/api -toxiproxy bin/toxiproxy $(FLAGS)

# Time zones and languages of machines on which the rules must give the same results: F-24.
MACHINES := TZ=Europe/Rome,LC_ALL=it_IT.UTF-8 TZ=Asia/Kolkata,LC_ALL=bg_BG.UTF-8

# Takes half an hour on two cores with other work. Small file systems need root, slow disks Debian's strace: faults that cannot be tried are named.
.PHONY: faults
faults: build $(POSTGRES) ## Kill, freeze, cut, fill and slow down real servers, databases, disks and lines while people act, and have servers race: a line for each, docs/operate/faults.md; fails when a promise is broken (FLAGS='-only line-cut,disk-full -kills 5 -trials 50')
	go build -modfile=tools/go.mod -o bin/toxiproxy github.com/Shopify/toxiproxy/v2/cmd/server
	go run ./cmd/drill faults -program bin/api -toxiproxy bin/toxiproxy $(FLAGS)
	@set -e; for machine in $(if $(findstring -only,$(FLAGS)),,$(MACHINES)); do echo "F-24  the rules of the game on a machine with $$machine"; \
		env $$(echo $$machine | tr , ' ') go test -count=1 -short -vet=off $(CORE) ./internal/league/calendarfile ./frontend/pages; done

CLUSTER_VERSION := v1.36.3

.PHONY: drill-pooler
drill-pooler: $(POSTGRES) $(CONSOLE) ## The API's tests through a real PgBouncer (Debian package pgbouncer): in session mode they pass, in transaction mode servers refuse to start
	$(WITH_POSTGRES) sh cmd/drill/pooler.sh

.PHONY: drill-chart
drill-chart: ## Install, test, upgrade, roll back and uninstall each example of the chart on a real API server with pretended nodes (builds it once: five to ten minutes on two cores; HOLD=1 keeps an empty cluster up instead)
	go -C tools/cluster build -ldflags '-s -w -X k8s.io/component-base/version.gitVersion=$(CLUSTER_VERSION) -X k8s.io/client-go/pkg/version.gitVersion=$(CLUSTER_VERSION)' -o ../../bin/cluster/cluster .
	go -C tools/cluster build -o ../../bin/cluster/etcd go.etcd.io/etcd/server/v3
	go -C tools/cluster build -o ../../bin/cluster/kwok sigs.k8s.io/kwok/cmd/kwok
	go -C tools/cluster run ./drill -tools "$$PWD/bin/cluster" -helm "$$(go -C tools/chart tool -n helm)" -chart "$$PWD/deploy/helm" \
		-stages "$$(go -C tools/cluster list -m -f '{{.Dir}}' sigs.k8s.io/kwok)/kustomize/stage" \
		-gateway "$$(go -C tools/cluster mod download -json sigs.k8s.io/gateway-api@v1.4.0 | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')/config/crd/standard" $(if $(HOLD),-hold)

.PHONY: vulns
vulns: $(CONSOLE) ## Check the linked packages against the Go vulnerability database (needs https://vuln.go.dev)
	go tool -modfile=tools/image/go.mod govulncheck ./...

##@ Other

.PHONY: reference-viewer
reference-viewer: ## Fetch the script of the API reference anew (RAPIDOC=version, also named in frontend/reference)
	@set -eu; folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	npm pack --silent --pack-destination "$$folder" rapidoc@$(RAPIDOC); \
	tar -xzf "$$folder"/rapidoc-*.tgz -C "$$folder"; \
	cp "$$folder"/package/LICENSE.txt "$$folder"/package/dist/rapidoc-min.js.gz "$$folder"/package/dist/rapidoc-min.js.LICENSE.txt frontend/reference/rapidoc/

.PHONY: clean
clean: ## Remove everything built or installed here, but not the embedded database (db-reset)
	rm -rf bin coverage.out node_modules internal/embedpg/node_modules internal/browser/node_modules frontend/console/node_modules frontend/console/.svelte-kit frontend/console/dist/app frontend/console/src/lib/schema.d.ts frontend/console/openapi.json

.PHONY: help
help: ## Show this list
	@awk 'BEGIN {FS = ":.*## "} \
		/^##@ / {printf "\n%s\n", substr($$0, 5)} \
		/^[a-z-]+:.*## / {printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- Installations -----------------------------------------------------------

$(POSTGRES): internal/embedpg/package-lock.json
	cd $(<D) && npm ci --ignore-scripts
	@touch $@

$(AXE): internal/browser/package-lock.json
	cd $(<D) && npm ci --ignore-scripts
	@touch $@

$(REDOCLY): package-lock.json
	npm ci --ignore-scripts
	@touch $@

$(TOOLS): frontend/console/package-lock.json
	cd $(<D) && npm ci --ignore-scripts
	@touch $@

$(CONSOLE) $(PARTS) &: $(TOOLS) $(SOURCES)
	cd frontend/console && node_modules/.bin/vite build --logLevel warn
	@touch $(CONSOLE) $(PARTS)
