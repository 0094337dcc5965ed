package remote

import (
	"context"
	"slices"
	"strconv"

	"referto/internal/apiclient"
	"referto/internal/league/conformance"
	"referto/openapi"
)

// squadre2000 is one event that replays a tournament of regulation 004.
type squadre2000 struct {
	*play
	in conformance.Squadre2000
}

func replaySquadre2000(ctx context.Context, d *Driver, c conformance.Case) (any, error) {
	in, err := conformance.Input[conformance.Squadre2000](c)
	if err != nil {
		return nil, err
	}
	p, err := d.announce(ctx, c, in.PreviousStanding, openapi.NewEvent{Capacity: max(3, len(in.PreviousStanding))})
	if err != nil {
		return nil, err
	}
	t := &squadre2000{play: p, in: in}
	for _, step := range []func(context.Context) error{t.begin, t.playRounds, t.readEnd} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	t.out["rounds"] = t.rounds
	return t.out, nil
}

// begin starts with all players of the event before, in the order of its standings.
func (t *squadre2000) begin(ctx context.Context) error {
	if err := t.enter(ctx, nil); err != nil {
		return err
	}
	previous := openapi.NewPreviousStandings{Entries: t.entries(t.names)}
	if err := t.manager.Post(ctx, t.path+"/previous-standings", previous, nil); err != nil {
		return err
	}
	for _, kin := range t.in.Kin {
		pair := openapi.NewKeptApart{Entry: t.entry(kin[0]), Other: t.entry(kin[1]), Relation: kin[2]}
		if err := t.direct(ctx, "/kept-apart", pair, nil); err != nil && apiclient.Status(err) != 409 { // sent twice
			return err
		}
	}
	_, err := t.start(ctx, t.names, openapi.EventStart{})
	return err
}

func (t *squadre2000) playRounds(ctx context.Context) error {
	for i, r := range t.in.Rounds {
		if err := t.attend(ctx, i+1, r); err != nil {
			return err
		}
		before, err := t.next(ctx)
		if err != nil {
			return err
		}
		if err := t.play.play(ctx, round{kind: openapi.RoundKindPreliminary, games: t.games(r.Tables), penalties: t.penalties(r)}); err != nil {
			return err
		}
		if err := t.readRound(ctx, before); err != nil {
			return err
		}
	}
	return nil
}

// attend records the players who do not come to a round and those who come late; for players who are out of the
// tournament the server refuses the record.
func (t *squadre2000) attend(ctx context.Context, number int, r conformance.Squadre2000Round) error {
	for _, player := range t.names {
		record := openapi.NewAttendance{Entry: t.entry(player), Round: number, MinutesLate: max(0, r.MinutesLate[player])}
		if record.MinutesLate == 0 && slices.Contains(r.Present, player) {
			continue
		}
		if err := t.direct(ctx, "/attendance", record, nil); err != nil && apiclient.Status(err) != 409 {
			return err
		}
	}
	return nil
}

// penalties are the points that players lose.
func (t *squadre2000) penalties(r conformance.Squadre2000Round) []penalty {
	var out []penalty
	for _, given := range r.Penalties {
		sanction := openapi.NewSanction{
			Entry: t.entry(given.Player), Kind: openapi.SanctionKindPoints, Moment: openapi.MomentAfterRound,
			Offense: kebab(given.Kind), Reason: given.Kind,
		}
		if given.Points != nil {
			sanction.Points = strconv.Itoa(-*given.Points)
		}
		out = append(out, penalty{by: t.firstReferee, NewSanction: sanction})
	}
	return out
}

// games are tables of the case as the API takes them.
func (t *squadre2000) games(tables []conformance.Squadre2000Table) []game {
	return openapi.Each(tables, func(table conformance.Squadre2000Table) game {
		out := t.gameOf(table.Table, string(openapi.EndingCompleted), "")
		out.result.WonAtOnce = table.TeamRisiko
		if void := table.Void; void != nil {
			out.result.Void = openapi.NewVoid{For: t.entries(void.For), AtFault: t.entries(void.AtFault), OthersScored: void.OthersScored}
		}
		retired := 0
		for _, row := range table.Players {
			seat := openapi.NewSeatResult{Entry: t.entry(row.Player), Vp: row.TablePoints, Objective: kebab(row.Objective)}
			if row.ExternalPoints == nil {
				seat.Figures = map[string]int{
					"territories": row.Territories, "armies": row.Armies, "cards": row.Cards, "risiko": oneIf(row.Risiko),
				}
			} else {
				seat.Points = row.ExternalPoints.String()
			}
			if row.Retired {
				retired++
				seat.Left = retired
			}
			out.result.Seats = append(out.result.Seats, seat)
		}
		return out
	})
}
