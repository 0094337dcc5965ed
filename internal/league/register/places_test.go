package register_test

import (
	"strings"
	"testing"

	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/season"
)

// fiveStages have five finalists: the stage of elsa was the largest, that of cleo the next.
const fiveStages = `
	regions aosta
	a1 stage aosta 2009-03-01 12: anna ida ugo
	a2 stage aosta 2009-03-08 12: bea lea rita
	a3 stage aosta 2009-03-15 16: cleo mara sara
	a4 stage aosta 2009-03-22 12: dina nora tina
	a5 stage aosta 2009-03-29 20: elsa olga vera
`

// fourStages has four finalists, who play one game.
const fourStages = threeStages + "a4 stage aosta 2009-03-22 12: dina nora\n"

// The player who has a place next if its holder cannot come.
func TestFollows(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, book, who, final, want string }{
		{"CN09 1.7/of a stage the second", championship, "anna", "regional", "ida (CN09 1.7)"},
		{"CN09 1.7/and nobody after him", fourStages + "no anna regional", "ida", "regional", "- (CN09 1.7)"},
		{"CN09 1.7.2/unless the field is to be filled then: by the seconds of the two who are left", championship + "\nno anna regional", "ida", "regional", "lea (CN09 1.7.2)"},
		{"CN09 1.7/of the regional place of a Grande Torneo nobody", championship, "dora", "regional", "- (CN09 1.7)"},
		{"CN09 1.9/of the Grande Torneo's national place the second, who is a finalist of his region", championship, "carlo", "national", "dora (CN09 1.9)"},
		{"CN09 1.9/of an open tournament the second", championship, "elio", "national", "fanny (CN09 1.9)"},
		{"CN09 1.9/and nobody else", championship + "\nno elio national", "fanny", "national", "- (CN09 1.9)"},
		{"CN09 1.9/also where the second has said so before", championship + "\nno fanny national", "elio", "national", "- (CN09 1.9)"},
		{"CN09 1.9/the reigning champion by nobody", championship, "rex", "national", "- (CN09 1.9)"},
		{"CN09 1.8/of a Grande Evento the first by the second, if he has no place himself", "g1 open 2009-05-03 36: elio fanny", "elio", "national", "- (CN09 1.9)"},
		{"CN09 1.9/the regional champion by the second of his final", threeStages + "f regional aosta 2010-01-31 3: bea cleo anna", "bea", "national", "cleo (CN09 1.9)"},
		{"CN09 1.7.2/one of two who were called up: three play", twoFinalists, "ida", "regional", "- (CN09 1.7.2)"},
		{"CN09 1.7.2/one of the two finalists by the second of his stage", twoFinalists, "anna", "regional", "ida (CN09 1.7)"},
		{"CN09 1.7.4/who is called back as the second of the largest stage, by that of the next", fiveStages, "olga", "regional", "mara (CN09 1.7.4)"},
		{"CN09 1.7.4/of stages alike, of the earlier one (reading A002-11)", fiveStages + "no olga regional", "mara", "regional", "ida (CN09 1.7.4)"},
		{"CN09 1.7.4/thirds, of the largest first, once all seconds cannot", fiveStages + "no mara regional\nno ida regional\nno lea regional\nno nora regional", "olga", "regional", "vera (CN09 1.7.4)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, tt.book)
			s := b.Season()
			next := s.Follows(b.Place(s, tt.who, tt.final))
			is(t, "follows", b.Name(next.Player.UUID)+" ("+next.Grounds.Cite()+")", tt.want)
			if len(s.Unavailabilities) != len(b.Unavailabilities) {
				t.Error("asking has changed the season")
			}
		})
	}
}

// twoFinalists call up the seconds of their stages.
const twoFinalists = `
	regions aosta
	a1 stage aosta 2009-03-01 12: anna ida
	a2 stage aosta 2009-03-08 12: bea lea
`

