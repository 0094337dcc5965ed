package leagueapi_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"referto/internal/apitest"
	"referto/internal/attack/worlddbtest"
	"referto/openapi"
)

// seen is the public view of an event, with the next draw as seen by the first referee.
type seen struct {
	ranks   map[int]int      // in the standings after the last round
	figures map[int][]string // there, in the order of the criteria
	voids   map[string]string
	places  map[int]int // in the final order; nil before
	left    []int
	barred  []int
	awards  map[string]int
	seats   [][]int // of the last round
	next    openapi.NextRound
}

func (s *stage) see() seen {
	s.t.Helper()
	var rounds openapi.RoundList
	s.server.Anonymous().Get(s.path + "/rounds").Want(200).Into(&rounds)
	out := seen{figures: map[int][]string{}, voids: map[string]string{}, awards: map[string]int{}}
	s.referee.Get(s.path + "/next-round").Want(200).Into(&out.next)
	var now openapi.Standings
	s.referee.Get(s.path + "/standings").Want(200).Into(&now)
	for _, row := range now.Left {
		out.left = append(out.left, row.Entry.Number)
	}
	for _, b := range now.Barred {
		out.barred = append(out.barred, b.Entry.Number)
	}
	for _, a := range now.Awards {
		out.awards[a.Id] = a.Entry.Number
	}
	if len(rounds.Items) == 0 {
		return out
	}
	// Once a player has sat down to play, tables show who began.
	for _, t := range rounds.Items[len(rounds.Items)-1].Tables {
		out.seats = append(out.seats, slices.Sorted(slices.Values(entries(t))))
	}
	var after openapi.Standings
	s.server.Anonymous().Get(fmt.Sprintf("%s/standings?round=%d", s.path, len(rounds.Items))).Want(200).Into(&after)
	out.ranks = rankOf(after.Rows)
	for _, row := range after.Rows {
		out.figures[row.Entry.Number] = row.Figures
		for _, game := range row.Games {
			key := fmt.Sprintf("%d in round %d", row.Entry.Number, game.Round)
			switch void := game.Void; {
			case void.Pending:
				out.voids[key] = "pending"
			case void.Text != "":
				out.voids[key] = fmt.Sprintf("%s of %d", void.Points, void.FromRound)
			}
		}
	}
	if now.State == openapi.StandingsStateFinal {
		out.places = rankOf(now.Rows)
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
		if was, stood := before[entry]; !stood || was != rank {
			out[entry] = [2]int{was, rank}
		}
	}
	for entry, rank := range before {
		if _, still := after[entry]; !still {
			out[entry] = [2]int{rank, 0}
		}
	}
	return out
}

func ranksOf(ranks []openapi.WhatIfRank) map[int][2]int {
	out := map[int][2]int{}
	for _, r := range ranks {
		out[r.Entry.Number] = [2]int{r.Before, r.After}
	}
	return out
}

// deed is an act that a person may do, and may ask about before.
type deed struct {
	by       *apitest.Client
	question apitest.JSON
	do       func() *apitest.Answer
}

// TestWhatIfIsWhatFollows asks about random acts in random events by every regulation and then does them: the
// answer has the differences that are seen afterwards, or the refusal of the act, and asking has changed no row
// of the database.
func TestWhatIfIsWhatFollows(t *testing.T) {
	t.Parallel()
	asked := &tally{}
	for seed, event := range []struct {
		ruleset string
		players int
		changes apitest.JSON
	}{
		{"catan-nazionale-2009", 13, apitest.JSON{"formula": "convention", "timeLimitMinutes": 80}},
		{"firenzegioca-2014", 13, nil},
		{"just-play-2022", 11, nil},
		{"catan-ranglista-bg", 8, apitest.JSON{"formula": "two-rounds"}},
		{"risiko-squadre-2000", 13, nil},
	} {
		random := rand.New(rand.NewPCG(uint64(seed), 6))
		s := newEvent(t, event.ruleset, event.changes)
		s.open()
		s.enter(event.players)
		s.checkIn(upTo(event.players)...)
		s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
		for s.referee.Post(s.path+"/rounds", apitest.JSON{}).Status == 201 {
			for range 2 {
				s.ask(s.anyDeed(random), asked)
			}
			s.playAtRandom(random)
			for range 4 {
				s.ask(s.anyDeed(random), asked)
			}
			if !s.closeOpen() {
				break
			}
		}
	}
	if asked.answered < 25 || asked.refused < 5 || asked.nexts == 0 || asked.places == 0 || asked.figures == 0 || asked.seats == 0 || asked.barred == 0 || asked.voids == 0 {
		t.Errorf("too little has happened: %+v", *asked)
	}
}

