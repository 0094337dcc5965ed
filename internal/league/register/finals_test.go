package register_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/lapses"
	"referto/internal/league/officiating"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// A final can be opened or played only if its players are certain and the regulation has a format
// for it.
func TestMayBePlayed(t *testing.T) {
	t.Parallel()
	const f, nat = "\nf regional aosta 2010-01-31", "\nn national 2010-03-14"
	for _, tt := range []struct{ name, book, final, now, want string }{
		{"CN09 1.7.1/one finalist", "regions aosta\na1 stage aosta 2009-03-01 12: anna" + f, "f", "2010-01-10", "now CN09 1.7.1: final-to-merge (finalists=1)"},
		{"CN09 1.7.1/a region that plays with another", oneAndTwo + "merge aosta piemonte" + f, "f", "2010-01-10", "now CN09 1.7.1: merged"},
		{"CN09 1.7.2/two, and two called up", twoFinalists + f, "f", "2010-01-10", ""},
		{"CN09 1.7.2/two, and one called up", twoFinalists + "no ida regional" + f, "f", "2010-01-10", ""},
		{"CN09 1.7.2/two alone", twoFinalists + "no ida regional\nno lea regional" + f, "f", "2010-01-10", "now CN09 1.7.2: final-to-merge (finalists=2)"},
		{"CN09 1.7.3/three", threeStages + f, "f", "2010-01-10", ""},
		{"CN09 1.7/four", fourStages + f, "f", "2010-01-10", ""},
		{"CN09 1.7.4/five, and one called back", fiveStages + f, "f", "2010-01-10", ""},
		{"CN09 1.7.4/five, and nobody to call back", unresolved + f, "f", "2010-01-10", "now CN09 1.7.4: final-unresolved (finalists=5)"},
		{"CN09 1.7.4/unless the manager has decided", unresolved + "decide aosta final 2 first: wanda" + f, "f", "2010-01-10", ""},
		{"CN09 1.7/six play a tournament", sixFinalists + f, "f", "2010-01-10", ""},
		{"CN09 1.7/none", "regions aosta" + f, "f", "2010-01-10", "now CN09 1.7: no-finalists"},
		{"CN09 1.7/a stage is not decided", threeStages + "a4 stage aosta 2009-03-22 12 pending: dina" + f, "f", "2010-01-10", "now CN09 1.7: stages-undecided (events=a4, number=1)"},
		{"CN09 1.7/two are not", threeStages + "a4 stage aosta 2009-03-22 12 unreported: dina\na5 stage aosta 2009-12-20" + f, "f", "2010-01-10", "now CN09 1.7: stages-undecided (events=a4, a5, number=2)"},
		{"CN09 1.7/an invalid stage is decided", threeStages + "a4 stage aosta 2009-03-22 11 invalid: dina" + f, "f", "2010-01-10", ""},
		{"CN09 1.7/stages of another region do not matter", threeStages + "regions piemonte\np1 stage piemonte 2009-03-22 12 pending: lia" + f, "f", "2010-01-10", ""},
		{"CN09 1.7.1/but of one that plays here they do", threeStages + "regions piemonte\np1 stage piemonte 2009-03-22 12 pending: lia\nmerge piemonte aosta" + f, "f", "2010-01-10", "now CN09 1.7: stages-undecided (events=p1, number=1)"},
		{"CN09 1.7/of a region that takes no part", threeStages + "x regional umbria 2010-01-31", "x", "2010-01-10", "/region CN09 1.7: region-not-in-season"},

		{"CN09 1.9/the national final, once all is decided", threeStages + "f regional aosta 2010-01-31 3: anna bea cleo" + nat, "n", "2010-02-10", ""},
		{"CN09 1.9/a regional final is not homologated", threeStages + "f regional aosta 2010-01-31 3 pending: anna bea cleo" + nat, "n", "2010-02-10", "now CN09 1.9: season-undecided (events=f, number=1)"},
		{"CN09 1.9/a regional final is announced", threeStages + f + nat, "n", "2010-02-20", "now CN09 1.9: season-undecided (events=f, number=1)"},
		{"CN09 1.9/an open tournament is to come", threeStages + "g1 open 2009-12-20\nf regional aosta 2010-01-31 3: anna bea cleo" + nat, "n", "2010-02-20", "now CN09 1.9: season-undecided (events=g1, number=1)"},
		{"CN09 1.4/a region may still hold its final", threeStages + nat, "n", "2010-02-14", "now CN09 1.9: regional-finals-to-come (by=2010-02-14, regions=aosta)"},
		{"CN09 1.4/not any more from the day after", threeStages + nat, "n", "2010-02-15", ""},
		{"CN09 1.4/those without finalists hold none, those who play with another neither", oneAndTwo + "merge aosta piemonte" + nat, "n", "2010-02-10", "now CN09 1.9: regional-finals-to-come (by=2010-02-14, regions=piemonte)"},
		{"CN09 1.4/all are named", oneAndTwo + nat, "n", "2010-02-10", "now CN09 1.9: regional-finals-to-come (by=2010-02-14, regions=aosta, piemonte)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, tt.book)
			is(t, "may be played", registertest.Why(b.Season().MayBePlayed(b.Event(tt.final), b.At(tt.now+" 12:00"))), tt.want)
		})
	}
}

