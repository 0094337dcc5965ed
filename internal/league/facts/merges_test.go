package facts_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// players calls a function with every player id anywhere within a value.
func players(v reflect.Value, do func(league.PlayerID)) {
	if v.Type() == reflect.TypeFor[league.PlayerID]() {
		do(v.Interface().(league.PlayerID))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			players(v.Elem(), do)
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		for i := range v.Len() {
			players(v.Index(i), do)
		}
	case reflect.Map:
		for iter := v.MapRange(); iter.Next(); {
			players(iter.Value(), do)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				players(v.Field(i), do)
			}
		}
	default:
	}
}

// season returns facts of a season with a player id from n wherever facts contain one.
func season(n func() league.PlayerID) facts.SeasonFacts {
	event, champion := league.EventID{UUID: uuid.UUID{1}}, n()
	return facts.SeasonFacts{
		SeasonSetup:      facts.SeasonSetup{Season: facts.Season{ChampionID: &champion}},
		Entrants:         map[league.EventID][]facts.Entrant{event: {{Player: n()}, {Player: n()}}},
		Rankings:         map[league.EventID][]league.PlayerID{event: {n(), n()}},
		Referees:         []facts.SeasonStaff{{PlayerID: n()}},
		Bars:             []facts.SeasonBar{{PlayerID: n()}},
		Decisions:        []facts.FinalDecision{{CalledUp: []league.PlayerID{n()}}},
		Convocations:     []facts.Convocation{{PlayerID: n()}},
		Unavailabilities: []facts.Unavailability{{PlayerID: n()}},
	}
}

// Every player in the facts of a season is replaced by the person of the record, and without
// aliases the facts stay the same.
func TestSeasonOfPeople(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		record := rapid.Custom(func(t *rapid.T) league.PlayerID {
			return league.PlayerID{UUID: uuid.UUID{15: rapid.ByteRange(1, 5).Draw(t, "player")}}
		})
		aliases := facts.Aliases{}
		for range rapid.IntRange(0, 3).Draw(t, "aliases") {
			alias, kept := record.Draw(t, "alias"), record.Draw(t, "kept")
			if alias != kept && aliases.Of(kept) == kept {
				if _, is := aliases[alias]; !is && !keeps(aliases, alias) {
					aliases[alias] = kept
				}
			}
		}
		f := season(func() league.PlayerID { return record.Draw(t, "named") })
		var want, got []league.PlayerID
		players(reflect.ValueOf(f), func(id league.PlayerID) { want = append(want, aliases.Of(id)) })
		f.Merge(aliases)
		f.Aliases = nil
		players(reflect.ValueOf(f), func(id league.PlayerID) { got = append(got, id) })
		if diff := cmp.Diff(want, got); diff != "" || len(got) != 10 {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func keeps(aliases facts.Aliases, id league.PlayerID) bool {
	for _, kept := range aliases {
		if kept == id {
			return true
		}
	}
	return false
}

// The openings of both records are added up exactly.
func TestAddOpenings(t *testing.T) {
	t.Parallel()
	a := facts.RankingOpening{Number: 2, Figures: []string{"1/3", "295"}, National: "8", Reason: "una"}
	b := facts.RankingOpening{Number: 1, Figures: []string{"1/6", "5"}, National: "0", Reason: "due"}
	got, err := facts.AddOpenings(a, b)
	want := facts.RankingOpening{Number: 2, Figures: []string{"0.5", "300"}, National: "8", Reason: "una; due"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for _, bad := range []facts.RankingOpening{{Figures: []string{"x", "5"}, National: "0"}, {Figures: []string{"1", "5"}, National: "x"}} {
		if _, err := facts.AddOpenings(a, bad); err == nil {
			t.Errorf("%v is added", bad)
		}
	}
}
