package main

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"referto/cmd/bench/internal/load"
)

func TestFlagsOfArrivals(t *testing.T) {
	t.Parallel()
	if got, err := arrivalsOf("223, 62.5"); err != nil || !slices.Equal(got, []float64{223, 62.5}) {
		t.Errorf("rates: %v, %v", got, err)
	}
	for _, wrong := range []string{"", "0", "-1", "10,", "x"} {
		if got, err := arrivalsOf(wrong); err == nil {
			t.Errorf("%q is taken as %v", wrong, got)
		}
	}
	if got, err := mixOf(usualMix); err != nil || !slices.Equal(got, []int{70, 20, 8, 2}) {
		t.Errorf("mix: %v, %v", got, err)
	}
	for _, wrong := range []string{"", "100", "70,20,8,1", "70,20,10,2,-2", "70,20,12,-2"} {
		if got, err := mixOf(wrong); err == nil {
			t.Errorf("%q is taken as %v", wrong, got)
		}
	}
}

// 223 requests a second for 3 minutes, of which eight in a hundred enter a result, and a tenth of the time before, need
// some 3,500 tables; a fifth more must be there.
func TestThereAreTablesForAllResults(t *testing.T) {
	t.Parallel()
	a := arriving{tenants: 200, rates: []float64{223}, mix: []int{70, 20, 8, 2}, during: 3 * time.Minute}
	if got := a.inFourthRound() * a.tenants * stageTables; got < 4239 || got > 4239+a.tenants*stageTables {
		t.Errorf("%d tables", got)
	}
}

func TestFailuresAreToldApart(t *testing.T) {
	t.Parallel()
	wrong := errors.New("status 500")
	served := []load.Served{{}, {Err: fmt.Errorf("%w with 503", errTurnedAway)}, {Err: wrong}, {Err: load.ErrGivenUp}, {Err: fmt.Errorf("%w with 429", errTurnedAway)}}
	turned, given, others := failures(served)
	if turned != 2 || given != 1 || len(others) != 1 || !errors.Is(others[0], wrong) {
		t.Errorf("%d turned away, %d given up, wrong: %v", turned, given, others)
	}
}
