package leagueapi_test

import (
	"flag"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// trials is the number of times that the cheap races are run; the soak runs 500.
var trials = flag.Int("trials", 60, "how often each race of two is run")

// race lets several act at the same moment and returns their answers.
func race(acts ...func() *apitest.Answer) []*apitest.Answer {
	answers := make([]*apitest.Answer, len(acts))
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	for i, act := range acts {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-start
			answers[i] = act()
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
	return answers
}

// statuses are the statuses of answers, in ascending order.
func statuses(answers []*apitest.Answer) []int {
	var out []int
	for _, a := range answers {
		out = append(out, a.Status)
	}
	slices.Sort(out)
	return out
}

// Two referees warn one player at the same moment: they have two warnings and
// are out by one of them, every time (CN09 5.5a).
func TestRaceOfTwoWarnings(t *testing.T) {
	t.Parallel()
	n := *trials
	s := newStage(t, apitest.JSON{"capacity": 1000})
	s.start(max(n, 40))
	second := s.secondReferee()
	for entry := 1; entry <= n; entry++ {
		if entry%50 == 0 {
			s.referee.Renew()
			second.Renew()
		}
		warn := func(by *apitest.Client) func() *apitest.Answer {
			return func() *apitest.Answer { return by.Post(s.path+"/sanctions", sanction(entry, "warning", "after-round")) }
		}
		answers := race(warn(s.referee), warn(second))
		expels := 0
		for _, a := range answers {
			if a.Want(201).Value("expels") == true {
				expels++
			}
		}
		if expels != 1 {
			t.Fatalf("entry %d: %d of two simultaneous warnings expel", entry, expels)
		}
	}
	var list openapi.SanctionList
	s.referee.Get(s.path + "/sanctions").Want(200).Into(&list)
	if len(list.Items) != 2*n {
		t.Errorf("%d warnings given, %d recorded", 2*n, len(list.Items))
	}
}

// Sixty enter at the same moment for twenty seats: twenty sit and forty wait, in
// one order without gaps.
func TestRaceForSeats(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 20})
	s.open()
	var acts []func() *apitest.Answer
	for i := range 60 {
		player := s.player(i)
		acts = append(acts, func() *apitest.Answer {
			for { // who waits too long for their turn is asked to come again
				if a := s.organizer.Post(s.path+"/entries", apitest.JSON{"player": player}); a.Status != http.StatusServiceUnavailable {
					return a
				}
			}
		})
	}
	for _, a := range race(acts...) {
		a.Want(201)
	}
	var page openapi.EntryPage
	s.organizer.Get(s.path + "/entries?limit=100").Want(200).Into(&page)
	seats := 0
	for i, e := range page.Items {
		if e.Number != i+1 {
			t.Fatalf("start numbers have a gap at %d", i+1)
		}
		switch {
		case e.State == "entered":
			seats++
		case e.WaitingPosition != i+1-20:
			t.Errorf("entry %d waits as number %d", e.Number, e.WaitingPosition)
		}
	}
	if len(page.Items) != 60 || seats != 20 {
		t.Errorf("%d entries, %d of them with a seat", len(page.Items), seats)
	}
}

// One player entered twice at the same moment has one entry.
func TestRaceOfOneEntryTwice(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	for i := range *trials / 3 {
		player := s.player(i)
		enter := func() *apitest.Answer { return s.organizer.Post(s.path+"/entries", apitest.JSON{"player": player}) }
		if got := statuses(race(enter, enter)); !slices.Equal(got, []int{201, 409}) {
			t.Fatalf("got %v", got)
		}
	}
}

