package rules

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
)

// TestForms: how exact numbers, times of day, days and ids are written, each with the
// nearest that is not. That a day of the form is one of the calendar is not the form's.
func TestForms(t *testing.T) {
	t.Parallel()
	digits := func(n int) string { return strings.Repeat("9", n) }
	for _, tt := range []struct {
		name         string
		fits         func(string) bool
		right, wrong []string
	}{
		{
			"an exact number", Forms[reflect.TypeFor[league.Frac]()].fits,
			[]string{"0", "-0", "7", "10", "-10", "0.9", "0.90", "10.05", "2/3", "-2/3", "0/1", "1/1", "2/10", digits(18), "1." + digits(20), "1/" + digits(6), digits(18) + "." + digits(20)},
			[]string{
				"", "-", "+1", "--1", "01", "-01", "00", "1,5", " 1", "1 ", "1.", ".5", "1.5.5", "1.-5", "01.5", "1/", "/2", "1/0", "1/02", "1/-2", "1/2/3", "1.5/2", "1/2.5", "1e3", "1\n", "٣", "a", "1.a", "1/a",
				digits(19), "1." + digits(21), "1/" + digits(7), digits(19) + ".5", digits(19) + "/5",
			},
		},
		{
			"a time of day", Forms[reflect.TypeFor[ClockTime]()].fits,
			[]string{"00:00", "09:05", "10:20", "19:59", "23:59"},
			[]string{"", "24:00", "30:00", "12:60", "12:99", "9:05", "09:5", "009:05", "09:005", "0905", "09.05", "09:05:00", "-9:05", "09:-5", "a9:05", "09:a5", "٠9:05", "09:0٥"},
		},
		{
			"a day", Forms[reflect.TypeFor[Day]()].fits,
			[]string{"2009-02-01", "2009-02-30", "0000-00-00", "9999-99-99"},
			[]string{"", "2009-02", "2009-02-1", "2009-2-01", "2009-2-001", "209-002-01", "209-02-001", "2009-02-001", "20090-2-01", "2009/02/01", "20090201", "2009-0201", "200902-01", "-009-02-01", "2009-02-01-", "a009-02-01", "2009-a2-01", "2009-02-a1", "2009-02-01\n"},
		},
		{
			"an id", isLowerKebab,
			[]string{"a", "7", "a-7", "just-play-2022", "a-b-c"},
			[]string{"", "-", "a-", "-a", "a--b", "A", "a_b", "a b", "à", "a\n"},
		},
	} {
		for _, text := range tt.right {
			if !tt.fits(text) {
				t.Errorf("%q is %s and is refused", text, tt.name)
			}
		}
		for _, text := range tt.wrong {
			if tt.fits(text) {
				t.Errorf("%q is not %s and is taken", text, tt.name)
			}
		}
	}
}

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
