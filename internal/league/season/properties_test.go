package season_test

import (
	"reflect"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// properties hold for every season by every ruleset. Tests try each of them a few times; fuzz
// targets try them for any length of time.
var properties = map[string]func(*rapid.T){
	"frozen":          frozenAgain,
	"order of facts":  orderOfFacts,
	"one place":       onePlace,
	"places":          placesOfEvents,
	"prefix":          prefix,
	"reversal":        reversal,
	"finalists":       finalists,
	"qualified":       qualified,
	"what waits":      whatWaits,
	"refunds by rule": refundsByRule,
	"lives":           lives,
	"order of ranks":  inTheOrderOfTheEvent,
	"asking":          asking,
	"differences":     differences,
	"untouched":       untouched,
	"sizes":           sizes,
}

func TestProperties(t *testing.T) {
	t.Parallel()
	for name, property := range properties {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, property)
		})
	}
}

func FuzzOrderOfFacts(f *testing.F) { f.Fuzz(rapid.MakeFuzz(orderOfFacts)) }
func FuzzOnePlace(f *testing.F)     { f.Fuzz(rapid.MakeFuzz(onePlace)) }
func FuzzFinalists(f *testing.F)    { f.Fuzz(rapid.MakeFuzz(finalists)) }
func FuzzReversal(f *testing.F)     { f.Fuzz(rapid.MakeFuzz(reversal)) }

// same fails if two states differ.
func same(t *rapid.T, what string, a, b season.State) {
	t.Helper()
	if !reflect.DeepEqual(a, b) { // computing the diff takes long
		if diff := gocmp.Diff(a, b); diff != "" {
			t.Fatal(what, diff)
		}
	}
	if changes := season.Difference(a, b); len(changes) > 0 {
		t.Fatal(what, changes)
	}
}

// orderOfFacts: the order of facts changes nothing wherever it has no meaning, and the same facts
// always give the same state.
func orderOfFacts(t *rapid.T) {
	f := randomSeason(t)
	state := season.Derive(f)
	same(t, "twice", state, season.Derive(f))
	f.Events = rapid.Permutation(f.Events).Draw(t, "events")
	f.Bars = rapid.Permutation(f.Bars).Draw(t, "bars")
	f.Merges = rapid.Permutation(f.Merges).Draw(t, "merges")
	f.Finals = rapid.Permutation(f.Finals).Draw(t, "finals")
	f.Decisions = rapid.Permutation(f.Decisions).Draw(t, "decisions")
	f.Unavailable = rapid.Permutation(f.Unavailable).Draw(t, "unavailable")
	f.Convocations = rapid.Permutation(f.Convocations).Draw(t, "convocations")
	same(t, "in another order", state, season.Derive(f))
}

// onePlace: nobody holds two places in one final, ids of places are unique, and a place is gone if
// and only if nobody holds it.
func onePlace(t *rapid.T) {
	holds := make(map[league.PlayerID]map[rules.SeasonFinal]season.PlaceID)
	ids := make(map[season.PlaceID]bool)
	for _, p := range season.Derive(randomSeason(t)).Places {
		if ids[p.ID] {
			t.Fatalf("%s twice", p.ID)
		}
		ids[p.ID] = true
		free := p.Holder == league.PlayerID{}
		if free != p.State.Gone() {
			t.Fatalf("%+v", p)
		}
		if free {
			continue
		}
		if holds[p.Holder] == nil {
			holds[p.Holder] = make(map[rules.SeasonFinal]season.PlaceID)
		}
		if other, has := holds[p.Holder][p.To]; has {
			t.Fatalf("%s holds %s and %s", p.Holder, other, p.ID)
		}
		holds[p.Holder][p.To] = p.ID
	}
}

// placesOfEvents: an event has the places of its tier, as far as its ranking goes, void if and only
// if it is invalid, and none before its end. No refused entrant won one.
func placesOfEvents(t *rapid.T) {
	s := season.Derive(randomSeason(t))
	of := make(map[league.EventID][]season.Place)
	for _, p := range s.Places {
		if p.Origin.Kind == season.FromEvent {
			of[p.Origin.Event] = append(of[p.Origin.Event], p)
		}
	}
	for _, e := range s.Events {
		places := of[e.ID]
		if len(places) != len(e.Places) || len(places) > len(e.Tier.Leads) || e.Standing == season.Planned && len(places) > 0 {
			t.Fatalf("%+v has %d places", e, len(places))
		}
		for _, p := range places {
			if (p.State == season.Void) != (e.Standing == season.Invalidated) || p.Provisional != (e.Standing == season.Provisional) {
				t.Fatalf("%s: %+v", e.Standing, p)
			}
			if slices.ContainsFunc(e.Refused, func(r season.Refusal) bool { return r.Player == p.Steps[0].Player }) {
				t.Fatalf("refused: %+v", p)
			}
		}
	}
}

// prefix: later events, and the facts of the finals, change nothing of an earlier event.
func prefix(t *rapid.T) {
	f := randomSeason(t)
	all := season.Derive(f).Events
	f.Events = byDay(f)[:rapid.IntRange(0, len(f.Events)).Draw(t, "so far")]
	f.Unavailable, f.Convocations, f.Merges, f.Finals, f.Decisions = nil, nil, nil, nil, nil
	before := season.Derive(f).Events
	if diff := gocmp.Diff(before, all[:len(before)]); diff != "" {
		t.Fatal(diff)
	}
}

