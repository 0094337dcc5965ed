package season_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/season"
)

// random makes a season from a seed: with few people and many incidents: people win twice, even on
// one day, are referees, banned, away, convoked; regions are merged in circles.
type random struct {
	*book
	chance  *rand.Rand
	players []league.PlayerID
	regions []league.RegionID
}

func randomSeason(t *rapid.T) season.Facts {
	g := &random{chance: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))}
	g.book = read(t, randomRules(t), "")
	for i := range rapid.IntRange(8, 60).Draw(t, "players") {
		g.players = append(g.players, g.player(fmt.Sprint("p", i)))
	}
	for i := range rapid.IntRange(1, 5).Draw(t, "regions") {
		g.regions = append(g.regions, g.region(fmt.Sprint("r", i)))
	}
	g.facts.Regions = g.regions
	if g.once(2) {
		g.facts.Champion = pickOf(g, g.players)
	}
	for i := range rapid.IntRange(0, 14).Draw(t, "events") {
		g.randomEvent(i)
	}
	g.randomBars()
	g.randomFinals()
	g.randomAnswers()
	return g.facts
}

// otherReadings are the readings that the preset does not choose.
var otherReadings = [][2]string{
	{"A002-7", "invalid"},
	{"A002-8", "players"},
	{"A002-9", "breach_only"},
	{"A002-10", "no_refund"},
	{"A002-11", "later_date"},
	{"A002-12", "counted"},
	{"A002-13", "breach_only"},
	{"A002-14", "by_date"},
}

// rulesets loads the rulesets once: CN09, CN09 by its other readings, each alone and all together,
// and those of testdata.
var rulesets = sync.OnceValues(func() ([]*rules.Ruleset, error) {
	preset, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		return nil, err
	}
	all, out := preset, []*rules.Ruleset{preset}
	for _, reading := range otherReadings {
		alone, err := preset.WithReading(reading[0], reading[1])
		if err != nil {
			return nil, err
		}
		if all, err = all.WithReading(reading[0], reading[1]); err != nil {
			return nil, err
		}
		out = append(out, alone)
	}
	out = append(out, all)
	for _, id := range []string{"three-tiers", "straight-on", "border-league"} {
		r, err := decode(id)
		if err != nil {
			return nil, err
		}
		out = append(out, r, r, r)
	}
	return out, nil
})

func randomRules(t *rapid.T) *rules.Ruleset {
	known, err := rulesets()
	if err != nil {
		t.Fatal(err)
	}
	return known[rapid.IntRange(0, len(known)-1).Draw(t, "ruleset")]
}

// once returns true with a chance of one in n.
func (g *random) once(n int) bool { return g.chance.IntN(n) == 0 }

// between returns a number from least to most.
func (g *random) between(least, most int) int { return least + g.chance.IntN(most-least+1) }

func pickOf[E any](g *random, of []E) E { return of[g.chance.IntN(len(of))] }

// some returns n of the players.
func (g *random) some(n int) []league.PlayerID {
	players := slices.Clone(g.players)
	g.chance.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
	return players[:n]
}

func (g *random) randomEvent(i int) {
	e := season.Event{ID: g.event(fmt.Sprintf("e%02d", i)), Day: shift(g.facts.Period.From, g.between(-1, 8))}
	tier := pickOf(g, g.facts.Rules.Season.Tiers)
	e.Circuit = pickOf(g, tier.Circuits)
	if e.Circuit == rules.RegionalCircuit {
		e.Region = pickOf(g, g.regions)
	}
	e.Announced = shift(e.Day, -g.between(1, 40))
	e.NewOrganizer = g.once(2)
	g.randomField(&e, tier.Least)
	switch g.between(1, 6) {
	case 1: // planned
		e.Ranking = nil
	case 2: // unreported
	default:
		e.Report = &season.Report{Received: shift(e.Day, g.between(0, 12)), Documents: g.documents()}
		if !g.once(4) {
			e.Verdict = &season.Verdict{Valid: !g.once(4), At: g.clock}
		}
	}
	if g.once(4) {
		e.Prizes = &season.Prizes{Kept: g.once(2), Price: league.Money{Cents: 2500, Currency: "EUR"}}
	}
	g.facts.Events = append(g.facts.Events, e)
}

// randomField adds entrants, with fillers up to about the size of a tier, and ranks those who
// played.
func (g *random) randomField(e *season.Event, least int) {
	e.Ranking = []league.PlayerID{}
	for _, p := range g.some(g.between(1, 8)) {
		entrant := facts.Entrant{Player: p, Played: !g.once(8)}
		if g.once(12) {
			entrant = facts.Entrant{Player: p, Refused: rules.AlreadyQualified}
		}
		e.Entrants = append(e.Entrants, entrant)
		if entrant.Played {
			e.Ranking = append(e.Ranking, p)
		}
	}
	for i := len(e.Entrants); i < least+g.between(-1, 3); i++ {
		e.Entrants = append(e.Entrants, facts.Entrant{Player: g.player(fmt.Sprint(e.ID, i)), Played: true})
	}
	if g.once(3) {
		e.Referees = g.some(1)
	}
}

func (g *random) randomBars() {
	for range g.between(0, 3) {
		from := shift(g.facts.Period.From, g.between(-1, 8))
		bar := season.Bar{Player: pickOf(g, g.players), Reason: rules.Banned, From: from, Until: shift(from, g.between(0, 600))}
		g.facts.Bars = append(g.facts.Bars, bar)
	}
}

// randomFinals adds finals, mergers and decisions, at most one of each per region.
func (g *random) randomFinals() {
	f := &g.facts
	for _, r := range g.regions {
		if g.once(2) {
			f.Merges = append(f.Merges, season.Merge{Region: r, Into: pickOf(g, g.regions)})
		}
		if g.once(2) {
			final := season.Final{Region: r, Event: g.event("f" + g.names[r.UUID]), Day: shift(f.Period.FinalsBy, g.between(-1, 1)), Ranking: g.some(4)}
			if g.once(2) {
				final.Verdict = &season.Verdict{Valid: !g.once(4)}
			}
			f.Finals = append(f.Finals, final)
		}
		if g.once(2) {
			kind := pickOf(g, []season.FinalKind{season.Table, season.Tournament, season.ToMerge})
			f.Decisions = append(f.Decisions, season.Decision{Region: r, Kind: kind, Why: "at hand", CalledUp: g.some(2)})
		}
	}
}

// randomAnswers calls players to finals at random, and lets some decline: each player at most once a final.
func (g *random) randomAnswers() {
	f := &g.facts
	for _, to := range []rules.SeasonFinal{rules.ToRegionalFinal, rules.ToNationalFinal} {
		for _, p := range g.players {
			if g.once(5) {
				f.Convocations = append(f.Convocations, season.Convocation{Player: p, To: to, At: g.tick(), AnswerBy: g.tick()})
			}
			if g.once(5) {
				f.Unavailable = append(f.Unavailable, season.Unavailability{Player: p, To: to, At: g.tick(), Lapsed: g.once(2)})
			}
		}
	}
}

// byDay returns the events in the order in which they were played.
func byDay(f season.Facts) []season.Event {
	return slices.SortedFunc(slices.Values(f.Events), func(a, b season.Event) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), slices.Compare(a.ID.UUID[:], b.ID.UUID[:]))
	})
}
