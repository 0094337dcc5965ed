package remote

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/league/conformance"
	"referto/openapi"
)

// byHand is the reason for everything that a case says was drawn.
const byHand = "Drawn by hand, as the case has it"

// acceptedBy is the name of the second person whom tables made by hand need.
const acceptedBy = "Author of the case"

// catan2009 is one event that replays a tournament of regulation 002.
type catan2009 struct {
	event
	in  conformance.Catan2009
	out object
	// rounds are the preliminary rounds in the outcome.
	rounds []any
}

// replayCatan2009 holds the tournament of a case and tells its outcome.
func replayCatan2009(ctx context.Context, d *Driver, c conformance.Case) (any, error) {
	in, err := conformance.ParseCatan2009(c)
	if err != nil {
		return nil, err
	}
	t := &catan2009{in: in, rounds: []any{}, out: object{}}
	for _, step := range []func(context.Context) error{
		func(ctx context.Context) error { return t.announce(ctx, d, c) },
		t.enterAll, t.start, t.playRounds, t.playSemifinals, t.playFinal, t.tellDiscipline,
	} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	t.out["rounds"] = t.rounds
	return t.out, nil
}

// announce drafts the event under the case's readings, announces it and opens
// the entries.
func (t *catan2009) announce(ctx context.Context, d *Driver, c conformance.Case) error {
	preset, readings, err := conformance.PresetFor(c)
	if err != nil {
		return err
	}
	t.event, err = d.hold(ctx, openapi.NewEvent{
		Kind: openapi.EventKindStage, Title: "Case " + c.ID, Slug: "case-" + c.ID + "-" + uuid.NewString()[:8],
		StartsAt: time.Date(2009, time.February, 8, 9, 0, 0, 0, time.UTC), TimeZone: "Europe/Rome",
		Venue:   openapi.Venue{Name: "Sala giochi", City: "Aosta"},
		Ruleset: preset, Readings: readings, Formula: t.in.Formula, Variant: t.in.Rules, Pairing: pairings[t.in.Pairing],
		Capacity: len(t.in.Players),
	})
	if err != nil {
		return err
	}
	if err := t.manage(ctx, "/announcement", nil, nil); err != nil {
		return err
	}
	return t.manage(ctx, "/entry-opening", nil, nil)
}

// pairings are the pairing systems by the words of the cases.
var pairings = map[string]openapi.NewEventPairing{
	"swiss": openapi.NewEventPairingByStandings, "preset": openapi.NewEventPairingFixedSchedule,
}

// enterAll enters the players, so that their start numbers follow the case's
// list, and checks them in.
func (t *catan2009) enterAll(ctx context.Context) error {
	for i, name := range t.in.Players {
		player, err := t.player(ctx, name)
		if err != nil {
			return err
		}
		var entry openapi.Entry
		if err := t.manage(ctx, "/entries", openapi.NewEntry{Player: player}, &entry); err != nil {
			return err
		}
		if entry.Number != i+1 {
			return fmt.Errorf("%s got start number %d, want %d", name, entry.Number, i+1)
		}
		if err := t.direct(ctx, fmt.Sprintf("/entries/%d/check-in", entry.Number), nil, nil); err != nil {
			return err
		}
	}
	return nil
}

// entry is a player's start number; 0 for "".
func (t *catan2009) entry(player string) int { return slices.Index(t.in.Players, player) + 1 }

// drawn are numbers drawn from a hat; nil for nil.
func (t *catan2009) drawn(numbers map[string]int) []openapi.DrawnNumber {
	var drawn []openapi.DrawnNumber
	for player, number := range numbers {
		drawn = append(drawn, openapi.DrawnNumber{Entry: t.entry(player), Number: number})
	}
	return drawn
}

// start locks the field and tells the format, and the schedule where it is fixed.
func (t *catan2009) start(ctx context.Context) error {
	var event openapi.Event
	err := t.direct(ctx, "/start", openapi.EventStart{Lots: t.drawn(t.in.Lots), Places: t.drawn(t.in.Places), Reason: byHand}, &event)
	if err != nil {
		return err
	}
	t.tellFormat(event)
	if t.in.Places == nil {
		return nil
	}
	var draw openapi.Draw
	if err := t.ask(ctx, "/draw", &draw); err != nil {
		return err
	}
	t.out["preset_seating"] = openapi.Each(draw.Schedule, func(r openapi.ScheduledRound) any { return t.seating(r.Tables) })
	return nil
}

// playRounds plays the preliminary rounds.
func (t *catan2009) playRounds(ctx context.Context) error {
	for i, round := range t.in.Rounds {
		number := i + 1
		if err := t.draw(ctx, openapi.RoundKindPreliminary, round.Tables); err != nil {
			return fmt.Errorf("round %d: %w", number, err)
		}
		for _, p := range round.Penalties {
			if err := t.punish(ctx, p); err != nil {
				return fmt.Errorf("round %d: %w", number, err)
			}
		}
		if err := t.report(ctx, number, round.Tables); err != nil {
			return err
		}
		if err := t.withdraw(ctx, round.Withdrawals); err != nil {
			return err
		}
		if err := t.tellRound(ctx, number); err != nil {
			return err
		}
	}
	return nil
}

