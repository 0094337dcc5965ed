package remote

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/apiclient"
	"referto/internal/league/conformance"
	"referto/openapi"
)

// byHand is the reason given for every draw of a case.
const byHand = "Drawn by hand, as the case has it"

// acceptedBy is the name of the second person that tables made by hand need.
const acceptedBy = "Author of the case"

// play is one event that replays a tournament of a case.
type play struct {
	event
	names []string // the players, by their start numbers from 1
	out   object
	// rounds are the preliminary rounds in the outcome.
	rounds []any
	drawn  int // rounds, of any kind
	// person finds the person of a name in the register.
	person func(ctx context.Context, name string) (openapi.PlayerID, error)
}

// announce drafts the event of a case under the case's readings, announces it and opens the entries. It sets
// all options that the regulation leaves open, and the names of the start numbers.
func (d *Driver) announce(ctx context.Context, c conformance.Case, names []string, e openapi.NewEvent) (*play, error) {
	preset, readings, err := conformance.PresetFor(c)
	if err != nil {
		return nil, err
	}
	if e.Title, e.Slug = "Case "+c.ID, "case-"+c.ID+"-"+uuid.NewString()[:8]; e.Kind == "" {
		e.Kind = openapi.EventKindStage
	}
	if e.TimeZone = "Europe/Rome"; e.StartsAt.IsZero() {
		e.StartsAt = startsAt
	}
	e.Venue = openapi.Venue{Name: "Sala giochi", City: "Aosta"}
	e.Ruleset, e.Readings = preset, readings
	held, err := d.hold(ctx, e)
	if err != nil {
		return nil, err
	}
	if err := held.manage(ctx, "/announcement", nil, nil); err != nil {
		return nil, err
	}
	return &play{event: held, names: names, out: object{}, rounds: []any{}, person: d.player}, held.manage(ctx, "/entry-opening", nil, nil)
}

// startsAt is the start of every event: half past ten at the venue, on the day
// before the day of the run, so that a request may have come at any time of it.
var startsAt = time.Date(2009, time.February, 7, 9, 30, 0, 0, time.UTC)

// enter enters all players in the order of their start numbers; players for whom a case states the time of
// their request are entered with it.
func (p *play) enter(ctx context.Context, asked map[string]time.Time) error {
	var list openapi.EntryList
	for _, name := range p.names {
		player, err := p.person(ctx, name)
		if err != nil {
			return err
		}
		list.Players = append(list.Players, player)
	}
	entries, err := p.enterAs(ctx, list, asked)
	if err != nil {
		return err
	}
	for i, entry := range entries {
		if entry.Number != i+1 {
			return fmt.Errorf("%s got start number %d, want %d", p.names[i], entry.Number, i+1)
		}
	}
	return nil
}

