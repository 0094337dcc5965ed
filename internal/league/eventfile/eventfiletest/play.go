// Package eventfiletest plays random events to be written into files: by any preset, with every kind of
// incident that its regulation covers. The same seed plays the same event.
package eventfiletest

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/scoring"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// decoded caches the presets, so that each is decoded once.
var decoded sync.Map

func preset(id string) (*rules.Ruleset, error) {
	if r, ok := decoded.Load(id); ok {
		return r.(*rules.Ruleset), nil
	}
	r, err := presets.Find(id)
	if err == nil {
		decoded.Store(id, r)
	}
	return r, err
}

// Rulesets returns presets with the wanted readings, as the desk does.
func Rulesets(wanted eventfile.Ruleset) (*rules.Ruleset, error) {
	r, err := preset(wanted.Key)
	for key, value := range wanted.Readings {
		if err == nil {
			r, err = r.WithReading(key, value)
		}
	}
	return r, err
}

// Play plays an event by a preset until its regulation allows no further round, and returns it with its
// ruleset.
func Play(t testing.TB, id string, seed uint64) (eventfile.Document, *rules.Ruleset) {
	t.Helper()
	r, err := preset(id)
	if err != nil {
		t.Fatal(err)
	}
	d := eventfile.Document{Event: announced(id), Ruleset: eventfile.Ruleset{Key: id}}
	n := r.Field.Largest(max(r.Field.Min, 12+rand.New(rand.NewPCG(seed, 3)).IntN(14)))
	for i := range n {
		d.Entries = append(d.Entries, eventfile.Entry{Number: league.Entry(i + 1), Name: Name(i), Club: clubs[i%len(clubs)]})
	}
	d.Entries = append(d.Entries, eventfile.Entry{Number: league.Entry(n + 1), Name: "=SUM(A1)", State: eventfile.NoShow})
	if r.Time.Limit == "none" {
		d.Event.TimeLimitMinutes = 0
	}
	return PlayWith(t, id, seed, d)
}

// PlayWith plays an event with the entries of a document in which nothing has been played yet.
func PlayWith(t testing.TB, id string, seed uint64, d eventfile.Document) (eventfile.Document, *rules.Ruleset) {
	t.Helper()
	r, err := preset(id)
	if err != nil {
		t.Fatal(err)
	}
	p := &player{t: t, r: r, random: rand.New(rand.NewPCG(seed, 20)), d: d}
	drawn := sha256.Sum256(fmt.Append(nil, seed))
	p.begin(drawn)
	p.play(drawn)
	return p.d.Normal(), r
}

var clubs = []string{"Tana dei Goblin, Aosta", "", `Circolo "La Torre"`, "Клуб София", "-zero; uno"}

// Name returns the name of the person with index i among the entries.
func Name(i int) string {
	return fmt.Sprintf("%s %s", []string{"Ada", "Bruno", "Çelik", "Дойчев", "Élodie"}[i%5], string(rune('A'+i/26))+string(rune('a'+i%26)))
}

func announced(id string) eventfile.Announcement {
	return eventfile.Announcement{
		Title: "Torneo " + id, Kind: "club", StartsAt: time.Date(2009, time.February, 8, 9, 0, 0, 0, time.UTC), TimeZone: "Europe/Rome",
		Venue: eventfile.Venue{Name: "Biblioteca", City: "Aosta"}, Fee: &eventfile.Fee{Amount: league.NewFrac(550, 100), Currency: "EUR"},
		TimeLimitMinutes: 80, Notes: "Portare la pedina.\nSi gioca; con qualunque tempo.",
	}
}

type player struct {
	t      testing.TB
	r      *rules.Ruleset
	d      eventfile.Document
	random *rand.Rand
}

func (p *player) begin(seed [32]byte) {
	f := &p.d.Facts
	f.Entrants = nil
	for _, e := range p.d.Entries {
		if e.State == eventfile.Played {
			f.Entrants = append(f.Entrants, e.Number)
		}
	}
	if len(f.Entrants) < p.r.Field.Min { // a field too small for preliminary rounds begins with its semifinal (CN09 1.7.4)
		f.Structure = &rules.Structure{Semifinal: true, Final: true, Advance: 2}
	}
	f.Lots = seating.DrawLots(seed, f.Entrants)
	f.Variant, f.Formula, f.Pairing = p.r.Game.Variants[0].ID, p.r.Format.Formulas[0].ID, p.r.Seating.Pairings[0].System
	if f.Pairing == rules.ByPreviousStandings {
		f.Previous = seating.Shuffle(seed, "previous", f.Entrants)
		f.Apart = []tournament.Apart{{Pair: [2]league.Entry{1, 2}}, {Pair: [2]league.Entry{3, 1}}}
	} else {
		f.FirstRound = seating.Shuffle(seed, seating.PurposeFirstRound, f.Entrants)
	}
}