// tally counts the subjects of answers.
type tally struct{ answered, refused, nexts, places, figures, seats, barred, voids, awards int }

// ask asks about a deed, does it and compares.
func (s *stage) ask(act deed, count *tally) {
	s.t.Helper()
	before, rows := s.see(), worlddbtest.HashesOf(s.t, s.server.Database)
	asked := act.by.Post(s.path+"/what-if", act.question)
	after := worlddbtest.HashesOf(s.t, s.server.Database)
	if got := growth(rows, after); got != "" && got != "league.mails +0" { // a letter of before may be on its way
		s.t.Fatalf("asking %v has changed rows: %s", act.question, got)
	}
	done := act.do()
	if done.Status >= 300 {
		count.refused++
		if asked.Status != done.Status || asked.Text("reason") != done.Text("reason") {
			s.t.Errorf("%v: asked %d %s, done %d %s", act.question, asked.Status, asked.Text("reason"), done.Status, done.Text("reason"))
		}
		return
	}
	var answer openapi.WhatIf
	asked.Want(200).Into(&answer)
	s.compare(act, answer, before, s.see())
	count.answered++
	count.nexts += len(answer.Next.After.Tables)
	count.places += len(answer.Places)
	count.figures += len(answer.Figures)
	count.seats += len(answer.Seats)
	count.barred += len(answer.Barred)
	count.voids += len(answer.Pending) + len(answer.Copied)
	count.awards += len(answer.Awards)
}

func (s *stage) compare(act deed, answer openapi.WhatIf, before, after seen) {
	s.t.Helper()
	differ := func(what string, seen, ranksOf any) {
		s.t.Helper()
		if diff := cmp.Diff(seen, ranksOf, cmpopts.EquateEmpty()); diff != "" {
			s.t.Errorf("%v: %s (-seen +told)\n%s", act.question, what, diff)
		}
	}
	differ("ranks", moved(before.ranks, after.ranks), ranksOf(answer.Ranks))
	differ("places", moved(before.places, after.places), ranksOf(answer.Places))
	differ("who is out", added(before.left, after.left), numbersOf(answer.Struck, func(x openapi.WhatIfStruck) int { return x.Entry.Number }))
	differ("who is barred", added(before.barred, after.barred), numbersOf(answer.Barred, func(x openapi.BarredRow) int { return x.Entry.Number }))
	differ("figures", changedFigures(before, after), figuresOf(answer.Figures))
	differ("void games", changedVoids(before, after), voidsOf(answer))
	awards := map[string]int{}
	for _, a := range answer.Awards {
		awards[a.Award] = a.After.Number
	}
	differ("awards", changed(before.awards, after.awards), awards)
	differ("seats", changedSeats(before, after), seatsOf(answer))
	s.compareNext(act, answer, before, after)
}

func (s *stage) compareNext(act deed, answer openapi.WhatIf, before, after seen) {
	s.t.Helper()
	switch differs := !cmp.Equal(before.next, after.next); {
	case differs && !cmp.Equal(after.next.Tables, answer.Next.After.Tables) && after.next.Possible:
		s.t.Errorf("%v: told are %v, next are %v", act.question, answer.Next.After.Tables, after.next.Tables)
	case after.next.Possible && !differs && len(answer.Next.After.Tables) > 0:
		s.t.Errorf("%v: told are %v, yet nothing differs", act.question, answer.Next.After.Tables)
	}
}