// enterAs enters a list at once, or one by one if the time of a request matters.
func (p *play) enterAs(ctx context.Context, list openapi.EntryList, asked map[string]time.Time) ([]openapi.Entry, error) {
	if len(asked) == 0 {
		var entered openapi.ListedEntries
		err := p.manage(ctx, "/entry-lists", list, &entered)
		return entered.Items, err
	}
	entries := make([]openapi.Entry, len(list.Players))
	for i, player := range list.Players {
		if err := p.manage(ctx, "/entries", openapi.NewEntry{Player: player, ReceivedAt: asked[p.names[i]]}, &entries[i]); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// cancel cancels the entries of players who do not come.
func (p *play) cancel(ctx context.Context, players []string) error {
	for _, player := range players {
		path := fmt.Sprintf("/entries/%d/cancellation", p.entry(player))
		if err := p.manage(ctx, path, openapi.ReasonGiven{Reason: "Has given up"}, nil); err != nil {
			return err
		}
	}
	return nil
}

// start checks players in, locks the field and draws the lots, or takes those of the case. If the regulation
// refuses the field, [refusedField] extracts the reason from the error.
func (p *play) start(ctx context.Context, here []string, drawn openapi.EventStart) (openapi.Event, error) {
	var event openapi.Event
	if len(here) > 0 {
		present := true
		marks := openapi.Each(here, func(player string) openapi.EntryMark {
			return openapi.EntryMark{Entry: p.entry(player), Here: &present}
		})
		if err := p.direct(ctx, "/entry-marks", openapi.EntryMarks{Marks: marks}, nil); err != nil {
			return event, err
		}
	}
	if drawn.Lots != nil || drawn.Places != nil {
		drawn.Reason = byHand
	}
	err := p.direct(ctx, "/start", drawn, &event)
	return event, err
}

// entry is a player's start number; 0 for "".
func (p *play) entry(player string) int { return slices.Index(p.names, player) + 1 }

func (p *play) entries(players []string) []int { return openapi.Each(players, p.entry) }

// hat returns the numbers that players drew from a hat; nil for none. The numbers of players who do not play
// are left in it.
func (p *play) hat(numbers map[string]int, plays []string) []openapi.DrawnNumber {
	var drawn []openapi.DrawnNumber
	for player, number := range numbers {
		if slices.Contains(plays, player) {
			drawn = append(drawn, openapi.DrawnNumber{Entry: p.entry(player), Number: number})
		}
	}
	return drawn
}

// round is a round of a case with its games, and the penalties and leavings in and after it.
type round struct {
	kind      openapi.RoundKind
	games     []game
	penalties []penalty
	leaves    []openapi.NewWithdrawal // after the round
}

// game is a game of a case with its result, the seats in the order of play.
type game struct {
	table  int
	result openapi.NewResult
}

// gameOf returns a game with the ending that a case states; the seats are still to come.
func (p *play) gameOf(table int, ended, declaredBy string) game {
	return game{table: table, result: openapi.NewResult{
		Ended: openapi.Ending(kebab(ended)), DeclaredBy: p.entry(declaredBy),
	}}
}

// kebab is a name of a case as the API writes it.
func kebab(name string) string { return strings.ReplaceAll(name, "_", "-") }

// penalty is a sanction with the person who gives it.
type penalty struct {
	openapi.NewSanction
	by *apiclient.Client
}

// penaltiesOf returns warnings and expulsions, given by the first referee if they confirmed them, otherwise by
// a referee.
func (p *play) penaltiesOf(list []conformance.Penalty) []penalty {
	return openapi.Each(list, func(given conformance.Penalty) penalty {
		out := penalty{by: p.referee, NewSanction: openapi.NewSanction{
			Entry: p.entry(given.Player), Kind: openapi.SanctionKind(given.Kind), Reason: given.Reason, Moment: moment(given.When),
		}}
		if given.Confirmed {
			out.by = p.firstReferee
		}
		return out
	})
}

func moment(when string) openapi.Moment {
	if when == "during_game" {
		return openapi.MomentDuringGame
	}
	return openapi.MomentAfterRound
}

// leavesOf returns players who leave, without a reason, because no rule asks about one.
func (p *play) leavesOf(players []string) []openapi.NewWithdrawal {
	return openapi.Each(players, func(player string) openapi.NewWithdrawal {
		return openapi.NewWithdrawal{Entry: p.entry(player)}
	})
}

// play draws a round by hand, records the games and everything else in it, and closes it.
func (p *play) play(ctx context.Context, r round) error {
	err := p.draw(ctx, r)
	if err == nil {
		err = p.happen(ctx, r)
	}
	if err == nil {
		err = p.direct(ctx, fmt.Sprintf("/rounds/%d/closing", p.drawn), nil, nil)
	}
	if err != nil {
		return fmt.Errorf("%s %d: %w", r.kind, p.drawn, err)
	}
	return nil
}

// draw seats a round by hand.
//
// Under another reading than the one in force when a case was played, the tables might have been others, and
// other players might have qualified for its semifinals or final; the games at the tables stay the same.
func (p *play) draw(ctx context.Context, r round) error {
	next, err := p.next(ctx)
	if err != nil {
		return err
	}
	if next.Kind != r.kind {
		return fmt.Errorf("%s cannot be drawn: %+v", r.kind, next)
	}
	seated := openapi.NewRound{Reason: byHand, AcceptedBy: acceptedBy}
	for _, g := range r.games {
		seated.Tables = append(seated.Tables, openapi.Seating{
			Table: g.table, Entries: openapi.Each(g.result.Seats, func(s openapi.NewSeatResult) int { return s.Entry }),
		})
	}
	seated.OthersAccepted = !slices.Equal(sizes(seated.Tables), sizes(next.Tables)) ||
		r.kind != openapi.RoundKindPreliminary && !slices.Equal(sitting(seated.Tables), sitting(next.Tables))
	p.drawn++
	return p.direct(ctx, "/rounds", seated, nil)
}

// sizes returns the sizes of tables, the greatest first.
func sizes(tables []openapi.Seating) []int {
	list := sizesInOrder(tables)
	slices.SortFunc(list, func(a, b int) int { return b - a })
	return list
}

func sizesInOrder(tables []openapi.Seating) []int {
	return openapi.Each(tables, func(t openapi.Seating) int { return len(t.Entries) })
}

// sitting returns all players who sit at tables, by start number.
func sitting(tables []openapi.Seating) []int {
	var all []int
	for _, t := range tables {
		all = append(all, t.Entries...)
	}
	slices.Sort(all)
	return all
}

// happen records the games and penalties of the round that was drawn last.
//
// A case lists penalties during the games and those after them in one order, in which the order of those of one
// moment matters. A player who has left by a result cannot be punished any more, so penalties are given before
// the results. Only a player who was sent off once their game was over, so that its result stands, is sent off
// after the result.
func (p *play) happen(ctx context.Context, r round) error {
	h := happening{play: p, round: r, left: make(map[int]bool), written: make(map[int]bool)}
	for _, g := range r.games {
		for _, seat := range g.result.Seats {
			h.left[seat.Entry] = seat.Left != 0
		}
	}
	h.penalties = slices.SortedStableFunc(slices.Values(r.penalties), func(a, b penalty) int { return when(a) - when(b) })
	for len(h.penalties) > 0 {
		if err := h.punishFirst(ctx); err != nil {
			return err
		}
	}
	if err := p.leave(ctx, r.leaves, func(entry int) bool { return h.left[entry] }); err != nil {
		return err
	}
	for _, g := range r.games {
		if err := h.write(ctx, g); err != nil {
			return err
		}
	}
	return p.leave(ctx, r.leaves, func(entry int) bool { return !h.left[entry] })
}

// when orders the moments of a round.
func when(given penalty) int {
	if given.Moment == openapi.MomentAfterRound {
		return 1
	}
	return 0
}

// happening is a round whose games are under way.
type happening struct {
	*play
	round
	left    map[int]bool // players who left their game
	written map[int]bool // results, by table
}

// punishFirst gives the first penalty that was not given yet. Before a player is sent off after their game, its
// result is recorded, and before that its leavers are punished.
func (h *happening) punishFirst(ctx context.Context) error {
	given := h.penalties[0]
	h.penalties = h.penalties[1:]
	if given.Kind == openapi.SanctionKindExpulsion && given.Moment == openapi.MomentDuringGame && !h.left[given.Entry] {
		if err := h.end(ctx, given.Entry); err != nil {
			return err
		}
	}
	return h.punish(ctx, given)
}

// end records the result of the game in which an entry played.
func (h *happening) end(ctx context.Context, entry int) error {
	for _, g := range h.games {
		played := func(entry int) bool {
			return slices.ContainsFunc(g.result.Seats, func(s openapi.NewSeatResult) bool { return s.Entry == entry })
		}
		if !played(entry) {
			continue
		}
		var later []penalty
		for _, given := range h.penalties {
			if !h.left[given.Entry] || !played(given.Entry) {
				later = append(later, given)
			} else if err := h.punish(ctx, given); err != nil {
				return err
			}
		}
		h.penalties = later
		if err := h.write(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// write writes down the result of a game, once.
func (h *happening) write(ctx context.Context, g game) error {
	if h.written[g.table] {
		return nil
	}
	h.written[g.table] = true
	return h.referee.Post(ctx, fmt.Sprintf("%s/rounds/%d/tables/%d/result", h.path, h.drawn, g.table), g.result, nil)
}

// punish gives a penalty. A player who is out by an earlier one cannot be given another: the server refuses it,
// as the regulations do.
func (p *play) punish(ctx context.Context, given penalty) error {
	return unlessOut(given.by.Post(ctx, p.path+"/sanctions", given.NewSanction, nil))
}

// leave lets those of the selected players leave who are still there.
func (p *play) leave(ctx context.Context, leaves []openapi.NewWithdrawal, who func(entry int) bool) error {
	for _, leaving := range leaves {
		if !who(leaving.Entry) {
			continue
		}
		if err := unlessOut(p.direct(ctx, "/withdrawals", leaving, nil)); err != nil {
			return err
		}
	}
	return nil
}

// withdraw lets players leave after a round has been closed.
func (p *play) withdraw(ctx context.Context, players []string) error {
	return p.leave(ctx, p.leavesOf(players), func(int) bool { return true })
}

// unlessOut returns an error, but nil for the refusal of an act because its entry is out.
func unlessOut(err error) error {
	if apiclient.Reason(err) == "entry-is-out" {
		return nil
	}
	return err
}

// complete finishes the event, unless too few remain to play it to its end.
func (p *play) complete(ctx context.Context) error {
	err := p.direct(ctx, "/completion", nil, nil)
	if apiclient.Reason(err) == "event-not-over" {
		return nil
	}
	return err
}
