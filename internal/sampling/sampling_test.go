package sampling_test

import (
	"flag"
	"slices"
	"testing"

	"referto/internal/sampling"
)

// TestOf runs with -short and without, whatever the run itself is.
func TestOf(t *testing.T) {
	short := flag.Lookup("test.short")
	was := short.Value.String()
	defer func() { _ = short.Value.Set(was) }()
	set := func(value string) {
		if err := short.Value.Set(value); err != nil {
			t.Fatal(err)
		}
	}
	all := make([]int, 95)
	for i := range all {
		all[i] = i
	}

	set("false")
	if got := sampling.Of("everything", all); !slices.Equal(got, all) {
		t.Errorf("without -short: got %d of %d", len(got), len(all))
	}
	if got := sampling.Times(95); got != 95 {
		t.Errorf("without -short: got %d times of 95", got)
	}

	set("true")
	tenth := sampling.Of("everything", all)
	if len(tenth) != 10 || !slices.IsSorted(tenth) || len(slices.Compact(slices.Clone(tenth))) != 10 {
		t.Errorf("with -short: got %v", tenth)
	}
	if again := sampling.Of("everything", all); !slices.Equal(again, tenth) {
		t.Errorf("the same tenth: got %v, then %v", tenth, again)
	}
	if other := sampling.Of("something else", all); slices.Equal(other, tenth) {
		t.Errorf("a tenth of its own: got %v twice", tenth)
	}
	if one := sampling.Of("few", all[:3]); len(one) != 1 {
		t.Errorf("at least one: got %v", one)
	}
	if none := sampling.Of("nothing", all[:0]); len(none) != 0 {
		t.Errorf("of nothing: got %v", none)
	}
	for n, want := range map[int]int{0: 0, 1: 1, 10: 1, 11: 2, 60: 6} {
		if got := sampling.Times(n); got != want {
			t.Errorf("%d times: got %d, want %d", n, got, want)
		}
	}
}
