package officiating_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
)

// double returns a person with a number who may not take part.
func double(number byte) officiating.Double {
	return officiating.Double{ID: uuid.UUID{15: number}, Player: true, Why: []league.Grounds{{Code: "CN09", Par: "1.5", Reason: "banned"}}}
}

// TestCheckOf: somebody has to decide for each person whom an entrant resembles whether they are
// the same; people distinguished once are left out (CN09 1.5).
func TestCheckOf(t *testing.T) {
	t.Parallel()
	event, other := league.EventID{UUID: uuid.New()}, league.EventID{UUID: uuid.New()}
	me, somebody := league.PlayerID{UUID: person}, league.PlayerID{UUID: stranger}
	confirmed := func(player league.PlayerID, of league.EventID, about ...byte) facts.EntryCheck {
		c := facts.EntryCheck{EventID: of, Entry: 7, PlayerID: player, Outcome: facts.CheckConfirmed}
		for _, number := range about {
			c.About = append(c.About, uuid.UUID{15: number})
		}
		return c
	}
	refused := confirmed(me, event, 1)
	refused.Outcome = facts.CheckRefused
	for _, tt := range []struct {
		name    string
		doubles []officiating.Double
		decided []facts.EntryCheck
		want    string // the people still resembled, and the decision about this entry
	}{
		{"CN09 1.5/nobody's double", nil, nil, "[] nothing"},
		{"CN09 1.5/somebody's double", []officiating.Double{double(1)}, nil, "[1] nothing"},
		{"CN09 1.5/confirmed for this event", []officiating.Double{double(1)}, []facts.EntryCheck{confirmed(me, event, 1)}, "[] confirmed"},
		{"CN09 1.5/confirmed at another", []officiating.Double{double(1)}, []facts.EntryCheck{confirmed(me, other, 1)}, "[] nothing"},
		{"CN09 1.5/confirmed to be none of one of two", []officiating.Double{double(1), double(2)}, []facts.EntryCheck{confirmed(me, event, 1)}, "[2] confirmed"},
		{"CN09 1.5/confirmed one after the other", []officiating.Double{double(1), double(2)}, []facts.EntryCheck{confirmed(me, event, 1), confirmed(me, event, 2)}, "[] confirmed"},
		{"CN09 1.5/refused", []officiating.Double{double(1)}, []facts.EntryCheck{refused}, "[1] refused"},
		{"CN09 1.5/said to be two people", []officiating.Double{double(1), double(3), double(4)}, nil, "[1] nothing"},
		{"CN09 1.5/a line of the staff is nobody of the register", []officiating.Double{{ID: uuid.UUID{15: 3}}}, nil, "[3] nothing"},
		{"CN09 1.5/another was confirmed", []officiating.Double{double(1)}, []facts.EntryCheck{confirmed(somebody, event, 1)}, "[1] nothing"},
	} {
		two := facts.TwoPeople{{me, {UUID: uuid.UUID{15: 3}}}, {{UUID: uuid.UUID{15: 4}}, me}, {{UUID: uuid.New()}, {UUID: uuid.UUID{15: 2}}}}
		c := officiating.CheckOf(event, facts.Entry{Number: 7, PlayerID: me}, tt.doubles, tt.decided, two)
		ids, decided := []int{}, "nothing"
		for _, d := range c.Resembles {
			ids = append(ids, int(d.ID[15]))
		}
		if c.Decided != nil {
			decided = string(c.Decided.Outcome)
		}
		if got := fmt.Sprint(ids, " ", decided); got != tt.want || c.Open() != (len(ids) > 0) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestMayCheck: an entry is decided about while it waits, and resembles somebody.
func TestMayCheck(t *testing.T) {
	t.Parallel()
	open := officiating.Check{Resembles: []officiating.Double{double(1)}}
	for _, tt := range []struct {
		name  string
		state facts.EntryState
		check officiating.Check
		want  string
	}{
		{"CN09 1.5/who has entered", facts.Entered, open, ""},
		{"CN09 1.5/who is here", facts.CheckedIn, open, ""},
		{"CN09 1.5/who stands by", facts.Waiting, open, ""},
		{"CN09 1.5/who plays already", facts.Playing, open, "state entry-state (state=playing)"},
		{"CN09 1.5/who has cancelled", facts.EntryCancelled, open, "state entry-state (state=cancelled)"},
		{"CN09 1.5/nobody's double", facts.Entered, officiating.Check{}, "state entry-not-to-be-checked (entry=7)"},
		{"CN09 1.5/decided already", facts.Entered, officiating.Check{Decided: &facts.EntryCheck{}}, "state entry-not-to-be-checked (entry=7)"},
	} {
		if got := leaguetest.Answer(officiating.MayCheck(facts.Entry{Number: 7, State: tt.state}, tt.check)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestInvolves: neither the entrant nor a person whom they resemble may decide.
func TestInvolves(t *testing.T) {
	t.Parallel()
	mine, theirs, nobody := uuid.New(), uuid.New(), uuid.New()
	c := officiating.Check{Resembles: []officiating.Double{{}, {AccountID: &theirs}}}
	for name, tt := range map[string]struct {
		by   uuid.UUID
		want bool
	}{"the entrant": {mine, true}, "whom they resemble": {theirs, true}, "another": {nobody, false}} {
		if got := c.Involves(tt.by, facts.Entry{AccountID: &mine}); got != tt.want {
			t.Errorf("%s: got %t", name, got)
		}
	}
	if c.Involves(uuid.Nil, facts.Entry{}) {
		t.Error("nobody has no account")
	}
}

// TestDecideCheck: a confirmation by an office over the tenant holds for all events, a refusal for
// this one; an entry in a final is never refused, because it follows from a place.
func TestDecideCheck(t *testing.T) {
	t.Parallel()
	season := league.SeasonID{UUID: uuid.New()}
	c := officiating.Check{Resembles: []officiating.Double{double(1), double(2)}}
	for _, tt := range []struct {
		name string
		kind string // of a final
		n    officiating.NewCheck
		want string // outcome and whether everywhere, or why not
	}{
		{"CN09 1.5/by a referee", "", officiating.NewCheck{Outcome: facts.CheckConfirmed}, "confirmed false"},
		{"CN09 1.5/by the manager", "", officiating.NewCheck{Outcome: facts.CheckConfirmed, Everywhere: true}, "confirmed true"},
		{"CN09 1.5/refused by the manager", "", officiating.NewCheck{Outcome: facts.CheckRefused, Everywhere: true}, "refused false"},
		{"CN09 1.7/confirmed in a regional final", facts.KindRegionalFinal, officiating.NewCheck{Outcome: facts.CheckConfirmed}, "confirmed false"},
		{"CN09 1.7/refused in a regional final", facts.KindRegionalFinal, officiating.NewCheck{Outcome: facts.CheckRefused}, "state CN09 1.7: entry-of-final"},
		{"CN09 1.9/refused in the national final", facts.KindNationalFinal, officiating.NewCheck{Outcome: facts.CheckRefused}, "state CN09 1.9: entry-of-final"},
	} {
		s := gathered(t, tt.name, 7)
		s.Event.ID = league.EventID{UUID: uuid.New()}
		if tt.kind != "" {
			s.Event.Kind, s.Event.SeasonID = tt.kind, &season
		}
		d, err := s.DecideCheck(c, s.Entries[6], tt.n, beginning)
		got := leaguetest.Answer(err)
		if err == nil {
			got = fmt.Sprint(d.Outcome, " ", d.Everywhere)
			if d.EventID != s.Event.ID || d.Entry != 7 || d.PlayerID != s.Entries[6].PlayerID || len(d.About) != 2 || d.About[1] != double(2).ID || !d.DecidedAt.Equal(beginning) {
				t.Errorf("%s: got %+v", tt.name, d)
			}
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestKeptOut: a double is judged like an entrant; staff outside the register count only as
// referees (CN09 1.5).
func TestKeptOut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		known string
		other officiating.Double
		want  string
	}{
		{"CN09 1.5/a banned player", "banned", officiating.Double{ID: person, Player: true}, "[CN09 1.5: banned]"},
		{"CN09 1.5/a player who may enter", "", officiating.Double{ID: person, Player: true}, "[]"},
		{"CN09 1.5/a player who referees by their account", "referee-by-account", officiating.Double{ID: person, Player: true, AccountID: &account}, "[CN09 1.5: referee-of-event]"},
		{"CN09 1.5/a referee who is no player", "", officiating.Double{ID: stranger}, "[CN09 1.5: referee-of-event]"},
		{"BG 1.1.7/a referee who is no player may be resembled", "", officiating.Double{ID: stranger}, "[]"},
	} {
		if got := fmt.Sprint(gathered(t, tt.name, 1).KeptOut(known(tt.known), tt.other)); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestSeasonsThatQualify: being qualified for a final excludes from the events that lead to it, and
// from no others; a final is entered only by a place anyway (CN09 1.5).
func TestSeasonsThatQualify(t *testing.T) {
	t.Parallel()
	season := league.SeasonID{UUID: uuid.New()}
	for name, tt := range map[string]struct {
		event facts.Event
		want  int
	}{
		"a stage":                       {facts.Event{SeasonID: &season, Kind: facts.KindStage, Circuit: "regional"}, 1},
		"an open tournament":            {facts.Event{SeasonID: &season, Kind: facts.KindOpen, Circuit: "open"}, 1},
		"a regional final":              {facts.Event{SeasonID: &season, Kind: facts.KindRegionalFinal}, 0},
		"an event of no season":         {facts.Event{Kind: facts.KindStage}, 0},
		"an event of none of a circuit": {facts.Event{SeasonID: &season, Kind: "club"}, 0},
	} {
		s := &officiating.Situation{EventFacts: facts.EventFacts{Event: tt.event}}
		if got := s.SeasonsThatQualify(); len(got) != tt.want || tt.want == 1 && got[0] != season {
			t.Errorf("CN09 1.5, %s: got %v", name, got)
		}
	}
}

// TestToBeChecked: entries are checked while they wait for the start, or are on the waiting list.
func TestToBeChecked(t *testing.T) {
	t.Parallel()
	for state, want := range map[facts.EventState]string{facts.Open: "[1 2 3]", facts.Running: "[1 2 3]", facts.Finished: "[]", facts.Cancelled: "[]"} {
		s := entered(t, "CN09", 9, "ehwcnp")
		s.Event.State = state
		numbers := []int{}
		for _, e := range s.ToBeChecked() {
			numbers = append(numbers, e.Number)
		}
		if got := fmt.Sprint(numbers); got != want {
			t.Errorf("%s: got %s, want %s", state, got, want)
		}
	}
}

// TestRequireChecked: an entry with an undecided check does not play, and the refusal does not say
// why it is checked.
func TestRequireChecked(t *testing.T) {
	t.Parallel()
	checks := map[int]officiating.Check{2: {Resembles: []officiating.Double{double(1)}}, 3: {Decided: &facts.EntryCheck{}}}
	for entries, want := range map[string]string{"1 3": "", "1 2 3": "state entry-to-be-checked (entry=2)", "": ""} {
		var list []facts.Entry
		for _, number := range numbered(t, entries) {
			list = append(list, facts.Entry{Number: int(number)})
		}
		if got := leaguetest.Answer(officiating.RequireChecked(checks, list)); got != want {
			t.Errorf("CN09 1.5 of %s: got %q, want %q", entries, got, want)
		}
	}
	if got := leaguetest.Answer(league.Faults{officiating.Unchecked(5)}); got != "faults /entries/5: entry-to-be-checked (entry=5)" {
		t.Error(got)
	}
}

// TestFirstWhoMayPlay: the first reserve who may take part steps in; if none may, the refusal is
// that of the first (JP22 4, with the exclusions of CN09 1.5).
func TestFirstWhoMayPlay(t *testing.T) {
	t.Parallel()
	open := officiating.Check{Resembles: []officiating.Double{double(1)}}
	for _, tt := range []struct {
		name   string
		banned []int
		checks map[int]officiating.Check
		want   string
	}{
		{"CN09 1.5/all may", nil, nil, "9"},
		{"CN09 1.5/the first has been banned", []int{9}, nil, "10"},
		{"CN09 1.5/the first is to be checked", nil, map[int]officiating.Check{9: open}, "10"},
		{"CN09 1.5/the first was checked", nil, map[int]officiating.Check{9: {Decided: &facts.EntryCheck{}}}, "9"},
		{"CN09 1.5/one is banned, the other to be checked", []int{9}, map[int]officiating.Check{10: open}, "faults /entries/9: CN09 1.5: banned"},
		{"CN09 1.5/one is to be checked, the other banned", []int{10}, map[int]officiating.Check{9: open}, "state entry-to-be-checked (entry=9)"},
	} {
		s := gathered(t, tt.name, 10)
		p := &officiating.Background{}
		for _, number := range tt.banned {
			p.Bans = append(p.Bans, facts.BanTerm{PlayerID: s.Entries[number-1].PlayerID, FromDay: "2009-01-01"})
		}
		e, err := s.FirstWhoMayPlay(p, tt.checks, s.Entries[8:])
		got := leaguetest.Answer(err)
		if err == nil {
			got = fmt.Sprint(e.Number)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestToStrike: before the field is fixed, the entries of excluded players are struck; for a
// referee of the event somebody has to decide first which of the two they are (CN09 1.5).
func TestToStrike(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, known, state string
		want               string
	}{
		{"CN09 1.5/nothing is known", "", "h", "map[]"},
		{"CN09 1.5/banned", "banned", "h", "map[1:banned]"},
		{"CN09 1.5/an employee, who is banned too", "banned employee", "h", "map[1:employee-of-publisher]"},
		{"CN09 1.5/qualified", "qualified", "h", "map[1:already-qualified]"},
		{"CN09 1.5/banned, and has cancelled", "banned", "c", "map[]"},
		{"CN09 1.5/a referee", "referee", "h", "faults /entries/1: CN09 1.5: referee-of-event"},
		{"CN09 1.5/a referee who is banned", "referee banned", "h", "faults /entries/1: CN09 1.5: referee-of-event"},
		{"BG 1.1.7/a referee may play", "referee", "h", "map[]"},
	} {
		s := entered(t, tt.name, 9, tt.state)
		reasons, err := s.ToStrike(known(tt.known))
		got := leaguetest.Answer(err)
		if err == nil {
			got = fmt.Sprint(reasons)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestWhyNotEnter: all reasons are given at once, the present obstacles before those of the
// regulation.
func TestWhyNotEnter(t *testing.T) {
	t.Parallel()
	s := gathered(t, "CN09", 1)
	player := facts.Player{ID: league.PlayerID{UUID: person}, AccountID: &account}
	for _, tt := range []struct {
		name  string
		state facts.EventState
		entry *facts.Entry
		known string
		want  string
	}{
		{"CN09 1.5/nothing", facts.Open, nil, "", "[]"},
		{"CN09 1.5/banned", facts.Open, nil, "banned", "[CN09 1.5: banned]"},
		{"CN09 1.5/entered already", facts.Open, &facts.Entry{Number: 4}, "", "[already-entered (entry=4)]"},
		{"CN09 1.5/all of it", facts.Closed, &facts.Entry{Number: 4}, "banned", "[entries-not-open (state=closed) already-entered (entry=4) CN09 1.5: banned]"},
	} {
		s.Event.State = tt.state
		if got := fmt.Sprint(s.WhyNotEnter(known(tt.known), player, tt.entry)); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestReceivedAt: an entry on paper has the moment at which somebody asked, which was not in the
// future (FG14 2).
func TestReceivedAt(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		at, want time.Time
		no       string
	}{
		"FG14 2/nothing is said: now": {time.Time{}, beginning, ""},
		"FG14 2/yesterday":            {beginning.AddDate(0, 0, -1), beginning.AddDate(0, 0, -1), ""},
		"FG14 2/this moment":          {beginning, beginning, ""},
		"FG14 2/in a second":          {beginning.Add(time.Second), time.Time{}, "faults /receivedAt: received-in-future"},
	} {
		at, err := officiating.ReceivedAt(tt.at, beginning)
		if leaguetest.Answer(err) != tt.no || err == nil && !at.Equal(tt.want) {
			t.Errorf("%s: got %s, %v", name, at, err)
		}
	}
}
