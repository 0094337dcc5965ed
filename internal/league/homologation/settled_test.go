package homologation_test

import (
	"slices"
	"strings"
	"testing"

	"referto/internal/league/homologation"
	"referto/internal/league/season"
)

// Of an event that is invalid nothing can be sent any more, so that nothing is owed; each reason why it is invalid is told (CN09 1.11).
func TestSettled(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, demands, want string }{
		{"two reasons", "too-few-players:failed photos-missing:failed photos-missing:met", "too-few-players:failed photos-missing:failed photos-missing:met"},
		{"photos that could still have come", "too-few-players:failed photos-missing:open", "too-few-players:failed"},
		{"photos alone", "too-few-players:met photos-missing:failed", "too-few-players:met photos-missing:failed"},
		{"a demand that nobody has judged", "too-few-players:failed results-unsound:open", "too-few-players:failed"},
		{"what was waived", "too-few-players:failed results-late:waived", "too-few-players:failed results-late:waived"},
	} {
		var checks []season.Check
		for one := range strings.FieldsSeq(tt.demands) {
			demand, result, _ := strings.Cut(one, ":")
			checks = append(checks, season.Check{Demand: season.Demand(demand), Result: season.CheckResult(result)})
		}
		before := slices.Clone(checks)
		var got []string
		for _, c := range homologation.Settled(checks) {
			got = append(got, string(c.Demand)+":"+string(c.Result))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
		if !slices.EqualFunc(checks, before, func(a, b season.Check) bool { return a.Demand == b.Demand && a.Result == b.Result }) {
			t.Errorf("%s: the demands are changed", tt.name)
		}
	}
}
