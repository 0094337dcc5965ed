package register_test

import (
	"slices"
	"strings"
	"testing"

	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
)

// gathered returns the situation of a final with entries, "anna entered, bea checked-in".
func gathered(b *registertest.Book, final, entries string) *officiating.Situation {
	in := &officiating.Situation{Rules: b.Rules}
	in.Event = b.Event(final)
	for i, entry := range strings.Split(entries, ", ") {
		if name, state, ok := strings.Cut(entry, " "); ok {
			in.Entries = append(in.Entries, facts.Entry{Number: i + 1, PlayerID: b.Player(name), State: facts.EntryState(state)})
		}
	}
	return in
}

// effects writes the changes that an act makes to the entries of a final, "cancelled anna (CN09
// 1.11)".
func effects(b *registertest.Book, list []register.Effect) string {
	var out []string
	for _, e := range list {
		out = append(out, string(e.Kind)+" "+b.Name(e.Entry.PlayerID.UUID)+" ("+e.String()+")")
	}
	return strings.Join(out, ", ")
}

// fiveCome has five finalists and one called-up player, who have all accepted.
const fiveCome = fiveStages + `
	call anna regional yes
	call bea regional yes
	call cleo regional yes
	call dina regional yes
	call elsa regional yes
	call olga regional yes
`

// twoAlone has a region with two winners, whose seconds cannot come, and another region with three
// finalists.
const twoAlone = `
	regions aosta piemonte
	a1 stage aosta 2009-03-01 12: anna ida
	a2 stage aosta 2009-03-08 12: bea lea
	p1 stage piemonte 2009-03-01 12: pia
	p2 stage piemonte 2009-03-08 12: pola
	p3 stage piemonte 2009-03-15 12: petra
	call anna regional yes
	call bea regional yes
	no ida regional
	no lea regional
`

// Before the start, a player who loses the place loses the entry, and one who gains a place is
// entered; once the final has begun, its players stay.
func TestEffectsOnEntries(t *testing.T) {
	t.Parallel()
	const all = "anna entered, bea entered, cleo entered, dina entered, elsa checked-in, olga entered"
	invalid := strings.Replace(fiveCome, "a1 stage aosta 2009-03-01 12:", "a1 stage aosta 2009-03-01 12 invalid:", 1)
	invalid = strings.Replace(invalid, "call anna regional yes", "call anna regional yes at=a1", 1)
	invalid = strings.Replace(invalid, "call olga regional yes", "call olga regional yes at=a5", 1)
	const four = "CN09 1.7: final-at-one-table (field=4, finalists=4)"
	for _, tt := range []struct{ name, before, after, final, entries, want string }{
		{"CN09 1.11/a stage is invalid: its winner goes, and who was called back for five", fiveCome, invalid, "open", all, "cancelled anna (CN09 1.11: event-invalid), cancelled olga (" + four + ")"},
		{"CN09 1.11/also once no more entries are taken", fiveCome, invalid, "closed", all, "cancelled anna (CN09 1.11: event-invalid), cancelled olga (" + four + ")"},
		{"CN09 1.11/who had cancelled before does not once more", fiveCome, invalid, "open", "anna cancelled, olga waiting", "cancelled olga (" + four + "), entered bea (CN09 1.7: comes), entered cleo (CN09 1.7: comes), entered dina (CN09 1.7: comes), entered elsa (CN09 1.7: comes)"},
		{"CN09 1.7/once it has begun who plays stays", fiveCome, invalid, "running", "anna playing, bea playing, olga playing", "stays anna (CN09 1.11: event-invalid), stays olga (" + four + ")"},
		{"CN09 1.7/but not who did not come", fiveCome, invalid, "running", "anna no-show, bea playing", ""},
		{"CN09 1.7/before entries are taken nobody is entered", fiveCome, invalid, "announced", "", ""},
		{"CN09 1.11/the stage was valid after all: both are back", invalid, fiveCome, "open", "bea entered, cleo entered, dina entered, elsa entered", "entered anna (CN09 1.7: comes), entered olga (CN09 1.7: comes)"},
		{"CN09 1.11/although their entries were cancelled with it", invalid, fiveCome, "open", "anna cancelled, bea entered, cleo entered, dina entered, elsa entered, olga cancelled", "entered anna (CN09 1.7: comes), entered olga (CN09 1.7: comes)"},
		{"CN09 1.11/but to a closed final nobody comes", invalid, fiveCome, "closed", "bea entered, cleo entered, dina entered, elsa entered", ""},
		{"CN09 1.7/whoever has cancelled is not entered by the act of somebody else", fiveCome, fiveCome + "no ida regional\n", "open", "anna entered, bea cancelled, cleo entered, dina entered, elsa entered, olga entered", ""},
		{"CN09 1.7/who says that they come", strings.Replace(fiveCome, "bea regional yes", "bea regional", 1), fiveCome, "open", "anna entered, cleo entered, dina entered, elsa entered, olga entered", "entered bea (CN09 1.7: comes)"},
		{"CN09 1.7/and does not any more", fiveCome, fiveCome + "no bea regional\n", "open", all, "cancelled bea (CN09 1.7: cannot-come)"},
		{"CN09 1.7.1/their region plays with another: they are guests there", twoAlone, twoAlone + "merge aosta piemonte\n", "open", "anna entered, bea checked-in", "cancelled anna (CN09 1.7.2: merged), cancelled bea (CN09 1.7.2: merged)"},
		{"CN09 1.7.1/but not out of a final that has begun", twoAlone, twoAlone + "merge aosta piemonte\n", "running", "anna playing, bea playing", "stays anna (CN09 1.7.2: merged), stays bea (CN09 1.7.2: merged)"},
		{"CN09 1.9/a word that is taken back: whoever has not said that they come is not entered", fiveCome, strings.Replace(fiveCome, "bea regional yes", "bea regional", 1), "open", "bea entered", "cancelled bea (CN09 1.7: not-a-finalist), entered anna (CN09 1.7: comes), entered cleo (CN09 1.7: comes), entered dina (CN09 1.7: comes), entered elsa (CN09 1.7: comes), entered olga (CN09 1.7: comes)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			final := "\nf regional aosta 2010-01-31 " + tt.final
			before, after := registertest.Read(t, registertest.CN09, tt.before+final), registertest.Read(t, registertest.CN09, tt.after+final)
			in := gathered(before, "f", tt.entries)
			is(t, "effects", effects(before, before.Season().Effects(after.Season(), in)), tt.want)
		})
	}
}

