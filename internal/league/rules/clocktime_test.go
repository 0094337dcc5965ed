package rules_test

import (
	"testing"

	"referto/internal/league/rules"
)

func TestClockTime(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"00:00", "10:20", "23:59"} {
		var at rules.ClockTime
		if err := at.UnmarshalText([]byte(text)); err != nil || at.String() != text {
			t.Errorf("%s: got %v, %v", text, at, err)
		}
	}
	for _, text := range []string{"", "24:00", "10:60", "1:20", "10.20", "10:20x", "-1:10"} {
		var at rules.ClockTime
		if err := at.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is read as %v", text, at)
		}
	}
}

func TestLargestField(t *testing.T) {
	t.Parallel()
	t.Run("JP22 2 fields of 8, 12 and 16", func(t *testing.T) {
		t.Parallel()
		field := preset(t, "just-play-2022").Field
		for n, want := range map[int]int{0: 0, 7: 0, 8: 8, 11: 8, 12: 12, 15: 12, 16: 16, 40: 16} {
			if got := field.Largest(n); got != want {
				t.Errorf("%d entries: got a field of %d, want %d", n, got, want)
			}
		}
	})
}