// The text of a refusal names ten undecided events at most; its current values contain all of them.
func TestUndecidedAreNamed(t *testing.T) {
	t.Parallel()
	book := "n national 2010-03-14\n"
	for i := range 11 {
		book += "g" + strconv.Itoa(i) + " open 2009-05-" + strconv.Itoa(10+i) + "\n"
	}
	b := registertest.Read(t, registertest.CN09, book)
	err := b.Season().MayBePlayed(b.Event("n"), b.At("2010-02-20 12:00"))
	var no *league.StateError
	if !errors.As(err, &no) {
		t.Fatal(err)
	}
	is(t, "CN09 1.9", no.String(), "CN09 1.9: season-undecided (events=g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, …, number=11)")
	if all := no.Current["undecided"].([]map[string]any); len(all) != 11 || all[10]["title"] != "g10" {
		t.Errorf("got %v", all)
	}
}

// The last day for regional finals ends in the time zone of the national final.
func TestLastDayOfRegionalFinalsAtTheVenue(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, threeStages+"n national 2010-03-14")
	final := b.Event("n")
	final.TimeZone = "America/New_York"
	if err := b.Season().MayBePlayed(final, b.At("2010-02-15 05:00")); err == nil {
		t.Error("CN09 1.4 in New York it is the fourteenth of February still")
	}
	if err := b.Season().MayBePlayed(final, b.At("2010-02-15 06:00")); err != nil {
		t.Errorf("CN09 1.4 and now it is not: %v", err)
	}
}

// How many finalists play a regional final, by the tables at which they sit.
func TestStructureOf(t *testing.T) {
	t.Parallel()
	cn09, tiers := registertest.Ruleset(t, registertest.CN09), registertest.Ruleset(t, "three-tiers")
	table := func(par string, field, semifinals int) season.FinalState {
		return season.FinalState{Kind: season.Table, Field: field, Semifinals: semifinals, Grounds: league.Grounds{Par: par}}
	}
	oneGame, semifinals := rules.Structure{Rounds: 1}, rules.Structure{Semifinal: true, Final: true, Advance: 2}
	for _, tt := range []struct {
		name    string
		rules   *rules.Ruleset
		form    season.FinalState
		players int
		want    rules.Structure
		refused string
	}{
		{"CN09 1.7.2/four at one table", cn09, table("1.7.2", 4, 0), 4, oneGame, ""},
		{"CN09 1.7.2/three, if one cannot come", cn09, table("1.7.2", 4, 0), 3, oneGame, ""},
		{"CN09 1.7.2/two are no table", cn09, table("1.7.2", 4, 0), 2, rules.Structure{}, "rule CN09 1.7.2: final-not-at-its-tables (field=4, players=2, tables=1)"},
		{"CN09 1.7.3/three", cn09, table("1.7.3", 3, 0), 3, oneGame, ""},
		{"CN09 1.7.4/six: the first two of two tables of three", cn09, table("1.7.4", 6, 2), 6, semifinals, ""},
		{"CN09 1.7.4/eight by the manager's word: the first two of two tables of four", cn09, table("1.7.4", 8, 2), 8, semifinals, ""},
		{"CN09 1.7.4/five fill no tables of three and four", cn09, table("1.7.4", 6, 2), 5, rules.Structure{}, "rule CN09 1.7.4: final-not-at-its-tables (field=6, players=5, tables=2)"},
		{"CN09 1.7.4/nine need three tables", cn09, table("1.7.4", 6, 2), 9, rules.Structure{}, "rule CN09 1.7.4: final-not-at-its-tables (field=6, players=9, tables=2)"},
		{"CN09 1.7.4/twelve at three tables: three winners are no final of four, two of each are too many", cn09, table("1.7.4", 12, 3), 12, rules.Structure{}, "rule CN09 1.7.4: final-not-at-its-tables (field=12, players=12, tables=3)"},
		{"CN09 1.7.4/sixteen at four tables by the manager's word: the winners", cn09, table("1.7.4", 16, 4), 16, rules.Structure{Semifinal: true, Final: true, Advance: 1}, ""},
		{"CN09 1.7.4/seven at two tables: the first two of a table of four and of one of three", cn09, table("1.7.4", 7, 2), 7, semifinals, ""},
		{"TT 1/a ruleset that allows no other structure has none for its finals", tiers, table("7.4", 4, 0), 4, oneGame, "rule TT 1: no-other-structure"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := register.StructureOf(tt.rules, tt.form, tt.players)
			is(t, "refused", registertest.Why(err), tt.refused)
			if diff := cmp.Diff(tt.want, got); err == nil && diff != "" {
				t.Error(diff)
			}
		})
	}
}

