package eventfile_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// forms are the document, and a workbook in each of its forms and languages.
var forms = []struct {
	form     eventfile.Form
	language string
}{
	{eventfile.JSON, "en"},
	{eventfile.XLSX, "en"},
	{eventfile.XLSX, "it"},
	{eventfile.CSV, "en"},
	{eventfile.CSV, "bg"},
}

// TestWhatIsWrittenIsReadBack: an event of each regulation is read back from every form as the same
// document, byte for byte.
func TestWhatIsWrittenIsReadBack(t *testing.T) {
	t.Parallel()
	for _, preset := range presets.IDs() {
		for seed := range uint64(4) {
			d, r := eventfiletest.Play(t, preset, seed)
			isReadBack(t, fmt.Sprint(preset, " ", seed), d, r)
		}
	}
}

// A regional final of six is read back with its agreed structure.
func TestAgreedStructureIsReadBack(t *testing.T) {
	t.Parallel()
	d := eventfile.Document{Ruleset: eventfile.Ruleset{Key: "catan-nazionale-2009"}, Event: eventfile.Announcement{
		Title: "Finale di Aosta", Kind: "regional-final", StartsAt: time.Date(2010, time.January, 31, 9, 0, 0, 0, time.UTC), TimeZone: "Europe/Rome",
		Venue: eventfile.Venue{Name: "Biblioteca", City: "Aosta"},
	}}
	for i := range 6 {
		d.Entries = append(d.Entries, eventfile.Entry{Number: league.Entry(i + 1), Name: eventfiletest.Name(i)})
	}
	d, r := eventfiletest.PlayWith(t, d.Ruleset.Key, 1, d)
	if d.Facts.Structure == nil || len(d.Facts.Rounds) != 2 {
		t.Fatalf("played %d rounds by %+v", len(d.Facts.Rounds), d.Facts.Structure)
	}
	isReadBack(t, "a final of six", d, r)
}

// isReadBack checks that a document is read back unchanged from every form.
func isReadBack(t *testing.T, name string, d eventfile.Document, r *rules.Ruleset) {
	t.Helper()
	want, err := eventfile.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, as := range forms {
		data, err := eventfile.Write(as.form, d, r, as.language)
		if err != nil {
			t.Fatalf("%s as %s: %v", name, as.form, err)
		}
		if form := eventfile.FormOf(data); form != as.form {
			t.Fatalf("%s is taken for %s", as.form, form)
		}
		f, err := eventfile.Read(as.form, data, eventfile.Standard(), eventfiletest.Rulesets)
		if err != nil || len(f.Faults) > 0 {
			t.Fatalf("%s as %s: %v %v", name, as.form, err, f.Faults)
		}
		got, err := eventfile.Encode(f.Document)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Fatalf("%s as %s %s (-written +read)\n%s", name, as.form, as.language, diff)
		}
	}
}