// added are the numbers in one list that are not in the other.
func added(before, after []int) []int {
	list := slices.DeleteFunc(slices.Clone(after), func(n int) bool { return slices.Contains(before, n) })
	slices.Sort(list)
	return list
}

func numbersOf[T any](list []T, number func(T) int) []int {
	var out []int
	for _, x := range list {
		out = append(out, number(x))
	}
	slices.Sort(out)
	return out
}

// changed are the members of one map that are not so in the other.
func changed[K, V comparable](before, after map[K]V) map[K]V {
	out := map[K]V{}
	for key, value := range after {
		if was, had := before[key]; !had || was != value {
			out[key] = value
		}
	}
	return out
}

func changedFigures(before, after seen) []string {
	var out []string
	for entry, is := range after.figures {
		was, stood := before.figures[entry]
		for k := range is {
			if stood && was[k] != is[k] {
				out = append(out, fmt.Sprintf("%d %s-%s", entry, was[k], is[k]))
			}
		}
	}
	slices.Sort(out)
	return out
}

func figuresOf(figures []openapi.WhatIfFigure) []string {
	var out []string
	for _, f := range figures {
		if f.Before != f.After { // they may differ by less than is shown
			out = append(out, fmt.Sprintf("%d %s-%s", f.Entry.Number, f.Before, f.After))
		}
	}
	slices.Sort(out)
	return out
}

// changedVoids returns the changed void games of players who are in the standings.
func changedVoids(before, after seen) map[string]string { return changed(before.voids, after.voids) }

func voidsOf(answer openapi.WhatIf) map[string]string {
	out := map[string]string{}
	for _, p := range answer.Pending {
		out[fmt.Sprintf("%d in round %d", p.Entry.Number, p.Round)] = "pending"
	}
	for _, c := range answer.Copied {
		out[fmt.Sprintf("%d in round %d", c.Entry.Number, c.Round)] = fmt.Sprintf("%s of %d", c.Points, c.FromRound)
	}
	return out
}

func changedSeats(before, after seen) [][]int {
	var out [][]int
	for i, is := range after.seats {
		if i >= len(before.seats) || !slices.Equal(before.seats[i], is) {
			out = append(out, is)
		}
	}
	return out
}

func seatsOf(answer openapi.WhatIf) [][]int {
	var out [][]int
	for _, t := range answer.Seats {
		if after := numbersOf(t.After, func(e openapi.EntryRef) int { return e.Number }); !slices.Equal(after, numbersOf(t.Before, func(e openapi.EntryRef) int { return e.Number })) {
			out = append(out, after)
		}
	}
	return out
}

func (s *stage) lastRound() openapi.Round {
	s.t.Helper()
	var rounds openapi.RoundList
	s.referee.Get(s.path + "/rounds").Want(200).Into(&rounds)
	return rounds.Items[len(rounds.Items)-1]
}

// playAtRandom records results of some tables of the last round, and of a final.
func (s *stage) playAtRandom(random *rand.Rand) {
	s.t.Helper()
	round := s.lastRound()
	for _, t := range round.Tables {
		if random.IntN(8) > 0 || round.Kind == openapi.RoundKindFinal { // refused if a player has left the game
			s.referee.Post(s.table(round.Number, t.Number)+"/result", s.filled(t, s.anyGame(t, random)))
		}
	}
}

// anyGame is one of the games that a table may have.
func (s *stage) anyGame(t openapi.Table, random *rand.Rand) string {
	form := s.form(len(t.Seats))
	ended, winner := "completed", random.IntN(len(t.Seats))
	if !slices.Contains(form.Endings, "completed") {
		ended = "declared"
	}
	game := ended
	for i := range t.Seats {
		switch {
		case ended == "completed":
			game += fmt.Sprintf(" %d", 10+random.IntN(80))
		case i == winner:
			game += fmt.Sprintf(" %d!", form.Target)
		default:
			game += fmt.Sprintf(" %d", 2+random.IntN(form.Target-2))
		}
	}
	return game
}