// reversal: an event that is declared invalid and homologated again gives its former places, and
// the changes in both directions are equally many.
func reversal(t *rapid.T) {
	f := randomSeason(t)
	if len(f.Events) == 0 {
		return
	}
	state := season.Derive(f)
	e := &f.Events[rapid.IntRange(0, len(f.Events)-1).Draw(t, "event")]
	verdict := e.Verdict
	if verdict != nil && !verdict.Valid {
		return
	}
	e.Verdict = &season.Verdict{}
	other := season.Derive(f)
	e.Verdict = verdict
	same(t, "undone", state, season.Derive(f))
	there, back := season.Difference(state, other), season.Difference(other, state)
	if len(there) != len(back) {
		t.Fatalf("%d changes there, %d back", len(there), len(back))
	}
	if gocmp.Equal(state, other) != (len(there) == 0) {
		t.Fatalf("%v", there)
	}
}

// finalists: a region plays where its host plays, its finalists hold places of regional finals, and
// each place is in the field of at most one final.
func finalists(t *rapid.T) {
	f := randomSeason(t)
	s := season.Derive(f)
	register := make(map[season.PlaceID]season.Place)
	for _, p := range s.Places {
		register[p.ID] = p
	}
	host := make(map[league.RegionID]league.RegionID)
	for _, r := range s.Regions {
		host[r.Region] = r.Host
	}
	field := make(map[season.PlaceID]bool)
	for _, r := range s.Regions {
		if host[r.Host] != r.Host || (r.Format.Kind == season.Merged) != (r.Host != r.Region) {
			t.Fatalf("%+v", r)
		}
		for _, id := range r.Finalists {
			p := register[id]
			if p.To != rules.ToRegionalFinal || p.Holder == (league.PlayerID{}) || host[p.Region] != r.Host {
				t.Fatalf("%+v plays in %+v", p, r)
			}
			if r.Host == r.Region && field[id] {
				t.Fatalf("%s plays twice", id)
			}
			field[id] = field[id] || r.Host == r.Region
		}
		if n := r.Format.Field; n != 0 && n != len(r.Finalists) {
			t.Fatalf("%d finalists: %+v", len(r.Finalists), r)
		}
	}
	for _, p := range s.Places {
		if p.To == rules.ToRegionalFinal && p.Holder != (league.PlayerID{}) && !field[p.ID] {
			t.Fatalf("%+v plays nowhere", p)
		}
	}
}

// qualified: an entrant who is refused as qualified holds or held a place that explains it, and a
// winner of a place is refused from the next day.
func qualified(t *rapid.T) {
	f := randomSeason(t)
	if len(f.Rules.Eligibility) == 0 {
		return
	}
	s := season.Derive(f)
	facts := byDay(f)
	for i, e := range s.Events {
		for _, entrant := range facts[i].Entrants {
			if entrant.Refused != "" || slices.Contains(facts[i].Referees, entrant.Player) || banned(f, entrant.Player, facts[i].Day) {
				continue
			}
			place, barred := s.QualifiedOn(entrant.Player, facts[i].Day)
			refused := slices.ContainsFunc(e.Refused, func(r season.Refusal) bool { return r.Player == entrant.Player })
			later := barred && place.Steps[0].Player != entrant.Player // a player who stepped in or was called up is refused at a later event
			if barred != refused && !later {
				t.Fatalf("%s refused %t, qualified %t by %+v", entrant.Player, refused, barred, place)
			}
		}
	}
}

func banned(f season.Facts, player league.PlayerID, on rules.Day) bool {
	return slices.ContainsFunc(f.Bars, func(b season.Bar) bool { return b.Player == player && b.From <= on && on <= b.Until })
}

// whatWaits: deadlines are in order, and every event without a verdict, every open
// convocation waits for something.
func whatWaits(t *rapid.T) {
	f := randomSeason(t)
	s := season.Derive(f)
	waits := make(map[league.EventID]bool)
	answers := make(map[season.PlaceID]bool)
	last, open := rules.Day(""), false
	for _, d := range season.Deadlines(f, s) {
		if open && d.Day != "" || d.Day != "" && d.Day < last {
			t.Fatalf("%+v after %s", d, last)
		}
		last, open = d.Day, d.Day == ""
		waits[d.Event] = waits[d.Event] || d.Kind == season.ToReport || d.Kind == season.ToHomologate
		answers[d.Place] = answers[d.Place] || d.Kind == season.ToAnswer
	}
	for _, e := range f.Events {
		if waits[e.ID] != (e.Verdict == nil) {
			t.Fatalf("%+v waits %t", e, waits[e.ID])
		}
		if _, known := s.Stakes(e.ID); !known {
			t.Fatalf("%s has no stakes", e.ID)
		}
	}
	for _, p := range s.Places {
		if answers[p.ID] != (p.State == season.Offered) {
			t.Fatalf("%+v waits %t", p, answers[p.ID])
		}
	}
}

// refundsByRule: a journey is paid only for a holder of a place, and only if a rule pays for that
// place.
func refundsByRule(t *rapid.T) {
	f := randomSeason(t)
	paid := make(map[string]bool)
	for _, tier := range f.Rules.Season.Tiers {
		for i, lead := range tier.Leads {
			paid[string(season.FromEvent)+tier.ID+string(rune('1'+i))] = lead.Refund
		}
	}
	for i, lead := range f.Rules.Season.Final.Leads {
		paid[string(season.FromRegionalFinal)+string(rune('1'+i))] = lead.Refund
	}
	for _, p := range season.Derive(f).Places {
		may := p.Origin.Kind == season.FromChampionship || paid[string(p.Origin.Kind)+p.Origin.Tier+string(rune('0'+p.Origin.Rank))]
		if p.Refund && (!may || p.Holder == (league.PlayerID{})) {
			t.Fatalf("%+v", p)
		}
		if reason := p.RefundGrounds.Reason; (reason == "journey-paid") != p.Refund {
			t.Fatalf("%s: %+v", reason, p)
		}
	}
}
