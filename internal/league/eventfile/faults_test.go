package eventfile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/eventfile"
)

// described writes each fault on one line: its place, the value and the reason.
func described(faults eventfile.Faults) []string {
	var out []string
	for _, f := range faults {
		place := f.Sheet
		if f.Line > 0 {
			place += fmt.Sprintf(" %d", f.Line)
		}
		if f.Column != "" {
			place += " " + f.Column
		}
		if f.Sheet == "" {
			place = f.Field
		}
		out = append(out, fmt.Sprintf("%s %q %s", place, f.Value, f.Reason))
	}
	return out
}

// TestFaultsOfAWorkbookNameTheirPlace: each change of the sample makes exactly
// these faults.
func TestFaultsOfAWorkbookNameTheirPlace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file, before, after string
		want                []string
	}{
		// ---- missing
		"a column missing":        {"entries.csv", "Number,Name", "Number,Player", []string{`Entries 1 "Player" unknown-column`, `Entries 1 Name "" column-missing`, `Entries 2 Name "" cell-missing`, `Entries 3 Name "" cell-missing`, `Entries 4 Name "" cell-missing`, `Entries 5 Name "" cell-missing`, `Entries 6 Name "" cell-missing`, `Entries 7 Name "" cell-missing`, `Entries 8 Name "" cell-missing`, `Entries 9 Name "" cell-missing`}},
		"a name":                  {"entries.csv", "Boris Petrov", "", []string{`Entries 3 Name "" cell-missing`}},
		"points of a seat":        {"results.csv", "2,1,2,6,7", "2,1,2,6,", []string{`Results 10 VP "" cell-missing`}},
		"the number of an entry":  {"results.csv", "2,1,2,6,7", "2,1,2,,7", []string{`Results 10 Entry "" cell-missing`, `Results 11 Seat "3" seat-missing`}},
		"a row of a table":        {"results.csv", "1,1,2,4,13\n", "", []string{`Results 3 Seat "3" seat-missing`}},
		"the last row of a table": {"results.csv", "1,1,4,5,6\n", "", []string{`Rounds 2 Round "1" entry-not-seated`}},
		"a round":                 {"rounds.csv", "1,preliminary,yes\n", "", []string{`Rounds Round "" number-missing`}},
		"the reason":              {"sanctions.csv", "fair-play", "", []string{`Sanctions 2 Reason "" text-missing`}},
		"the ending of a game":    {"tables.csv", "2,1,declared,1", "2,1,,1", []string{`Tables 4 Ended "" cell-missing`, `Results 9 VP "12" result-of-open-table`}},
		"the title":               {"event.csv", "Thursday evening", "", []string{`Event 3 Value "" text-missing`}},
		"the date":                {"event.csv", "Date,2026-10-15\n", "", []string{`Event Date "" not-a-date`}},
		// ---- twice
		"an entry twice":         {"entries.csv", "2,Boris", "1,Boris", []string{`Entries 3 Number "1" entry-twice`}},
		"a lot twice":            {"entries.csv", "Sofia,,1", "Sofia,,3", []string{`Entries 3 Lot "3" drawn-twice`}},
		"a round twice":          {"rounds.csv", "2,preliminary", "1,preliminary", []string{`Rounds 3 Round "1" round-twice`}},
		"a table twice":          {"tables.csv", "1,2,declared,6", "1,1,declared,6", []string{`Tables 3 Table "1" table-twice`}},
		"a seat twice":           {"results.csv", "1,2,2,7,8", "1,2,1,7,8", []string{`Results 7 Seat "1" seat-twice`, `Results 8 Seat "3" seat-missing`}},
		"a person twice a round": {"results.csv", "1,2,2,7,8", "1,2,2,2,8", []string{`Results 7 Entry "2" seated-twice`}},
		"a column twice":         {"rounds.csv", "Round,Kind,Closed", "Round,Kind,Kind", []string{`Rounds 1 "Kind" column-twice`}},
		"a field twice":          {"event.csv", "City,Sofia", "City,Sofia\nCity,Varna", []string{`Event 10 Field "City" field-twice`}},
		// ---- foreign
		"an entry nobody entered":     {"results.csv", "1,1,2,4,13", "1,1,2,44,13", []string{`Results 3 Entry "44" not-entered`, `Results 4 Seat "3" seat-missing`}},
		"somebody who did not start":  {"results.csv", "1,1,2,4,13", "1,1,2,8,13", []string{`Results 3 Entry "8" not-an-entrant`}},
		"a table not drawn":           {"results.csv", "2,2,3,5,14", "2,3,3,5,14", []string{`Results 15 Table "3" table-not-drawn`}},
		"a round not played":          {"tables.csv", "2,2,declared,5", "3,2,declared,5", []string{`Tables 5 Round "3" no-such-round`}},
		"a declarer of another table": {"tables.csv", "1,1,declared,4", "1,1,declared,6", []string{`Tables 2 Declared by "6" declarer-not-at-this-table`}},
		"a column nobody knows":       {"tables.csv", "Declared by", "Shouted by", []string{`Tables 1 "Shouted by" unknown-column`}},
		"a cell in no column":         {"results.csv", "1,1,1,2,9", "1,1,1,2,9,5,", []string{`Results 2 "5" cell-without-column`}},
		"a figure":                    {"results.csv", "Entry,VP", "Entry,VP,Figure: roads", []string{`Results 1 Figure: roads "roads" figure-unknown`}},
		"a field":                     {"event.csv", "City,Sofia", "Town,Sofia", []string{`Event 9 Field "Town" unknown-field`}},
		"a punished stranger":         {"sanctions.csv", "7,warning", "70,warning", []string{`Sanctions 2 Entry "70" not-entered`}},
		// ---- against the ruleset
		"points beyond the range":       {"results.csv", "1,1,1,2,9", "1,1,1,2,31", []string{`Results 2 VP "31" points-out-of-range`}},
		"a winner below the target":     {"results.csv", "1,1,2,4,13", "1,1,2,4,12", []string{`Tables 2 Declared by "4" declarer-below-target`}},
		"a time limit there is not":     {"tables.csv", "1,2,declared,6", "1,2,time-limit,", []string{`Tables 3 Ended "time-limit" no-time-limit`}},
		"a semifinal there is not":      {"rounds.csv", "2,preliminary", "2,semifinal", []string{`Rounds 3 Kind "semifinal" unexpected-kind`}},
		"an open round before the last": {"rounds.csv", "1,preliminary,yes", "1,preliminary,no", []string{`Rounds 2 Closed "no" round-not-closed`}},
		"a pairing there is not":        {"event.csv", "by-standings", "by-magic", []string{`Event 11 Value "by-magic" no-such-option`}},
		"a ruleset there is not":        {"event.csv", "catan-ranglista-bg", "risiko", []string{`Event 10 Value "risiko" unknown-ruleset`}},
		"a punishment there is not":     {"sanctions.csv", "warning", "flogging", []string{`Sanctions 2 Kind "flogging" unknown-sanction`}},
		// ---- no such value
		"words for a number":      {"results.csv", "1,1,1,2,9", "1,1,1,2,nine", []string{`Results 2 VP "nine" not-a-whole-number`}},
		"half a point":            {"results.csv", "1,1,1,2,9", "1,1,1,2,9.5", []string{`Results 2 VP "9.5" not-a-whole-number`}},
		"a formula is text":       {"results.csv", "1,1,1,2,9", "1,1,1,2,=4+5", []string{`Results 2 VP "=4+5" not-a-whole-number`}},
		"a quote nothing ends":    {"results.csv", "1,1,1,2,9", "1,1,1,\"2,9", []string{`Results 2 "" line-broken`}},
		"a name read backwards":   {"entries.csv", "Boris Petrov", "Boris \u202evorteP", []string{`Entries 3 Name "Boris \u202evorteP" name-unreadable`}},
		"neither yes nor no":      {"rounds.csv", "1,preliminary,yes", "1,preliminary,maybe", []string{`Rounds 2 Closed "maybe" not-yes-or-no`}},
		"a day of no month":       {"event.csv", "2026-10-15", "2026-02-30", []string{`Event 5 Value "2026-02-30" not-a-date`}},
		"the month first":         {"event.csv", "2026-10-15", "10/15/2026", []string{`Event 5 Value "10/15/2026" not-a-date`}},
		"a zone nobody knows":     {"event.csv", "Europe/Sofia", "Europe/Serdica", []string{`Event 7 Value "Europe/Serdica" unknown-time-zone`}},
		"a kind nobody knows":     {"event.csv", "Kind,club", "Kind,party", []string{`Event 4 Value "party" unknown-kind`}},
		"a state nobody knows":    {"entries.csv", "no-show", "asleep", []string{`Entries 9 State "asleep" unknown-entry-state`}},
		"another version":         {"event.csv", "referto-event/1", "referto-event/9", []string{`Event 2 Value "referto-event/9" unknown-format`}},
		"a language nobody knows": {"event.csv", "Kind,club", "Kind,club\nLanguage,tlh", []string{`Event 5 Value "tlh" unknown-language`}},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			f := read(t, eventfile.CSV, sample(t).with(t, c.file, c.before, c.after).zip(t))
			if diff := cmp.Diff(c.want, described(f.Faults)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
