package register_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// When the outcome of an event may be recorded that was played without the program.
func TestMayRecord(t *testing.T) {
	t.Parallel()
	const why = "Un refuso"
	const played = "a1 stage aosta 2009-03-01 12 elsewhere "
	for _, tt := range []struct{ name, event, reason, now, want string }{
		{"CN09 2.3/on its day", "a1 stage aosta 2009-03-01", "", "2009-03-01 00:00", ""},
		{"CN09 2.3/not a minute before", "a1 stage aosta 2009-03-01", "", "2009-02-28 23:59", "now outcome-before-day (day=2009-03-01)"},
		{"CN09 2.3/whenever entries were opened or closed", "a1 stage aosta 2009-03-01 closed", "", "2009-03-05 12:00", ""},
		{"CN09 2.3/not of one that is played here", "a1 stage aosta 2009-03-01 running", "", "2009-03-05 12:00", "now played-here"},
		{"CN09 2.3/nor was", "a1 stage aosta 2009-03-01 12 unreported", why, "2009-03-05 12:00", "now played-here"},
		{"CN09 2.3/a correction, with a reason", played + "unreported", why, "2009-03-05 12:00", ""},
		{"CN09 2.3/not without", played + "unreported", "", "2009-03-05 12:00", "/reason why-missing"},
		{"CN09 1.11/while its report is judged", played + "pending", why, "2009-03-05 12:00", ""},
		{"CN09 1.11/not once it is homologated", played, why, "2009-03-05 12:00", "now event-decided (decision=homologated)"},
		{"CN09 1.11/nor declared invalid", played + "invalid", why, "2009-03-05 12:00", "now event-decided (decision=invalidated)"},
		{"CN09 1.11/after its report was returned", played + "returned", why, "2009-03-05 12:00", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, "regions aosta\n"+tt.event)
			is(t, "recorded", registertest.Why(b.Season().MayRecord(b.Event("a1"), register.Outcome{Reason: tt.reason}, b.At(tt.now))), tt.want)
		})
	}
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01")
	for _, state := range []facts.EventState{facts.Draft, facts.Cancelled} {
		e := b.Event("a1")
		e.State = state
		got := registertest.Why(b.Season().MayRecord(e, register.Outcome{}, b.At("2009-03-05 12:00")))
		is(t, "CN09 2.3 nor of a draft, or of what was called off", got, "now event-state (state="+string(state)+", wanted=finished)")
	}
}

// A final is recorded only if it could have been played. Only the manager may record that it was
// played against the rules, with a reason.
func TestMayRecordFinal(t *testing.T) {
	t.Parallel()
	const one = "regions aosta\na1 stage aosta 2009-03-01 12: anna\n"
	const toMerge = "now CN09 1.7.1: final-to-merge (finalists=1)"
	for _, tt := range []struct {
		name, book      string
		barred, manager bool
		reason, want    string
	}{
		{"CN09 1.7.3/three finalists", threeStages, false, false, "", ""},
		{"CN09 1.7.1/one finalist", one, false, true, "Giocata lo stesso", toMerge},
		{"CN09 1.7.1/as the contact says", one, true, false, "Giocata lo stesso", toMerge},
		{"CN09 1.7.1/as the manager says, without a reason", one, true, true, "", "/reason why-missing"},
		{"CN09 1.7.1/as the manager says", one, true, true, "Giocata lo stesso", ""},
		{"CN09 1.7/but not before its stages are decided", threeStages + "a4 stage aosta 2009-03-22 12 pending: dina\n", true, true, "Giocata lo stesso", "now CN09 1.7: stages-undecided (events=a4, number=1)"},
		{"CN09 1.7.1/nor of a region that plays elsewhere", oneAndTwo + "merge aosta piemonte\n", true, true, "Giocata lo stesso", "now CN09 1.7.1: merged"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, tt.book+"f regional aosta 2010-01-31")
			o := register.Outcome{Barred: tt.barred, Manager: tt.manager, Reason: tt.reason}
			is(t, "recorded", registertest.Why(b.Season().MayRecord(b.Event("f"), o, b.At("2010-01-31 20:00"))), tt.want)
		})
	}
	b := registertest.Read(t, registertest.CN09, threeStages+"n national 2010-03-14")
	o := register.Outcome{Barred: true, Manager: true, Reason: "Giocata lo stesso"}
	got := registertest.Why(b.Season().MayRecord(b.Event("n"), o, b.At("2010-03-14 20:00")))
	is(t, "CN09 1.9 the national final, once all that leads there is decided", got, "")
	b.Add("g1 open 2009-12-20 16 pending: elio")
	got = registertest.Why(b.Season().MayRecord(b.Event("n"), o, b.At("2010-03-14 20:00")))
	is(t, "CN09 1.9 not before, whatever the manager says", got, "now CN09 1.9: season-undecided (events=g1, number=1)")
}

