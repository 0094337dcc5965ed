package lapses_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"referto/internal/league/facts"
	"referto/internal/league/lapses"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// regulation is the preset with a code, as it stands.
func regulation(t interface{ Fatal(...any) }, code string) *rules.Ruleset {
	id := map[string]string{"BG": "catan-ranglista-bg", "CN09": "catan-nazionale-2009", "JP22": "just-play-2022", "FG14": "firenzegioca-2014", "SQ00": "risiko-squadre-2000"}[code]
	r, err := presets.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	own := *r
	if r.Appearance != nil {
		appearance := *r.Appearance
		own.Appearance = &appearance
	}
	return &own
}

func moment(text string) *time.Time {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return &at
}

// entry is somebody's in an event that starts on 8 March 2009 at ten in Sofia.
func entry(state facts.EntryState) facts.Unkept {
	return facts.Unkept{StartsAt: *moment("2009-03-08T08:00:00Z"), TimeZone: "Europe/Sofia", Entry: 3, State: state}
}

// cancelled was taken back at a moment.
func cancelled(at string) facts.Unkept {
	u := entry(facts.EntryCancelled)
	u.CancelledAt, u.HeldSeat = moment(at), true
	return u
}

// left has left an hour after the start.
func left(change func(*facts.Unkept)) facts.Unkept {
	u := entry(facts.Playing)
	u.LeftAt = moment("2009-03-08T09:00:00Z")
	change(&u)
	return u
}

// said writes a lapse in short; "" for none.
func said(l lapses.Lapse, ok bool) string {
	if !ok {
		return ""
	}
	out := fmt.Sprintf("%s %s %s %s", l.Kind, l.Day, l.Follows, l.Grounds)
	if l.Excused {
		out += " excused"
	}
	if l.Counts {
		out += " counts"
	}
	return out
}

