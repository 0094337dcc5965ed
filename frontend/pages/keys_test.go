package pages_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referto/frontend/words"
)

// dynamic are the groups whose keys are put together from a value: a state, a
// kind, a criterion, a status. Others use them too.
var dynamic = []string{
	"erasure.goes.", "erasure.stays.", "consent.", "reason.", "role.", "problem.", "criterion.", "criterion-short.", "comparison.", "event-state.", "event-kind.", "enter.state-", "enter.gone-", "entry-state.",
	"round-kind.", "round-method.", "clock-phase.", "clock.", "cut.", "cut-count.", "month.", "month-short.", "weekday.", "weekday-short.", "date.",
	"formula.", "photos.kind.", "phase.", "round.", "rounds.closed.", "tables.title.", "feed.tables-", "feed.round-closed.", "feed.result", "feed.corrected",
	"account.request-", "history.subject-", "history.state-", "history.phase-", "history.count-", "history.rest-", "history.by-", "history.column-", "history.difference-", "mine.block-", "mine.refund-", "people.account-", "mine.claim-", "refunds.", "staff.of-", "staff.does-", "staff.removed-", "staff.mail-", "people.name-", "people.effect-", "account.access-", "account.copy-", "convocation.", "frame.theme-", "draw.method.", "draw.verify.", "home.", "who.", "list.", "money.", "language.",
	"act.", "act-kind.", "option.", "difference.", "label.", "help.", "season-news.", "event-news.", "board.format-", "board.from-", "board.place-", "season.state-", "series.counting-", "task.", "report.demand-", "report.penalty-", "report.state-", "report.table-", "stakes.regional-final", "stakes.national-final", "stakes.substitute", "player.record-", "player.streak-",
	"console.setup.pairing-", "console.setup.mail-", "console.when-", "console.ending-", "console.kind-", "founding.kind-", "console.moment-", "console.clock-",
	"call.reason-", "console.attables.results-", "console.told.", "print.lead-", "print.nothing-", "print.certificates", "print.check-in", "print.codes", "print.names", "print.place-", "print.poster", "print.seats", "print.sheets", "print.standings", "console.players.", "console.take-back.", "console.homologation.group-", "console.homologation.key-", "console.homologation.was-", "console.finals.state-", "console.finals.way-", "console.clubs.did-", "console.clubs.decline", "console.clubs.end", "console.hosting.did-", "console.hosting.step-", "console.hostings.answer", "console.prizes.", "console.hostings.did-", "console.hostings.is-", "console.hostings.withdraw", "console.hosting.approval", "console.hosting.question", "console.hosting.refusal",
}

var quoted = regexp.MustCompile(`["']([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)["']`)

// ofConsole lists the sources of the console, which has its words of the same catalog.
func ofConsole(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir("../console/src", func(file string, _ fs.DirEntry, err error) error {
		if ext := path.Ext(file); (ext == ".ts" || ext == ".svelte") && !strings.HasSuffix(file, ".test.ts") {
			files = append(files, file)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatal("the console has no sources", err)
	}
	return files
}

var formats = regexp.MustCompile(`\{[a-z]+, ([a-z-]+)\}`)

// An unused message is translated three times for nothing, and a key without message is seen by a reader.
func TestMessagesAndTheirUsesAgree(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	sources := ofConsole(t)
	for _, pattern := range []string{"*.go", "templates/*.html", "preview/sample/*.go", "../words/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, files...)
	}
	for _, file := range sources {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range quoted.FindAllStringSubmatch(string(content), -1) {
			used[match[1]] = true
		}
	}
	content, err := os.ReadFile("../words/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]any
	if err := json.Unmarshal(content, &messages); err != nil {
		t.Fatal(err)
	}
	// A group may also be named by a placeholder: {role, role}.
	groupsInMessages := map[string]bool{}
	for _, match := range formats.FindAllStringSubmatch(string(content), -1) {
		groupsInMessages[match[1]] = true
	}
	for key := range messages {
		group, _, _ := strings.Cut(key, ".")
		if !used[key] && !inGroup(key) && !groupsInMessages[group] {
			t.Errorf("nobody uses %q", key)
		}
	}
	groups := map[string]bool{}
	for key := range messages {
		group, _, _ := strings.Cut(key, ".")
		groups[group] = true
	}
	for key := range used {
		group, _, _ := strings.Cut(key, ".")
		if groups[group] && !slices.Contains([]string{".js", ".css"}, path.Ext(key)) && !words.For("en").Has(key) && !inGroup(key+".") {
			t.Errorf("no words for %q", key)
		}
	}
}

func inGroup(key string) bool {
	for _, group := range dynamic {
		if strings.HasPrefix(key, group) {
			return true
		}
	}
	return false
}
