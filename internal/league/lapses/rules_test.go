package lapses_test

import (
	"testing"

	"referto/internal/league/lapses"
	"referto/internal/league/rules"
)

// missed are lapses that count, on some days.
func missed(days ...rules.Day) (all []lapses.Lapse) {
	for _, day := range days {
		all = append(all, lapses.Lapse{Kind: rules.LapseNoShow, Day: day, Counts: true})
	}
	return all
}

// after is a rule by which so many lapses within some months bar for some months.
func after(count, within, months int, paragraph string) rules.LapseBar {
	return rules.LapseBar{Lapses: []rules.LapseKind{rules.LapseNoShow}, Count: count, Within: within, Months: months, Paragraph: paragraph}
}

// BG FP 2, FP 18: a bar ends on the same day of the month, on its last where it is shorter; of several rules that holds which
// ends last, of those that end at once the one that the ruleset has first.
func TestEndsOfBars(t *testing.T) {
	t.Parallel()
	const one = "too-many-lapses (count=1, months=12, until="
	for _, tt := range []struct {
		says   string
		bars   []rules.LapseBar
		lapses []lapses.Lapse
		day    rules.Day
		want   string
	}{
		{"on its last day", []rules.LapseBar{after(1, 12, 1, "FP 2")}, missed("2009-01-15"), "2009-02-15", "BG FP 2: " + one + "2009-02-15)"},
		{"a day later", []rules.LapseBar{after(1, 12, 1, "FP 2")}, missed("2009-01-15"), "2009-02-16", ""},
		{"on the day of the lapse itself", []rules.LapseBar{after(1, 12, 1, "FP 2")}, missed("2009-01-15"), "2009-01-15", ""},
		{"the day after", []rules.LapseBar{after(1, 12, 1, "FP 2")}, missed("2009-01-15"), "2009-01-16", "BG FP 2: " + one + "2009-02-15)"},
		{"a shorter month", []rules.LapseBar{after(1, 12, 1, "FP 2")}, missed("2009-01-31"), "2009-02-28", "BG FP 2: " + one + "2009-02-28)"},
		{"a shorter month, over", []rules.LapseBar{after(1, 12, 1, "FP 2")}, missed("2009-01-31"), "2009-03-01", ""},
		{"a leap year", []rules.LapseBar{after(1, 12, 1, "FP 2")}, missed("2008-01-31"), "2008-02-10", "BG FP 2: " + one + "2008-02-29)"},
		{"over the new year", []rules.LapseBar{after(1, 12, 3, "FP 2")}, missed("2008-11-30"), "2009-02-28", "BG FP 2: " + one + "2009-02-28)"},
		{"a year from a leap day", []rules.LapseBar{after(1, 12, 12, "FP 2")}, missed("2008-02-29"), "2009-02-01", "BG FP 2: " + one + "2009-02-28)"},
		{"the longest of two rules", []rules.LapseBar{after(1, 12, 1, "FP 2"), after(1, 12, 3, "FP 18")}, missed("2009-01-15"), "2009-01-20", "BG FP 18: " + one + "2009-04-15)"},
		{"the longest of two rules, first", []rules.LapseBar{after(1, 12, 3, "FP 18"), after(1, 12, 1, "FP 2")}, missed("2009-01-15"), "2009-01-20", "BG FP 18: " + one + "2009-04-15)"},
		{"the first of two that end at once", []rules.LapseBar{after(1, 12, 1, "FP 2"), after(1, 12, 1, "FP 18")}, missed("2009-01-15"), "2009-01-20", "BG FP 2: " + one + "2009-02-15)"},
		{"the last of several lapses", []rules.LapseBar{after(1, 12, 1, "FP 2")}, missed("2009-02-10", "2009-01-15"), "2009-02-12", "BG FP 2: " + one + "2009-03-10)"},
		{"two within the months", []rules.LapseBar{after(2, 2, 1, "FP 2")}, missed("2009-01-16", "2009-03-15"), "2009-03-20", "BG FP 2: too-many-lapses (count=2, months=2, until=2009-04-15)"},
		{"two that are just too far apart", []rules.LapseBar{after(2, 2, 1, "FP 2")}, missed("2009-01-15", "2009-03-15"), "2009-03-20", ""},
		{"two of three", []rules.LapseBar{after(2, 2, 1, "FP 2")}, missed("2008-06-01", "2009-03-01", "2009-03-15"), "2009-03-20", "BG FP 2: too-many-lapses (count=2, months=2, until=2009-04-15)"},
		{"one where two are needed", []rules.LapseBar{after(2, 2, 1, "FP 2")}, missed("2009-03-15"), "2009-03-20", ""},
		{"two of one day", []rules.LapseBar{after(2, 2, 1, "FP 2")}, missed("2009-03-15", "2009-03-15"), "2009-03-20", "BG FP 2: too-many-lapses (count=2, months=2, until=2009-04-15)"},
		{"no rule", nil, missed("2009-03-15"), "2009-03-20", ""},
	} {
		r := regulation(t, "BG")
		r.Appearance.Bars, r.Appearance.Yields = tt.bars, nil
		g, barred := lapses.Bar(r, tt.lapses, tt.day)
		got := ""
		if barred {
			got = g.String()
		}
		if got != tt.want || !barred && g.Reason != "" {
			t.Errorf("BG FP 2/%s: %q, want %q", tt.says, got, tt.want)
		}
		if g, yields := lapses.Yield(r, tt.lapses, tt.day); yields {
			t.Errorf("BG FP 2/%s: it yields by a rule on bars: %s", tt.says, g)
		}
	}
}

// Lapses that do not count, or of a kind of which a rule does not speak, bar nobody.
func TestLapsesThatDoNotBar(t *testing.T) {
	t.Parallel()
	r := regulation(t, "BG")
	r.Appearance.Bars = []rules.LapseBar{after(1, 12, 1, "FP 2")}
	for says, l := range map[string]lapses.Lapse{
		"excused": {Kind: rules.LapseNoShow, Day: "2009-01-15"}, "of another kind": {Kind: rules.LapseLeft, Day: "2009-01-15", Counts: true},
	} {
		if g, barred := lapses.Bar(r, []lapses.Lapse{l}, "2009-01-20"); barred {
			t.Errorf("BG FP 2/%s: %s", says, g)
		}
	}
}

// An entry that was struck for something else, or for nothing, was not struck for lapses.
func TestStruckForNothing(t *testing.T) {
	t.Parallel()
	for _, reason := range []string{"", lapses.StruckFor, lapses.Yields, "banned"} {
		if g, ok := lapses.Struck(regulation(t, "BG"), reason); ok || g.Reason != "" {
			t.Errorf("BG FP 2/%q: %s", reason, g)
		}
	}
	if g, ok := lapses.Struck(regulation(t, "BG"), lapses.TooMany); !ok || g.Reason != lapses.StruckFor {
		t.Errorf("BG FP 2/for lapses: %s, %t", g, ok)
	}
}
