package eventfile_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/rules"
)

// forms are a workbook in each of its forms and languages, and the document.
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

// TestWhatIsWrittenIsReadBack: an event of each regulation comes back from every
// form as the same document, byte for byte.
func TestWhatIsWrittenIsReadBack(t *testing.T) {
	t.Parallel()
	for _, preset := range rules.Presets() {
		for seed := range uint64(4) {
			d, r := eventfiletest.Play(t, preset, seed)
			want, err := eventfile.Encode(d)
			if err != nil {
				t.Fatal(err)
			}
			for _, as := range forms {
				data, err := eventfile.Write(as.form, d, r, as.language)
				if err != nil {
					t.Fatalf("%s %d as %s: %v", preset, seed, as.form, err)
				}
				if form := eventfile.FormOf(data); form != as.form {
					t.Fatalf("%s is taken for %s", as.form, form)
				}
				f, err := eventfile.Read(as.form, data, eventfile.Standard(), eventfiletest.Rulesets)
				if err != nil || len(f.Faults) > 0 {
					t.Fatalf("%s %d as %s: %v %v", preset, seed, as.form, err, f.Faults)
				}
				got, err := eventfile.Encode(f.Document)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), string(got)); diff != "" {
					t.Fatalf("%s %d as %s %s (-written +read)\n%s", preset, seed, as.form, as.language, diff)
				}
			}
		}
	}
}
