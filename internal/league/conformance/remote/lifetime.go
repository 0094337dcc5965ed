package remote

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"referto/internal/apiclient"
	"referto/internal/league/conformance"
	"referto/openapi"
)

// lifetime is a federation that replays a lifetime of regulation 003: a ranking with openings, and an event for
// each of the case.
type lifetime struct {
	*Driver
	c       conformance.Case
	in      conformance.Lifetime
	ranking string // path
	names   map[openapi.PlayerID]string
	events  []*lifeEvent
	banned  []string
}

// lifeEvent is an event of a lifetime that has been held.
type lifeEvent struct {
	*bulgaria
	id string // in the case
	// standIns sit in place of players whom the regulation, in the reading in force, does not let in, because the
	// case was played under another reading.
	standIns []string
	void     bool
}

func replayLifetime(ctx context.Context, d *Driver, c conformance.Case) (any, error) {
	in, err := conformance.Input[conformance.Lifetime](c)
	if err != nil {
		return nil, err
	}
	federation, err := d.apart(ctx)
	if err != nil {
		return nil, err
	}
	l := &lifetime{Driver: federation, c: c, in: in, names: make(map[openapi.PlayerID]string)}
	if err := l.open(ctx); err != nil {
		return nil, err
	}
	var events, later []any
	for i, event := range in.Events {
		row, err := l.holdEvent(ctx, i, event)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", event.ID, err)
		}
		events = append(events, row)
		for _, fact := range in.Later {
			if fact.After != event.ID {
				continue
			}
			row, err := l.learn(ctx, fact)
			if err != nil {
				return nil, fmt.Errorf("%s after %s: %w", fact.Event, fact.After, err)
			}
			later = append(later, row)
		}
	}
	return object{"events": events, "later": later}, nil
}

// open begins to keep the ranking, with the openings of players.
func (l *lifetime) open(ctx context.Context) error {
	preset, readings, err := conformance.PresetFor(l.c)
	if err != nil {
		return err
	}
	var ranking openapi.Ranking
	if err := l.manager.Post(ctx, l.tenant+"/rankings", openapi.NewRanking{
		Slug: "ranking", Title: "Case " + l.c.ID, Ruleset: preset, Readings: readings,
		Counted: []openapi.EventKind{openapi.EventKindRanking}, National: []openapi.EventKind{openapi.EventKindNationalFinal},
	}, &ranking); err != nil {
		return err
	}
	l.ranking = l.tenant + "/rankings/" + ranking.Id.String()
	for _, o := range l.in.Opening {
		player, err := l.person(ctx, o.Player)
		if err != nil {
			return err
		}
		figures, err := conformance.Figures(o.Score)
		if err != nil {
			return err
		}
		brought := openapi.NewOpening{Player: player, Figures: make(map[string]string), NationalPoints: o.NationalPoints.String(), Reason: "As the case has it"}
		for i, column := range ranking.Columns {
			brought.Figures[column.Key] = figures[i].String()
		}
		if err := l.manager.Post(ctx, l.ranking+"/openings", brought, nil); err != nil {
			return err
		}
	}
	return nil
}

// person finds a person of the case in the register of the federation.
func (l *lifetime) person(ctx context.Context, name string) (openapi.PlayerID, error) {
	id, err := l.player(ctx, name)
	l.names[id] = name
	return id, err
}

// holdEvent plays an event of the case, with the players whom the server lets in.
func (l *lifetime) holdEvent(ctx context.Context, i int, event conformance.LifetimeEvent) (any, error) {
	in := event.Tournament()
	kind := openapi.EventKindRanking
	if event.Type == "national" {
		kind = openapi.EventKindNationalFinal
	}
	p, err := l.announce(ctx, l.c, nil, openapi.NewEvent{
		Kind: kind, Formula: map[int]string{2: "two-rounds", 3: "three-rounds"}[len(event.Rounds)], Capacity: max(3, len(event.Entrants)+len(in.Players)),
		Target: in.TargetVP, StartsAt: startsAt.AddDate(0, 0, i-len(l.in.Events)),
	})
	if err != nil {
		return nil, err
	}
	held := &lifeEvent{bulgaria: &bulgaria{play: p, in: in}, id: event.ID}
	l.events = append(l.events, held)
	refused, err := l.enterAll(ctx, held, event.Entrants)
	if err != nil {
		return nil, err
	}
	if _, err := held.start(ctx, held.names, openapi.EventStart{}); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context) error{held.playRounds, held.complete, func(ctx context.Context) error { return l.ban(ctx, held, event.BannedAfter) }} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	row, err := l.state(ctx, held)
	if err != nil {
		return nil, err
	}
	row["id"], row["refused"] = event.ID, refused
	return row, nil
}

// enterAll enters the entrants, returns those of them who are refused, and has a stand-in sit for those of them
// who sat in the case.
func (l *lifetime) enterAll(ctx context.Context, held *lifeEvent, entrants []string) (refused []any, err error) {
	refused = []any{}
	for _, name := range entrants {
		player, err := l.person(ctx, name)
		if err != nil {
			return nil, err
		}
		err = held.manage(ctx, "/entries", openapi.NewEntry{Player: player}, nil)
		if reason := apiclient.Reason(err); err != nil && reason != "" {
			refused = append(refused, object{"player": name, "reason": whyRefused(err)})
			continue
		}
		if err != nil {
			return nil, err
		}
		held.names = append(held.names, name)
	}
	for _, name := range held.in.Players {
		if slices.Contains(held.names, name) {
			continue
		}
		player, err := l.stranger(ctx, "instead of "+name)
		if err != nil {
			return nil, err
		}
		if err := held.manage(ctx, "/entries", openapi.NewEntry{Player: player}, nil); err != nil {
			return nil, err
		}
		held.names, held.standIns = append(held.names, name), append(held.standIns, name)
	}
	return refused, nil
}