// The points of an event are entered for everybody who played or for nobody; in the order of the entrants, with 0 for
// a figure that was entered for others only.
func TestEnteredFigures(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta\na stage aosta 2009-03-01")
	figures := func(points int) map[string]league.Frac { return map[string]league.Frac{"points": league.Int(points)} }
	checked := func(change func([]register.Attended)) string {
		o := outcome(b, "anna ida ugo lia", "anna ida ugo")
		o.Entrants = append(o.Entrants, register.Attended{Player: b.Player("zita")})
		change(o.Entrants)
		return registertest.Why(b.Season().CheckOutcome(b.Event("a"), o, known(b), b.At("2010-02-01 12:00")))
	}
	all := func(l []register.Attended) {
		for i := range l[:4] {
			l[i].Figures = figures(i)
		}
	}
	is(t, "for everybody who played", checked(all), "")
	is(t, "for nobody", checked(func([]register.Attended) {}), "")
	is(t, "for some", checked(func(l []register.Attended) { all(l); l[2].Figures = nil }), "/entrants/2 CN09: figures-of-some")
	is(t, "for somebody who did not come", checked(func(l []register.Attended) { all(l); l[4].Figures = figures(1) }), "/entrants/4 CN09: figures-without-playing")

	o := outcome(b, "anna ida ugo", "ugo anna")
	all(append(o.Entrants, register.Attended{}))
	o.Entrants[1].Figures["vp"] = league.NewFrac(41, 2)
	got := o.Entered()
	want := facts.EnteredPoints{Columns: []string{"points", "vp"}, Gains: []facts.EnteredGain{
		{PlayerID: b.Player("anna"), Place: 2, Figures: []string{"0", "0"}},
		{PlayerID: b.Player("ida"), Figures: []string{"1", league.NewFrac(41, 2).String()}},
		{PlayerID: b.Player("ugo"), Place: 1, Figures: []string{"2", "0"}},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if none := outcome(b, "anna ida", "anna").Entered(); len(none.Columns) != 0 || len(none.Gains) != 0 {
		t.Errorf("nothing was entered: %+v", none)
	}
}

// An outcome names people of the register, each once, in an order that is long enough to decide who
// goes on.
func TestCheckOutcome(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, kind, came, absent, ranking, want string }{
		{"CN09 1.7.4/of a stage the third has to be known, who may be called back", "a", "anna ida ugo lia", "", "anna ida ugo", ""},
		{"CN09 1.7.4/two are too few", "a", "anna ida ugo lia", "", "anna ida", "/ranking CN09: ranking-too-short (least=3)"},
		{"CN09 1.9/of an open tournament the second, who may step in", "g", "anna ida ugo lia", "", "anna ida", ""},
		{"CN09 1.9/one is too few", "g", "anna ida ugo lia", "", "anna", "/ranking CN09: ranking-too-short (least=2)"},
		{"CN09 1.9/of a regional final too", "f", "anna ida ugo", "", "anna", "/ranking CN09: ranking-too-short (least=2)"},
		{"CN09 1.7/where only two played, both", "a", "anna ida", "ugo lia", "anna", "/ranking CN09: ranking-too-short (least=2)"},
		{"CN09 1.7/where nobody played, nobody", "a", "", "anna ida", "", ""},
		{"CN09 1.7/who did not come is not ranked", "a", "anna ida ugo", "lia", "anna ida lia", "/ranking/2 CN09: ranked-without-playing"},
		{"CN09 1.7/nor who did not sign up", "a", "anna ida ugo", "", "zita anna ida ugo", "/ranking/0 CN09: ranked-without-playing"},
		{"CN09 1.7/nobody ends in two places", "a", "anna ida ugo", "", "anna ida anna", "/ranking/2 CN09: player-twice"},
		{"CN09 1.7/nobody signs up twice", "a", "anna ida ugo anna", "", "anna ida ugo", "/entrants/3 CN09: player-twice"},
		{"CN09 1.7/a stranger to the register", "a", "anna ida ugo stranger", "", "anna ida ugo", "/entrants/3 CN09: unknown-player"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, "regions aosta\na stage aosta 2009-03-01\ng open 2009-03-01\nf regional aosta 2010-01-31")
			o := outcome(b, tt.came, tt.ranking)
			for _, name := range strings.Fields(tt.absent) {
				o.Entrants = append(o.Entrants, register.Attended{Player: b.Player(name)})
			}
			is(t, "checked", registertest.Why(b.Season().CheckOutcome(b.Event(tt.kind), o, known(b), b.At("2010-02-01 12:00"))), tt.want)
		})
	}
	tiers := registertest.Read(t, "three-tiers", "regions r\na stage r 2009-06-01\ng open 2009-06-01")
	is(t, "TT 6, 7.7 of a stage five have to be known: the fifth may step in or be called up",
		registertest.Why(tiers.Season().CheckOutcome(tiers.Event("a"), outcome(tiers, "anna ida ugo lia mara nora", "anna ida ugo lia"), known(tiers), tiers.At("2009-06-02 12:00"))),
		"/ranking TT: ranking-too-short (least=5)")
	is(t, "TT 5 of an open one the winner only",
		registertest.Why(tiers.Season().CheckOutcome(tiers.Event("g"), outcome(tiers, "anna ida ugo lia mara nora", "anna"), known(tiers), tiers.At("2009-06-02 12:00"))), "")
}

