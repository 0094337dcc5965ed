package rules_test

import (
	"strings"
	"testing"

	"referto/internal/league/rules"
)

func TestScoreLineIsChecked(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		figures []string
		want    string // pointer and reason of the faults
	}{
		{"BG 1 the seven figures", []string{"points", "vp", "share", "firsts", "seconds", "thirds", "tournaments"}, ""},
		{"none", nil, "/scoreLine/figures required"},
		{"a figure twice", []string{"vp", "vp"}, "/scoreLine/figures/1 repeated"},
		{"a figure that nobody records", []string{"beauty"}, "/scoreLine/figures/0 no-such-figure"},
		{"a figure of the entry", []string{"lot", "warnings"}, "/scoreLine/figures/0 no-such-figure\n/scoreLine/figures/1 no-such-figure"},
	} {
		r := preset(t, "catan-ranglista-bg")
		r.ScoreLine = &rules.ScoreLine{Figures: tt.figures, Paragraph: "1"}
		var got []string
		for _, f := range r.Validate() {
			got = append(got, f.Field+" "+f.Reason)
		}
		if text := strings.Join(got, "\n"); text != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, text, tt.want)
		}
	}
}