// The decisions and acts that the regulation asks for.
func TestProposals(t *testing.T) {
	t.Parallel()
	const january, due = "2010-01-12 10:00", "2010-01-17 23:59"
	for _, tt := range []struct{ name, book, now, want string }{
		{"CN09 1.7.1/one finalist: a region is to be named", "regions aosta piemonte\na1 stage aosta 2009-03-01 12: anna ida", january, "merge aosta (CN09 1.7.1), convoke anna (CN09 1.7)"},
		{"CN09 1.7.1/named, it is no more", "regions aosta piemonte\na1 stage aosta 2009-03-01 12: anna ida\np1 stage piemonte 2009-03-02 12: bea lea\nmerge aosta piemonte", january, "convoke anna (CN09 1.7), convoke bea (CN09 1.7), convoke ida (CN09 1.7.2), convoke lea (CN09 1.7.2)"},
		{"CN09 1.7.2/two finalists and two called up", twoFinalists, january, "convoke anna (CN09 1.7), convoke bea (CN09 1.7), convoke ida (CN09 1.7.2), convoke lea (CN09 1.7.2)"},
		{"CN09 1.7.2/who is called up not before all stages are decided", twoFinalists + "t9 stage aosta 2009-12-20", january, "convoke anna (CN09 1.7), convoke bea (CN09 1.7)"},
		{
			"CN09 1.7.4/five, and all seconds and thirds cannot come: the manager decides",
			fiveStages + cannot("ida lea mara nora olga ugo rita sara tina vera"), january,
			"decide aosta (CN09 1.7.4), convoke anna (CN09 1.7), convoke bea (CN09 1.7), convoke cleo (CN09 1.7), convoke dina (CN09 1.7), convoke elsa (CN09 1.7)",
		},
		{"CN09 1.11/nobody on an event that is not homologated", "regions aosta\na1 stage aosta 2009-03-01 12 pending: anna ida", january, "merge aosta (CN09 1.7.1)"},
		{"CN09 1.9/the winner of a tournament, one step at a time", "g1 open 2009-05-03 16: elio fanny", january, "convoke elio (CN09 1.8)"},
		{"CN09 1.9/nobody while the answer may come", "g1 open 2009-05-03 16: elio fanny\ncall elio national", "2010-01-17 23:58", ""},
		{"CN09 1.9/what has not come in time may be taken for a no", "g1 open 2009-05-03 16: elio fanny\ncall elio national", due, "lapse elio (CN09 1.9)"},
		{"CN09 1.9/the second then", "g1 open 2009-05-03 16: elio fanny\ncall elio national\nno elio national lapsed", due, "convoke fanny (CN09 1.9)"},
		{"CN09 1.9/nobody once both cannot", "g1 open 2009-05-03 16: elio fanny\nno elio national\nno fanny national", due, ""},
		{"CN09 1.9/nobody who comes", "g1 open 2009-05-03 16: elio fanny\ncall elio national yes", due, ""},
		{"CN09 1.9/nothing once the final has begun", "g1 open 2009-05-03 16: elio fanny\ng2 open 2009-05-10 16: gino\ncall elio national\nnat national 2010-01-15 running", due, ""},
		{"CN09 1.9/nor from its hour on", "g2 open 2009-05-10 16: gino\nnat national 2010-01-17", due, ""},
		{
			"CN09 1.7/somebody played the regional final without a place",
			withoutPlace, january, "correct-final anna (CN09 1.7), convoke nat-champion (CN09 1.9)",
		},
		{"CN09 1.9/which nobody corrects once the national final has begun", withoutPlace + "nat national 2010-03-14 running", january, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, tt.book)
			is(t, "proposed", proposed(b, b.Season().Proposals(b.At(tt.now))), tt.want)
		})
	}
}

