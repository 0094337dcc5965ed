package remote

import (
	"context"

	"referto/internal/league/conformance"
	"referto/openapi"
)

// catan2009 is one event that replays a tournament of regulation 002.
type catan2009 struct {
	*play
	in     conformance.Catan2009
	format openapi.EventFormat // fixed at the start
	// ended is the regulation's reason why nothing can be drawn after the rounds of the case; "" if something can.
	ended string
}

// replayCatan2009 holds the tournament of a case and returns its outcome.
func replayCatan2009(ctx context.Context, d *Driver, c conformance.Case) (any, error) {
	in, err := conformance.Input[conformance.Catan2009](c)
	if err != nil {
		return nil, err
	}
	p, err := d.announce(ctx, c, in.Players, openapi.NewEvent{
		Formula: in.Formula, Variant: in.Rules, Pairing: pairings[in.Pairing], Capacity: len(in.Players),
	})
	if err != nil {
		return nil, err
	}
	t := &catan2009{play: p, in: in}
	for _, step := range []func(context.Context) error{t.begin, t.playRounds, t.playSemifinals, t.playFinal, t.readDiscipline} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	t.out["rounds"] = t.rounds
	if t.ended != "" {
		return object{"format": t.out["format"], "preset_seating": t.out["preset_seating"], "rounds": t.rounds, "error": t.ended}, nil
	}
	return t.out, nil
}

// pairings are the pairing systems by the words of the cases.
var pairings = map[string]openapi.NewEventPairing{
	"swiss": openapi.NewEventPairingByStandings, "preset": openapi.NewEventPairingFixedSchedule,
}

// begin starts the event and notes the format, and the schedule if it is fixed.
func (t *catan2009) begin(ctx context.Context) error {
	if err := t.enter(ctx, nil); err != nil {
		return err
	}
	event, err := t.start(ctx, t.names, openapi.EventStart{Lots: t.hat(t.in.Lots, t.names), Places: t.hat(t.in.Places, t.names)})
	if err != nil {
		return err
	}
	t.readFormat(event)
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

// games are games of the case as the API takes them.
func (t *catan2009) games(games []conformance.Catan2009Game) []game {
	return openapi.Each(games, func(g conformance.Catan2009Game) game {
		out := t.gameOf(g.Table, g.Ended, g.DeclaredBy)
		for _, row := range g.Results {
			out.result.Seats = append(out.result.Seats, openapi.NewSeatResult{Entry: t.entry(row.Player), Vp: row.VP, Left: row.Left})
		}
		return out
	})
}

// playRounds plays the preliminary rounds.
func (t *catan2009) playRounds(ctx context.Context) error {
	for _, r := range t.in.Rounds {
		err := t.play.play(ctx, round{
			kind: openapi.RoundKindPreliminary, games: t.games(r.Tables),
			penalties: t.penaltiesOf(r.Penalties), leaves: t.leavesOf(r.Withdrawals),
		})
		if err != nil {
			return err
		}
		if err := t.readRound(ctx); err != nil {
			return err
		}
	}
	return nil
}

// playSemifinals plays the semifinals, if there are any, and notes the players who go to the final before and
// after some have withdrawn.
func (t *catan2009) playSemifinals(ctx context.Context) error {
	if t.in.Semifinals != nil {
		semifinals := round{
			kind: openapi.RoundKindSemifinal, games: t.games(t.in.Semifinals), penalties: t.penaltiesOf(conformance.PenaltiesOf(t.in.Semifinals)),
		}
		if err := t.play.play(ctx, semifinals); err != nil {
			return err
		}
		if err := t.readSemifinals(ctx); err != nil {
			return err
		}
	}
	standings, err := t.standings(ctx, "")
	if err != nil {
		return err
	}
	t.out["finalists"] = t.qualified(standings)
	if err := t.withdraw(ctx, t.in.SemifinalWithdrawals); err != nil {
		return err
	}
	if standings, err = t.standings(ctx, ""); err != nil {
		return err
	}
	t.out["finalists_after_withdrawals"] = t.finalistsOf(standings)
	return nil
}

// playFinal plays the final, if there is one, and completes the event.
func (t *catan2009) playFinal(ctx context.Context) error {
	if t.in.Final == nil {
		return nil
	}
	games := []conformance.Catan2009Game{*t.in.Final}
	final := round{kind: openapi.RoundKindFinal, games: t.games(games), penalties: t.penaltiesOf(conformance.PenaltiesOf(games))}
	if err := t.play.play(ctx, final); err != nil {
		return err
	}
	played, err := t.played(ctx)
	if err != nil {
		return err
	}
	result := played.Tables[0].Result
	t.out["final"] = object{"placements": t.placements(result, nil), "winner": t.name(result.Winner)}
	return t.complete(ctx)
}
