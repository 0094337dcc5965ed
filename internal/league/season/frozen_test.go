package season_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"

	"referto/internal/league/frozen"
	"referto/internal/league/season"
)

// frozenAgain: a frozen state is read back unchanged, and equal states have equal documents.
func frozenAgain(t *rapid.T) {
	s := season.Derive(randomSeason(t))
	document := frozen.Freeze(s)
	if !bytes.Equal(document, frozen.Freeze(s)) {
		t.Fatal("the same state gives two documents")
	}
	read, err := frozen.Thaw(document)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "frozen and read again it is another", s, read)
}

// A document of the first form keeps its meaning permanently, whatever changes in the engine.
func TestFrozenStateOfTheFirstForm(t *testing.T) {
	t.Parallel()
	read, err := frozen.Thaw(packed(t, kept(t, "testdata/frozen-1.json")))
	if err != nil {
		t.Fatal(err)
	}
	var meant season.State
	if err := json.Unmarshal(kept(t, "testdata/frozen-1-means.json"), &meant); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(meant, read); diff != "" {
		t.Error(diff)
	}
}

func kept(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func packed(t *testing.T, text []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll(text, nil)
}

func unpacked(t *testing.T, document []byte) []byte {
	t.Helper()
	r, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	text, err := r.DecodeAll(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A document whose parts do not match is refused.
func TestBrokenFrozenState(t *testing.T) {
	t.Parallel()
	document := unpacked(t, frozen.Freeze(season.Derive(frozenSeason(t))))
	for name, change := range map[string][2]string{
		"of an unknown form":        {`"form":1`, `"form":2`},
		"without its grounds":       {`"grounds":[`, `"others":[`},
		"without its ids":           {`"ids":[`, `"others":[`},
		"with a number below 0":     {`"refundGrounds":`, `"refundGrounds":-`},
		"with something else in it": {`"events":[`, `"events":[1,`},
	} {
		broken := bytes.Replace(document, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(broken, document) {
			t.Errorf("%s: nothing was changed", name)
		}
		if _, err := frozen.Thaw(packed(t, broken)); err == nil {
			t.Errorf("%s: it was read", name)
		}
	}
	for name, document := range map[string][]byte{"nothing": nil, "not compressed": document} {
		if _, err := frozen.Thaw(document); err == nil {
			t.Errorf("%s: it was read", name)
		}
	}
}

// frozenSeason has two stages. The winner of the first cannot come to the final, and also won the
// second, in which they may no longer take part.
func frozenSeason(t *testing.T) season.Facts {
	t.Helper()
	f := largeSeason(t, 20)
	f.Events, f.Regions, f.Unavailable = f.Events[:2], f.Regions[:2], f.Unavailable[:1]
	f.Events[1].Entrants[0].Player, f.Events[1].Ranking[0] = f.Events[0].Ranking[0], f.Events[0].Ranking[0]
	f.Unavailable[0].At = time.Date(2010, 1, 10, 9, 30, 0, 0, time.UTC)
	return f
}

// Closing a season freezes its state, which is in proportion to it.
func BenchmarkFreeze(b *testing.B) {
	s := season.Derive(largeSeason(b, 5000))
	b.ReportAllocs()
	for b.Loop() {
		frozen.Freeze(s)
	}
}
