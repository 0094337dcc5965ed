package eventfile_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/eventfile"
)

func unzipped(t testing.TB, data []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string][]byte{}
	for _, part := range z.File {
		r, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		if parts[part.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return parts
}

// xlsx returns the sample as a workbook with one of its parts changed.
func xlsx(t testing.TB, part string, change func(string) string) []byte {
	t.Helper()
	e := evening{}
	for name, body := range unzipped(t, saved(t, workbook(t))) {
		e[name] = string(body)
	}
	e[part] = change(e[part])
	return e.zip(t)
}

// entriesPart is the archive part of the sheet of entries.
const entriesPart = "xl/worksheets/sheet2.xml"

func replace(t testing.TB, before, after string) func(string) string {
	return func(text string) string {
		t.Helper()
		if !strings.Contains(text, before) {
			t.Fatalf("test is broken: no %q in %.2000s", before, text)
		}
		return strings.Replace(text, before, after, 1)
	}
}

func always(text string) func(string) string { return func(string) string { return text } }

// TestHostileFiles: each is refused at once with its reason, before anything is built from it.
func TestHostileFiles(t *testing.T) {
	t.Parallel()
	many := func(n int, row string) string {
		return "Number,Name\n" + strings.Repeat(row, n)
	}
	for name, c := range map[string]struct {
		form eventfile.Form
		data []byte
		want string
	}{
		"too many bytes":            {eventfile.JSON, bytes.Repeat([]byte(" "), 2<<20+1), ` "" file-too-large`},
		"deep JSON":                 {eventfile.JSON, []byte(strings.Repeat("[", 100_000)), `/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0 "" too-deep`},
		"no archive":                {eventfile.CSV, []byte("PK\x03\x04 but no archive"), ` "" not-an-archive`},
		"no workbook":               {eventfile.XLSX, evening{"[Content_Types].xml": "<a/>"}.zip(t), ` "" not-a-workbook`},
		"a bomb of zeros":           {eventfile.CSV, evening{"entries.csv": strings.Repeat("\x00", 40<<20)}.zip(t), ` "" unpacks-too-large`},
		"a bomb of spaces":          {eventfile.XLSX, evening{"xl/workbook.xml": strings.Repeat(" ", 40<<20)}.zip(t), ` "" unpacks-too-large`},
		"a dense part":              {eventfile.CSV, evening{"entries.csv": strings.Repeat(" ", 1<<20)}.zip(t), ` "" unpacks-too-large`},
		"an archive in an archive":  {eventfile.CSV, evening{"more.zip": "PK"}.zip(t), ` "" unknown-part`},
		"a part that climbs":        {eventfile.CSV, evening{"../entries.csv": "Number"}.zip(t), ` "" part-misnamed`},
		"too many parts":            {eventfile.CSV, parts(61).zip(t), ` "" too-many-parts`},
		"too many rows":             {eventfile.CSV, sample(t).with(t, "rounds.csv", "1,prel", many(20_001, "1,x\n")+"1,prel").zip(t), `Rounds 20001 "" too-many-rows`},
		"too many columns":          {eventfile.CSV, evening{"entries.csv": strings.Repeat("a,", 60) + "b"}.zip(t), `Entries 1 "" too-many-columns`},
		"too long a cell":           {eventfile.CSV, sample(t).with(t, "entries.csv", "Boris", random(2001)).zip(t), `Entries 3 Name "` + random(2001)[:60] + `…" text-too-long`},
		"a quote without end":       {eventfile.CSV, sample(t).with(t, "entries.csv", "Boris", `"Boris`).zip(t), `Entries 3 "" line-broken`},
		"a formula":                 {eventfile.XLSX, xlsx(t, entriesPart, replace(t, `<c r="A2"`, `<c r="A2"><f>1+1</f></c><c r="A2"`)), `Entries 2 A2 "" formula-cell`},
		"an error":                  {eventfile.XLSX, xlsx(t, entriesPart, replace(t, `<c r="A2"`, `<c r="A2" t="e"`)), `Entries 2 A2 "" error-cell`},
		"a row far away":            {eventfile.XLSX, xlsx(t, entriesPart, replace(t, `<row r="2"`, `<row r="1048576"`)), `Entries 1048576 "" too-many-rows`},
		"a column far away":         {eventfile.XLSX, xlsx(t, entriesPart, replace(t, `<c r="B2"`, `<c r="XFD2"`)), `Entries 2 XFD2 "" too-many-columns`},
		"a cell of another row":     {eventfile.XLSX, xlsx(t, entriesPart, replace(t, `<c r="B2"`, `<c r="B1048576"`)), ` "" not-a-workbook`},
		"deep XML":                  {eventfile.XLSX, xlsx(t, entriesPart, always(strings.Repeat("<a>", 30))), ` "" too-deep`},
		"an entity":                 {eventfile.XLSX, xlsx(t, entriesPart, func(s string) string { return `<!DOCTYPE a [<!ENTITY b "c">]>` + s }), ` "" workbook-does-something`},
		"another encoding":          {eventfile.XLSX, xlsx(t, entriesPart, func(string) string { return `<?xml version="1.0" encoding="UTF-16"?><a/>` }), ` "" not-a-workbook`},
		"a macro":                   {eventfile.XLSX, xlsx(t, "xl/vbaProject.bin", always("x")), ` "" workbook-does-something`},
		"a link to another file":    {eventfile.XLSX, xlsx(t, "xl/externalLinks/externalLink1.xml", always("<a/>")), ` "" workbook-does-something`},
		"a sheet from elsewhere":    {eventfile.XLSX, xlsx(t, "xl/_rels/workbook.xml.rels", replace(t, `Id="rId2"`, `TargetMode="External" Id="rId2"`)), ` "" workbook-does-something`},
		"a field of figures":        {eventfile.JSON, pointed(t, 80_000, func(n int) string { return fmt.Sprintf("%05x", n) }), `/outcome/points "" too-many`},
		"a long name of a figure":   {eventfile.JSON, pointed(t, 4, func(int) string { return random(61) }), `/outcome/points "" text-too-long`},
		"a sheet that is not there": {eventfile.XLSX, xlsx(t, "xl/_rels/workbook.xml.rels", replace(t, "worksheets/sheet2.xml", "worksheets/sheet99.xml")), ` "" not-a-workbook`},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			f := read(t, c.form, c.data)
			if diff := cmp.Diff([]string{c.want}, described(f.Faults)); diff != "" {
				t.Error(diff)
			}
			if took := time.Since(began); took > time.Minute {
				t.Errorf("refused after %s", took)
			}
		})
	}
}

// pointed returns an event played elsewhere as JSON that gives a point to each of many entries, under names by their number.
func pointed(t testing.TB, entries int, name func(int) string) []byte {
	t.Helper()
	data, err := eventfile.Encode(elsewhere(t))
	if err != nil {
		t.Fatal(err)
	}
	list := make([]string, entries)
	for n := range list {
		list[n] = fmt.Sprintf(`"%d":{"%s":"1"}`, n+1, name(n))
	}
	return []byte(replace(t, `"ranking": [`, `"points": {`+strings.Join(list, ",")+`}, "ranking": [`)(string(data)))
}

func parts(n int) evening {
	e := evening{}
	for i := range n {
		e[fmt.Sprintf("%d.csv", i)] = ""
	}
	return e
}

// random returns text that compresses badly, so that only its own length matters.
func random(n int) string {
	var b strings.Builder
	for i := uint32(1); b.Len() < n; i++ {
		b.WriteByte('a' + byte(i*2654435761>>24)%26)
	}
	return b.String()
}
