package leagueapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"referto/internal/apitest"
)

// TestRoundTrips counts how often a request waits for the database. A result is one
// round trip where caller and event are remembered, though whoever is refused is refused
// before anybody has looked at what he sends. None is made for whoever is not signed in. What is too long to
// be read on trust costs one more. For whoever may not the question is asked, whose meaning
// pgx asks again after a pipeline that was broken off; a transaction that was begun for him
// is taken back.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	server, line := apitest.StartBehind(t)
	s := newStageOn(t, server, nil)
	s.start(24)
	tables := s.draw().Tables
	if len(tables) != 6 {
		t.Fatalf("%d tables", len(tables))
	}
	person, stranger := server.SignUp("Piera Prova"), server.Anonymous()
	path := func(n int) string { return s.table(1, tables[n].Number) + "/result" }
	// fewest is over several requests: a connection that has not seen a statement yet
	// asks once more what it means.
	fewest := func(again int, requests ...func()) int {
		least := 1000
		for range again {
			for _, request := range requests {
				before := line.Trips()
				request()
				least = min(least, line.Trips()-before)
			}
		}
		return least
	}
	record := func(n int, room string) func() {
		return func() { s.referee.Post(path(n), room+text(t, result(tables[n]))).Want(201) }
	}
	refused := func(by *apitest.Client, body string, status int) func() {
		return func() { by.Post(path(0), body).Want(status) }
	}
	spaces := strings.Repeat(" ", 9<<10)
	for _, tt := range []struct {
		name     string
		requests []func()
		again    int
		want     int
	}{
		{"a result", []func(){record(0, ""), record(1, ""), record(2, "")}, 1, 1},
		{"a result in a long body", []func(){record(3, spaces), record(4, spaces), record(5, spaces)}, 1, 2},
		{"without the role", []func(){refused(person, text(t, result(tables[0])), 403)}, 4, 3},
		{"without the role, and no result", []func(){refused(person, `{"`, 403), refused(person, spaces+`{"`, 403), refused(person, `{}`, 403)}, 4, 2},
		{"no result", []func(){refused(s.referee, `{"`, 400), refused(s.referee, spaces+`{}`, 422), refused(s.referee, `{}`, 422)}, 4, 1},
		{"of nobody", []func(){refused(stranger, text(t, result(tables[0])), 401), refused(stranger, `{"`, 401)}, 1, 0},
	} {
		if got := fewest(tt.again, tt.requests...); got != tt.want {
			t.Errorf("%s: %d round trips, want %d", tt.name, got, tt.want)
		}
	}
}

// text is a body as it is sent.
func text(t *testing.T, body apitest.JSON) string {
	t.Helper()
	out, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
