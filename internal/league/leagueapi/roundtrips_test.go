package leagueapi_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"referto/internal/apitest"
)

// TestRoundTrips counts how often a request waits for the database. A result is one round trip if caller and
// event are remembered, and so is every other act at the tables, although a refused caller is refused before
// their request is read. A caller who is not signed in causes none. A body too long to be read on trust costs
// one more. A player is read in one, with whether they have other records. For a caller without permission the
// statement is sent, and a transaction that was begun for them is rolled back; the connection keeps its
// statements.
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
	// counts returns the numbers of several requests, in ascending order: a connection that has not seen a
	// statement yet sends one more to prepare it.
	counts := func(again int, requests ...func()) []int {
		var all []int
		for range again {
			for _, request := range requests {
				before := line.Trips()
				request()
				all = append(all, line.Trips()-before)
			}
		}
		slices.Sort(all)
		return all
	}
	record := func(n int, room string) func() {
		return func() { s.referee.Post(path(n), room+text(t, result(tables[n]))).Want(201) }
	}
	command := func(name string) func() {
		return func() { s.referee.Post(s.round(1)+"/clock/commands", apitest.JSON{"command": name}).Want(200) }
	}
	warn := func(entry int) func() {
		return func() { s.referee.Post(s.path+"/sanctions", sanction(entry, "warning", "during-game")).Want(201) }
	}
	leave := func(entry int) func() {
		return func() {
			s.referee.Post(s.path+"/withdrawals", apitest.JSON{"entry": entry, "reason": "malore"}).Want(201)
		}
	}
	end := func() { s.referee.Post(s.round(1)+"/closing", nil).Want(200) }
	again := func() {
		s.referee.Post(s.round(1)+"/reopening", apitest.JSON{"reason": "risultato sbagliato"}).Want(200)
	}
	next := func() { s.draw() }
	discard := func() {
		s.referee.Post(s.round(2)+"/discarding", apitest.JSON{"reason": "sorteggio da rifare"}).Want(204)
	}
	refused := func(by *apitest.Client, body string, status int) func() {
		return func() { by.Post(path(0), body).Want(status) }
	}
	player := s.address("players/" + s.playerOf(1).String())
	known := func() { s.referee.Get(player).Want(200) }
	spaces := strings.Repeat(" ", 9<<10)
	for _, tt := range []struct {
		name     string
		requests []func()
		again    int
		want     int
	}{
		{"a result", []func(){record(0, ""), record(1, ""), record(2, "")}, 1, 1},
		{"a result in a long body", []func(){record(3, spaces), record(4, spaces), record(5, spaces)}, 1, 2},
		{"no result", []func(){refused(s.referee, `{"`, 400), refused(s.referee, spaces+`{}`, 422), refused(s.referee, `{}`, 422)}, 4, 1},
		{"the clock", []func(){command("start"), command("pause"), command("resume")}, 1, 1},
		{"a warning", []func(){warn(1), warn(2), warn(3)}, 1, 1},
		{"the end of a round, and its reopening", []func(){end, again}, 3, 1},
		{"a withdrawal", []func(){leave(1), leave(2), leave(3)}, 1, 1},
		{"a draw, and its discarding", []func(){end, next, discard, again}, 2, 1},
		{"a player of the register", []func(){known, known, known}, 1, 1},
		{"of nobody", []func(){refused(stranger, text(t, result(tables[0])), 401), refused(stranger, `{"`, 401)}, 1, 0},
	} {
		if got := counts(tt.again, tt.requests...); got[0] != tt.want {
			t.Errorf("%s: at least %d round trips, want %d", tt.name, got[0], tt.want)
		}
	}
	// The aftermath of a refusal is paid by the refusals after it, so the usual count is compared.
	for _, tt := range []struct {
		name     string
		requests []func()
		want     int
	}{
		{"without the role", []func(){refused(person, text(t, result(tables[0])), 403)}, 2},
		{"without the role, and no result", []func(){refused(person, `{"`, 403), refused(person, spaces+`{"`, 403), refused(person, `{}`, 403)}, 1},
	} {
		if got := counts(12/len(tt.requests), tt.requests...); got[len(got)/2] != tt.want {
			t.Errorf("%s: usually %d round trips of %v, want %d", tt.name, got[len(got)/2], got, tt.want)
		}
	}
}

// text is a body in the form in which it is sent.
func text(t *testing.T, body apitest.JSON) string {
	t.Helper()
	out, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
