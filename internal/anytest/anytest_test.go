package anytest_test

import (
	"testing"

	"pgregory.net/rapid"

	"referto/internal/anytest"
)

type member struct {
	Text  string
	So    bool
	There *int
	List  []int64
	By    map[string]int
	Day   day
}

type day string

// TestFill: everything is drawn within the given values, and over many draws each member differs, with a pointer
// present and nil.
func TestFill(t *testing.T) {
	t.Parallel()
	values := anytest.Values{
		Own: func(_ *rapid.T, at any) bool {
			own, is := at.(*day)
			if is {
				*own = "2009-03-01"
			}
			return is
		},
		Numbers: rapid.Int64Range(5, 7),
		Texts:   rapid.SampledFrom([]string{"a", "b"}),
		Lengths: rapid.IntRange(1, 3),
	}
	within := func(n int64) bool { return n >= 5 && n <= 7 }
	there, so := map[bool]bool{}, map[bool]bool{}
	texts, lengths := map[string]bool{}, map[int]bool{}
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			var m member
			values.Fill(t, &m)
			if m.Day != "2009-03-01" || len(m.List) < 1 || len(m.List) > 3 || len(m.By) < 1 || len(m.By) > 2 || m.Text != "a" && m.Text != "b" {
				t.Fatalf("drawn %+v", m)
			}
			for _, n := range m.List {
				if !within(n) {
					t.Fatalf("drawn %d", n)
				}
			}
			for text, n := range m.By {
				if text != "a" && text != "b" || !within(int64(n)) {
					t.Fatalf("drawn %s: %d", text, n)
				}
			}
			if m.There != nil && !within(int64(*m.There)) {
				t.Fatalf("drawn %d", *m.There)
			}
			there[m.There != nil], so[m.So], texts[m.Text], lengths[len(m.List)] = true, true, true, true
		}
	})
	if len(there) != 2 || len(so) != 2 || len(texts) != 2 || len(lengths) != 3 {
		t.Errorf("always the same: there %v, so %v, texts %v, lengths %v", there, so, texts, lengths)
	}
}
