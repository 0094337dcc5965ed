package season_test

import (
	"testing"

	"referto/internal/league/season"
)

// A player who won the final of a region without a right to play there (reading C002-2).
func TestFinalistWithoutPlace(t *testing.T) {
	t.Parallel()
	runCases(t, []seasonCase{
		{"CN09 1.7 a stage is invalidated after the final: its winner is champion of nothing", fourFinalists + `
			final A 2010-01-31: anna bo carla dora
			verdict a1 invalid`, `
			a1/1: regional A - void (1.11)
			A: final 3 (1.7.3) bo carla dora result homologated valid true -anna
			A/1: national - void (1.9)`},
		{"CN09 1.9 nobody is taken for the champion in his place", fourFinalists + `
			final A 2010-01-31: anna bo carla dora
			verdict a1 invalid
			away anna national`, `
			A/1: national - void (1.9)`},
		{"CN09 1.9 once the ranking is corrected the next is", fourFinalists + `
			final A 2010-01-31: anna bo carla dora
			verdict a1 invalid
			final A 2010-01-31: bo carla dora`, `
			A: final 3 (1.7.3) bo carla dora result homologated valid true
			A/1: national bo held paid (1.9)`},
		{"CN09 1.9 once the invalidation is taken back he is champion again", fourFinalists + `
			final A 2010-01-31: anna bo carla dora
			verdict a1 invalid
			verdict a1 valid`, `
			A: final 4 (1.7) anna bo carla dora result homologated valid true
			A/1: national anna held paid (1.9)`},
		{"CN09 1.7 the manager lets it stand", fourFinalists + `
			final A 2010-01-31 waived=finalist-without-place: anna bo carla dora
			verdict a1 invalid`, `
			A: final 3 (1.7.3) bo carla dora result homologated valid true
			A/1: national anna held paid (1.9)`},
		{"CN09 1.7 also before he homologates the final", fourFinalists + `
			final A 2010-01-31 pending waived=finalist-without-place: anna bo carla dora
			verdict a1 invalid`, `
			A/1: national anna held paid provisional (1.9)`},
		{"CN09 1.9 a second without a place does not step in", fourFinalists + `
			final A 2010-01-31: bo anna carla dora
			verdict a1 invalid
			away bo national`, `
			A/1: national - declined (1.9)`},
		{"CN09 1.9 who had no place and is last takes nothing from the champion", fourFinalists + `
			final A 2010-01-31: bo carla dora anna
			verdict a1 invalid`, `
			A: final 3 (1.7.3) bo carla dora result homologated valid true -anna
			A/1: national bo held paid (1.9)`},
		{"CN09 1.7 who stepped in stays champion", fourFinalists + `
			away carla regional
			final A 2010-01-31: gino anna bo dora
			verdict a1 invalid`, `
			A/1: national gino held paid (1.9)`},
		{"CN09 1.7.2 so does who was called up while there were two finalists, though there are three now", `
			regions A
			a1 regional A 2009-03-01 12: anna carla
			a2 regional A 2009-03-02 12: bo dora
			a3 regional A 2009-03-03 12 invalid: ezio
			ask carla regional yes at=+carla
			final A 2010-01-31: carla anna bo dora
			verdict a3 valid`, `
			A: final 3 (1.7.3) anna bo ezio result homologated valid true -dora
			A/1: national carla held paid (1.9)`},
		{"CN09 1.7 so does who stepped in for a winner of two stages, one of which turns out invalid", `
			regions A B
			a1 regional A 2009-03-01 12: anna carla
			b1 regional B 2009-03-01 12: anna dora
			b2 regional B 2009-03-02 12: bo
			b3 regional B 2009-03-03 12: ezio
			ask dora regional yes at=b1/1
			final B 2010-01-31: dora bo ezio
			verdict a1 invalid`, `
			b1/1: regional B anna held (1.7)
			B/1: national dora held paid (1.9)`},
		{"CN09 1.7 but not who was called to the final by the invalid stage", fourFinalists + `
			ask anna regional yes at=a1/1
			final A 2010-01-31: anna bo carla dora
			verdict a1 invalid`, `
			A/1: national - void (1.9)`},
		{"CN09 1.7 nor who was called and cannot come", fourFinalists + `
			ask carla regional at=a3/1
			away carla regional
			final A 2010-01-31: carla anna bo dora`, `
			A/1: national - void (1.9)`},
		{"CN09 1.7.4 whom the manager called up by his word stays champion", fiveFinalists + noSecondsNorThirds + `
			decide A final with 2 as the fourth of Modena is at hand: quarto
			ask quarto regional yes at=+quarto
			final A 2010-01-31: quarto anna bo carla dora ezio
			verdict a1 invalid`, `
			A: final 4 (1.7) bo carla dora ezio result homologated valid true -anna
			A/1: national quarto held paid (1.9)`},
		{"CN09 1.7.4 though not of another region, to whose final he was not called", fiveFinalists + noSecondsNorThirds + `
			regions B
			b1 regional B 2009-03-01 12: bea
			b2 regional B 2009-03-02 12: beppe
			b3 regional B 2009-03-03 12: bice
			decide A final with 2 as the fourth of Modena is at hand: quarto
			ask quarto regional yes at=+quarto
			final B 2010-01-31: quarto bea beppe bice`, `
			B: final 3 (1.7.3) bea beppe bice result homologated valid true -quarto
			B/1: national - void (1.9)`},
		{"CN09 1.7.1 a region that plays with another has no champion of its own", threeFinalists + `
			regions B
			b1 regional B 2009-03-01 12: bea
			b2 regional B 2009-03-02 12: beppe
			b3 regional B 2009-03-03 12: bice
			merge A B
			final A 2010-01-31: anna bo carla
			verdict a2 invalid
			verdict a3 invalid`, `
			A: merged (1.7.1) with B anna result homologated valid true -anna -bo -carla
			A/1: national - void (1.9)`},
	})
	r, err := cn09(t).WithReading("C002-2", "stands")
	if err != nil {
		t.Fatal(err)
	}
	read(t, r, fourFinalists+`
		final A 2010-01-31: anna bo carla dora
		verdict a1 invalid`).check(`
		A: final 3 (1.7.3) bo carla dora result homologated valid true !finalist-without-place 1.7
		A/1: national anna held paid (1.9)`)
}

// The preview of an invalid stage shows its consequences for the national final.
func TestDifferenceOfAChampionWithoutPlace(t *testing.T) {
	t.Parallel()
	b := read(t, cn09(t), fourFinalists+`
		final A 2010-01-31: anna bo carla dora`)
	before := b.state()
	b.add("verdict a1 invalid")
	for _, c := range season.Difference(before, b.state()) {
		if c.Place == season.PlaceID("national-final/"+b.region("A").String()+"/1") && c.Kind == season.PlaceHolder {
			if c.Replaced != b.player("anna") || c.After != string(season.Void) || c.Cite() != "CN09 1.9" {
				t.Errorf("CN09 1.9 got %+v", c)
			}
			return
		}
	}
	t.Error("CN09 1.9 nothing is told of the place in the national final")
}

const fourFinalists = `
	regions A
	a1 regional A 2009-03-01 12: anna
	a2 regional A 2009-03-02 12: bo
	a3 regional A 2009-03-03 12: carla gino
	a4 regional A 2009-03-04 12: dora`
