package biography

import "referto/internal/league"

// Biography holds the career figures of a player.
type Biography struct {
	Events, EventsWon, Podiums int // podiums: places 1 to 3
	Games, GamesWon            int
	// Records are in the order of [Kinds]; records of one kind are in the order in which their
	// rulesets were first played.
	Records []Record
	// Streaks are in the order of [Runs]. Streaks of length zero are left out.
	Streaks []Streak
	// Opponents are sorted by number of games, highest first, then by latest game.
	Opponents []Opponent
}

// Moment is a game of an event. Round and Table are 0 if the whole event is meant.
type Moment struct {
	Event        league.EventID
	Round, Table int
}

// Kind is the kind of a record.
type Kind string

// The kinds of records.
const (
	GamePoints  Kind = "game-points"  // most points in one game
	EventPoints Kind = "event-points" // most ranking points in one event
	EventWins   Kind = "event-wins"   // most games won in one event
)

// Kinds returns all kinds of records.
func Kinds() []Kind { return []Kind{GamePoints, EventPoints, EventWins} }

// Record is a personal best of a player.
type Record struct {
	Kind Kind
	// Ruleset is the ruleset under which the record was set; "" for figures compared across
	// rulesets.
	Ruleset string
	Value   league.Frac
	At      Moment // first time it was reached
}

// Run is the kind of a streak.
type Run string

// The kinds of streaks.
const (
	GamesWon  Run = "games-won"  // games won in a row
	OnPodiums Run = "on-podiums" // events in a row finished in the first three places
)

// Runs returns all kinds of streaks.
func Runs() []Run { return []Run{GamesWon, OnPodiums} }

// Streak is the longest uninterrupted run of successes, and the first of that length.
type Streak struct {
	Run      Run
	Length   int
	From, To Moment
	// Goes reports whether the streak is still open: it includes the latest game or event.
	Goes bool
}

// Of returns the biography of a player. events are in the order in which they were held. Events
// without the player add nothing.
func Of(player league.PlayerID, events []Event) Biography {
	var b Biography
	var won, podium runs
	best := bests{}
	tables := meetings{of: map[league.PlayerID]*met{}}
	for _, e := range events {
		standing, there := e.standingOf(player)
		if !there {
			continue
		}
		b.Events++
		if standing.Place == 1 {
			b.EventsWon++
		}
		onPodium := standing.Place >= 1 && standing.Place <= 3
		if onPodium {
			b.Podiums++
		}
		podium.next(onPodium, Moment{Event: e.ID})
		if standing.Points != nil {
			best.take(EventPoints, e.Ruleset, *standing.Points, Moment{Event: e.ID})
		}
		wins := 0
		for _, g := range e.Games {
			seat, counts := g.seatOf(player)
			if !counts {
				continue
			}
			at := Moment{e.ID, g.Round, g.Table}
			b.Games++
			if seat.Won {
				wins++
			}
			won.next(seat.Won, at)
			best.take(GamePoints, e.Ruleset, league.Int(seat.Points), at)
			tables.take(player, seat, g, at)
		}
		b.GamesWon += wins
		best.take(EventWins, "", league.Int(wins), Moment{Event: e.ID})
	}
	b.Records, b.Opponents = best.records(), tables.opponents()
	for _, s := range []Streak{won.longest(GamesWon), podium.longest(OnPodiums)} {
		if s.Length > 0 {
			b.Streaks = append(b.Streaks, s)
		}
	}
	return b
}

// bests holds the best values so far, in the order in which they were first added.
type bests []Record

func (b *bests) take(kind Kind, ruleset string, value league.Frac, at Moment) {
	if value.Cmp(league.Frac{}) <= 0 {
		return // zero is no record
	}
	for i, r := range *b {
		if r.Kind == kind && r.Ruleset == ruleset {
			if value.Cmp(r.Value) > 0 {
				(*b)[i].Value, (*b)[i].At = value, at
			}
			return
		}
	}
	*b = append(*b, Record{kind, ruleset, value, at})
}

// records returns the records in the order of the kinds.
func (b bests) records() []Record {
	var out []Record
	for _, kind := range Kinds() {
		for _, r := range b {
			if r.Kind == kind {
				out = append(out, r)
			}
		}
	}
	return out
}

// runs finds the longest run of successes.
type runs struct {
	now, most Streak
}

func (r *runs) next(success bool, at Moment) {
	if !success {
		r.now = Streak{}
		return
	}
	if r.now.Length == 0 {
		r.now.From = at
	}
	r.now.Length++
	r.now.To = at
	if r.now.Length > r.most.Length {
		r.most = r.now
	}
}

func (r *runs) longest(of Run) Streak {
	s := r.most
	s.Run = of
	s.Goes = s == Streak{Run: of, Length: r.now.Length, From: r.now.From, To: r.now.To}
	return s
}
