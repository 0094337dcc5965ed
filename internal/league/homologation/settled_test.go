package homologation_test

import (
	"slices"
	"strings"
	"testing"

	"referto/internal/league/homologation"
	"referto/internal/league/season"
)

// Nobody owes what can no longer be sent: of an event that is invalid for another reason no photo is missing (CN09 1.11). Where photos
// alone were missing, they are why.
func TestSettled(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, demands, want string }{
		{"too few players", "too-few-players:failed photos-missing:failed photos-missing:met results-late:met", "too-few-players:failed photos-missing:met results-late:met"},
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