// whyRefused returns the reason of a refusal in the words of the cases.
func whyRefused(err error) string {
	if strings.Contains(err.Error(), "in-the-hall") {
		return "eternal"
	}
	if strings.Contains(err.Error(), "banned") {
		return "banned"
	}
	return err.Error()
}

// ban bans players from further events, and reads which players left without good reason.
func (l *lifetime) ban(ctx context.Context, held *lifeEvent, players []string) error {
	var over openapi.Standings
	if err := held.ask(ctx, "/standings", &over); err != nil {
		return err
	}
	for _, b := range over.Barred {
		l.banned = append(l.banned, held.nameOf(b.Entry.Number))
	}
	for _, name := range players {
		player, err := l.person(ctx, name)
		if err != nil {
			return err
		}
		l.banned = append(l.banned, name)
		day := startsAt.AddDate(0, 0, -100).Format(time.DateOnly)
		if err := l.manager.Post(ctx, l.tenant+"/bans", openapi.NewBan{
			Player: player, Source: "As the case has it", Decision: openapi.NewBanDecision{Outcome: openapi.BanOutcomeBan, From: day, Reason: "As the case has it"},
		}, nil); err != nil {
			return err
		}
	}
	return nil
}

// learn records a fact that became known later.
func (l *lifetime) learn(ctx context.Context, fact conformance.LifetimeLater) (any, error) {
	i := slices.IndexFunc(l.events, func(e *lifeEvent) bool { return e.id == fact.Event })
	held := l.events[i]
	var err error
	if fact.Kind == "invalidate" {
		held.void = true
		err = held.manage(ctx, "/validity", openapi.ValidityDecision{Valid: false, Reason: "Found void, as the case has it"}, nil)
	} else {
		err = held.correct(ctx, fact)
	}
	if err != nil {
		return nil, err
	}
	row, err := l.state(ctx, held)
	if err != nil {
		return nil, err
	}
	row["after"], row["event"], row["kind"] = fact.After, fact.Event, fact.Kind
	return row, nil
}

// correct opens an event again, corrects the result of a table and completes it.
func (e *lifeEvent) correct(ctx context.Context, fact conformance.LifetimeLater) error {
	if err := e.direct(ctx, "/reopening", openapi.ReasonGiven{Reason: "A result was recorded wrongly"}, nil); err != nil {
		return err
	}
	at := fmt.Sprintf("/rounds/%d/tables/%d", fact.Round, fact.Game.Table)
	var table openapi.Table
	if err := e.ask(ctx, at, &table); err != nil {
		return err
	}
	result := e.games([]conformance.BulgariaGame{fact.Game})[0].result
	if err := e.firstReferee.Do(ctx, "PUT", e.path+at+"/result", openapi.ResultCorrection{
		Ended: result.Ended, DeclaredBy: result.DeclaredBy, Seats: result.Seats, Reason: "As the case has it",
	}, nil, apiclient.IfMatch(table.Result.Version)); err != nil {
		return err
	}
	return e.complete(ctx)
}

// state reads the current state, with the ranking of one event.
func (l *lifetime) state(ctx context.Context, held *lifeEvent) (object, error) {
	own, err := l.eventRanking(ctx, held)
	if err != nil {
		return nil, err
	}
	ranking, err := apiclient.List[openapi.RankingRow](ctx, l.manager, l.ranking+"/standings", nil)
	if err != nil {
		return nil, err
	}
	hall, err := apiclient.List[openapi.RankingRow](ctx, l.manager, l.ranking+"/hall", nil)
	if err != nil {
		return nil, err
	}
	national := object{}
	for _, row := range slices.Concat(ranking, hall) {
		if name, known := l.names[row.Player.Id]; known && row.NationalPoints != "0" {
			national[name] = row.NationalPoints
		}
	}
	return object{
		"event_ranking": own, "national_points": national, "banned": append([]string{}, slices.Compact(slices.Sorted(slices.Values(l.banned)))...),
		"ranking": l.rows(ranking, func(row openapi.RankingRow) object { return object{} }),
		"eternal": l.rows(hall, func(row openapi.RankingRow) object {
			if row.FromTheStart {
				return object{"since": nil}
			}
			i := slices.IndexFunc(l.events, func(e *lifeEvent) bool { return e.event.id == row.Since.Id })
			return object{"since": l.events[i].id}
		}),
	}, nil
}

// rows returns rows of the ranking or the hall without the stand-ins.
func (l *lifetime) rows(rows []openapi.RankingRow, more func(openapi.RankingRow) object) []any {
	out := []any{}
	strangers := 0
	for _, row := range rows {
		name, known := l.names[row.Player.Id]
		if !known {
			strangers++
			continue
		}
		o := more(row)
		o["player"], o["score"], o["position"] = name, score(row.ScoreLine), row.Rank
		if !row.Shared {
			o["position"] = row.Rank - strangers
		}
		out = append(out, o)
	}
	return out
}

// eventRanking returns the ranking of an event without the stand-ins.
func (l *lifetime) eventRanking(ctx context.Context, held *lifeEvent) ([]any, error) {
	out := []any{}
	if held.void {
		return out, nil
	}
	standings, err := held.standings(ctx, "")
	if err != nil {
		return nil, err
	}
	gone := 0
	for _, row := range standings.Rows {
		name := held.nameOf(row.Entry.Number)
		if slices.Contains(held.standIns, name) {
			gone++
			continue
		}
		out = append(out, object{"position": row.Rank - gone, "player": name, "score": score(row.ScoreLine)})
	}
	return out, nil
}

// nameOf is the name of an entry in the case.
func (e *lifeEvent) nameOf(number int) string { return e.names[number-1] }