// draw seats a round by hand.
func (t *catan2009) draw(ctx context.Context, kind openapi.RoundKind, games []conformance.Catan2009Game) error {
	round := openapi.NewRound{Reason: byHand, AcceptedBy: acceptedBy}
	var sits []int
	for _, game := range games {
		table := openapi.Seating{Table: game.Table}
		for _, row := range game.Results {
			table.Entries = append(table.Entries, t.entry(row.Player))
		}
		round.Tables = append(round.Tables, table)
		sits = append(sits, table.Entries...)
	}
	next, err := t.next(ctx)
	if err != nil {
		return err
	}
	if next.Kind != kind {
		return fmt.Errorf("%s cannot be drawn: %+v", kind, next)
	}
	round.OthersAccepted = others(next, sits)
	return t.direct(ctx, "/rounds", round, nil)
}

// others tells whether others sit than would be drawn. Under another reading than
// the one in force when a case was played, others than those who sat in its
// semifinals or final may have qualified; what happened at the tables stays.
func others(next openapi.NextRound, sits []int) bool {
	var drawn []int
	for _, table := range next.Tables {
		drawn = append(drawn, table.Entries...)
	}
	slices.Sort(drawn)
	slices.Sort(sits)
	return !slices.Equal(drawn, sits)
}

// punish gives a penalty: by the first referee where he confirmed it, otherwise
// by a referee. All are given before the results, because the case has those of
// the games and those between them in one order, and because somebody who has
// left by his result cannot be punished any more.
func (t *catan2009) punish(ctx context.Context, p conformance.Penalty) error {
	by, moment := t.referee, openapi.MomentAfterRound
	if p.Confirmed {
		by = t.firstReferee
	}
	if p.When == "during_game" {
		moment = openapi.MomentDuringGame
	}
	return by.Post(ctx, t.path+"/sanctions", openapi.NewSanction{
		Entry: t.entry(p.Player), Kind: openapi.SanctionKind(p.Kind), Moment: moment, Reason: p.Reason,
	}, nil)
}

// report writes down the results of a round and closes it.
func (t *catan2009) report(ctx context.Context, round int, games []conformance.Catan2009Game) error {
	for _, game := range games {
		result := openapi.NewResult{
			Ended:      openapi.Ending(strings.ReplaceAll(game.Ended, "_", "-")),
			DeclaredBy: t.entry(game.DeclaredBy),
		}
		for _, row := range game.Results {
			result.Seats = append(result.Seats, openapi.NewSeatResult{Entry: t.entry(row.Player), Vp: row.VP, Left: row.Left})
		}
		path := fmt.Sprintf("%s/rounds/%d/tables/%d/result", t.path, round, game.Table)
		if err := t.referee.Post(ctx, path, result, nil); err != nil {
			return err
		}
	}
	return t.direct(ctx, fmt.Sprintf("/rounds/%d/closing", round), nil, nil)
}

func (t *catan2009) withdraw(ctx context.Context, players []string) error {
	for _, player := range players {
		if err := t.direct(ctx, "/withdrawals", openapi.NewWithdrawal{Entry: t.entry(player)}, nil); err != nil {
			return err
		}
	}
	return nil
}

// playSemifinals plays the semifinals, where there are any, and tells who goes to
// the final before and after some have withdrawn.
func (t *catan2009) playSemifinals(ctx context.Context) error {
	if t.in.Semifinals == nil {
		finalists, err := t.finalists(ctx)
		t.out["finalists"], t.out["finalists_after_withdrawals"] = finalists, finalists
		return err
	}
	round := len(t.in.Rounds) + 1
	if err := t.draw(ctx, openapi.RoundKindSemifinal, t.in.Semifinals); err != nil {
		return err
	}
	if err := t.report(ctx, round, t.in.Semifinals); err != nil {
		return err
	}
	if err := t.tellSemifinals(ctx, round); err != nil {
		return err
	}
	finalists, err := t.finalists(ctx)
	if err != nil {
		return err
	}
	t.out["finalists"] = finalists
	if err := t.withdraw(ctx, t.in.SemifinalWithdrawals); err != nil {
		return err
	}
	t.out["finalists_after_withdrawals"], err = t.finalists(ctx)
	return err
}

// playFinal plays the final, where there is one, and completes the event.
func (t *catan2009) playFinal(ctx context.Context) error {
	if t.in.Final == nil {
		return nil
	}
	round := len(t.in.Rounds) + 1
	if t.in.Semifinals != nil {
		round++
	}
	games := []conformance.Catan2009Game{*t.in.Final}
	if err := t.draw(ctx, openapi.RoundKindFinal, games); err != nil {
		return err
	}
	if err := t.report(ctx, round, games); err != nil {
		return err
	}
	if err := t.tellFinal(ctx, round); err != nil {
		return err
	}
	return t.direct(ctx, "/completion", nil, nil)
}

// next is what the next draw would give.
func (t *catan2009) next(ctx context.Context) (next openapi.NextRound, err error) {
	err = t.ask(ctx, "/next-round", &next)
	return next, err
}

// finalists are those whom the next draw would seat in the final; none where it
// would draw something else or nothing.
func (t *catan2009) finalists(ctx context.Context) ([]any, error) {
	next, err := t.next(ctx)
	if err != nil || next.Kind != openapi.RoundKindFinal || len(next.Tables) == 0 {
		return []any{}, err
	}
	return openapi.Each(next.Tables[0].Entries, t.name), nil
}