func (p *player) state() tournament.State {
	p.t.Helper()
	state, err := tournament.Replay(p.r, p.d.Facts)
	if err != nil {
		p.t.Fatal(err)
	}
	return state
}

func (p *player) play(seed [32]byte) {
	f := &p.d.Facts
	for {
		next := p.state().Next
		if next.Undrawn {
			f.Draws = append(f.Draws, seating.Shuffle(seed, seating.PurposeRound(next.Number), f.Entrants))
			next = p.state().Next
		}
		if next.Kind == "" || next.Err != nil {
			return
		}
		round := tournament.Round{Kind: next.Kind, Closed: true}
		for _, table := range next.Plan.Tables {
			round.Tables = append(round.Tables, tournament.Table{Number: table.Number, Seats: table.Seats, Result: p.result(table.Seats)})
		}
		f.Rounds = append(f.Rounds, round)
		p.trouble(len(f.Rounds), next.Kind)
	}
}

// trouble makes players come late, withdraw and be sanctioned.
func (p *player) trouble(round int, kind league.RoundKind) {
	f := &p.d.Facts
	after := league.Moment{Round: round}
	for _, entry := range f.Entrants {
		what := p.random.IntN(60)
		if what > 3 || p.isOut(entry) {
			continue
		}
		switch what {
		case 0:
			f.Withdrawals = append(f.Withdrawals, league.Withdrawal{Entry: entry, At: after, Reason: "@casa", Unexcused: p.random.IntN(2) == 0})
			return // one withdrawal is enough for a round
		case 1:
			f.Sanctions = append(f.Sanctions, league.Sanction{Entry: entry, Kind: league.Warning, At: after, Reason: "slow-play", Confirmed: true, ConfirmedAt: &league.Moment{}})
			f.Sanctions[len(f.Sanctions)-1].ConfirmedAt.Round = round
		case 2:
			if p.r.Attendance != nil && kind == league.Preliminary {
				f.Arrivals = append(f.Arrivals, tournament.Arrival{Entry: entry, Round: round, Minutes: p.random.IntN(5)})
			}
		case 3:
			if !slices.ContainsFunc(p.r.Discipline.Offenses, func(o rules.Offense) bool { return o.Points != nil }) {
				continue
			}
			points := league.NewFrac(-7, 2)
			f.Sanctions = append(f.Sanctions, league.Sanction{Entry: entry, Kind: league.Points, At: after, Reason: "-7, detto", Points: &points})
		}
	}
}

// isOut reports whether an entry has left the event or was struck, so that it gets no further incident.
func (p *player) isOut(entry league.Entry) bool {
	return slices.ContainsFunc(p.state().Struck, func(s tournament.Struck) bool { return s.Entry == entry }) ||
		slices.ContainsFunc(p.d.Facts.Withdrawals, func(w league.Withdrawal) bool { return w.Entry == entry })
}

// result returns a random result of a table that the regulation allows.
func (p *player) result(seats []league.Entry) *league.Result {
	variant, _ := p.r.Variant("")
	for range 10_000 {
		if result := p.guess(seats, variant); len(scoring.Check(p.r, variant, seats, *result)) == 0 {
			return result
		}
	}
	p.t.Fatalf("no result for a table of %d by %s", len(seats), p.r.Code)
	return nil
}

func (p *player) guess(seats []league.Entry, variant rules.Variant) *league.Result {
	endings := []league.Ending{league.Declared, league.TimeLimit, league.Completed}
	result := &league.Result{Ended: endings[p.random.IntN(len(endings))]}
	for i, entry := range seats {
		seat := league.SeatResult{Entry: entry, VP: 2 + p.random.IntN(variant.Target)}
		for _, f := range p.r.Game.RecordedAt(len(seats)) {
			if seat.Figures == nil {
				seat.Figures = map[string]int{}
			}
			seat.Figures[f.ID] = f.Range.Min + p.random.IntN(min(5, f.Range.Max-f.Range.Min+1))
		}
		if teams := p.r.Scoring.Teams; teams != nil && len(seats) == teams.Seats {
			seat.Objective = p.r.Game.Objectives[i].ID
		}
		if entered := p.r.Scoring.Entered; entered != nil && slices.Contains(entered.Sizes, len(seats)) {
			points := league.NewFrac(int64(p.random.IntN(80)), 2)
			seat.Points = &points
		}
		result.Seats = append(result.Seats, seat)
	}
	if result.Ended == league.Declared {
		i := p.random.IntN(len(seats))
		result.DeclaredBy, result.Seats[i].VP = seats[i], variant.Target
	}
	if p.r.Scoring.Void != nil && p.random.IntN(8) == 0 {
		result.Void = &league.Void{For: seats[1:], AtFault: seats[:1], OthersScored: p.random.IntN(2) == 0}
	}
	return result
}
