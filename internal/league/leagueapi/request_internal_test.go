package leagueapi

import (
	"errors"
	"testing"

	"referto/internal/league"
)

func TestInRequest(t *testing.T) {
	t.Parallel()
	places := map[string]string{"/startsAt": "/stage/day", "/ranking": "/stage/ranking"}
	for field, want := range map[string]string{
		"/startsAt":       "/stage/day",
		"/ranking":        "/stage/ranking",
		"/ranking/3":      "/stage/ranking/3",
		"/ranking/3/name": "/stage/ranking/3/name",
		"/rankings":       "/rankings",
		"/region":         "/region",
		"":                "",
	} {
		given := league.Faults{{Field: field, Grounds: league.Grounds{Reason: "unknown-player"}}}
		var got league.Faults
		if !errors.As(InRequest(given, places), &got) || got[0].Field != want || got[0].Reason != "unknown-player" {
			t.Errorf("%q is at %v, want %q", field, got, want)
		}
		if given[0].Field != field {
			t.Errorf("the fault of %q was changed in place", field)
		}
	}
	if other := errors.New("other"); !errors.Is(InRequest(other, places), other) || InRequest(nil, places) != nil {
		t.Error("another error was changed")
	}
	if got := Below("/decision", "/from", "/until"); got["/from"] != "/decision/from" || got["/until"] != "/decision/until" || len(got) != 2 {
		t.Errorf("below /decision: %v", got)
	}
}