// BG FP 2: who has entered appears or cancels in time; BG 1.1.7: who leaves without good reason.
func TestOf(t *testing.T) {
	t.Parallel()
	const noShow, late = "no-show 2009-03-08 nothing BG FP 2: lapse-no-show", "late-cancellation 2009-03-08 nothing BG FP 2: lapse-late-cancellation"
	good := func(u facts.Unkept) facts.Unkept { u.ExcuseNumber, u.Excused = 1, true; return u }
	for _, tt := range []struct {
		name  string
		entry facts.Unkept
		want  string
	}{
		{"BG FP 2 played to the end", entry(facts.Playing), ""},
		{"BG FP 2 waited for a seat", entry(facts.Waiting), ""},
		{"BG FP 2 did not come", entry(facts.NoShow), noShow + " counts"},
		{"BG FP 2 did not come, for a good reason", good(entry(facts.NoShow)), noShow + " excused"},
		{"BG FP 2 took it back in the last minute of the day before", cancelled("2009-03-07T21:59:59Z"), ""},
		{"BG FP 2 took it back at midnight at the venue", cancelled("2009-03-07T22:00:00Z"), late + " counts"},
		{"BG FP 2 took it back on the day, for a good reason", good(cancelled("2009-03-08T06:00:00Z")), late + " excused"},
		{"BG FP 2 took back a place on the waiting list", func() facts.Unkept { u := cancelled("2009-03-08T06:00:00Z"); u.HeldSeat = false; return u }(), ""},
		{"BG FP 2 had taken it back and came after all", func() facts.Unkept { u := cancelled("2009-03-08T06:00:00Z"); u.State = facts.Playing; return u }(), ""},
		{"BG FP 2 took it back, nobody knows when", func() facts.Unkept { u := cancelled("2009-03-08T06:00:00Z"); u.CancelledAt = nil; return u }(), ""},
		{"BG 1.1.7 was struck before the start and never left", func() facts.Unkept {
			u := left(func(u *facts.Unkept) { u.Unexcused = true })
			u.State = facts.EntryCancelled
			return u
		}(), ""},
		{"BG 1.1.7 left, with reason", left(func(*facts.Unkept) {}), "left 2009-03-08 nothing BG 1.1.7: lapse-left excused"},
		{"BG 1.1.7 left without, undecided", left(func(u *facts.Unkept) { u.Unexcused = true }), "left 2009-03-08 undecided BG 1.1.7: lapse-left counts"},
		{"BG 1.1.7 left without, banned", left(func(u *facts.Unkept) { u.Unexcused, u.BanOutcome = true, facts.Banned }), "left 2009-03-08 ban BG 1.1.7: lapse-left counts"},
		{"BG 1.1.7 left without, nothing decided to follow", left(func(u *facts.Unkept) { u.Unexcused, u.BanOutcome = true, facts.NoBan }), "left 2009-03-08 nothing BG 1.1.7: lapse-left excused"},
		{"JP22 2 has no rule: who did not come is shown", entry(facts.NoShow), "no-show 2009-03-08 nothing JP22: lapse-no-show"},
		{"JP22 2 has no rule: nothing is too late", cancelled("2009-03-08T07:59:00Z"), ""},
		{"CN09 3.5 leaving without reason leads to nothing", left(func(u *facts.Unkept) { u.Unexcused = true }), "left 2009-03-08 nothing CN09: lapse-left"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			code, _, _ := strings.Cut(tt.name, " ")
			if got := said(lapses.Of(regulation(t, code), tt.entry)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// BG FP 2, A003-14: until when "in time" is, is read or said in hours.
func TestInTime(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule  rules.InTime
		hours int
		at    string
		late  bool
	}{
		{"", 0, "2009-03-07T21:59:59Z", false},
		{"", 0, "2009-03-07T22:00:00Z", true},
		{rules.UntilStart, 0, "2009-03-08T08:00:00Z", false},
		{rules.UntilStart, 0, "2009-03-08T08:00:01Z", true}, // the start came later than announced
		{rules.HoursBefore, 48, "2009-03-06T08:00:00Z", false},
		{rules.HoursBefore, 48, "2009-03-06T08:00:01Z", true},
	} {
		r := regulation(t, "BG")
		r.Appearance.InTime, r.Appearance.Hours = tt.rule, tt.hours
		if _, late := lapses.Of(r, cancelled(tt.at)); late != tt.late {
			t.Errorf("%q of %d hours, taken back at %s: late %t", tt.rule, tt.hours, tt.at, late)
		}
	}
}

// What was decided so is not decided so again, and leaving is decided as a report.
func TestMayExcuse(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		lapse   lapses.Lapse
		excused bool
		want    string
	}{
		{"BG FP 2 a good reason", lapses.Lapse{Kind: rules.LapseNoShow}, true, "<nil>"},
		{"BG FP 2 a good reason again", lapses.Lapse{Kind: rules.LapseNoShow, Excused: true}, true, "lapse-decided-so"},
		{"BG FP 2 not good after all", lapses.Lapse{Kind: rules.LapseLate, Excused: true}, false, "<nil>"},
		{"BG FP 2 none was found", lapses.Lapse{Kind: rules.LapseLate}, false, "lapse-decided-so"},
		{"BG 1.1.7 leaving", lapses.Lapse{Kind: rules.LapseLeft}, true, "leaving-is-reported"},
	} {
		if got := fmt.Sprint(lapses.MayExcuse(tt.lapse, tt.excused)); !strings.HasSuffix(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// on makes lapses that count, on some days: "no-show 2009-03-08, left 2009-04-05".
func on(text string) (out []lapses.Lapse) {
	for one := range strings.SplitSeq(text, ", ") {
		kind, day, _ := strings.Cut(one, " ")
		excused := strings.HasSuffix(day, "!")
		out = append(out, lapses.Lapse{Kind: rules.LapseKind(kind), Day: rules.Day(strings.TrimSuffix(day, "!")), Excused: excused, Counts: !excused})
	}
	return out
}

// A house rule: three lapses within a year bar for half a year, two in which one left for a month.
func TestBar(t *testing.T) {
	t.Parallel()
	three := rules.LapseBar{Lapses: []rules.LapseKind{rules.LapseNoShow, rules.LapseLate}, Count: 3, Within: 12, Months: 6, Paragraph: "FP 18"}
	leaving := rules.LapseBar{Lapses: []rules.LapseKind{rules.LapseLeft}, Count: 2, Within: 3, Months: 1, Paragraph: "1.1.7"}
	const year = "no-show 2009-01-31, late-cancellation 2009-02-28, no-show 2009-08-31"
	for _, tt := range []struct{ name, lapses, day, want string }{
		{"two are not three", "no-show 2009-01-31, no-show 2009-02-28", "2009-03-01", ""},
		{"the day of the third", year, "2009-08-31", ""},
		{"the day after", year, "2009-09-01", "BG FP 18: too-many-lapses (count=3, months=12, until=2010-02-28)"},
		{"the last day, in a shorter month", year, "2010-02-28", "BG FP 18: too-many-lapses (count=3, months=12, until=2010-02-28)"},
		{"the day after the last", year, "2010-03-01", ""},
		{"in an event before them all", year, "2008-12-01", ""},
		{"between the second and the third", year, "2009-05-01", ""},
		{"a year to the day is more than a year", "no-show 2008-08-31, no-show 2009-02-28, no-show 2009-08-31", "2009-09-01", ""},
		{"a day less is within it", "no-show 2008-09-01, no-show 2009-02-28, no-show 2009-08-31", "2009-09-01", "BG FP 18: too-many-lapses (count=3, months=12, until=2010-02-28)"},
		{"in whatever order they are told", "no-show 2009-08-31, no-show 2009-01-31, late-cancellation 2009-02-28", "2009-09-01", "BG FP 18: too-many-lapses (count=3, months=12, until=2010-02-28)"},
		{"the latest first", "no-show 2009-08-31, late-cancellation 2009-02-28, no-show 2009-01-31", "2009-09-01", "BG FP 18: too-many-lapses (count=3, months=12, until=2010-02-28)"},
		{"three on one day", "no-show 2009-01-31, no-show 2009-01-31, no-show 2009-01-31", "2009-07-31", "BG FP 18: too-many-lapses (count=3, months=12, until=2009-07-31)"},
		{"a leap day", "left 2008-01-31, left 2008-02-29", "2008-03-29", "BG 1.1.7: too-many-lapses (count=2, months=3, until=2008-03-29)"},
		{"over the end of a year", "left 2008-11-30, left 2008-12-31", "2009-01-31", "BG 1.1.7: too-many-lapses (count=2, months=3, until=2009-01-31)"},
		{"three months back from the end of a longer month", "left 2009-02-28, left 2009-05-31", "2009-06-01", ""},
		{"a day later is within them", "left 2009-03-01, left 2009-05-31", "2009-06-01", "BG 1.1.7: too-many-lapses (count=2, months=3, until=2009-06-30)"},
		{"one was excused", "no-show 2009-01-31, no-show 2009-02-28!, no-show 2009-08-31", "2009-09-01", ""},
		{"leaving is of another rule", "no-show 2009-01-31, left 2009-02-28, no-show 2009-08-31", "2009-09-01", ""},
		{"left twice", "left 2009-01-31, left 2009-02-28", "2009-03-28", "BG 1.1.7: too-many-lapses (count=2, months=3, until=2009-03-28)"},
		{"left twice, a month ago", "left 2009-01-31, left 2009-02-28", "2009-03-29", ""},
		{"by both rules until the later day", year + ", left 2009-07-01, left 2009-08-31", "2009-09-01", "BG FP 18: too-many-lapses (count=3, months=12, until=2010-02-28)"},
		{"a fourth bars longer", year + ", no-show 2009-09-15", "2009-10-01", "BG FP 18: too-many-lapses (count=3, months=12, until=2010-03-15)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := regulation(t, "BG")
			r.Appearance.Bars = []rules.LapseBar{three, leaving}
			got := ""
			if g, barred := lapses.Bar(r, on(tt.lapses), rules.Day(tt.day)); barred {
				got = g.String()
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			for _, code := range []string{"BG", "CN09", "JP22", "FG14", "SQ00"} { // none prints a number
				if g, barred := lapses.Bar(regulation(t, code), on(tt.lapses), rules.Day(tt.day)); barred {
					t.Errorf("%s bars: %s", code, g)
				}
			}
		})
	}
}

// TestMatter: lapses are looked for as far back as the rule reaches that reaches furthest, and as few as suffice
// for one of them. Where a regulation prints no number none matter.
func TestMatter(t *testing.T) {
	t.Parallel()
	three := rules.LapseBar{Lapses: []rules.LapseKind{rules.LapseNoShow}, Count: 3, Within: 12, Months: 6, Paragraph: "FP 18"}
	one := rules.LapseBar{Lapses: []rules.LapseKind{rules.LapseLeft}, Count: 1, Within: 1, Months: 1, Paragraph: "1.1.7"}
	for _, tt := range []struct {
		name  string
		bars  []rules.LapseBar
		from  rules.Day
		count int
	}{
		{"no rule", nil, "", 0},
		{"a rule", []rules.LapseBar{three}, "2007-12-31", 3},
		{"one that reaches less far", []rules.LapseBar{one}, "2009-04-30", 1},
		{"both", []rules.LapseBar{three, one}, "2007-12-31", 1},
		{"in another order", []rules.LapseBar{one, three}, "2007-12-31", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := regulation(t, "BG")
			r.Appearance.Bars = tt.bars
			from, count, bars := lapses.Matter("2009-07-31", r)
			if from != tt.from || count != tt.count || bars != (tt.count > 0) {
				t.Errorf("got %s %d %t, want %s %d", from, count, bars, tt.from, tt.count)
			}
		})
	}
	for _, code := range []string{"BG", "CN09", "JP22", "FG14", "SQ00"} {
		if _, _, bars := lapses.Matter("2009-07-31", regulation(t, code)); bars {
			t.Errorf("%s prints no number", code)
		}
	}
	strict, lax := regulation(t, "BG"), regulation(t, "BG")
	strict.Appearance.Bars, lax.Appearance.Bars = []rules.LapseBar{one}, []rules.LapseBar{three}
	for _, of := range [][]*rules.Ruleset{{strict, regulation(t, "CN09"), lax}, {lax, strict}} {
		if from, count, bars := lapses.Matter("2009-07-31", of...); from != "2007-12-31" || count != 1 || !bars {
			t.Errorf("of several rulesets: %s %d %t", from, count, bars)
		}
	}
}

// An entry that was struck from the field says so where lapses were the reason, by the
// paragraph on coming, and nothing where it was struck for something else.
func TestStruck(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ code, reason, want string }{
		{"BG", lapses.TooMany, "BG FP 2: struck-for-lapses"},
		{"BG", lapses.Yields, ""},
		{"BG", "banned", ""},
		{"BG", "", ""},
		{"JP22", lapses.TooMany, "JP22: struck-for-lapses"}, // an event whose rules were changed since
	} {
		grounds, ok := lapses.Struck(regulation(t, tt.code), tt.reason)
		got := ""
		if ok {
			got = grounds.String()
		}
		if got != tt.want || !ok && grounds.Reason != "" {
			t.Errorf("%s, struck for %q: got %q, want %q", tt.code, tt.reason, grounds, tt.want)
		}
	}
}

// A house rule by which one lapse puts somebody after the others for two months, and three bar: what yields
// does not bar, and the other way round.
func TestYield(t *testing.T) {
	t.Parallel()
	r := regulation(t, "BG")
	r.Appearance.Yields = []rules.LapseBar{{Lapses: []rules.LapseKind{rules.LapseNoShow, rules.LapseLate}, Count: 1, Within: 12, Months: 2, Paragraph: "FP 2"}}
	for _, tt := range []struct{ name, lapses, day, want string }{
		{"none", "", "2009-03-01", ""},
		{"the day of the lapse", "no-show 2009-01-31", "2009-01-31", ""},
		{"the day after", "no-show 2009-01-31", "2009-02-01", "BG FP 2: yields-for-lapses (count=1, months=12, until=2009-03-31)"},
		{"the last day", "no-show 2009-01-31", "2009-03-31", "BG FP 2: yields-for-lapses (count=1, months=12, until=2009-03-31)"},
		{"the day after the last", "no-show 2009-01-31", "2009-04-01", ""},
		{"excused", "no-show 2009-01-31!", "2009-02-01", ""},
		{"of another kind", "left 2009-01-31", "2009-02-01", ""},
		{"until the later day", "no-show 2009-01-31, late-cancellation 2009-02-10", "2009-02-11", "BG FP 2: yields-for-lapses (count=1, months=12, until=2009-04-10)"},
	} {
		got := ""
		if g, yields := lapses.Yield(r, on(tt.lapses), rules.Day(tt.day)); yields {
			got = g.String()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		if g, barred := lapses.Bar(r, on(tt.lapses), rules.Day(tt.day)); barred {
			t.Errorf("%s: bars as well: %s", tt.name, g)
		}
		for _, code := range []string{"BG", "CN09", "JP22", "FG14", "SQ00"} { // none prints a number
			if g, yields := lapses.Yield(regulation(t, code), on(tt.lapses), rules.Day(tt.day)); yields {
				t.Errorf("%s has it: %s", code, g)
			}
		}
	}
}

// An excuse never bars, the order of the lapses says nothing, and a rule that bars on a day
// does so on every day from the day after the last lapse to the last one it names.
func TestBarLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := regulation(t, "BG")
		r.Appearance.Bars = []rules.LapseBar{{
			Lapses: []rules.LapseKind{rules.LapseNoShow}, Count: rapid.IntRange(1, 4).Draw(t, "count"),
			Within: rapid.IntRange(1, 18).Draw(t, "within"), Months: rapid.IntRange(1, 18).Draw(t, "months"), Paragraph: "FP 2",
		}}
		begin := rules.Day("2008-01-31")
		all := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) lapses.Lapse {
			excused := rapid.Bool().Draw(t, "excused")
			return lapses.Lapse{Kind: rules.LapseNoShow, Day: begin.Plus(rapid.IntRange(0, 900).Draw(t, "day")), Excused: excused, Counts: !excused}
		}), 0, 8).Draw(t, "lapses")
		day := begin.Plus(rapid.IntRange(0, 1500).Draw(t, "on"))
		grounds, barred := lapses.Bar(r, all, day)
		from, count, _ := lapses.Matter(day.Plus(-rapid.IntRange(0, 30).Draw(t, "days before")), r)
		matter := slices.DeleteFunc(slices.Clone(all), func(l lapses.Lapse) bool { return l.Day < from })
		if again, also := lapses.Bar(r, matter, day); also != barred || again.String() != grounds.String() || barred && len(matter) < count {
			t.Fatalf("of those since %s: %t %s, of all %t %s", from, also, again, barred, grounds)
		}
		if again, also := lapses.Bar(r, rapid.Permutation(all).Draw(t, "order"), day); also != barred || again.String() != grounds.String() {
			t.Fatalf("in another order: %t %s, before %t %s", also, again, barred, grounds)
		}
		var excused []lapses.Lapse
		for _, l := range all {
			l.Excused, l.Counts = true, false
			excused = append(excused, l)
		}
		if _, still := lapses.Bar(r, excused, day); still {
			t.Fatal("excused lapses bar")
		}
		if !barred {
			return
		}
		until := rules.Day(grounds.Params["until"])
		if until < day {
			t.Fatalf("barred on %s until %s", day, until)
		}
		if _, still := lapses.Bar(r, all, until); !still {
			t.Fatalf("not barred on %s, the last day that is named", until)
		}
	})
}
