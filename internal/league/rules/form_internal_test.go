package rules

import (
	"regexp"
	"testing"

	"pgregory.net/rapid"
)

// TestFormsAreTheirPatterns: what is written out takes what the published pattern takes.
func TestFormsAreTheirPatterns(t *testing.T) {
	t.Parallel()
	forms := []Form{{`^[a-z0-9]+(-[a-z0-9]+)*$`, isLowerKebab}}
	for _, form := range Forms {
		forms = append(forms, form)
	}
	for _, form := range forms {
		pattern := regexp.MustCompile(form.Pattern)
		near := rapid.OneOf(
			rapid.StringMatching(form.Pattern),
			rapid.StringOfN(rapid.SampledFrom([]rune("0012359-./:ax\n ٣")), 0, 12, -1),
		)
		rapid.Check(t, func(t *rapid.T) {
			text := near.Draw(t, "text")
			if cut := rapid.IntRange(0, len(text)).Draw(t, "cut"); rapid.Bool().Draw(t, "torn") {
				text = text[:cut] + rapid.SampledFrom([]string{"", "0", "-", "."}).Draw(t, "in between") + text[cut:]
			}
			if got := form.fits(text); got != pattern.MatchString(text) {
				t.Fatalf("%s: %q is taken: %v", form.Pattern, text, got)
			}
		})
	}
}
