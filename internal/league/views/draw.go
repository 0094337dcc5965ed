package views

import (
	"encoding/json"
	"fmt"

	"referto/internal/league"
	"referto/internal/league/draws"
	"referto/internal/league/facts"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// Draw makes how the lots were drawn; the secret only once it is revealed.
func (v View) Draw() openapi.Draw {
	d := v.eventDraw()
	hash(d, &d.Hash)
	return d
}

func (v View) eventDraw() openapi.Draw {
	e := v.EventFacts.Event
	d := openapi.Draw{Algorithm: draws.Algorithm, Method: openapi.DrawMethod(e.DrawMethod), Commitment: e.DrawCommitment}
	if e.DrawMethod == facts.Sealed {
		return d
	}
	d.Reason = v.free(e.DrawReason)
	d.Secret, d.Seed = hexadecimal(e.DrawSecret), e.DrawSeed
	facts := tournament.FactsOf(&v.EventFacts)
	for _, entry := range v.Entries {
		if entry.Lot == nil || entry.Replaces != nil { // the seed binds the players who were there
			continue
		}
		d.CheckedIn = append(d.CheckedIn, entry.Number)
		d.Entrants = append(d.Entrants, openapi.DrawnEntrant{Entry: entry.Number, Player: entry.Record()})
		d.Lots = append(d.Lots, openapi.DrawnNumber{Entry: entry.Number, Number: *entry.Lot})
		if entry.Place != nil {
			d.Places = append(d.Places, openapi.DrawnNumber{Entry: entry.Number, Number: *entry.Place})
		}
	}
	d.FirstRound = openapi.Each(facts.FirstRound, v.drawnFor)
	d.Rounds = v.drawnRounds(facts.Draws)
	for i, plan := range v.State.Schedule {
		d.Schedule = append(d.Schedule, openapi.ScheduledRound{Round: i + 1, Tables: seatings(plan)})
	}
	if q := v.State.ScheduleQuality; q != nil {
		d.Quality = openapi.ScheduleQuality{
			Algorithm: string(v.State.ScheduleBy), Repeats: q.Repeats, LeastRepeats: q.LeastRepeats,
			ShortTables: openapi.ScheduleSpread(q.Short), Seats: openapi.ScheduleSpread(q.Seats),
		}
	}
	return d
}

// drawnRounds are the orders of later rounds where every round is drawn by lot.
func (v View) drawnRounds(orders [][]league.Entry) []openapi.DrawnRound {
	var out []openapi.DrawnRound
	for i, order := range orders {
		drawn := openapi.DrawnRound{
			Round: i + 2, Method: openapi.DrawnRoundMethodDrawn, Order: openapi.Each(order, v.drawnFor),
		}
		if number := i + 1; number < len(v.Rounds) && v.Rounds[number].DrawnOrder != nil {
			drawn.Method, drawn.Reason = openapi.DrawnRoundMethodByHand, v.free(v.Rounds[number].HandReason)
		}
		out = append(out, drawn)
	}
	return out
}

// drawnFor returns the entry that was drawn at the place where this one plays.
func (v View) drawnFor(e league.Entry) int { return int(v.DrawnAs(e)) }

// replacements returns the reserves who have stepped in, in the order of their entries, which is also the order
// in which reserves are called.
func (v View) replacements() []draws.Replacement {
	var out []draws.Replacement
	for _, entry := range v.Entries {
		if entry.Replaces != nil {
			out = append(out, draws.Replacement{Entry: league.Entry(entry.Number), Replaces: league.Entry(*entry.Replaces)})
		}
	}
	return out
}

// RoundDraw makes how a round, counted from 1, was drawn.
func (v View) RoundDraw(round int) (openapi.RoundDraw, error) {
	document, err := draws.Of(v.Rules, tournament.FactsOf(&v.EventFacts), round)
	if err != nil {
		return openapi.RoundDraw{}, err
	}
	document.Event, document.Replacements = v.EventFacts.Event.ID.String(), v.replacements()
	if drawn := v.Rounds[round-1]; drawn.DrawnOrder != nil {
		document.Seating.ByHand = drawn.HandReason
	}
	var out openapi.RoundDraw
	if err := recast(document, &out); err != nil {
		return out, err
	}
	if err := recast(v.eventDraw(), &out.Draw); err != nil {
		return out, err
	}
	if drawn := v.Rounds[round-1]; drawn.Method == "by-hand" {
		out.Change.Reason, out.Change.By, out.Change.AcceptedBy = v.free(drawn.HandReason), v.w.Player(drawn.DrawnBy, drawn.DrawnByInitials), drawn.AcceptedBy
	}
	hash(out, &out.Hash)
	return out, nil
}

// recast converts a document from one type into another with the same JSON form.
func recast(from, to any) error {
	raw, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(raw, to)
	}
	if err != nil {
		return fmt.Errorf("%T as %T: %w", from, to, err)
	}
	return nil
}

// hash sets the hash of a document that has none yet. The documents are our own types of whole numbers, texts
// and lists, so that a failure is a bug.
func hash(document any, to *string) {
	raw, err := json.Marshal(document)
	if err == nil {
		*to, err = draws.Hash(raw)
	}
	if err != nil {
		panic(fmt.Sprintf("leagueapi: %T has no hash: %v", document, err))
	}
}
