package leagueapi_test

import (
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// newEvent is a draft by a ruleset, with changes to its facts and its staff; it
// starts an hour and a half after the server's clock.
func newEvent(t *testing.T, ruleset string, changes apitest.JSON) *stage {
	t.Helper()
	facts := apitest.JSON{"ruleset": ruleset, "kind": "club", "startsAt": "2009-02-08T09:30:00Z", "formula": nil, "timeLimitMinutes": nil}
	for name, value := range changes {
		facts[name] = value
	}
	return newStage(t, facts)
}

// checkIn has entries checked in.
func (s *stage) checkIn(entries ...int) {
	s.t.Helper()
	marks := make([]apitest.JSON, len(entries))
	for i, n := range entries {
		marks[i] = apitest.JSON{"entry": n, "here": true}
	}
	s.organizer.Post(s.path+"/entry-marks", apitest.JSON{"marks": marks}).Want(200)
}

// upTo are the numbers from 1 to n.
func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

// begin starts with lots in the order of the start numbers.
func (s *stage) begin(entries ...int) *apitest.Answer {
	s.t.Helper()
	lots := []apitest.JSON{}
	for i, n := range entries {
		lots = append(lots, apitest.JSON{"entry": n, "number": i + 1})
	}
	return s.referee.Post(s.path+"/start", apitest.JSON{"lots": lots, "reason": "sorteggio con i bussolotti"})
}

// everyEntry are all entries in the order they came.
func (s *stage) everyEntry() []openapi.Entry {
	s.t.Helper()
	var page openapi.EntryPage
	s.organizer.Get(s.path + "/entries?limit=100").Want(200).Into(&page)
	return page.Items
}

// standing returns the admission of entries, by start number.
func standing(entries []openapi.Entry) map[int]string {
	out := map[int]string{}
	for _, e := range entries {
		out[e.Number] = string(e.Admission.As)
	}
	return out
}

// seats are the start numbers at every table of a round.
func seats(round openapi.Round) [][]int {
	var out [][]int
	for _, t := range round.Tables {
		out = append(out, entries(t))
	}
	return out
}

func reasonsOf(list []openapi.Explanation) []string {
	var out []string
	for _, e := range list {
		out = append(out, e.Reason)
	}
	return out
}
