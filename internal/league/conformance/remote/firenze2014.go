package remote

import (
	"context"
	"fmt"
	"slices"
	"time"

	"referto/internal/apiclient"
	"referto/internal/league/conformance"
	"referto/openapi"
)

// firenze2014 is one event that replays a tournament of regulation 001.
type firenze2014 struct {
	*play
	in conformance.Firenze2014
	// seats holds the players who start.
	seats []string
}

func replayFirenze2014(ctx context.Context, d *Driver, c conformance.Case) (any, error) {
	in, err := conformance.Input[conformance.Firenze2014](c)
	if err != nil {
		return nil, err
	}
	p, err := d.announce(ctx, c, in.Players(), openapi.NewEvent{})
	if err != nil {
		return nil, err
	}
	t := &firenze2014{play: p, in: in}
	activated, err := t.begin(ctx)
	if err != nil || !activated {
		return t.out, err
	}
	for _, step := range []func(context.Context) error{t.playRounds, t.readFinalists, t.playFinal} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	_, err = t.discipline(ctx)
	t.out["rounds"] = t.rounds
	return t.out, err
}

// begin enters the players who asked, lets in those whom the referee accepts, notes the admission and starts,
// if there are enough.
func (t *firenze2014) begin(ctx context.Context) (activated bool, err error) {
	asked, err := t.asked()
	if err != nil {
		return false, err
	}
	if err := t.enter(ctx, asked); err != nil {
		return false, err
	}
	if err := t.cancel(ctx, t.in.WithdrawnBeforeStart); err != nil {
		return false, err
	}
	if err := t.accept(ctx); err != nil {
		return false, err
	}
	entries, err := t.admission(ctx)
	if err != nil {
		return false, err
	}
	plays := standing(entries, openapi.AdmissionAsSeat)
	t.seats = openapi.Each(plays, func(entry int) string { return t.names[entry-1] })
	admission := object{
		"admitted": t.players(plays), "waiting": t.players(standing(entries, openapi.AdmissionAsWaiting)),
		"late": t.players(standing(entries, openapi.AdmissionAsLate)), "activated": true,
	}
	t.out["admission"] = admission
	_, err = t.start(ctx, t.seats, openapi.EventStart{Lots: t.hat(t.in.Lots, t.seats)})
	if err == nil {
		return true, nil
	}
	admission["activated"] = false
	_, err = refusedField(err)
	return false, err
}

// asked returns the time at which each player asked to enter; players without a time asked the day before.
func (t *firenze2014) asked() (map[string]time.Time, error) {
	zone, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		return nil, err
	}
	day := startsAt.In(zone).Format(time.DateOnly)
	asked := make(map[string]time.Time)
	for _, request := range t.in.Requests {
		asked[request.Player] = startsAt.AddDate(0, 0, -1)
		if request.At == "" {
			continue
		}
		if asked[request.Player], err = time.ParseInLocation("2006-01-02 15:04", day+" "+request.At, zone); err != nil {
			return nil, fmt.Errorf("input: %w", err)
		}
	}
	return asked, nil
}

// accept carries out the referee's decision on the waiting players, in the order in which they asked. The
// server decides whether a player has a seat already, came too late or finds no place free.
func (t *firenze2014) accept(ctx context.Context) error {
	for _, player := range t.names {
		if !slices.Contains(t.in.RefereeAccepts, player) || slices.Contains(t.in.WithdrawnBeforeStart, player) {
			continue
		}
		err := t.direct(ctx, fmt.Sprintf("/entries/%d/acceptance", t.entry(player)), nil, nil)
		if status := apiclient.Status(err); err != nil && status != 409 && status != 422 {
			return err
		}
	}
	return nil
}

// games are games of the case as the API takes them.
func (t *firenze2014) games(games []conformance.Firenze2014Game) []game {
	return openapi.Each(games, func(g conformance.Firenze2014Game) game {
		out := t.gameOf(g.Table, g.Ended, g.DeclaredBy)
		for _, row := range g.Results {
			out.result.Seats = append(out.result.Seats, openapi.NewSeatResult{
				Entry: t.entry(row.Player), Vp: row.VP, Left: row.Left, Figures: map[string]int{
					"settlements": row.Settlements, "cities": row.Cities, "roads": row.Roads,
					"dev-cards-bought": row.DevCardsBought, "resource-cards": row.ResourceCards,
				},
			})
		}
		return out
	})
}

func (t *firenze2014) playRounds(ctx context.Context) error {
	for _, r := range t.in.Rounds {
		before, err := t.next(ctx)
		if err != nil {
			return err
		}
		err = t.play.play(ctx, round{
			kind: openapi.RoundKindPreliminary, games: t.games(r.Tables),
			penalties: t.penaltiesOf(r.Penalties), leaves: t.leavesOf(r.Withdrawals),
		})
		if err != nil {
			return err
		}
		if err := t.readRound(ctx, before); err != nil {
			return err
		}
	}
	return nil
}

// readFinalists reads the finalists before and after some have given up.
func (t *firenze2014) readFinalists(ctx context.Context) (err error) {
	if t.out["finalists"], err = t.named(ctx); err != nil {
		return err
	}
	if err := t.withdraw(ctx, t.in.FinalistWithdrawals); err != nil {
		return err
	}
	t.out["finalists_after_withdrawals"], err = t.named(ctx)
	return err
}

// named returns the players who currently go to the final, even if they are too few to play it.
func (t *firenze2014) named(ctx context.Context) ([]any, error) {
	var now openapi.Standings
	if err := t.ask(ctx, "/standings", &now); err != nil {
		return nil, err
	}
	return openapi.Each(now.Finalists, func(f openapi.Finalist) any { return t.name(f.Entry.Number) }), nil
}

// playFinal plays the final, if there is one, and notes the prizes.
func (t *firenze2014) playFinal(ctx context.Context) error {
	if t.in.Final == nil {
		return nil
	}
	err := t.play.play(ctx, round{
		kind: openapi.RoundKindFinal, games: t.games([]conformance.Firenze2014Game{*t.in.Final}),
		penalties: t.penaltiesOf(t.in.Final.Penalties),
	})
	if err != nil {
		return err
	}
	if err := t.complete(ctx); err != nil {
		return err
	}
	return t.readFinal(ctx)
}
