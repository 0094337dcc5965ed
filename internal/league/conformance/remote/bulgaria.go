package remote

import (
	"context"
	"fmt"
	"slices"

	"referto/internal/apiclient"
	"referto/internal/league/conformance"
	"referto/openapi"
)

// bulgaria is one event that replays a tournament of regulation 003.
type bulgaria struct {
	*play
	in conformance.Bulgaria
	// moved holds the sizes of the next round's tables and how many players had to move, if tables had been drawn
	// with players who do not come; nil otherwise.
	moved object
}

func replayBulgaria(ctx context.Context, d *Driver, c conformance.Case) (any, error) {
	in, err := conformance.Input[conformance.Bulgaria](c)
	if err != nil {
		return nil, err
	}
	p, err := d.announce(ctx, c, in.Players, openapi.NewEvent{
		Formula: map[int]string{2: "two-rounds", 3: "three-rounds"}[in.RoundsAnnounced], Capacity: max(3, len(in.Players)),
		Target: in.TargetVP,
	})
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(in.Rounds, bars) {
		troupe := fmt.Sprintf("%s %d", c.ID, d.events.Add(1)) // so that no name resembles one barred in another case
		p.person = func(ctx context.Context, name string) (openapi.PlayerID, error) {
			return d.stranger(ctx, name+" of "+troupe)
		}
	}
	t := &bulgaria{play: p, in: in}
	for _, step := range []func(context.Context) error{t.rightTarget, t.begin, t.playRounds, t.disqualifyLate, t.readAll} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	t.out["rounds"] = t.rounds
	return t.out, nil
}

// bars reports whether a player who is not let in to other events leaves after a round.
func bars(r conformance.BulgariaRound) bool {
	return slices.ContainsFunc(r.Leaves, func(leave conformance.BulgariaLeave) bool { return !leave.GoodReason })
}

// rightTarget checks that the game is played to the number of points of the case.
func (t *bulgaria) rightTarget(ctx context.Context) error {
	var form openapi.ResultForm
	if err := t.ask(ctx, "/result-form", &form); err != nil {
		return err
	}
	for _, table := range form.Tables {
		if table.Target != t.in.TargetVP {
			return fmt.Errorf("a game to %d points, not to %d", table.Target, t.in.TargetVP)
		}
	}
	return nil
}

// begin starts with the players present, or with all players if tables were drawn before the absences were
// known.
func (t *bulgaria) begin(ctx context.Context) error {
	if err := t.enter(ctx, nil); err != nil {
		return err
	}
	present := slices.DeleteFunc(slices.Clone(t.names), func(player string) bool { return slices.Contains(t.in.Absent, player) })
	before := len(t.in.Rounds) > 0 && t.in.Rounds[0].DrawnTables != nil
	if before {
		present = t.names
	}
	if _, err := t.start(ctx, present, openapi.EventStart{}); err != nil {
		return err
	}
	if before {
		if err := t.drawBefore(ctx, 1, t.in.Absent); err != nil {
			return err
		}
		if err := t.withdraw(ctx, t.in.Absent); err != nil {
			return err
		}
	}
	next, err := t.next(ctx)
	t.out["present"] = len(sitting(next.Tables))
	return err
}

// drawBefore draws a round with all players, records the absent ones, and keeps the tables without them. The
// server chooses the player who changes the table, and its choice need not be the case's: so the draw is
// removed again, and the absent players leave.
func (t *bulgaria) drawBefore(ctx context.Context, number int, gone []string) error {
	drawn := openapi.NewRound{Reason: byHand, AcceptedBy: acceptedBy, OthersAccepted: true}
	for i, table := range t.in.Rounds[number-1].DrawnTables {
		drawn.Tables = append(drawn.Tables, openapi.Seating{Table: i + 1, Entries: t.entries(table)})
	}
	if err := t.direct(ctx, "/rounds", drawn, nil); err != nil {
		return err
	}
	if absent := t.entries(gone); len(absent) > 0 {
		if err := t.direct(ctx, "/attendance", openapi.NewAttendance{Entry: absent[0], Others: absent[1:], Round: number}, nil); err != nil {
			return err
		}
	}
	at := fmt.Sprintf("/rounds/%d", number)
	var round openapi.Round
	if err := t.ask(ctx, at, &round); err != nil {
		return err
	}
	moves := 0
	for _, reason := range round.Reasons {
		if reason.Reason == "moved-to-short-table" {
			moves++
		}
	}
	t.moved = object{
		"players_moved": moves,
		"table_sizes": sizes(openapi.Each(round.Tables, func(table openapi.Table) openapi.Seating {
			return openapi.Seating{Entries: openapi.Each(table.Seats, func(e openapi.EntryRef) int { return e.Number })}
		})),
	}
	return t.direct(ctx, at+"/discarding", openapi.ReasonGiven{Reason: "Seated as the case has it"}, nil)
}

