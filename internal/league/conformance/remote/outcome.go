package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"referto/internal/apiclient"
	"referto/openapi"
)

type object = map[string]any

// name is an entry's player in the case; nil for nobody.
func (p *play) name(entry int) any {
	if entry < 1 || entry > len(p.names) {
		return nil
	}
	return p.names[entry-1]
}

// players are the names of entries.
func (p *play) players(entries []int) []any { return openapi.Each(entries, p.name) }

// sorted are the names of entries as a set.
func (p *play) sorted(entries []int) []any {
	names := openapi.Each(entries, func(entry int) string { return p.names[entry-1] })
	slices.Sort(names)
	return openapi.Each(names, func(name string) any { return name })
}

func (p *play) seating(tables []openapi.Seating) any {
	return openapi.Each(tables, func(t openapi.Seating) any { return p.players(t.Entries) })
}

// refusedField returns the reason for which a regulation refuses to start with this number of players; any
// other error is returned.
func refusedField(err error) (reason string, other error) {
	var refusal *apiclient.Problem
	if errors.As(err, &refusal) && refusal.Status == 422 && refusal.Rule.Code != "" {
		return refusal.Reason, nil
	}
	return "", err
}

// next reads the proposal for the next draw.
func (p *play) next(ctx context.Context) (next openapi.NextRound, err error) {
	err = p.ask(ctx, "/next-round", &next)
	return next, err
}

// finalists returns the players whom the next draw would seat in the final; none if it would draw something
// else or nothing.
func (p *play) finalists(ctx context.Context) ([]any, error) {
	next, err := p.next(ctx)
	if err != nil || next.Kind != openapi.RoundKindFinal || len(next.Tables) == 0 {
		return []any{}, err
	}
	return p.players(next.Tables[0].Entries), nil
}

// admission reads the entries in the order in which they came, with the admission of each.
func (p *play) admission(ctx context.Context) ([]openapi.Entry, error) {
	var all []openapi.Entry
	path := "/entries?limit=100"
	for cursor := ""; ; {
		var page openapi.EntryPage
		if err := p.ask(ctx, path+cursor, &page); err != nil {
			return nil, err
		}
		all = append(all, page.Items...)
		if page.NextCursor == "" {
			return all, nil
		}
		cursor = "&cursor=" + page.NextCursor
	}
}

// standing returns the numbers of the entries with an admission, in order.
func standing(entries []openapi.Entry, as openapi.AdmissionAs) []int {
	var out []int
	for _, e := range entries {
		if e.Admission.As == as {
			out = append(out, e.Number)
		}
	}
	return out
}

// played is the round that was played last, with its results.
func (p *play) played(ctx context.Context) (round openapi.Round, err error) {
	err = p.ask(ctx, fmt.Sprintf("/rounds/%d", p.drawn), &round)
	return round, err
}

// standings reads the standings of an id ("": those that seat) after the round played last.
func (p *play) standings(ctx context.Context, id string) (standings openapi.Standings, err error) {
	path := fmt.Sprintf("/standings?round=%d", p.drawn)
	if id != "" {
		path += "&standings=" + id
	}
	err = p.ask(ctx, path, &standings)
	return standings, err
}

// rows are standings, each row with its figures under the names of the criteria.
func (p *play) rows(standings openapi.Standings, figure func(row object, criterion string, value openapi.Decimal)) (rows []any, err error) {
	rows = []any{}
	for _, row := range standings.Rows {
		out := object{"position": row.Rank, "player": p.name(row.Entry.Number)}
		if len(row.Figures) != len(standings.Criteria) {
			return nil, fmt.Errorf("%d figures for %d criteria", len(row.Figures), len(standings.Criteria))
		}
		for i, criterion := range standings.Criteria {
			figure(out, criterion.Key, row.Figures[i])
		}
		rows = append(rows, out)
	}
	return rows, nil
}

// struck returns the players who went out in or after the round of standings, by name.
func (p *play) struck(standings openapi.Standings) []any {
	var out []int
	for _, left := range standings.Left {
		if left.AfterRound == standings.Round {
			out = append(out, left.Entry.Number)
		}
	}
	return p.sorted(out)
}

// placements returns the seats of a game in order of their places, each with the case's members beside place
// and player.
func (p *play) placements(result openapi.Result, more func(out object, s openapi.SeatResult)) []any {
	seats := slices.Clone(result.Seats)
	slices.SortStableFunc(seats, func(a, b openapi.SeatResult) int { return a.Place - b.Place })
	return openapi.Each(seats, func(s openapi.SeatResult) any {
		out := object{"place": s.Place, "player": p.name(s.Entry)}
		if more != nil {
			more(out, s)
		}
		return out
	})
}

// discipline notes warnings and expulsions round by round, and returns all
// sanctions in the order of their moments.
func (p *play) discipline(ctx context.Context) ([]openapi.Sanction, error) {
	var list openapi.SanctionList
	if err := p.ask(ctx, "/sanctions", &list); err != nil {
		return nil, err
	}
	reason := make(map[openapi.ID]string)
	for _, s := range list.Items {
		reason[s.Id] = s.Reason
	}
	for i, round := range p.rounds {
		outcome := round.(object)
		warnings := object{}
		for _, w := range list.Rounds[i].Warnings {
			warnings[p.names[w.Entry.Number-1]] = w.Warnings
		}
		outcome["warnings"] = warnings
		outcome["expelled"] = openapi.Each(list.Rounds[i].Expelled, func(e openapi.ExpelledEntry) any {
			return object{
				"player": p.name(e.Entry.Number), "round": i + 1, "when": snake(string(e.Moment)), "cause": snake(string(e.Cause)), "reason": reason[e.Sanction],
			}
		})
	}
	return inOrder(list.Items), nil
}

// inOrder returns sanctions in the order of their moments, which in a case are those of their effect: games of
// a round, then those after it.
func inOrder(sanctions []openapi.Sanction) []openapi.Sanction {
	sanctions = slices.Clone(sanctions)
	moment := func(s openapi.Sanction) int {
		if s.Moment == openapi.MomentAfterRound {
			return 2*s.Round + 1
		}
		return 2 * s.Round
	}
	slices.SortStableFunc(sanctions, func(a, b openapi.Sanction) int { return moment(a) - moment(b) })
	return sanctions
}

// snake is a name as cases write it.
func snake(name string) string { return strings.ReplaceAll(name, "-", "_") }

// number is an exact number as JSON writes it; nil for none.
func number(decimal openapi.Decimal) any {
	if decimal == "" {
		return nil
	}
	return json.Number(decimal)
}

// cut returns a decimal cut off after its second digit, as short as it can be: "0.22" of "0.225".
func cut(decimal openapi.Decimal) string {
	whole, fraction, _ := strings.Cut(decimal, ".")
	fraction = strings.TrimRight(fraction[:min(2, len(fraction))], "0")
	if fraction == "" {
		return whole
	}
	return whole + "." + fraction
}

// hundredths is a decimal with two digits. The server shows more of them where two players
// would look alike.
func hundredths(decimal openapi.Decimal) string {
	whole, fraction, _ := strings.Cut(decimal, ".")
	return whole + "." + (fraction + "00")[:2]
}

// tenths is a decimal with one digit.
func tenths(decimal openapi.Decimal) string {
	whole, fraction, _ := strings.Cut(decimal, ".")
	return whole + "." + (fraction + "0")[:1]
}

// orNothing is a word; nil for "".
func orNothing[T ~string](word T) any {
	if word == "" {
		return nil
	}
	return word
}
