package eventfile_test

import (
	"archive/zip"
	"bytes"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
)

// evening is the worked sample of docs/import.md: the files of a workbook by name.
type evening map[string]string

func sample(t testing.TB) evening {
	t.Helper()
	const folder = "../../../docs/import/evening"
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	e := evening{}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		e[file.Name()] = string(text)
	}
	return e
}

// with returns the sample with a text of one of its files replaced.
func (e evening) with(t testing.TB, file, before, after string) evening {
	t.Helper()
	if strings.Count(e[file], before) != 1 {
		t.Fatalf("test is broken: %q does not stand once in %s", before, file)
	}
	changed := maps.Clone(e)
	changed[file] = strings.Replace(e[file], before, after, 1)
	return changed
}

// zip packs files.
func (e evening) zip(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(e)) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(e[name]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func read(t testing.TB, form eventfile.Form, data []byte) *eventfile.File {
	t.Helper()
	f, err := eventfile.Read(form, data, eventfile.Standard(), eventfiletest.Rulesets)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// workbook returns the sample as XLSX, to be changed.
func workbook(t testing.TB) *excelize.File {
	t.Helper()
	f := read(t, eventfile.CSV, sample(t).zip(t))
	data, err := eventfile.Write(eventfile.XLSX, f.Document, f.Rules, "en")
	if err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	return book
}

func saved(t testing.TB, book *excelize.File) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestTheSampleIsClean(t *testing.T) {
	t.Parallel()
	f := read(t, eventfile.CSV, sample(t).zip(t))
	if len(f.Faults) > 0 {
		t.Fatal(f.Faults)
	}
	if len(f.State.Final) != 7 || f.State.Final[0].Entry != 4 || f.Derived != nil {
		t.Errorf("the order at the end is %+v", f.State.Final)
	}
}

// TestTheDocsNameEverySheetAndColumn compares docs/import.md with the reader.
func TestTheDocsNameEverySheetAndColumn(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/import.md")
	if err != nil {
		t.Fatal(err)
	}
	book := workbook(t)
	for _, sheet := range book.GetSheetList() {
		rows, err := book.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		i := bytes.Index(page, []byte("| "+sheet+" | "))
		if i < 0 {
			t.Errorf("the page does not know the sheet %s", sheet)
			continue
		}
		line, _, _ := bytes.Cut(page[i:], []byte("\n"))
		for _, column := range rows[0] {
			if !bytes.Contains(line, []byte(column)) && !strings.HasPrefix(column, "Figure: ") {
				t.Errorf("the page does not know the column %s of %s", column, sheet)
			}
		}
		for _, row := range rows[1:] {
			if sheet == "Event" && !bytes.Contains(page, []byte(row[0])) {
				t.Errorf("the page does not know the field %s", row[0])
			}
		}
	}
}

// unzip returns the files of an archive.
func unzip(t testing.TB, data []byte) evening {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	e := evening{}
	for _, file := range archive.File {
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		e[file.Name] = string(text)
	}
	return e
}
