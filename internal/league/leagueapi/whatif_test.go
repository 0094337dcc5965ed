package leagueapi_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/internal/attack/worlddbtest"
	"referto/openapi"
)

// seen is what a stranger sees of an event, and the first referee of what comes
// next.
type seen struct {
	ranks  map[int]int // in the standings after the last round
	places map[int]int // in the final order; nil before
	left   []int
	next   openapi.NextRound
}

func (s *stage) see() seen {
	s.t.Helper()
	var rounds openapi.RoundList
	s.server.Anonymous().Get(s.path + "/rounds").Want(200).Into(&rounds)
	var out seen
	s.referee.Get(s.path + "/next-round").Want(200).Into(&out.next)
	if len(rounds.Items) == 0 {
		return out
	}
	var after, now openapi.Standings
	s.server.Anonymous().Get(fmt.Sprintf("%s/standings?round=%d", s.path, len(rounds.Items))).Want(200).Into(&after)
	s.server.Anonymous().Get(s.path + "/standings").Want(200).Into(&now)
	out.ranks = rankOf(after.Rows)
	if now.State == openapi.StandingsStateFinal {
		out.places = rankOf(now.Rows)
	}
	for _, row := range now.Left {
		out.left = append(out.left, row.Entry.Number)
	}
	return out
}

func rankOf(rows []openapi.StandingsRow) map[int]int {
	out := map[int]int{}
	for _, row := range rows {
		out[row.Entry.Number] = row.Rank
	}
	return out
}

// moved are the entries whose number differs, with both; 0 is none.
func moved(before, after map[int]int) map[int][2]int {
	out := map[int][2]int{}
	for entry, rank := range after {
		if before[entry] != rank {
			out[entry] = [2]int{before[entry], rank}
		}
	}
	for entry, rank := range before {
		if _, still := after[entry]; !still {
			out[entry] = [2]int{rank, 0}
		}
	}
	return out
}

func told(ranks []openapi.WhatIfRank) map[int][2]int {
	out := map[int][2]int{}
	for _, r := range ranks {
		out[r.Entry.Number] = [2]int{r.Before, r.After}
	}
	return out
}

// deed is something somebody may do, and may ask about before.
type deed struct {
	question apitest.JSON
	do       func() *apitest.Answer
}

// TestWhatIfIsWhatFollows asks about random acts in random events and then does
// them: the answer is what is then seen to differ, a refusal the refusal of the
// act, and the asking has changed no row of the database.
func TestWhatIfIsWhatFollows(t *testing.T) {
	t.Parallel()
	answered, refused, nexts, places := 0, 0, 0, 0
	for seed := range uint64(3) {
		random := rand.New(rand.NewPCG(seed, 6))
		s := newStage(t, apitest.JSON{"formula": []string{"club", "convention", "club"}[seed]})
		s.start(12 + random.IntN(5))
		for s.drawnAtRandom(random) {
			for range 3 {
				act := s.anyDeed(random)
				before, rows := s.see(), worlddbtest.HashesOf(t, s.server.Database)
				asked := s.referee.Post(s.path+"/what-if", act.question)
				if changed := worlddbtest.HashesOf(t, s.server.Database).Changed(rows); len(changed) > 0 {
					t.Fatalf("asking %v has changed rows of %v", act.question, changed)
				}
				done := act.do()
				if done.Status >= 300 {
					refused++
					if asked.Status != done.Status || asked.Text("reason") != done.Text("reason") {
						t.Errorf("%v: asked %d %s, done %d %s", act.question, asked.Status, asked.Text("reason"), done.Status, done.Text("reason"))
					}
					continue
				}
				answered++
				var answer openapi.WhatIf
				asked.Want(200).Into(&answer)
				after := s.see()
				s.compare(act, answer, before, after)
				nexts += len(answer.Next.After.Tables)
				places += len(answer.Places)
			}
			s.closeOpen()
		}
	}
	if answered < 20 || refused < 3 || nexts == 0 || places == 0 {
		t.Errorf("too little has happened: %d acts answered, %d refused, %d next tables, %d places", answered, refused, nexts, places)
	}
}