// known returns the players of the register.
func known(b *registertest.Book) map[league.PlayerID]facts.Player {
	out := map[league.PlayerID]facts.Player{}
	for _, name := range strings.Fields("anna ida ugo lia mara nora zita") {
		out[b.Player(name)] = facts.Player{}
	}
	return out
}

// CN09 1.3: an event has one first referee. Referees need not be in the register.
func TestRefereesOfAnOutcome(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta\ng open 2009-03-01")
	o := outcome(b, "anna ida", "anna ida")
	o.Referees = []register.NamedReferee{{Name: "Fabio"}, {Name: "Ugo", Player: b.Player("ugo"), First: true}, {Name: "Zeno", Player: b.Player("stranger")}, {Name: "Lia", First: true}}
	got := registertest.Why(b.Season().CheckOutcome(b.Event("g"), o, known(b), b.At("2009-03-02 12:00")))
	is(t, "refused", got, "/referees/2 CN09: unknown-player; /referees/3 CN09: first-referee-named")
	ugo, lia := b.Player("ugo"), b.Player("lia")
	for _, tt := range []struct {
		name   string
		named  register.NamedReferee
		member facts.Staff
		want   bool
	}{
		{"the same name and role", o.Referees[0], facts.Staff{Name: "Fabio", Role: "referee"}, true},
		{"another role", o.Referees[0], facts.Staff{Name: "Fabio", Role: "first-referee"}, false},
		{"somebody else of the name", o.Referees[1], facts.Staff{Name: "Ugo", Role: "first-referee", PlayerID: &lia}, false},
		{"the same person by another name", o.Referees[1], facts.Staff{Name: "Ugo B.", Role: "first-referee", PlayerID: &ugo}, true},
		{"the same person in another role", o.Referees[1], facts.Staff{Name: "Ugo", Role: "referee", PlayerID: &ugo}, false},
		{"whose person is not known there", o.Referees[1], facts.Staff{Name: "Ugo", Role: "first-referee"}, true},
	} {
		if got := tt.named.Matches(tt.member); got != tt.want {
			t.Errorf("%s: got %t", tt.name, got)
		}
	}
}

// The last day of an event is neither before its first nor in the future.
func TestEndOfAnOutcome(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta\ng open 2009-03-07")
	for _, tt := range []struct{ ended, now, want string }{
		{"", "2009-03-08 23:59", ""},
		{"2009-03-07", "2009-03-08 23:59", ""},
		{"2009-03-08", "2009-03-08 23:59", ""},
		{"2009-03-06", "2009-03-08 23:59", "/endedOn end-outside-days (from=2009-03-07, to=2009-03-08)"},
		{"2009-03-09", "2009-03-08 23:59", "/endedOn end-outside-days (from=2009-03-07, to=2009-03-08)"},
		{"2009-03-09", "2009-03-09 00:00", ""},
	} {
		o := outcome(b, "anna ida", "anna ida")
		o.EndedOn = rules.Day(tt.ended)
		is(t, tt.ended+" at "+tt.now, registertest.Why(b.Season().CheckOutcome(b.Event("g"), o, known(b), b.At(tt.now))), tt.want)
	}
}

