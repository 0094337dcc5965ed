package clubs

import (
	"slices"
	"strconv"
	"strings"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// FirstDay and LastDay bound the days that are recorded.
const (
	FirstDay rules.Day = "1900-01-01"
	LastDay  rules.Day = "2199-12-31"
)

// Name writes the name of a club with single spaces.
func Name(text string) string { return strings.Join(strings.Fields(text), " ") }

// History holds the clubs of a player, earliest first, with each day once.
type History []facts.Membership

// At returns the club on a day; nil for none.
func (h History) At(day rules.Day) *league.ClubID {
	var at *league.ClubID
	for _, m := range h {
		if m.From > day {
			break
		}
		at = m.Club
	}
	return at
}

// Last returns the current club of the player; nil for none.
func (h History) Last() *league.ClubID {
	if len(h) == 0 {
		return nil
	}
	return h[len(h)-1].Club
}

// Span is a period in one club.
type Span struct {
	Club  league.ClubID
	From  rules.Day // first day; "" means unknown
	Until rules.Day // last day; "" means it continues
}

// Spans returns the periods in clubs, earliest first. Consecutive periods in one club are joined.
func (h History) Spans() []Span {
	var out []Span
	for i, m := range h {
		if m.Club == nil {
			continue
		}
		s := Span{Club: *m.Club, From: m.From}
		if i+1 < len(h) {
			s.Until = h[i+1].From.Plus(-1)
		}
		if i > 0 && same(h[i-1].Club, m.Club) {
			out[len(out)-1].Until = s.Until
			continue
		}
		out = append(out, s)
	}
	return out
}

func same(a, b *league.ClubID) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// Transfer ends the current membership and begins one in another club on a day; nil means no club.
// A second transfer on the same day replaces the first. The fault fields are "/club" and "/day".
func (h History) Transfer(to *facts.Club, day, today rules.Day) (History, error) {
	if fault := outside("/day", day, today); fault != nil {
		return nil, league.Faults{*fault}
	}
	var club *league.ClubID
	if to != nil {
		club = &to.ID
		if err := Open(*to); err != nil {
			return nil, err
		}
		if early := beforeFounding("/day", *to, day); early != nil {
			return nil, league.Faults{*early}
		}
	}
	if same(h.Last(), club) {
		return nil, league.NotNow("club-as-it-was")
	}
	if n := len(h); n > 0 && h[n-1].From > day {
		return nil, league.NotNow("transfer-before-the-last", "day", string(h[n-1].From))
	}
	return append(h.before(day), facts.Membership{From: day, Club: club}), nil
}

// before returns the entries that began before a day.
func (h History) before(day rules.Day) History {
	n, _ := slices.BinarySearchFunc(h, day, func(m facts.Membership, day rules.Day) int { return strings.Compare(string(m.From), string(day)) })
	return slices.Clone(h[:n])
}

// Closed returns the history of a player whose club closes on a day. It returns false if the player
// joined on that day or later.
func (h History) Closed(club league.ClubID, from rules.Day) (History, bool) {
	for _, m := range h {
		if m.Club != nil && *m.Club == club && m.From >= from {
			return nil, false
		}
	}
	if at := h.At(from); at == nil || *at != club {
		return h, true
	}
	return slices.Insert(slices.Clone(h), len(h.before(from)), facts.Membership{From: from}), true
}

// outside returns a fault for a day that is out of range or in the future; nil otherwise.
func outside(field string, day, today rules.Day) *league.Fault {
	switch {
	case day < FirstDay || day > LastDay:
		return &league.Fault{Field: field, Grounds: league.Grounds{Reason: "day-out-of-range", Params: map[string]string{"first": string(FirstDay), "last": string(LastDay)}}}
	case day > today:
		return &league.Fault{Field: field, Grounds: league.Grounds{Reason: "day-to-come"}}
	}
	return nil
}

// Open refuses a closed club. The fault field is "/club".
func Open(c facts.Club) error {
	if c.ClosedFrom == "" {
		return nil
	}
	return league.Faults{{Field: "/club", Grounds: closed(c)}}
}

func closed(c facts.Club) league.Grounds {
	return league.Grounds{Reason: "club-closed", Params: map[string]string{"club": c.Name, "day": string(c.ClosedFrom)}}
}

// beforeFounding returns a fault for a day before the club's founding year; nil otherwise.
func beforeFounding(field string, c facts.Club, day rules.Day) *league.Fault {
	if day.Midnight().Year() >= c.Founded {
		return nil
	}
	return &league.Fault{Field: field, Grounds: league.Grounds{Reason: "before-the-founding", Params: map[string]string{"club": c.Name, "year": strconv.Itoa(c.Founded)}}}
}

// MayClose returns an error if a club may not close on a day. The fault field is "/from".
func MayClose(c facts.Club, from, today rules.Day) error {
	if c.ClosedFrom != "" {
		return &league.StateError{Grounds: closed(c)}
	}
	if fault := outside("/from", from, today); fault != nil {
		return league.Faults{*fault}
	}
	if early := beforeFounding("/from", c, from); early != nil {
		return league.Faults{*early}
	}
	return nil
}