// games are games of the case as the API takes them.
func (t *bulgaria) games(games []conformance.BulgariaGame) []game {
	return openapi.Each(games, func(g conformance.BulgariaGame) game {
		out := t.gameOf(g.Table, g.Ended, g.DeclaredBy)
		for _, row := range g.Results {
			out.result.Seats = append(out.result.Seats, openapi.NewSeatResult{Entry: t.entry(row.Player), Vp: row.VP, Left: row.Left})
		}
		return out
	})
}

func (t *bulgaria) playRounds(ctx context.Context) error {
	for i, r := range t.in.Rounds {
		if i > 0 && r.DrawnTables != nil {
			if err := t.leaveAfterDraw(ctx, i); err != nil {
				return err
			}
		}
		before, err := t.next(ctx)
		if err != nil {
			return err
		}
		happened := round{kind: openapi.RoundKindPreliminary, games: t.games(r.Tables), penalties: openapi.Each(r.Disqualified, t.disqualification)}
		if i == len(t.in.Rounds)-1 {
			happened.penalties = append(happened.penalties, openapi.Each(t.inTime(), t.disqualification)...)
		}
		if i == len(t.in.Rounds)-1 || t.in.Rounds[i+1].DrawnTables == nil {
			happened.leaves = openapi.Each(r.Leaves, t.leaving)
		}
		if err := t.play.play(ctx, happened); err != nil {
			return err
		}
		if err := t.readRound(ctx, before); err != nil {
			return err
		}
	}
	return nil
}

// leaveAfterDraw draws the round at an index before the players leave who leave after the round before.
func (t *bulgaria) leaveAfterDraw(ctx context.Context, i int) error {
	leaves := t.in.Rounds[i-1].Leaves
	gone := openapi.Each(leaves, func(l conformance.BulgariaLeave) string { return l.Player })
	if err := t.drawBefore(ctx, i+1, gone); err != nil {
		return err
	}
	return t.leave(ctx, openapi.Each(leaves, t.leaving), func(int) bool { return true })
}

func (t *bulgaria) leaving(l conformance.BulgariaLeave) openapi.NewWithdrawal {
	return openapi.NewWithdrawal{Entry: t.entry(l.Player), Unexcused: !l.GoodReason}
}

func (t *bulgaria) disqualification(d conformance.Disqualification) penalty {
	return penalty{by: t.firstReferee, NewSanction: openapi.NewSanction{
		Entry: t.entry(d.Player), Kind: openapi.SanctionKindExpulsion, Moment: moment(d.Moment),
		Reason: "Arranged moves", Offense: "advantage",
	}}
}

// afterProcessing is the moment of a disqualification that comes too late.
const afterProcessing = "after_processing"

// inTime returns those of the late disqualifications that are not too late.
func (t *bulgaria) inTime() []conformance.Disqualification {
	return slices.DeleteFunc(slices.Clone(t.in.LateDisqualifications), func(d conformance.Disqualification) bool { return d.Moment == afterProcessing })
}

// disqualifyLate completes the event and notes the players whose disqualification is refused after that.
func (t *bulgaria) disqualifyLate(ctx context.Context) error {
	if err := t.complete(ctx); err != nil {
		return err
	}
	rejected := []any{}
	for _, d := range t.in.LateDisqualifications {
		if d.Moment != afterProcessing {
			continue
		}
		switch err := t.punish(ctx, t.disqualification(d)); {
		case err == nil:
		case apiclient.Status(err) == 422:
			rejected = append(rejected, d.Player)
		default:
			return err
		}
	}
	t.out["rejected_disqualifications"] = rejected
	return nil
}
