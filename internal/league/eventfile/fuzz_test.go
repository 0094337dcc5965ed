package eventfile_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"referto/internal/league/eventfile"
)

// FuzzReadFile: any input gives a clean file or faults.
func FuzzReadFile(f *testing.F) {
	clean := read(f, eventfile.CSV, sample(f).zip(f))
	for _, form := range []eventfile.Form{eventfile.JSON, eventfile.XLSX, eventfile.CSV} {
		data, err := eventfile.Write(form, clean.Document, clean.Rules, "en")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { stable(t, read(t, eventfile.FormOf(data), data)) })
}

// FuzzReadSheet: the same with one sheet of the sample replaced, so that the input reaches the
// readers of its rows.
func FuzzReadSheet(f *testing.F) {
	whole := sample(f)
	names := slices.Sorted(maps.Keys(whole))
	for i, name := range names {
		f.Add(uint8(i), whole[name])
	}
	f.Fuzz(func(t *testing.T, sheet uint8, text string) {
		changed := maps.Clone(whole)
		changed[names[int(sheet)%len(names)]] = text
		stable(t, read(t, eventfile.CSV, changed.zip(t)))
	})
}

// stable: a clean file is written and read back as the same document.
func stable(t *testing.T, f *eventfile.File) {
	t.Helper()
	if len(f.Faults) > 0 {
		return
	}
	want, err := eventfile.Encode(f.Document)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []eventfile.Form{eventfile.JSON, eventfile.CSV} {
		data, err := eventfile.Write(form, f.Document, f.Rules, "it")
		if err != nil {
			t.Fatal(err)
		}
		back := read(t, form, data)
		if got, err := eventfile.Encode(back.Document); err != nil || len(back.Faults) > 0 || !bytes.Equal(want, got) {
			t.Fatalf("as %s: %v %v\n%s\n%s", form, err, back.Faults, want, got)
		}
	}
}