func (s *stage) compare(act deed, answer openapi.WhatIf, before, after seen) {
	s.t.Helper()
	if diff := cmp.Diff(moved(before.ranks, after.ranks), told(answer.Ranks)); diff != "" {
		s.t.Errorf("%v: ranks (-seen +told)\n%s", act.question, diff)
	}
	if diff := cmp.Diff(moved(before.places, after.places), told(answer.Places)); diff != "" {
		s.t.Errorf("%v: places (-seen +told)\n%s", act.question, diff)
	}
	var struck []int
	for _, x := range answer.Struck {
		struck = append(struck, x.Entry.Number)
	}
	left := slices.DeleteFunc(slices.Clone(after.left), func(entry int) bool { return slices.Contains(before.left, entry) })
	slices.Sort(struck)
	slices.Sort(left)
	if !slices.Equal(struck, left) {
		s.t.Errorf("%v: told that %v are out, seen are %v", act.question, struck, left)
	}
	switch differs := !cmp.Equal(before.next, after.next); {
	case differs && !cmp.Equal(after.next.Tables, answer.Next.After.Tables) && after.next.Possible:
		s.t.Errorf("%v: told are %v, next are %v", act.question, answer.Next.After.Tables, after.next.Tables)
	case after.next.Possible && !differs && len(answer.Next.After.Tables) > 0:
		s.t.Errorf("%v: told are %v, yet nothing differs", act.question, answer.Next.After.Tables)
	}
}

// drawnAtRandom draws and plays the next round, or leaves an earlier one closed;
// false once there is no round to come.
func (s *stage) drawnAtRandom(random *rand.Rand) bool {
	s.t.Helper()
	drawn := s.referee.Post(s.path+"/rounds", apitest.JSON{})
	if drawn.Status != 201 {
		return false
	}
	var round openapi.Round
	drawn.Into(&round)
	for _, t := range round.Tables {
		if random.IntN(3) > 0 || round.Kind == openapi.RoundKindFinal {
			s.referee.Post(s.table(round.Number, t.Number)+"/result", anyResult(t, random)).Want(201)
		}
	}
	return true
}

// anyResult is one of the results that a table may have.
func anyResult(t openapi.Table, random *rand.Rand) apitest.JSON {
	winner := random.IntN(len(t.Seats))
	seats := []apitest.JSON{}
	for i, seat := range t.Seats {
		vp := 2 + random.IntN(8)
		if i == winner {
			vp = 10
		}
		seats = append(seats, apitest.JSON{"entry": seat.Number, "vp": vp})
	}
	return apitest.JSON{"ended": "declared", "declaredBy": t.Seats[winner].Number, "seats": seats}
}

// closeOpen records what is missing, as far as it can be, and closes the round.
func (s *stage) closeOpen() {
	s.t.Helper()
	var rounds openapi.RoundList
	s.referee.Get(s.path + "/rounds").Want(200).Into(&rounds)
	last := rounds.Items[len(rounds.Items)-1]
	var gone []int
	for _, row := range s.standings().Left {
		gone = append(gone, row.Entry.Number)
	}
	for _, t := range last.Tables {
		if t.Version > 0 {
			continue
		}
		s.referee.Post(s.table(last.Number, t.Number)+"/result", leftResult(t, gone)).Want(201)
	}
	s.close(last.Number)
}

// leftResult is a result of a table that some have left.
func leftResult(t openapi.Table, gone []int) apitest.JSON {
	seats, left, stayed := []apitest.JSON{}, 0, []int{}
	for _, seat := range t.Seats {
		row := apitest.JSON{"entry": seat.Number, "vp": 4}
		if slices.Contains(gone, seat.Number) {
			left++
			row["left"] = left
		} else {
			stayed = append(stayed, seat.Number)
		}
		seats = append(seats, row)
	}
	if len(stayed) < 3 {
		return apitest.JSON{"ended": "too-few-players", "seats": seats}
	}
	return apitest.JSON{"ended": "time-limit", "seats": seats}
}

