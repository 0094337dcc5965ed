package biography

import "referto/internal/league"

// Biography holds what a player has come to.
type Biography struct {
	Events, EventsWon, Podiums int // podiums: places from 1 to 3
	Games, GamesWon            int
	// Records are in the order of [Kinds], those of one kind in the order in which their
	// regulations were first played by.
	Records []Record
	// Streaks are in the order of [Runs]; those of nothing are left out.
	Streaks []Streak
	// Opponents are those met most often first, of those the one met last first.
	Opponents []Opponent
}

// Moment is a game of an event; Round and Table are 0 where all of the event is meant.
type Moment struct {
	Event        league.EventID
	Round, Table int
}

// Kind says of what a record is.
type Kind string

// The kinds of records.
const (
	GamePoints  Kind = "game-points"  // most points in one game
	EventPoints Kind = "event-points" // most points by which the ruleset ranks, in one event
	EventWins   Kind = "event-wins"   // most games won in one event
)

// Kinds lists them.
func Kinds() []Kind { return []Kind{GamePoints, EventPoints, EventWins} }

// Record is the best that a player has done.
type Record struct {
	Kind Kind
	// Ruleset names the regulation by which it was done; "" for what is compared
	// throughout.
	Ruleset string
	Value   league.Frac
	At      Moment // the first time
}

// Run says of what a streak is.
type Run string

// The kinds of streaks.
const (
	GamesWon  Run = "games-won"  // games won one after the other
	OnPodiums Run = "on-podiums" // events ended among the first three one after the other
)

// Runs lists them.
func Runs() []Run { return []Run{GamesWon, OnPodiums} }

// Streak is the longest run of successes that nothing interrupts, the first of that length.
type Streak struct {
	Run      Run
	Length   int
	From, To Moment
	// Goes reports whether it may still go on: nothing has come after it.
	Goes bool
}

// Of makes the biography of a player from events that are in the order in which they were held.
// Those without the player add nothing.
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

// bests are the best values so far, those that were first taken first.
type bests []Record

func (b *bests) take(kind Kind, ruleset string, value league.Frac, at Moment) {
	if value.Cmp(league.Frac{}) <= 0 {
		return // nothing to be remembered for
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

// records are they in the order of the kinds.
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