// Affected lists the finals whose players change by an act.
func TestAffected(t *testing.T) {
	t.Parallel()
	b := cn09(t, "call anna regional yes\ncall elio national yes\nmerge piemonte aosta\ncall dora regional yes")
	s := b.Season()
	for _, tt := range []struct{ name, more, want string }{
		{"CN09 1.7/somebody who comes to a regional final cannot", "no anna regional", "fin"},
		{"CN09 1.9/to the national final", "no elio national", "nat"},
		{"CN09 1.9/to both", "no anna regional\nno elio national", "fin nat"},
		{"CN09 1.7/somebody who had not said that he comes changes neither", "no bea regional\nno rex national", ""},
		{"CN09 1.7.1/nothing", "", ""},
	} {
		after := cn09(t, "call anna regional yes\ncall elio national yes\nmerge piemonte aosta\ncall dora regional yes\n"+tt.more)
		var titles []string
		for _, id := range s.Affected(after.Season()) {
			titles = append(titles, b.Name(id.UUID))
		}
		is(t, tt.name, strings.Join(titles, " "), tt.want)
	}
	_, parted, err := s.Part(1)
	if err != nil || !slices.Equal(s.Affected(parted), s.Affected(cn09(t, "call anna regional yes\ncall elio national yes").Season())) {
		t.Errorf("CN09 1.7.1 a guest whose region plays by itself again: %v, %v", s.Affected(parted), err)
	}
}

// The holders of places are entered only while a final takes entries.
func TestRequireOpenFinal(t *testing.T) {
	t.Parallel()
	for event, want := range map[string]string{
		"regional aosta 2010-01-31 open": "", "national 2010-03-14 open": "",
		"regional aosta 2010-01-31 announced": "now entries-not-open (state=announced)", "regional aosta 2010-01-31 closed": "now entries-not-open (state=closed)",
		"national 2010-03-14 running": "now entries-not-open (state=running)", "stage aosta 2009-06-07 open": "now no-final-of-season", "open 2009-06-07 open": "now no-final-of-season",
	} {
		b := registertest.Read(t, registertest.CN09, "regions aosta\ne "+event)
		is(t, "CN09 1.7, 1.9 "+event, registertest.Why(register.RequireOpenFinal(b.Event("e"))), want)
	}
}
