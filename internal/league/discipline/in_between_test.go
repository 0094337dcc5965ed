package discipline_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/discipline"
)

// TestOfBetweenExpulsionAndConfirmation: an expulsion counts from the moment at which the first referee
// confirms it. Until then the expelled player can still be warned, and from then on they cannot (CN09 5.5b). An
// unconfirmed expulsion stays open, even of a player who is already out.
func TestOfBetweenExpulsionAndConfirmation(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ par, sanctions, until, want string }{
		{
			"CN09 5.5b a warning before the confirmation counts",
			"1' x 7 cheating !2\n1 w 7 slow-play", "2",
			`7 has 1
			 7 expelled 2 direct: CN09 5.5b: expelled-directly (offense=cheating)
			 7 reported to championship-manager: cheating, CN09 5.5`,
		},
		{
			"CN09 5.5b one at the moment of the confirmation finds nobody",
			"1' x 7 cheating !2\n2 w 7 slow-play", "3",
			`7 expelled 2 direct: CN09 5.5b: expelled-directly (offense=cheating)
			 7 reported to championship-manager: cheating, CN09 5.5`,
		},
		{
			"CN09 5.5b one after it neither, and another is warned as ever",
			"1' x 7 cheating !2\n3' w 7 slow-play\n3' w 8 slow-play", "3",
			`8 has 1
			 7 expelled 2 direct: CN09 5.5b: expelled-directly (offense=cheating)
			 7 reported to championship-manager: cheating, CN09 5.5`,
		},
		{
			"CN09 5.5a two warnings in between expel before the confirmation does",
			"1' x 7 cheating !3\n1 w 7 slow-play\n2' w 7 intimidation", "3",
			`7 has 2
			 7 expelled 2' second-warning: CN09 5.5a: expelled-by-warnings (offense=intimidation, warnings=2)
			 7 reported to championship-manager: intimidation, CN09 5.5`,
		},
		{
			"CN09 5.5b an expulsion of somebody who is out waits for its confirmation all the same",
			"1' x 7 cheating !\n2 x 7 intimidation", "3",
			`7 expelled 1' direct: CN09 5.5b: expelled-directly (offense=cheating)
			 7 waits: intimidation
			 7 reported to championship-manager: cheating, CN09 5.5`,
		},
	} {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(trim(tt.want), lines(discipline.Of(cn09(t), parse(t, tt.sanctions), moment(t, tt.until)))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestOfTheFirstWarning: if one warning is enough to expel, the first warning expels, and the second does not
// count (CN09 5.5a, with another number).
func TestOfTheFirstWarning(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	r.Discipline.Warning.ExpelsAt = 1
	want := `7 has 1
	         7 expelled 1' second-warning: CN09 5.5a: expelled-by-warnings (offense=slow-play, warnings=1)
	         7 reported to championship-manager: slow-play, CN09 5.5`
	if diff := cmp.Diff(trim(want), lines(discipline.Of(r, parse(t, "1' w 7 slow-play\n2 w 7 cheating"), moment(t, "2")))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestOfLeavesWhatWasGiven: sanctions that were recorded later than they were given are sorted in a copy (CN09
// 5.5a).
func TestOfLeavesWhatWasGiven(t *testing.T) {
	t.Parallel()
	sanctions := parse(t, "3 w 7 cheating\n1' w 7 slow-play\n2 x 8 cheating !")
	before := append([]league.Sanction{}, sanctions...)
	got := lines(discipline.Of(cn09(t), sanctions, moment(t, "3")))
	want := `7 has 2
	         8 expelled 2 direct: CN09 5.5b: expelled-directly (offense=cheating)
	         7 expelled 3 second-warning: CN09 5.5a: expelled-by-warnings (offense=cheating, warnings=2)
	         8 reported to championship-manager: cheating, CN09 5.5
	         7 reported to championship-manager: cheating, CN09 5.5`
	if diff := cmp.Diff(trim(want), got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(before, sanctions); diff != "" {
		t.Errorf("what was given has changed (-want +got)\n%s", diff)
	}
}

// TestOfRejectedBeforeTheMoment: sanctions given after the results were processed, warnings included, are
// listed as rejected from their moment on, and do not count (BG 1.1.4).
func TestOfRejectedBeforeTheMoment(t *testing.T) {
	t.Parallel()
	sanctions := parse(t, "1 w 7 fair-play\n2 w 7 fair-play\n2 x 8 advantage")
	sanctions[1].AfterEnd, sanctions[2].AfterEnd = true, true
	for until, want := range map[string]int{"1": 0, "2'": 0, "2": 2, "3": 2} {
		record := discipline.Of(preset(t, "catan-ranglista-bg"), sanctions, moment(t, until))
		if len(record.Rejected) != want || record.Warnings[7] != 1 || len(record.Expelled) != 0 {
			t.Errorf("until %s: rejected %v, warnings %v, expelled %v", until, record.Rejected, record.Warnings, record.Expelled)
		}
		for _, x := range record.Rejected {
			if x.Grounds.String() != "BG 1.1.4: results-processed" {
				t.Errorf("until %s: %s", until, x.Grounds)
			}
		}
	}
	open := preset(t, "catan-ranglista-bg")
	open.Discipline.Expulsion.Until = ""
	if record := discipline.Of(open, sanctions, moment(t, "2")); len(record.Rejected) != 0 || len(record.Expelled) != 1 {
		t.Errorf("without such an end: %+v", record)
	}
}