// The consequences of an outcome. CN09 1.5: people who may not take part cannot be ranked; a player
// who had qualified before is refused permanently.
func TestWithOutcome(t *testing.T) {
	t.Parallel()
	const stages = "regions aosta\na1 stage aosta 2009-03-01 12: anna ida\na2 stage aosta 2009-03-08\nbar ugo banned 2009-01-01 -\n"
	for _, tt := range []struct {
		name, came, ranking, referees string
		barred                        bool
		refused, want                 string // the qualified players refused, and the finalists or the refusal
	}{
		{"CN09 1.7/its winner is a finalist", twelve("bea lea"), "bea lea mara", "", false, "", "final (CN09 1.7.2) anna bea ida+ lea+"},
		{"CN09 1.5/who has qualified", twelve("anna lea"), "anna lea", "", false, "", "/ranking/0 CN09 1.5: already-qualified"},
		{"CN09 1.5/who has qualified, if that is known: the next has won", twelve("anna lea"), "anna lea mara", "", true, "anna", "final (CN09 1.7.2) anna lea ida+ mara+"},
		{"CN09 1.5/who has qualified and is not ranked", twelve("bea lea anna"), "bea lea mara", "", false, "anna", "final (CN09 1.7.2) anna bea ida+ lea+"},
		{"CN09 1.5/who is banned", twelve("bea ugo"), "bea ugo", "", false, "", "/ranking/1 CN09 1.5: banned"},
		{"CN09 1.5/who has refereed", twelve("bea lea"), "bea lea", "lea", false, "", "/ranking/1 CN09 1.5: referee-of-event"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, stages)
			e := b.Event("a2")
			e.State, e.Elsewhere = facts.Finished, true
			o := outcome(b, tt.came, tt.ranking)
			o.Barred = tt.barred
			after, refused, err := b.Season().WithOutcome(e, o, b.Players(strings.Fields(tt.referees)...))
			got := registertest.Why(err)
			if err == nil {
				got = regions(b, after, "aosta")
			}
			is(t, "leads to", got, tt.want)
			var names []string
			for _, id := range refused {
				names = append(names, b.Name(id.UUID))
			}
			is(t, "refused", strings.Join(names, " "), tt.refused)
		})
	}
}

// twelve returns the given names, filled up with others to twelve.
func twelve(first string) string {
	names := strings.Fields(first)
	for _, other := range strings.Fields("mara nora olga pina rita sara tina vera wanda zoe dina elsa") {
		if len(names) < 12 {
			names = append(names, other)
		}
	}
	return strings.Join(names, " ")
}

// CN09 1.5: a player whom an outcome refused stays refused whatever happens to the event at which
// they qualified, and one whom the manager let in stays in.
func TestRefusedOnceStaysRefused(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 12: anna ida\na2 stage aosta 2009-03-08 exempt=bea: bea")
	e := b.Event("a2")
	e.State, e.Elsewhere = facts.Finished, true
	after, refused, err := b.Season().WithOutcome(e, outcome(b, twelve("bea anna lea"), "bea lea mara"), nil)
	if err != nil || !slices.Equal(refused, []league.PlayerID{b.Player("anna")}) {
		t.Fatalf("refused %v, %v", refused, err)
	}
	list := after.Entrants[e.ID]
	if !list[0].Exempt || list[1].Refused != rules.AlreadyQualified || list[2].Refused != "" {
		t.Errorf("got %+v", list[:3])
	}
	later, err := after.PreviewVerdict(b.Event("a1").ID, false, b.At("2010-01-10 12:00"))
	if err != nil {
		t.Fatal(err)
	}
	if state, _ := later.EventState(e.ID); len(state.Refused) != 1 || state.Refused[0].Player != b.Player("anna") {
		t.Errorf("got %+v", state.Refused)
	}
}

// After an outcome is revoked, those who signed up remain, and nobody is refused.
func TestUnplayed(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, threeStages+"f regional aosta 2010-01-31 3 pending: anna bea cleo")
	after := b.Season().Unplayed(b.Event("a3"))
	if state, _ := after.EventState(b.Event("a3").ID); state.Standing != season.Planned || state.Entered != 12 || state.Played != 0 {
		t.Errorf("CN09 1.7 got %+v", state)
	}
	is(t, "CN09 1.7.2 its winner is no finalist", regions(b, after, "aosta"), "final (CN09 1.7.2) anna bea ida+ lea+")
	after = b.Season().Unplayed(b.Event("f"))
	if r, _ := after.Region(b.Region("aosta")); r.Result != nil {
		t.Errorf("CN09 1.7 the final has a result still: %+v", r.Result)
	}
}

// CN09 1.9: the champion of a region is the winner in the recorded order, and changes with a
// correction.
func TestOutcomeOfARegionalFinal(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, threeStages+"f regional aosta 2010-01-31")
	e := b.Event("f")
	e.State, e.Elsewhere = facts.Finished, true
	for _, order := range []string{"anna bea cleo", "cleo bea anna"} {
		after, _, err := b.Season().WithOutcome(e, outcome(b, order, order), []league.PlayerID{})
		if err != nil {
			t.Fatal(err)
		}
		winner, _, _ := strings.Cut(order, " ")
		is(t, "CN09 1.9 after "+order, b.Holders(after, "national"), winner+" held?")
	}
}
