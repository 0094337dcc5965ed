package conformance

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"referto/internal/league"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
)

// Lifetime is the input of a lifetime of regulation 003.
type Lifetime struct {
	Opening []LifetimeOpening `json:"opening"`
	Events  []LifetimeEvent   `json:"events"`
	Later   []LifetimeLater   `json:"later"`
}

// LifetimeOpening holds the score that a player brings along.
type LifetimeOpening struct {
	Player         string      `json:"player"`
	Score          string      `json:"score"` // seven figures
	NationalPoints league.Frac `json:"national_points"`
}

// LifetimeEvent is one event of a lifetime.
type LifetimeEvent struct {
	ID          string          `json:"id"`
	Type        string          `json:"type"` // ranking, national
	Date        string          `json:"date"`
	TargetVP    int             `json:"target_vp"`
	Entrants    []string        `json:"entrants"`
	Rounds      []BulgariaRound `json:"rounds"`
	BannedAfter []string        `json:"banned_after"`
}

// LifetimeLater is a fact that became known after an event.
type LifetimeLater struct {
	After string       `json:"after"`
	Event string       `json:"event"`
	Kind  string       `json:"kind"` // correct, invalidate
	Round int          `json:"round"`
	Game  BulgariaGame `json:"game"`
}

// Tournament returns the event as a tournament of the players who sat at its tables.
func (e LifetimeEvent) Tournament() Bulgaria {
	in := Bulgaria{RoundsAnnounced: len(e.Rounds), TargetVP: e.TargetVP, Rounds: e.Rounds}
	for _, round := range e.Rounds {
		for _, table := range round.Tables {
			for _, seat := range table.Results {
				if !slices.Contains(in.Players, seat.Player) {
					in.Players = append(in.Players, seat.Player)
				}
			}
		}
	}
	return in
}

// Correct replaces the game that has the same number in its round.
func (e *LifetimeEvent) Correct(l LifetimeLater) {
	rounds := slices.Clone(e.Rounds)
	tables := slices.Clone(rounds[l.Round-1].Tables)
	for i := range tables {
		if tables[i].Table == l.Game.Table {
			tables[i] = l.Game
		}
	}
	rounds[l.Round-1].Tables = tables
	e.Rounds = rounds
}

// Figures returns the figures of a score of seven figures: "5/13/40,63%/1/0/0/7".
func Figures(score string) ([]league.Frac, error) {
	parts := strings.Split(strings.NewReplacer("%", "", ",", ".").Replace(score), "/")
	figures := make([]league.Frac, len(parts))
	for i, part := range parts {
		f, err := league.ParseFrac(part)
		if err != nil {
			return nil, fmt.Errorf("score %q: %w", score, err)
		}
		figures[i] = f
	}
	return figures, nil
}

// lifetime is a lifetime as far as it has been replayed.
type lifetime struct {
	in       Lifetime
	rules    *rules.Ruleset
	keeper   *ranking.Keeper
	openings []ranking.Opening
	events   []LifetimeEvent // held until now, in their current state
	refused  []map[string]bool
	void     []bool
	banned   []string
}

func replayLifetime(r *rules.Ruleset, c Case) (any, error) {
	in, err := Input[Lifetime](c)
	if err != nil {
		return nil, err
	}
	l := &lifetime{in: in, rules: r, keeper: ranking.NewKeeper(r)}
	for _, o := range in.Opening {
		figures, err := Figures(o.Score)
		if err != nil {
			return nil, err
		}
		l.openings = append(l.openings, ranking.Opening{Player: playerID(o.Player), Figures: figures, National: o.NationalPoints})
	}
	var events, later []any
	for _, event := range in.Events {
		row, err := l.hold(event)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", event.ID, err)
		}
		events = append(events, row)
		for _, fact := range in.Later {
			if fact.After != event.ID {
				continue
			}
			row, err := l.learn(fact)
			if err != nil {
				return nil, fmt.Errorf("%s after %s: %w", fact.Event, fact.After, err)
			}
			later = append(later, row)
		}
	}
	return object{"events": events, "later": later}, nil
}

// hold plays an event with the players who may enter it.
func (l *lifetime) hold(event LifetimeEvent) (any, error) {
	table, _, err := l.table()
	if err != nil {
		return nil, err
	}
	refused, list := make(map[string]bool), []any{}
	for _, player := range event.Entrants {
		if reason := l.refusal(table, player, event.Type == "ranking"); reason != "" {
			refused[player] = true
			list = append(list, object{"player": player, "reason": reason})
		}
	}
	l.events, l.refused, l.void = append(l.events, event), append(l.refused, refused), append(l.void, false)
	in := event.Tournament()
	state, err := tournament.Replay(l.rules, in.Facts())
	if err != nil {
		return nil, err
	}
	l.banned = append(l.banned, event.BannedAfter...)
	for _, b := range state.Barred {
		l.banned = append(l.banned, in.Players[b.Entry-1])
	}
	row, err := l.state(len(l.events) - 1)
	if err != nil {
		return nil, err
	}
	row["refused"] = list
	return row, nil
}