// closeOpen records what is missing and closes the round; it returns false if a player has left a game for
// which the regulation has no rule.
func (s *stage) closeOpen() bool {
	s.t.Helper()
	round := s.lastRound()
	var gone []int
	for _, row := range s.standings().Left {
		gone = append(gone, row.Entry.Number)
	}
	for _, t := range round.Tables {
		if t.Version > 0 {
			continue
		}
		if s.referee.Post(s.table(round.Number, t.Number)+"/result", s.leftResult(t, gone)).Status != 201 {
			return false
		}
	}
	return s.referee.Post(s.round(round.Number)+"/closing", nil).Status == 200
}

// leftResult is a result of a table that some have left.
func (s *stage) leftResult(t openapi.Table, gone []int) apitest.JSON {
	form := s.form(len(t.Seats))
	game, left, declared := "", 0, false
	for i, seat := range t.Seats {
		switch {
		case slices.Contains(gone, seat.Number):
			left++
			game += fmt.Sprintf(" 4-%d", left)
		case !declared && slices.Contains(form.Endings, "declared") && !slices.Contains(form.Endings, "time-limit"):
			game, declared = game+fmt.Sprintf(" %d!", form.Target), true
		default:
			game += fmt.Sprintf(" %d", 5+i)
		}
	}
	ended := "time-limit"
	switch {
	case slices.Contains(form.Endings, "completed"):
		ended = "completed"
	case declared:
		ended = "declared"
	case len(t.Seats)-left < 3:
		ended = "too-few-players"
	}
	return s.filled(t, ended+game)
}

// anyDeed is a withdrawal, a sanction, a correction, a void game, a replacement or
// an absence, often possible.
func (s *stage) anyDeed(random *rand.Rand) deed {
	s.t.Helper()
	last := s.lastRound()
	table := last.Tables[random.IntN(len(last.Tables))]
	entry := table.Seats[random.IntN(len(table.Seats))].Number
	ask := func(by *apitest.Client, name, path string, body apitest.JSON) deed {
		return deed{by, apitest.JSON{name: body}, func() *apitest.Answer { return by.Post(s.path+path, body) }}
	}
	switch random.IntN(8) {
	case 0:
		return ask(s.referee, "withdrawal", "/withdrawals", apitest.JSON{"entry": entry, "reason": "un treno da prendere", "unexcused": random.IntN(2) == 0})
	case 1:
		kind, moment := []string{"warning", "expulsion"}[random.IntN(2)], []string{"during-game", "after-round"}[random.IntN(2)]
		return ask(s.referee, "sanction", "/sanctions", apitest.JSON{"entry": entry, "kind": kind, "moment": moment, "reason": "gioco lento"})
	case 2:
		return ask(s.referee, "sanction", "/sanctions", apitest.JSON{
			"entry": entry, "kind": "points", "moment": "after-round", "reason": "disturba", "points": "-7", "forTeam": random.IntN(2) == 0,
		})
	case 3:
		return ask(s.organizer, "absence", "/attendance", apitest.JSON{"entry": entry, "round": last.Number + random.IntN(2)})
	case 4:
		return deed{s.organizer, apitest.JSON{"replacement": apitest.JSON{"entry": entry}}, func() *apitest.Answer {
			return s.organizer.Post(s.entry(entry)+"/replacement", apitest.JSON{"reason": "non si presenta"})
		}}
	case 5:
		return s.voiding(table, entry)
	default:
		if s.form(len(table.Seats)).Void && random.IntN(2) == 0 {
			return s.voiding(table, entry)
		}
		result := s.filled(table, s.anyGame(table, random))
		question := apitest.JSON{"correction": apitest.JSON{"round": last.Number, "table": table.Number, "result": result}}
		return deed{s.referee, question, func() *apitest.Answer { return s.correct(table, result) }}
	}
}