// withoutPlace has a regional final won by the winner of an invalid stage. The reigning champion is
// still to be convoked.
const withoutPlace = `
	regions aosta
	champion nat-champion
	a1 stage aosta 2009-03-01 12 invalid unsound: anna ida
	a2 stage aosta 2009-03-08 12: bea lea
	a3 stage aosta 2009-03-15 12: cleo mara
	a4 stage aosta 2009-03-22 12: dina nora
	f regional aosta 2010-01-10 4: anna bea cleo dina
`

// cannot writes that people cannot come to their regional final.
func cannot(names string) string {
	var out strings.Builder
	for _, name := range strings.Fields(names) {
		out.WriteString("no " + name + " regional\n")
	}
	return out.String()
}

// A proposal to lapse cites the paragraph and the deadline, in the time zone of the final.
func TestProposalToLapse(t *testing.T) {
	t.Parallel()
	b := cn09(t, "call anna regional")
	for _, p := range b.Season().Proposals(b.At("2010-01-18 00:00")) {
		if p.Kind == register.ToLapse {
			is(t, "CN09 1.7", p.String(), "CN09 1.7: answer-overdue (until=2010-01-17T23:59:00+01:00)")
			is(t, "the final of", b.Name(p.Region.UUID), "aosta")
			return
		}
	}
	t.Error("nothing is to be lapsed")
}

// In which event a final is played.
func TestFinalEvent(t *testing.T) {
	t.Parallel()
	b := cn09(t, "merge piemonte aosta")
	s := b.Season()
	for _, tt := range []struct{ name, who, final, want string }{
		{"CN09 1.7/the final of the region", "bea", "regional", "fin"},
		{"CN09 1.7.1/of the region with which it plays", "dora", "regional", "fin"},
		{"CN09 1.9/the national final", "elio", "national", "nat"},
	} {
		e := s.FinalOf(b.Place(s, tt.who, tt.final))
		if e == nil || e.Title != tt.want {
			t.Errorf("%s: got %+v", tt.name, e)
		}
	}
	if e := s.FinalEvent(registertest.Final("regional"), b.Region("piemonte")); e != nil {
		t.Errorf("CN09 1.7.1 a region that plays elsewhere has none: %+v", e)
	}
	late := cn09(t, "f2 regional aosta 2010-02-07").Season()
	if e := late.FinalEvent(registertest.Final("regional"), b.Region("aosta")); e.Title != "f2" {
		t.Errorf("the last that is announced counts: %+v", e)
	}
	zone := b.Season().Zone(season.Place{To: registertest.Final("national")}).String()
	is(t, "the zone of a place is that of the venue", zone, "Europe/Rome")
}

// Which stages have to be decided before a final is certain.
func TestUndecided(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, `
		regions aosta piemonte
		a1 stage aosta 2009-03-01 12: anna ida
		a2 stage aosta 2009-03-08 12 pending: bea
		a3 stage aosta 2009-03-15 12 unreported: cleo
		a4 stage aosta 2009-03-22 12 invalid unsound: dina
		a5 stage aosta 2009-12-20
		a6 stage aosta 2009-12-27 cancelled
		p1 stage piemonte 2009-03-08 12 pending: lia
		g1 open 2009-05-03 16 pending: elio`)
	titles := func(events []*facts.Event) string {
		var out []string
		for _, e := range events {
			out = append(out, e.Title)
		}
		return strings.Join(out, " ")
	}
	is(t, "CN09 1.7 of one region", titles(b.Season().Undecided(b.Region("aosta"))), "a2 a3 a5")
	is(t, "CN09 1.7 of the other", titles(b.Season().Undecided(b.Region("piemonte"))), "p1")
	is(t, "CN09 1.9 of all that leads somewhere", titles(b.Season().OpenEvents()), "a2 p1 a3 g1 a5")
	b.Add("merge piemonte aosta")
	is(t, "CN09 1.7.1 of those who play together", titles(b.Season().Undecided(b.Region("aosta"))), "a2 p1 a3 a5")
	is(t, "CN09 1.7.1 of who plays elsewhere", titles(b.Season().Undecided(b.Region("piemonte"))), "")
}
