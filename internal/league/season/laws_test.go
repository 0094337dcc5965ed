package season_test

import (
	"regexp"
	"slices"
	"strings"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// More properties of every season: the possible steps of a place, who steps in, the effects of an
// answer, the contents of a difference.

// life is a possible history of a place, as a pattern of its steps, with the states that it can end
// in.
type life struct {
	steps  *regexp.Regexp
	states []season.PlaceState
}

var ways = []life{
	{regexp.MustCompile(`^won invalidated$`), []season.PlaceState{season.Void}},
	{regexp.MustCompile(`^(` + got + `|` + got + ` ` + asked + left + ` stepped-in)$`), []season.PlaceState{season.Held}},
	{regexp.MustCompile(`^` + got + `( ` + asked + left + ` stepped-in)?( convoked( agreed)?)* convoked$`), []season.PlaceState{season.Offered}},
	{regexp.MustCompile(`^` + got + `( ` + asked + left + ` stepped-in)?( convoked( agreed)?)* convoked agreed$`), []season.PlaceState{season.Accepted}},
	{regexp.MustCompile(`^` + got + ` ` + asked + left + `( passed-over)? nobody-left$`), []season.PlaceState{season.PlaceDeclined, season.PlaceLapsed, season.Lost}},
}

const (
	got   = `(won( confirmed)?|entitled|called-up)`
	asked = `(convoked (agreed )?)*`
	left  = `(declined|lapsed|barred|passed-over)`
)

// lives: every place has one of these histories and a state that belongs to it.
func lives(t *rapid.T) {
	for _, p := range season.Derive(randomSeason(t)).Places {
		words := make([]string, len(p.Steps))
		for i, s := range p.Steps {
			words[i] = string(s.Kind)
			if s.Reason == "" || s.Code == "" {
				t.Fatalf("%s: %s says nothing", p.ID, s.Kind)
			}
		}
		steps := strings.Join(words, " ")
		if !slices.ContainsFunc(ways, func(l life) bool { return l.steps.MatchString(steps) && slices.Contains(l.states, p.State) }) {
			t.Fatalf("%s is %s: %s", p.ID, p.State, steps)
		}
		if p.State.Gone() && (p.Refund || p.AnswerBy != nil) {
			t.Fatalf("%+v is gone", p)
		}
		if (p.AnswerBy != nil) != (p.State == season.Offered) {
			t.Fatalf("%+v waits for an answer", p)
		}
	}
}

// inTheOrderOfTheEvent: a player who steps in for the winner of a place has the rank that the
// ruleset names, in the ranking of the event without those who may not take part.
func inTheOrderOfTheEvent(t *rapid.T) {
	f := randomSeason(t)
	s := season.Derive(f)
	rankings := make(map[league.EventID][]league.PlayerID)
	tiers := make(map[league.EventID]rules.Tier)
	for i, e := range byDay(f) {
		state := s.Events[i]
		tiers[e.ID] = state.Tier
		rankings[e.ID] = slices.DeleteFunc(slices.Clone(e.Ranking), func(p league.PlayerID) bool {
			return slices.ContainsFunc(state.Refused, func(r season.Refusal) bool { return r.Player == p })
		})
	}
	for _, p := range s.Places {
		if p.Origin.Kind != season.FromEvent {
			continue
		}
		ranking, lead := rankings[p.Origin.Event], tiers[p.Origin.Event].Leads[p.Origin.Rank-1]
		switch {
		case p.Steps[0].Player != ranking[p.Origin.Rank-1]:
			t.Fatalf("%+v was not won by rank %d", p, p.Origin.Rank)
		case p.Substitute && (lead.Substitute == nil || p.Holder != ranking[lead.Substitute.Place-1]):
			t.Fatalf("%+v: somebody else stepped in", p)
		case !p.Substitute && !p.State.Gone() && p.Holder != p.Steps[0].Player:
			t.Fatalf("%+v is another's", p)
		}
	}
}

// asking: a convocation and its acceptance change nothing but the state of the place, as long as no
// final has been played.
func asking(t *rapid.T) {
	f := randomSeason(t)
	f.Finals = nil
	before := season.Derive(f)
	if len(before.Places) == 0 {
		return
	}
	p := before.Places[rapid.IntRange(0, len(before.Places)-1).Draw(t, "place")]
	if p.State.Gone() {
		return
	}
	yes := f.Period.From.Midnight()
	f.Convocations = append(slices.Clone(f.Convocations), season.Convocation{Place: p.ID, Player: p.Holder, To: p.To, At: yes, AnswerBy: yes, Accepted: &yes})
	after := season.Derive(f)
	for _, c := range season.Difference(before, after) {
		if c.Kind != season.PlaceStands || c.Place != p.ID || c.After != string(season.Accepted) {
			t.Fatalf("%+v", c)
		}
	}
}

// differences: a difference names exactly the places that an act changes, each once for every kind
// of change.
func differences(t *rapid.T) {
	f := randomSeason(t)
	before := season.Derive(f)
	act(t, &f)
	after := season.Derive(f)
	type key struct {
		place season.PlaceID
		kind  season.ChangeKind
	}
	described := make(map[key]bool)
	for _, c := range season.Difference(before, after) {
		if c.Place == "" {
			continue
		}
		if described[key{c.Place, c.Kind}] {
			t.Fatalf("%s twice of %s", c.Kind, c.Place)
		}
		described[key{c.Place, c.Kind}] = true
	}
	was := make(map[season.PlaceID]season.Place)
	for _, p := range before.Places {
		was[p.ID] = p
	}
	want := make(map[key]bool)
	for _, p := range after.Places {
		old, there := was[p.ID]
		delete(was, p.ID)
		if !there {
			want[key{p.ID, season.PlaceNew}] = true
			continue
		}
		want[key{p.ID, season.PlaceHolder}] = old.Holder != p.Holder
		want[key{p.ID, season.PlaceStands}] = old.Holder == p.Holder && old.State != p.State
		want[key{p.ID, season.PlaceProvisional}] = old.Provisional != p.Provisional
		want[key{p.ID, season.PlaceRefund}] = old.Refund != p.Refund
	}
	for id := range was {
		want[key{id, season.PlaceGone}] = true
	}
	for k, changed := range want {
		if described[k] != changed {
			t.Fatalf("%s of %s: described %t, is %t", k.kind, k.place, described[k], changed)
		}
	}
}

// act adds a random event or decision to the facts.
func act(t *rapid.T, f *season.Facts) {
	switch which := rapid.IntRange(0, 4).Draw(t, "act"); {
	case which <= 1 && len(f.Events) > 0:
		f.Events = slices.Clone(f.Events)
		e := &f.Events[rapid.IntRange(0, len(f.Events)-1).Draw(t, "event")]
		e.Verdict = &season.Verdict{Valid: which == 0}
	case which == 2 && len(f.Events) > 0 && len(f.Events[0].Entrants) > 0:
		to := rapid.SampledFrom([]rules.SeasonFinal{rules.ToRegionalFinal, rules.ToNationalFinal}).Draw(t, "final")
		f.Unavailable = append(slices.Clone(f.Unavailable), season.Unavailability{Player: f.Events[0].Entrants[0].Player, To: to})
	case which == 3:
		f.Merges = append(slices.Clone(f.Merges), season.Merge{Region: f.Regions[0], Into: f.Regions[len(f.Regions)-1]})
	default:
		f.Champion = league.PlayerID{}
	}
}

// untouched: to derive a state changes nothing of its facts.
func untouched(t *rapid.T) {
	f := randomSeason(t)
	copied := f
	copied.Events = slices.Clone(f.Events)
	for i, e := range copied.Events {
		copied.Events[i].Entrants = append([]facts.Entrant(nil), e.Entrants...)
		if e.Ranking != nil {
			copied.Events[i].Ranking = append([]league.PlayerID{}, e.Ranking...)
		}
	}
	copied.Finals = slices.Clone(f.Finals)
	for i, final := range copied.Finals {
		copied.Finals[i].Ranking = append([]league.PlayerID{}, final.Ranking...)
	}
	copied.Unavailable, copied.Convocations = slices.Clone(f.Unavailable), slices.Clone(f.Convocations)
	season.Derive(f)
	f.Rules, copied.Rules = nil, nil
	if diff := gocmp.Diff(copied, f); diff != "" {
		t.Fatal(diff)
	}
}

// sizes: without a decision of the manager, a final of CN09 has one of the formats of 1.7 and 1.7.1
// to 1.7.4.
func sizes(t *rapid.T) {
	f := randomSeason(t)
	if f.Rules.Code != "CN09" {
		return
	}
	s := season.Derive(f)
	for _, r := range s.Regions {
		own := len(r.Finalists) - len(r.CalledUp)
		format := r.Format
		known := false
		switch {
		case format.Reason == "manager-decided" || r.Host != r.Region:
			known = true
		case own == 0:
			known = format.Kind == season.NoFinal
		case own == 1:
			known = format.Kind == season.ToMerge && format.Par == "1.7.1"
		case own == 2 && len(r.CalledUp) == 0:
			known = format.Kind == season.ToMerge && format.Par == "1.7.2"
		case own == 2:
			known = format.Kind == season.Table && len(r.CalledUp) <= 2 && format.Semifinals == 0 && format.Par == "1.7.2"
		case own == 3, own == 4:
			known = format.Kind == season.Table && len(r.CalledUp) == 0 && format.Semifinals == 0
		case own == 5 && len(r.CalledUp) == 0:
			known = format.Kind == season.Unresolved && format.Par == "1.7.4"
		case own == 5:
			known = format.Kind == season.Table && len(r.CalledUp) == 1 && format.Semifinals == 2 && format.Par == "1.7.4"
		default:
			known = format.Kind == season.Tournament && len(r.CalledUp) == 0
		}
		if !known {
			t.Fatalf("%d finalists: %+v", own, r)
		}
	}
}
