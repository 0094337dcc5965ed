package frozen_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/anytest"
	"referto/internal/league"
	"referto/internal/league/frozen"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// values draws the values of a state. There are few ids and texts, so that repetitions are common.
var values = anytest.Values{
	Own: func(t *rapid.T, at any) bool {
		switch at := at.(type) {
		case *uuid.UUID:
			*at = id(byte(rapid.IntRange(0, 4).Draw(t, "id")))
		case *time.Time:
			*at = time.Unix(rapid.Int64Range(1, 4e9).Draw(t, "seconds"), 0).UTC()
		case *rules.Day:
			*at = rules.Day(rapid.SampledFrom([]string{"2009-03-01", "2010-02-28"}).Draw(t, "day"))
		case *league.Frac:
			*at = league.Int(rapid.IntRange(0, 2).Draw(t, "number"))
		default:
			return false
		}
		return true
	},
	Numbers: rapid.Int64Range(0, 3),
	Texts:   rapid.SampledFrom([]string{"", "a", "b", "ab", "«è»", `"`}),
	Lengths: rapid.IntRange(0, 2),
}

// drawn draws any state in which all events differ and the places of an event are those that come from it.
func drawn(t *rapid.T) season.State {
	var s season.State
	values.Fill(t, &s)
	for i := range s.Events {
		e := &s.Events[i]
		e.ID, e.Places = eventID(byte(1+i)), nil
		for _, p := range s.Places {
			if p.Origin.Kind == season.FromEvent && p.Origin.Event == e.ID {
				e.Places = append(e.Places, p.ID)
			}
		}
	}
	return s
}

// Any state of a season is read exactly as it was kept, and keeping it again makes the same document.
func TestAnyState(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		document := frozen.Freeze(s)
		got, err := frozen.Thaw(document)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-kept +read)\n%s", diff)
		}
		if !bytes.Equal(frozen.Freeze(got), frozen.Freeze(got)) {
			t.Fatal("the same state has two documents")
		}
		again, err := frozen.Thaw(frozen.Freeze(got))
		if diff := cmp.Diff(got, again, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Fatalf("kept a second time, %v\n%s", err, diff)
		}
	})
}

// Two states have the same document only if they are the same.
func TestDocumentsDistinguishStates(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawn(t), drawn(t)
		if !cmp.Equal(a, b, cmpopts.EquateEmpty()) && bytes.Equal(frozen.Freeze(a), frozen.Freeze(b)) {
			t.Fatalf("one document of\n%+v\n%+v", a, b)
		}
	})
}

// The places of an event are those that come from it, in the order of the places. A place from a final that was
// played as an event, or from an event that is not in the state, belongs to no event.
func TestPlacesOfEvents(t *testing.T) {
	t.Parallel()
	s := season.State{Events: []season.EventState{
		{ID: eventID(1), ReportBy: "2009-03-08", AnnounceBy: "2009-02-15"}, {ID: eventID(2), ReportBy: "2009-03-08", AnnounceBy: "2009-02-15"},
	}}
	for i, from := range []season.Origin{
		{Kind: season.FromEvent, Event: eventID(2)},
		{Kind: season.FromEvent, Event: eventID(1)},
		{Kind: season.FromRegionalFinal, Event: eventID(1)},
		{Kind: season.FromEvent, Event: eventID(2)},
		{Kind: season.FromEvent, Event: eventID(9)},
		{Kind: season.FromChampionship},
	} {
		s.Places = append(s.Places, season.Place{ID: season.PlaceID(fmt.Sprint("place ", i)), Origin: from})
	}
	got := thawed(t, s)
	for i, want := range [][]season.PlaceID{{"place 1"}, {"place 0", "place 3"}} {
		if diff := cmp.Diff(want, got.Events[i].Places); diff != "" {
			t.Errorf("event %d: %s", i+1, diff)
		}
	}
	if len(got.Places) != 6 || got.Places[4].Origin.Event != eventID(9) {
		t.Errorf("places %+v", got.Places)
	}
}

// Of several numbers that refer to nothing, the first is reported.
func TestTheFirstFaultIsReported(t *testing.T) {
	t.Parallel()
	for change, want := range map[string]string{
		`"tier":7,"tierGrounds":8`:  "frozen: number 7 of 2",
		`"tier":0,"tierGrounds":10`: "frozen: number 10 of 10",
		`"tier":2,"tierGrounds":0`:  "frozen: number 2 of 2",
	} {
		bad := bytes.Replace(firstForm(), []byte(`"tier":0,"tierGrounds":0`), []byte(change), 1)
		if _, err := frozen.Thaw(document(t, bad)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", change, err, want)
		}
	}
	last := bytes.Replace(firstForm(), []byte(`"tier":0,"tierGrounds":0`), []byte(`"tier":1,"tierGrounds":9`), 1)
	if _, err := frozen.Thaw(document(t, last)); err != nil {
		t.Errorf("the last of each list is there: %v", err)
	}
}