// refusal is the reason for which a player may not enter; "" is none.
func (l *lifetime) refusal(table ranking.Table, player string, counts bool) string {
	i := slices.IndexFunc(table.Hall, func(row ranking.Row) bool { return row.Player == playerID(player) })
	if i >= 0 && l.keeper.Refusal(table.Hall[i].Career, counts) != nil {
		return "eternal"
	}
	if slices.Contains(l.banned, player) {
		return "banned"
	}
	return ""
}

// learn takes in a fact that became known later.
func (l *lifetime) learn(fact LifetimeLater) (any, error) {
	i := slices.IndexFunc(l.events, func(e LifetimeEvent) bool { return e.ID == fact.Event })
	if fact.Kind == "invalidate" {
		l.void[i] = true
	} else {
		l.events[i].Correct(fact)
	}
	row, err := l.state(i)
	if err != nil {
		return nil, err
	}
	delete(row, "id")
	row["after"], row["event"], row["kind"] = fact.After, fact.Event, fact.Kind
	return row, nil
}

// state returns the whole current state, with the ranking of the event at an index.
func (l *lifetime) state(event int) (object, error) {
	table, own, err := l.table()
	if err != nil {
		return nil, err
	}
	national := object{}
	for _, row := range slices.Concat(table.Ranking, table.Hall) {
		if !row.National.IsZero() {
			national[playerName(row.Player)] = row.National.String()
		}
	}
	return object{
		"id":            l.events[event].ID,
		"event_ranking": own[event],
		"ranking": each(table.Ranking, func(row ranking.Row) any {
			return object{"position": row.Rank, "player": playerName(row.Player), "score": lifeScore(row.Figures)}
		}),
		"eternal": each(table.Hall, func(row ranking.Row) any {
			out := object{"position": row.Rank, "player": playerName(row.Player), "score": lifeScore(row.Figures), "since": nil}
			if row.Since > 0 {
				out["since"] = l.events[row.Since-1].ID
			}
			return out
		}),
		"national_points": national,
		"banned":          append([]string{}, slices.Compact(slices.Sorted(slices.Values(l.banned)))...),
	}, nil
}

// table returns the ranking after the events played until now, and the rankings of those events.
func (l *lifetime) table() (table ranking.Table, own [][]any, err error) {
	var postings []ranking.Posting
	for i, event := range l.events {
		rows := []any{}
		if !l.void[i] {
			gained, listed, err := l.gains(i, event)
			if err != nil {
				return table, nil, err
			}
			postings, rows = append(postings, gained...), listed
		}
		own = append(own, rows)
	}
	return l.keeper.At(l.openings, postings), own, nil
}

// gains returns the postings of an event, and its ranking, without the players who were refused.
func (l *lifetime) gains(i int, event LifetimeEvent) (postings []ranking.Posting, ranked []any, err error) {
	in := event.Tournament()
	state, err := tournament.Replay(l.rules, in.Facts())
	if err != nil {
		return nil, nil, err
	}
	gains := ranking.GainsOf(l.keeper.Columns(), l.rules, state)
	for _, g := range gains {
		name := in.Players[g.Entry-1]
		if l.refused[i][name] {
			continue
		}
		postings = append(postings, ranking.Posting{Event: i + 1, National: event.Type == "national", Player: playerID(name), Figures: g.Figures})
		if !g.Ranked {
			continue
		}
		position := 1
		for _, other := range gains {
			if order, _ := standings.Order(l.keeper.Criteria(), other.Figures, g.Figures); order < 0 && !l.refused[i][in.Players[other.Entry-1]] {
				position++
			}
		}
		ranked = append(ranked, object{"position": position, "player": name, "score": score(l.keeper.Columns(), g.Figures)})
	}
	return postings, ranked, nil
}

// lifeScore is the score of a lifetime, whose last figure counts tournaments.
func lifeScore(figures []league.Frac) string {
	texts := make([]string, len(figures))
	for i, f := range figures {
		texts[i] = f.String()
	}
	texts[2] = strings.ReplaceAll(figures[2].Decimal(2), ".", ",") + "%"
	return strings.Join(texts, "/")
}

// playerID makes an id of a name: a letter and two figures, as cases have them.
func playerID(name string) (id league.PlayerID) {
	copy(id.UUID[:], name)
	binary.BigEndian.PutUint16(id.UUID[14:], uint16(len(name)))
	return id
}

func playerName(id league.PlayerID) string {
	return string(id.UUID[:binary.BigEndian.Uint16(id.UUID[14:])])
}