// With which structure a regional final would start.
func TestFormatOfFinal(t *testing.T) {
	t.Parallel()
	situation := func(b *registertest.Book, event string, entered int) *officiating.Situation {
		in := &officiating.Situation{Rules: b.Rules}
		in.Event = b.Event(event)
		in.Event.Formula, in.Event.Variant, in.Event.Capacity = "club", "base", 100
		for n := range entered {
			in.Entries = append(in.Entries, facts.Entry{Number: n + 1, State: facts.CheckedIn})
		}
		return in
	}
	three := registertest.Read(t, registertest.CN09, threeStages+"f regional aosta 2010-01-31 closed\nn national 2010-03-14 closed\ng open 2009-11-01")
	five := registertest.Read(t, registertest.CN09, fiveStages+"f regional aosta 2010-01-31 closed")
	six := registertest.Read(t, registertest.CN09, sixFinalists+"f regional aosta 2010-01-31 closed")
	for _, tt := range []struct {
		name    string
		b       *registertest.Book
		event   string
		entered int
		want    string
	}{
		{"CN09 1.7.3/three play one game", three, "f", 3, "1 rounds, semifinal false, final false"},
		{"CN09 1.7.3/two cannot", three, "f", 2, ""},
		{"CN09 1.7.4/six play two semifinals and a final", five, "f", 6, "0 rounds, semifinal true, final true"},
		{"CN09 1.7/a tournament is of a form that is agreed", six, "f", 6, ""},
		{"CN09 1.9/the national final too", three, "n", 12, ""},
		{"CN09 3.2/other events have their formula", three, "g", 12, ""},
	} {
		format, ok := tt.b.Season().FormatOfFinal(situation(tt.b, tt.event, tt.entered))
		got := ""
		if ok {
			f := format.Structure
			got = strconv.Itoa(f.Rounds) + " rounds, semifinal " + strconv.FormatBool(f.Semifinal) + ", final " + strconv.FormatBool(f.Final)
		}
		is(t, tt.name, got, tt.want)
	}
	other := situation(three, "f", 3)
	other.Structure = &facts.Structure{}
	if _, ok := three.Season().FormatOfFinal(other); ok {
		t.Error("CN09 3.2 another structure that was proposed goes before")
	}
}