// anyDeed is a withdrawal, a sanction, a correction or a void game, mostly
// possible.
func (s *stage) anyDeed(random *rand.Rand) deed {
	s.t.Helper()
	var rounds openapi.RoundList
	s.referee.Get(s.path + "/rounds").Want(200).Into(&rounds)
	last := rounds.Items[len(rounds.Items)-1]
	table := last.Tables[random.IntN(len(last.Tables))]
	entry := table.Seats[random.IntN(len(table.Seats))].Number
	switch random.IntN(5) {
	case 0:
		body := apitest.JSON{"entry": entry, "reason": "un treno da prendere"}
		return deed{apitest.JSON{"withdrawal": body}, func() *apitest.Answer { return s.referee.Post(s.path+"/withdrawals", body) }}
	case 1:
		kind, moment := []string{"warning", "expulsion"}[random.IntN(2)], []string{"during-game", "after-round"}[random.IntN(2)]
		body := apitest.JSON{"entry": entry, "kind": kind, "moment": moment, "reason": "gioco lento"}
		return deed{apitest.JSON{"sanction": body}, func() *apitest.Answer { return s.referee.Post(s.path+"/sanctions", body) }}
	default:
		result := anyResult(table, random)
		question := apitest.JSON{"correction": apitest.JSON{"round": last.Number, "table": table.Number, "result": result}}
		return deed{question, func() *apitest.Answer {
			at := s.table(last.Number, table.Number)
			body := apitest.JSON{"reason": "contato male"}
			for name, value := range result {
				body[name] = value
			}
			return s.referee.Do("PUT", at+"/result", body, apitest.Match(s.referee.Get(at).Want(200).ETag()))
		}}
	}
}

// TestWhatIfIsForWhoMayAct: who may not do an act may not ask about it, and what
// cannot be done is refused as the act is.
func TestWhatIfIsForWhoMayAct(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	ask := func(by *apitest.Client, name string, body apitest.JSON) *apitest.Answer {
		return by.Post(s.path+"/what-if", apitest.JSON{name: body})
	}
	withdrawal := apitest.JSON{"entry": 1}
	warning := apitest.JSON{"entry": 1, "kind": "warning", "moment": "after-round", "reason": "gioco lento"}
	void := apitest.JSON{"round": 1, "table": 1, "for": []int{1}}
	ask(s.referee, "withdrawal", withdrawal).Refused(409, "event-not-running")
	s.enter(12)
	for i := 1; i <= 12; i++ {
		s.organizer.Post(s.entry(i)+"/check-in", nil).Want(200)
	}
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	s.play(s.draw())
	ask(s.organizer, "withdrawal", withdrawal).Want(200)
	ask(s.organizer, "sanction", warning).Want(403)
	ask(s.organizer, "void", void).Want(403)
	ask(s.secondReferee(), "withdrawal", withdrawal).Want(403)
	ask(s.secondReferee(), "sanction", warning).Want(200)
	ask(s.server.SignUp("Nessuno Qui"), "sanction", warning).Want(403)
	s.server.Anonymous().Post(s.path+"/what-if", apitest.JSON{"withdrawal": withdrawal}).Want(401)
	ask(s.referee, "void", void).Refused(422, "invalid") // CN09 knows no void games
	s.referee.Post(s.path+"/what-if", apitest.JSON{}).Want(422)
	s.referee.Post(s.path+"/what-if", apitest.JSON{"withdrawal": withdrawal, "sanction": warning}).Want(422)
	if out := ask(s.referee, "withdrawal", apitest.JSON{"entry": 99}); out.Status != 422 {
		t.Errorf("nobody has number 99: %d", out.Status)
	}
}
