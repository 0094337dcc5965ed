package season_test

import (
	"os"
	"path/filepath"
	"testing"

	"referto/internal/league/rules"
	"referto/internal/league/rules/rulesyaml"
)

// The rulesets in testdata are invented to be unlike the presets. No code exists for any of them
// alone.

func decode(id string) (*rules.Ruleset, error) {
	document, err := os.ReadFile(filepath.Join("testdata", id+".yaml"))
	if err != nil {
		return nil, err
	}
	return rulesyaml.Decode(document)
}

func TestOtherRulesets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, ruleset, season, want string }{
		{"TT 4 ten days, two photos, announced five days ahead or invalid", "three-tiers", `
			a1 regional A 2009-06-01 6 received=2009-06-11: anna
			a2 regional A 2009-06-01 6 received=2009-06-12: bo
			a3 regional A 2009-06-01 6 photos=podium: carla
			a4 regional A 2009-06-01 6 announced=2009-05-28: dora
			a5 regional A 2009-04-30 6 : ezio`, `
			a1: local 6/6 homologated
			a2: local 6/6 invalidated +results-late 4
			a3: local 6/6 invalidated +photos-missing 4
			a4: local 6/6 invalidated +announced-late 4
			a5: local 6/6 homologated !outside-period 3`},
		{"TT 5 three tiers by players, the three best of the largest to the national final", "three-tiers", `
			a1 regional A 2009-06-01 25/19: anna bo carla
			a2 regional A 2009-06-02 20: dora ezio fede gaia
			a3 regional A 2009-06-03 50: hugo ivo jan kim leo
			away ivo national
			away fede regional`, `
			a1: local 25/19 homologated
			a1/1: regional A anna held (5)
			a2: grand 20/20 homologated
			a2/1: regional A dora held (5)
			a2/2: regional A ezio held (5)
			a2/3: regional A gaia held substitute (6)
			a3: royal 50/50 homologated
			a3/1: national hugo held (5)
			a3/2: national leo held substitute (6)
			a3/3: national jan held (5)`},
		{"TT 6 the third stands in for the winner of a local event", "three-tiers", `
			a1 regional A 2009-06-01 6: anna bo carla
			away anna regional`, `
			a1/1: regional A carla held substitute (6)`},
		{"TT 7 two of a region go on, one with the journey; late is only noted", "three-tiers", `
			regions A
			a1 regional A 2009-06-01 20: anna bo carla
			a2 regional A 2009-06-02 6: dora
			final A 2010-06-01: dora bo anna carla`, `
			A: final 4 (7.4) anna bo carla dora result homologated valid true !final-late 3
			A/1: national dora held (7)
			A/2: national bo held paid (7)`},
		{"TT 7.1 one finalist: the manager decides, even to merge", "three-tiers", `
			regions A B
			a1 regional A 2009-06-01 6: anna
			b1 regional B 2009-06-01 20: bo carla dora
			merge A B
			merge B A
			decide A merge with 0 nearest`, `
			A: merged (7.1) with B anna
			B: final 4 (7.4) bo carla dora anna`},
		{"TT 7.2 two and a third, then a fourth; nobody: a tournament of two", "three-tiers", `
			regions A B
			a1 regional A 2009-06-01 6: anna bo carla dora
			a2 regional A 2009-06-02 6: ezio fede
			away carla regional
			b1 regional B 2009-06-03 6: gaia
			b2 regional B 2009-06-04 6: hugo`, `
			A: final 3 (7.2) anna ezio +dora
			B: tournament 2 (7.2) gaia hugo`},
		{"TT 7.5 five play a tournament, 7.6 six two semifinals, 7.7 seven with two called up", "three-tiers", `
			regions A B C
			a1 regional A 2009-06-01 20: a b c
			a2 regional A 2009-06-02 6: d
			a3 regional A 2009-06-03 6: e
			b1 regional B 2009-06-01 20: f g h
			b2 regional B 2009-06-02 20: i j k
			c1 regional C 2009-06-01 20: l m n l4 l5
			c2 regional C 2009-06-02 20: o p q o4 o5
			c3 regional C 2009-06-03 6: r`, `
			A: tournament 5 (7.5) a b c d e
			B: final 6 after 2 tables (7.6) f g h i j k
			C: final 9 after 2 tables (7.7) l m n o p q r +o5 +l5`},
		{"SO 2 no regions, no champion: the first two of every event", "straight-on", `
			champion rex
			g1 open 2009-06-01 4 received=2009-06-01: anna bo carla
			g2 open 2009-06-02 5 received=2009-06-02 prizes=100 also=rex: dora anna
			g3 open 2009-06-03 4: ezio
			away anna national`, `
			g1: open 4/4 homologated
			g1/1: national - declined (2)
			g1/2: national bo held (2)
			g2: open 5/5 homologated
			g2/1: national dora held (2)
			g3: open 4/4 invalidated +results-late 2
			champion: -`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, err := decode(tt.ruleset)
			if err != nil {
				t.Fatal(err)
			}
			read(t, r, tt.season).check(tt.want)
		})
	}
}