// Everybody on the list of a final played elsewhere has to hold a place in it.
func TestRequireHolders(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, more, final, came, referee, want string }{
		{"CN09 1.7/the finalists", "", "fin", "anna bea cleo", "", ""},
		{"CN09 1.7/one of them is no more than that", "", "fin", "anna bea ida", "", "/entrants/2 CN09 1.7: no-place-in-final"},
		{"CN09 1.7/the second who has stepped in by the rule", "no cleo regional", "fin", "anna bea mara", "", ""},
		{"CN09 1.7/who cannot come", "no cleo regional", "fin", "anna bea cleo", "", "/entrants/2 CN09 1.7: no-place-in-final"},
		{"CN09 1.7/a finalist of another region", "", "fin", "anna bea dora", "", "/entrants/2 CN09 1.7: no-place-in-final"},
		{"CN09 1.7.1/unless she plays here", "merge piemonte aosta", "fin", "anna bea dora", "", ""},
		{"CN09 1.9/who won an open tournament, and the champion", "", "nat", "elio rex", "", ""},
		{"CN09 1.9/the second of it and a stranger", "", "nat", "fanny rex zita", "", "/entrants/0 CN09 1.9: no-place-in-final; /entrants/2 CN09 1.9: no-place-in-final"},
		{"CN09 1.5/who has refereed it", "", "nat", "elio rex", "elio", "/entrants/0 CN09 1.5: referee-of-event"},
		{"CN09 1.5/a referee without a place", "", "nat", "fanny rex", "fanny", "/entrants/0 CN09 1.9: no-place-in-final; /entrants/0 CN09 1.5: referee-of-event"},
		{"CN09 1.7/of a stage nothing is asked", "", "a1", "zita", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := cn09(t, tt.more)
			in := &officiating.Situation{Rules: b.Rules}
			in.Event = b.Event(tt.final)
			var referees []league.PlayerID
			if tt.referee != "" {
				referees = b.Players(tt.referee)
			}
			is(t, "refused", registertest.Why(b.Season().RequireHolders(in, outcome(b, tt.came, ""), referees)), tt.want)
		})
	}
	b := cn09(t, "")
	in := &officiating.Situation{Rules: b.Rules}
	in.Event = b.Event("fin")
	in.Event.Elsewhere = true
	in.Entries = []facts.Entry{{PlayerID: b.Player("nora"), State: facts.Playing}, {PlayerID: b.Player("olga"), State: facts.NoShow}, {PlayerID: b.Player("pina"), State: facts.EntryCancelled}}
	got := registertest.Why(b.Season().RequireHolders(in, outcome(b, "nora olga pina", ""), nil))
	is(t, "CN09 1.7 who was on its list before stays", got, "/entrants/2 CN09 1.7: no-place-in-final")
	in.Event.Elsewhere = false
	got = registertest.Why(b.Season().RequireHolders(in, outcome(b, "anna nora olga", ""), nil))
	is(t, "CN09 1.7 who entered a final that is played here has no place by that", got, "/entrants/1 CN09 1.7: no-place-in-final; /entrants/2 CN09 1.7: no-place-in-final")
	in.Event.Elsewhere = true
	known := outcome(b, "zita", "")
	known.Barred, known.Manager, known.Reason = true, true, "Giocata lo stesso"
	is(t, "CN09 1.7 the manager records that it was played so", registertest.Why(b.Season().RequireHolders(in, known, nil)), "")
}

// Ended returns why a convocation no longer holds although the player has not declined.
func TestEnded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, book, who, final, want string }{
		{"CN09 1.9/it holds", championship + "\ncall elio national", "elio", "national", ""},
		{"CN09 1.9/it was taken back", championship + "\ncall elio national withdrawn", "elio", "national", "CN09 1.9: convocation-withdrawn"},
		{"CN09 1.7/it was taken back", championship + "\ncall anna regional withdrawn", "anna", "regional", "CN09 1.7: convocation-withdrawn"},
		{"CN09 1.9/he himself has said no", championship + "\ncall elio national\nno elio national", "elio", "national", ""},
		{"CN09 1.11/his tournament turned out invalid", "g1 open 2009-05-03 16 invalid: elio\ncall elio national at=g1", "elio", "national", "CN09 1.11: event-invalid"},
		{"CN09 1.5/he may take part in nothing", championship + "\ncall elio national\nbar elio banned 2009-06-01 -", "elio", "national", "CN09 1.5: banned"},
		{"CN09 1.9/the winner can come after all", championship + "\ncall fanny national at=g1", "fanny", "national", "CN09 1.9: place-of-another"},
		{"CN09 1.9/the champion is another", championship + "\ncall rex national\nchampion zita", "rex", "national", "CN09 1.9: place-of-another"},
		{"CN09 1.9/he has a place, if not that to which he was called", championship + "\ncall elio national at=fin", "elio", "national", ""},
		{"CN09 1.9/that of which he was second has no winner who comes", championship + "\ncall zita national at=g1\nno elio national\nno fanny national", "zita", "national", "CN09 1.9: nobody-else-may-step-in"},
		{"CN09 1.9/of a Grande Torneo too", championship + "\ncall zita national at=gt\nno carlo national\nno dora national", "zita", "national", "CN09 1.9: nobody-else-may-step-in"},
		{"CN09 1.7/nobody of the stage can come", championship + "\ncall zita regional at=a1\nno anna regional\nno ida regional", "zita", "regional", "CN09 1.7: nobody-else-may-step-in"},
		{"CN09 1.9/a stage gives no place in the national final", championship + "\ncall ida national at=a1", "ida", "national", "CN09 1.9: no-place-in-final"},
		{"CN09 1.7/also of a stage", championship + "\ncall ida regional at=a1", "ida", "regional", "CN09 1.7: place-of-another"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, tt.book)
			why, ended := b.Season().Ended(b.Call(tt.who, tt.final))
			got := ""
			if ended {
				got = why.String()
			}
			is(t, "ended", got, tt.want)
		})
	}
}

