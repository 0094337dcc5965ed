package leagueapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// byRuleset is a running event by another ruleset than CN09, of n players whose
// lots are their start numbers.
func byRuleset(t *testing.T, n int, ruleset string, minutes any, more apitest.JSON) *stage {
	t.Helper()
	facts := apitest.JSON{"kind": "club", "ruleset": ruleset, "formula": nil, "timeLimitMinutes": minutes}
	for name, value := range more {
		facts[name] = value
	}
	s := newStage(t, facts)
	s.start(n)
	return s
}

// form returns the result form of a table of so many seats.
func (s *stage) form(seats int) openapi.TableForm {
	s.t.Helper()
	var form openapi.ResultForm
	s.server.Anonymous().Get(s.path + "/result-form").Want(200).Into(&form)
	i := slices.IndexFunc(form.Tables, func(f openapi.TableForm) bool { return f.Seats == seats })
	if i < 0 {
		s.t.Fatalf("no form for tables of %d: %+v", seats, form)
	}
	return form.Tables[i]
}

// filled returns a result as made by a program that knows the form and no ruleset. The game is written as its
// ending and the points of the seats in order, "!" after those of the player who declared, "-1" after those of
// the one who left first: "declared 10! 8 8 5-1". At a table scored elsewhere they are the points entered.
func (s *stage) filled(t openapi.Table, game string) apitest.JSON {
	s.t.Helper()
	form := s.form(len(t.Seats))
	fields := strings.Fields(game)
	if len(fields) != len(t.Seats)+1 {
		s.t.Fatalf("%q is no result of a table of %d", game, len(t.Seats))
	}
	body, seats := apitest.JSON{"ended": fields[0]}, []apitest.JSON{}
	for i, field := range fields[1:] {
		number := t.Seats[i].Number
		points, declared := strings.CutSuffix(field, "!")
		if declared {
			body["declaredBy"] = number
		}
		points, left, _ := strings.Cut(points, "-")
		seat := apitest.JSON{"entry": number, "vp": 0}
		if left != "" {
			seat["left"] = left[0] - '0'
		}
		if form.Points == (openapi.IntegerRange{}) {
			var vp int
			if _, err := fmt.Sscan(points, &vp); err != nil {
				s.t.Fatal(err)
			}
			seat["vp"] = vp
		} else {
			seat["points"] = points
		}
		if len(form.Figures) > 0 {
			figures := apitest.JSON{}
			for _, f := range form.Figures {
				figures[f.Id] = f.Range.Min
			}
			seat["figures"] = figures
		}
		if len(form.Objectives) > 0 {
			seat["objective"] = form.Objectives[i].Id
		}
		seats = append(seats, seat)
	}
	body["seats"] = seats
	return body
}

// seat is a seat of a result, to be changed.
func seat(result apitest.JSON, i int) apitest.JSON { return result["seats"].([]apitest.JSON)[i] }

// figure sets a figure of a seat.
func figure(result apitest.JSON, i int, id string, value int) {
	seat(result, i)["figures"].(apitest.JSON)[id] = value
}

// record records a result of a table, as [stage.filled] has it.
func (s *stage) record(t openapi.Table, game string) openapi.Result {
	s.t.Helper()
	return s.put(t, s.filled(t, game))
}

func (s *stage) put(t openapi.Table, body apitest.JSON) openapi.Result {
	s.t.Helper()
	var table openapi.Table
	s.referee.Post(s.table(t.Round, t.Number)+"/result", body).Want(201).Into(&table)
	return table.Result
}

// refuses checks that a result is refused at a place for a reason.
func (s *stage) refuses(t openapi.Table, name, game string, change func(apitest.JSON), want string) {
	s.t.Helper()
	body := s.filled(t, game)
	if change != nil {
		change(body)
	}
	var p openapi.Problem
	s.referee.Post(s.table(t.Round, t.Number)+"/result", body).Refused(422, "invalid").Into(&p)
	var got []string
	for _, e := range p.Errors {
		line := e.Pointer + " " + e.Reason
		if e.Rule.Paragraph != "" {
			line += " " + e.Rule.Code + " " + e.Rule.Paragraph
		}
		if e.Text == "" {
			s.t.Errorf("%s: no words at %s", name, line)
		}
		got = append(got, line)
	}
	if text := strings.Join(got, "\n"); text != want {
		s.t.Errorf("%s: got\n%s\nwant\n%s", name, text, want)
	}
}

// rank reads the public standings of an id, "" for those that seat, in a language.
func (s *stage) rank(id, language string) openapi.Standings {
	s.t.Helper()
	path := s.path + "/standings"
	if id != "" {
		path += "?standings=" + id
	}
	var standings openapi.Standings
	s.server.Anonymous().Get(path, apitest.Header("Accept-Language", language)).Want(200).Into(&standings)
	return standings
}

// each writes one thing of every seat of a result.
func each(r openapi.Result, of func(openapi.SeatResult) any) string {
	var parts []string
	for _, s := range r.Seats {
		parts = append(parts, fmt.Sprint(of(s)))
	}
	return strings.Join(parts, " ")
}

func points(s openapi.SeatResult) any { return s.Points }
func place(s openapi.SeatResult) any  { return s.Place }
