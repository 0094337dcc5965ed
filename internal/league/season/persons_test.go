package season_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/season"
)

// named returns every player id anywhere within a value.
func named(v reflect.Value) (out []league.PlayerID) {
	if v.Type() == reflect.TypeFor[league.PlayerID]() {
		return []league.PlayerID{v.Interface().(league.PlayerID)}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			out = named(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			out = append(out, named(v.Index(i))...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out = append(out, named(v.Field(i))...)
			}
		}
	default:
	}
	return out
}

// Every player of a frozen state is replaced by the person behind the record, and the original
// state is unchanged.
func TestPersons(t *testing.T) {
	t.Parallel()
	one, two := league.PlayerID{UUID: uuid.UUID{1}}, league.PlayerID{UUID: uuid.UUID{2}}
	make := func() season.State {
		return season.State{
			Regions: []season.RegionState{{Result: &season.FinalResult{WithoutPlace: []league.PlayerID{one, two}}}, {}},
			Events:  []season.EventState{{Refused: []season.Refusal{{Player: one}}}},
			Places:  []season.Place{{Holder: one, Steps: []season.PlaceStep{{Player: two}, {Player: one}}}},
		}
	}
	given := make()
	got := given.Persons(func(id league.PlayerID) league.PlayerID {
		if id == one {
			return two
		}
		return id
	})
	if diff := cmp.Diff([]league.PlayerID{two, two, two, two, two, two}, named(reflect.ValueOf(got))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(make(), given); diff != "" {
		t.Errorf("the state that was given (-want +got):\n%s", diff)
	}
}
