package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// The environment that the chart gives the program consists of existing settings, and it calls existing commands: a
// renamed variable would be ignored silently.
func TestTheChartSpeaksTheWordsOfTheProgram(t *testing.T) {
	t.Parallel()
	known := map[string]bool{"PGPASSWORD": true} // the driver's own
	settings := reflect.TypeFor[Settings]()
	for i := range settings.NumField() {
		known[settings.Field(i).Tag.Get("env")] = true
	}
	files, err := filepath.Glob("../../deploy/helm/rendered/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("renderings: %v, %v", files, err)
	}
	called := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`- (?:\{)?name: ([A-Z][A-Z0-9_]+)`).FindAllStringSubmatch(string(text), -1) {
			if !known[found[1]] {
				t.Errorf("%s: there is no setting %s", filepath.Base(file), found[1])
			}
			called[found[1]] = true
		}
		for _, found := range regexp.MustCompile(`args: \[([\w-]+)(.*)\]`).FindAllStringSubmatch(string(text), -1) {
			if commands[found[1]] == nil {
				t.Errorf("%s: there is no command %s", filepath.Base(file), found[1])
			}
			called[found[1]+found[2]] = true
		}
	}
	for _, want := range []string{"migrate", "serve, -embedded=false", "keep-lists", "LISTS_URL", "DATABASE_URL", "MIGRATE_DATABASE_URL", "DRAIN_DELAY", "KEEP_BANK_DATA_DAYS"} {
		if !called[want] {
			t.Errorf("%s is in no rendering", want)
		}
	}
	refused, err := os.ReadFile("../../deploy/helm/referto/templates/refusals.tpl")
	if err != nil {
		t.Fatal(err)
	}
	own, _, _ := strings.Cut(string(refused[strings.Index(string(refused), `$own := list`):]), "}}")
	for _, found := range regexp.MustCompile(`"([A-Z_]+)"`).FindAllStringSubmatch(own, -1) {
		if !known[found[1]] {
			t.Errorf("the chart keeps to itself %s, which is no setting", found[1])
		}
	}
}
