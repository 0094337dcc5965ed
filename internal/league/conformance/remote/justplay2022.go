package remote

import (
	"cmp"
	"context"
	"slices"

	"referto/internal/league/conformance"
	"referto/openapi"
)

// justPlay2022 is one event that replays a tournament of regulation 000.
type justPlay2022 struct {
	*play
	in conformance.JustPlay2022
}

func replayJustPlay2022(ctx context.Context, d *Driver, c conformance.Case) (any, error) {
	in, err := conformance.Input[conformance.JustPlay2022](c)
	if err != nil {
		return nil, err
	}
	p, err := d.announce(ctx, c, in.Players(), openapi.NewEvent{})
	if err != nil {
		return nil, err
	}
	t := &justPlay2022{play: p, in: in}
	if err := t.enter(ctx, nil); err != nil {
		return nil, err
	}
	before, seats, err := t.readAdmission(ctx)
	if err != nil {
		return nil, err
	}
	if seats == 0 { // no field is so small
		_, err := t.start(ctx, t.names, openapi.EventStart{})
		reason, err := refusedField(err)
		return object{"error": reason}, err
	}
	t.out["admission"] = before
	if err := t.cancel(ctx, in.Defections); err != nil {
		return nil, err
	}
	if t.out["admission_after_defections"], _, err = t.readAdmission(ctx); err != nil {
		return nil, err
	}
	t.out["tables"], t.out["finalists"] = []any{}, []any{}
	if len(in.Tables) == 0 {
		return t.out, nil
	}
	return t.out, t.playAll(ctx)
}

// readAdmission reads who would start and who would stand by, and how many would start.
func (t *justPlay2022) readAdmission(ctx context.Context) (outcome any, seats int, err error) {
	entries, err := t.admission(ctx)
	if err != nil {
		return nil, 0, err
	}
	var event openapi.Event
	if err := t.ask(ctx, "", &event); err != nil {
		return nil, 0, err
	}
	size := 0
	for _, seats := range event.Format.TableSizes {
		size += seats
	}
	plays := standing(entries, openapi.AdmissionAsSeat)
	return object{
		"size": size, "tables": event.Format.TableSizes, "complete": size > 0 && len(plays) == size,
		"participants": t.players(plays), "reserves": t.players(standing(entries, openapi.AdmissionAsReserve)),
	}, len(plays), nil
}

// playAll plays the tables and the final. The players who sit at them are here: others whom the case lets start
// do not come.
func (t *justPlay2022) playAll(ctx context.Context) error {
	tables := t.games(t.in.Tables)
	var here []string
	for _, g := range t.in.Tables {
		for _, row := range g.Results {
			here = append(here, row.Player)
		}
	}
	if _, err := t.start(ctx, here, openapi.EventStart{}); err != nil {
		return err
	}
	if err := t.play.play(ctx, round{kind: openapi.RoundKindPreliminary, games: tables}); err != nil {
		return err
	}
	if err := t.readTables(ctx); err != nil || t.in.Final == nil {
		return err
	}
	final := round{kind: openapi.RoundKindFinal, games: t.games([]conformance.JustPlay2022Game{*t.in.Final})}
	if err := t.play.play(ctx, final); err != nil {
		return err
	}
	played, err := t.played(ctx)
	if err != nil {
		return err
	}
	result := played.Tables[0].Result
	t.out["final"] = object{"placements": t.placements(result, netVP), "winner": t.name(result.Winner)}
	return t.complete(ctx)
}

// games are games of the case as the API takes them, the seats in the order in
// which they started.
func (t *justPlay2022) games(games []conformance.JustPlay2022Game) []game {
	return openapi.Each(games, func(g conformance.JustPlay2022Game) game {
		out := t.gameOf(g.Table, g.Ended, g.DeclaredBy)
		rows := slices.Clone(g.Results)
		slices.SortFunc(rows, func(a, b conformance.JustPlay2022Seat) int { return cmp.Compare(a.Start, b.Start) })
		for _, row := range rows {
			out.result.Seats = append(out.result.Seats, openapi.NewSeatResult{
				Entry: t.entry(row.Player), Vp: row.VP, Figures: map[string]int{
					"longest-road": oneIf(row.LongestRoad), "largest-army": oneIf(row.LargestArmy),
					"settlements": row.Settlements, "cities": row.Cities,
				},
			})
		}
		return out
	})
}

func oneIf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// readTables reads the places at the tables and the finalists.
func (t *justPlay2022) readTables(ctx context.Context) error {
	played, err := t.played(ctx)
	if err != nil {
		return err
	}
	var now openapi.Standings
	if err := t.ask(ctx, "/standings", &now); err != nil {
		return err
	}
	t.out["tables"] = openapi.Each(played.Tables, func(table openapi.Table) any {
		qualified := []any{}
		for _, finalist := range now.Finalists {
			if finalist.Table == table.Number {
				qualified = append(qualified, t.name(finalist.Entry.Number))
			}
		}
		return object{"table": table.Number, "placements": t.placements(table.Result, netVP), "qualified": qualified}
	})
	t.out["finalists"], err = t.finalists(ctx)
	return err
}

func netVP(out object, s openapi.SeatResult) { out["vp"], out["net_vp"] = s.Vp, s.Figures["net-vp"] }
