package tournament_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// rulesets caches the rulesets made, by preset and number.
var rulesets sync.Map

// anyRules returns a preset or an artificial ruleset: a preset with any readings and with other
// criteria, caps, wins and limits, as far as they are valid.
func anyRules(t *rapid.T) *rules.Ruleset {
	preset := rapid.SampledFrom(presets.IDs()).Draw(t, "preset")
	number := rapid.IntRange(0, 39).Draw(t, "ruleset")
	key := fmt.Sprintf("%s %d", preset, number)
	if r, ok := rulesets.Load(key); ok {
		return r.(*rules.Ruleset)
	}
	r := made(t, cached(t, preset), number)
	rulesets.Store(key, r)
	return r
}

// made returns the ruleset of a number that is derived from a preset.
func made(t rapid.TB, r *rules.Ruleset, number int) *rules.Ruleset {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(number), 6))
	r = reread(t, r)
	for i := range r.Texts {
		r.Texts[i].Body = "" // long, and copied often
	}
	r = withAnyReadings(t, random, r)
	if number%3 == 0 {
		return r
	}
	for range 1 + random.IntN(4) {
		other := reread(t, r)
		mutate(random, other)
		if len(other.Validate()) == 0 { // a valid ruleset
			r = other
		}
	}
	return r
}

// withAnyReadings returns a copy with a random option of each reading.
func withAnyReadings(t rapid.TB, random *rand.Rand, r *rules.Ruleset) *rules.Ruleset {
	t.Helper()
	bare := *r
	bare.Texts = nil // most of a document, and in none of the places
	document, err := json.Marshal(bare)
	if err != nil {
		t.Fatal(err)
	}
	chosen := make(map[string]string)
	for _, key := range slices.Sorted(maps.Keys(r.Readings)) {
		chosen[key] = pick(random, r.Readings[key].Options...).Value
	}
	texts := r.Texts
	r, err = rules.Stored(document, chosen)
	if err != nil {
		t.Fatal(err)
	}
	r.Texts = texts
	if faults := r.Validate(); len(faults) > 0 {
		t.Fatal(faults)
	}
	return r
}

// reread returns a deep copy.
func reread(t rapid.TB, r *rules.Ruleset) *rules.Ruleset {
	t.Helper()
	document, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var other rules.Ruleset
	if err := json.Unmarshal(document, &other); err != nil {
		t.Fatal(err)
	}
	return &other
}

// mutate changes one thing.
func mutate(random *rand.Rand, r *rules.Ruleset) {
	// The values of readings may change here.
	r.Readings = nil
	s := &r.Standings[random.IntN(len(r.Standings))]
	switch random.IntN(10) {
	case 0:
		shuffle(random, s.Criteria)
	case 1:
		i := random.IntN(len(s.Criteria))
		s.Criteria = slices.Delete(s.Criteria, i, i+1)
	case 2:
		s.Criteria[random.IntN(len(s.Criteria))].Digits = random.IntN(7)
	case 3:
		s.MinGames, s.MinGamesParagraph = random.IntN(3), r.Texts[0].Paragraph
	case 4:
		r.Scoring.Cap.Rule = pick(random, rules.CapNobody, rules.CapWinner, rules.CapAll)
	case 5:
		r.Scoring.Wins.TimeLimit.Counts = pick(random, league.Int(0), league.Int(1), league.NewFrac(1, 2), league.NewFrac(9, 10))
	case 6:
		r.Tables.Partition = pick(random, rules.InOrder, rules.MostOfLargest, rules.MaxFours, rules.MinFours)
	case 7:
		shuffle(random, r.Seating.Pairings)
	case 8:
		r.Field.Sizes = nil
	case 9:
		r.Leaving.Withdrawn, r.Leaving.Paragraph = pick(random, rules.KeptInStandings, rules.OutOfStandings), r.Texts[0].Paragraph
	}
}