// voiding declares a game void with a player at fault: the recorded result stays, and the reason for the
// voiding is added.
func (s *stage) voiding(table openapi.Table, atFault int) deed {
	others := slices.DeleteFunc(entries(table), func(n int) bool { return n == atFault })
	void := apitest.JSON{"for": others, "atFault": []int{atFault}}
	question := apitest.JSON{"round": table.Round, "table": table.Number}
	for name, value := range void {
		question[name] = value
	}
	return deed{s.referee, apitest.JSON{"void": question}, func() *apitest.Answer {
		body := s.asWritten(table)
		body["void"] = void
		return s.correct(table, body)
	}}
}

// asWritten is the result of a table as it was recorded, or as a table without one
// might have it.
func (s *stage) asWritten(t openapi.Table) apitest.JSON {
	form := s.form(len(t.Seats))
	seats := []apitest.JSON{}
	for _, r := range t.Result.Seats {
		seat := apitest.JSON{"entry": r.Entry, "vp": r.Vp}
		if r.Left > 0 {
			seat["left"] = r.Left
		}
		if r.Objective != "" {
			seat["objective"] = r.Objective
		}
		if form.Points != (openapi.IntegerRange{}) {
			seat["points"] = r.Points
		}
		figures := apitest.JSON{}
		for _, f := range form.Figures {
			figures[f.Id] = r.Figures[f.Id]
		}
		seat["figures"] = figures
		seats = append(seats, seat)
	}
	if t.Version == 0 {
		return s.filled(t, s.anyGame(t, rand.New(rand.NewPCG(1, 1))))
	}
	body := apitest.JSON{"ended": t.Result.Ended, "seats": seats}
	if t.Result.DeclaredBy != 0 {
		body["declaredBy"] = t.Result.DeclaredBy
	}
	if t.Result.WonAtOnce != "" {
		body["wonAtOnce"] = t.Result.WonAtOnce
	}
	return body
}

// correct replaces the result of a table.
func (s *stage) correct(t openapi.Table, result apitest.JSON) *apitest.Answer {
	s.t.Helper()
	at := s.table(t.Round, t.Number)
	body := apitest.JSON{"reason": "contato male"}
	for name, value := range result {
		body[name] = value
	}
	return s.referee.Do("PUT", at+"/result", body, apitest.Match(s.referee.Get(at).Want(200).ETag()))
}

// TestWhatIfIsForWhoMayAct: a person who may not do an act may not ask about it, and an impossible act is
// refused as the act itself is.
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
	s.checkIn(upTo(12)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	s.play(s.draw())
	ask(s.organizer, "withdrawal", withdrawal).Want(200)
	ask(s.organizer, "sanction", warning).Want(403)
	ask(s.organizer, "void", void).Want(403)
	ask(s.secondReferee(), "withdrawal", withdrawal).Want(403)
	ask(s.secondReferee(), "sanction", warning).Want(200)
	ask(s.secondReferee(), "replacement", apitest.JSON{"entry": 1}).Want(403)
	ask(s.organizer, "replacement", apitest.JSON{"entry": 1}).Refused(422, "no-reserves")
	ask(s.secondReferee(), "absence", apitest.JSON{"entry": 1, "round": 1}).Refused(422, "no-rule-on-absence")
	ask(s.server.SignUp("Nessuno Qui"), "sanction", warning).Want(403)
	s.server.Anonymous().Post(s.path+"/what-if", apitest.JSON{"withdrawal": withdrawal}).Want(401)
	ask(s.referee, "void", void).Refused(422, "invalid") // CN09 knows no void games
	s.referee.Post(s.path+"/what-if", apitest.JSON{}).Want(422)
	s.referee.Post(s.path+"/what-if", apitest.JSON{"withdrawal": withdrawal, "sanction": warning}).Want(422)
	if out := ask(s.referee, "withdrawal", apitest.JSON{"entry": 99}); out.Status != 422 {
		t.Errorf("nobody has number 99: %d", out.Status)
	}
}