// A third stage makes three finalists, so a player who was called up to fill the field loses the
// place.
func TestCallUpThatIsGone(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, twoFinalists+"call ida regional\na3 stage aosta 2009-09-01 12: cleo")
	why, ended := b.Season().Ended(b.Call("ida", "regional"))
	if !ended || why.String() != "CN09 1.7.3: final-at-one-table (field=3, finalists=3)" {
		t.Errorf("CN09 1.7.3 got %t %s", ended, why)
	}
	is(t, "CN09 1.7.3 it was to the final of", b.Name(b.Season().Host(b.Season().PlaceAsked(b.Call("ida", "regional"))).UUID), "aosta")
	b.Add("no anna regional\nno bea regional")
	if _, ended := b.Season().Ended(b.Call("ida", "regional")); ended {
		t.Error("CN09 1.7 by the other way she has a place again")
	}
}

// Turns lists the convocations that an act ends or restores; their players are notified.
func TestTurns(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "g1 open 2009-05-03 16: elio fanny\ncall elio national")
	invalid := registertest.Read(t, registertest.CN09, "g1 open 2009-05-03 16 invalid: elio fanny\ncall elio national at=g1")
	turns := func(before, after *register.Season) (out string) {
		for _, turn := range before.Turns(after) {
			out += map[bool]string{true: "ended ", false: "again "}[turn.Ended] + b.Name(turn.Convocation.PlayerID.UUID) + " "
		}
		return out
	}
	is(t, "CN09 1.11 the tournament turns out invalid", turns(b.Season(), invalid.Season()), "ended elio ")
	is(t, "CN09 1.11 and it was not", turns(invalid.Season(), b.Season()), "again elio ")
	is(t, "nothing has happened", turns(b.Season(), b.Season()), "")
	no := facts.Unavailability{PlayerID: b.Player("elio"), Final: "national-final"}
	is(t, "CN09 1.9 who has said no needs no letter", turns(b.Season(), b.Season().Declined(no)), "")
	back, err := b.Season().TakeCallBack(b.Call("elio", "national"))
	if err != nil {
		t.Fatal(err)
	}
	is(t, "a call that was taken back", turns(b.Season(), back), "ended elio ")
	cancelled := register.CancelledEntry{Player: b.Player("elio"), Final: registertest.Final("national")}
	after := invalid.Season()
	if len(after.Turns(after)) != 0 || len(after.Turns(after, cancelled)) != 1 {
		t.Error("CN09 1.11 a call that held no more ends with the entry that is cancelled")
	}
	if len(b.Season().Turns(after, cancelled)) != 1 {
		t.Error("CN09 1.11 a call that ends by the act itself is named once")
	}
	if len(b.Season().Turns(b.Season(), cancelled)) != 0 {
		t.Error("CN09 1.7 a call that holds does not end with an entry")
	}
}

// Grounds about bans and exclusions are for the officials in charge; others see only the paragraph.
func TestDiscreet(t *testing.T) {
	t.Parallel()
	for reason, want := range map[string]string{
		lapses.TooMany: "may-not-take-part", lapses.StruckFor: "may-not-take-part", lapses.Yields: "yields-to-others",
		"banned": "may-not-take-part", "employee-of-publisher": "may-not-take-part", "already-qualified": "already-qualified", "event-invalid": "event-invalid",
	} {
		is(t, reason, register.Discreet(league.Grounds{Code: "CN09", Par: "1.5", Reason: reason}).String(), "CN09 1.5: "+want)
	}
}

// outcome returns the outcome of a final that was played elsewhere, with those who came and the
// final order.
func outcome(b *registertest.Book, came, ranking string) register.Outcome {
	var o register.Outcome
	for _, name := range strings.Fields(came) {
		o.Entrants = append(o.Entrants, register.Attended{Player: b.Player(name), Played: true})
	}
	o.Ranking = b.Players(strings.Fields(ranking)...)
	return o
}