// Two referees record the result of one table at the same moment, and later
// correct it from the same version: one of them does, each time.
func TestRaceForATable(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 200})
	s.start(40)
	second := s.secondReferee()
	first := s.draw()
	for _, table := range first.Tables {
		record := func(by *apitest.Client) func() *apitest.Answer {
			return func() *apitest.Answer { return by.Post(s.table(1, table.Number)+"/result", result(table)) }
		}
		if got := statuses(race(record(s.referee), record(second))); !slices.Equal(got, []int{201, 409}) {
			t.Fatalf("first results of table %d: %v", table.Number, got)
		}
	}
	correction := result(first.Tables[0])
	correction["reason"] = "ricontato"
	for n := range *trials {
		if n%50 == 49 {
			s.referee.Renew()
			second.Renew()
		}
		match := apitest.Match(fmt.Sprintf(`"%d"`, n+1))
		correct := func(by *apitest.Client) func() *apitest.Answer {
			return func() *apitest.Answer { return by.Do("PUT", s.table(1, 1)+"/result", correction, match) }
		}
		if got := statuses(race(correct(s.referee), correct(second))); !slices.Equal(got, []int{200, 412}) {
			t.Fatalf("corrections of version %d: %v", n+1, got)
		}
	}
}

// T50: the same act sent twice at the same moment under one key is done once,
// and both get its answer.
func TestRaceOfOneKey(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 200})
	s.start(40)
	first := s.draw()
	for _, table := range first.Tables {
		key := apitest.Key(uuid.NewString())
		record := func() *apitest.Answer { return s.referee.Post(s.table(1, table.Number)+"/result", result(table), key) }
		answers := race(record, record, record)
		if got := statuses(answers); !slices.Equal(got, []int{201, 201, 201}) {
			t.Fatalf("table %d: %v", table.Number, got)
		}
		if string(answers[0].Body) != string(answers[1].Body) || string(answers[0].Body) != string(answers[2].Body) {
			t.Fatalf("table %d: three answers to one act", table.Number)
		}
		var versions openapi.ResultVersions
		s.referee.Get(s.table(1, table.Number) + "/results").Want(200).Into(&versions)
		if len(versions.Items) != 1 {
			t.Fatalf("table %d: recorded %d times", table.Number, len(versions.Items))
		}
	}
}

// Draws, closings and starts happen once, and never together with acts that they exclude.
func TestRacesOfRounds(t *testing.T) {
	t.Parallel()
	for n := range max(1, *trials/12) {
		// A trial of its own, so that its server ends with it.
		t.Run(strconv.Itoa(n), func(t *testing.T) { raceOfRounds(t, n) })
	}
}

func raceOfRounds(t *testing.T, n int) {
	t.Helper()
	s := newStage(t, nil)
	s.open()
	s.enter(12)
	s.checkIn(upTo(12)...)
	post := func(path string, body any) func() *apitest.Answer {
		return func() *apitest.Answer { return s.referee.Post(path, body) }
	}
	once := func(what string, answers []*apitest.Answer, want ...int) {
		t.Helper()
		if got := statuses(answers); !slices.Equal(got, want) {
			t.Fatalf("trial %d: %s: %v, want %v", n, what, got, want)
		}
	}
	once("two starts", race(post(s.path+"/start", apitest.JSON{}), post(s.path+"/start", apitest.JSON{})), 200, 409)
	once("two draws of one round", race(post(s.path+"/rounds", apitest.JSON{}), post(s.path+"/rounds", apitest.JSON{})), 201, 409)
	var round openapi.Round
	s.referee.Get(s.round(1)).Want(200).Into(&round)
	s.play(round)
	once("two closings", race(post(s.round(1)+"/closing", nil), post(s.round(1)+"/closing", nil)), 200, 409)
	// A second warning and the next draw: in either order, a player who is out is not seated.
	s.referee.Post(s.path+"/sanctions", sanction(1, "warning", "after-round")).Want(201)
	answers := race(post(s.path+"/sanctions", sanction(1, "warning", "after-round")), post(s.path+"/rounds", apitest.JSON{}))
	warned, drawn := answers[0], answers[1]
	if drawn.Status == 201 && warned.Status == 201 {
		var next openapi.Round
		drawn.Into(&next)
		seated := slices.ContainsFunc(next.Tables, func(t openapi.Table) bool { return slices.Contains(entries(t), 1) })
		if at := fmt.Sprint(warned.Value("round")); seated && at == "1" {
			t.Fatalf("trial %d: expelled after round 1 and seated in round 2", n)
		}
	}
}
