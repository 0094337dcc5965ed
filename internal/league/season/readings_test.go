package season_test

import "testing"

// The other readings of open paragraphs; the tests of the preset's own readings stand with their
// paragraphs.
func TestReadings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ key, value, season, want string }{
		{"A002-7", "invalid", `
			a1 regional A 2009-03-15 12 announced=2009-03-01: anna
			a2 regional A 2009-03-15 12 announced=2009-03-02: bo`, `
			a1: selection 12/12 homologated
			a2: selection 12/12 invalidated +announced-late 2.3`},
		{"A002-8", "players", `
			a1 regional A 2009-03-03 28/12: carla dora
			a2 regional A 2009-03-04 28: ezio fede`, `
			a1: selection 28/12 homologated
			a2: grande-torneo 28/28 homologated`},
		{"A002-9", "breach_only", threeFinalists + `
			final A 2010-02-15: anna bo carla`, `
			A: final 3 (1.7.3) anna bo carla result homologated valid true !final-late 1.4
			A/1: national anna held paid (1.9)`},
		{"C002-1", "not_demanded", threeFinalists + `
			final A 2010-01-31 photos= received=2010-02-28: anna bo carla`, `
			A: final 3 (1.7.3) anna bo carla result homologated valid true`},
		{"A002-10", "no_refund", `
			a1 regional A 2009-03-01 28: anna bo
			away anna national`, `
			a1/1: national bo held substitute (1.9)`},
		{"A002-11", "later_date", fiveFinalists + `
			away carlo regional`, `
			A: final 6 after 2 tables (1.7.4) anna bo carla dora ezio +dino`},
		{"A002-12", "counted", `
			bar ugo banned - -
			a1 regional A 2009-03-01 12 also=ugo: ugo anna`, `
			a1: selection 12/12 homologated -ugo banned 1.5
			a1/1: regional A anna held (1.7)`},
		{"A002-13", "breach_only", `
			a1 regional A 2009-01-31 12: anna`, `
			a1: selection 12/12 homologated !outside-period 1.4`},
		{"A002-14", "by_date", `
			g1 open 2009-03-01 16: ezio bo
			a1 regional A 2009-03-02 28: anna bo
			away ezio national
			away anna national`, `
			g1/1: national bo held substitute (1.9)
			a1/1: national - declined (1.9)`},
	} {
		t.Run("CN09 "+tt.key+" "+tt.value, func(t *testing.T) {
			t.Parallel()
			r, err := cn09(t).WithReading(tt.key, tt.value)
			if err != nil {
				t.Fatal(err)
			}
			read(t, r, tt.season).check(tt.want)
		})
	}
}
