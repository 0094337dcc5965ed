package season

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Stakes describe what an event leads to as things stand: before it by those who
// have entered, during and after it by those who played (CN09 1.7, 1.8).
type Stakes struct {
	Tier rules.Tier `json:"tier"`
	// Missing are the players who are missing to a valid event, of those entered as
	// long as nobody has played.
	Missing int     `json:"missing"`
	Places  []Stake `json:"places"`
	// Next is the next larger tier; nil where there is none.
	Next *NextTier `json:"next,omitempty"`
}

// NextTier is the worth that an event would have with more entrants.
type NextTier struct {
	Tier    rules.Tier `json:"tier"`
	Missing int        `json:"missing"` // entrants
	Places  []Stake    `json:"places"`
}

// Stake is the final that a rank of an event leads to, with the terms.
type Stake struct {
	Rank   int               `json:"rank"`
	To     rules.SeasonFinal `json:"to"`
	Refund bool              `json:"refund"`
	// Substitute is the rank that may step in; 0 where nobody may.
	Substitute int `json:"substitute,omitempty"`
	// Place is the place in the register; "" before the end of the event.
	Place PlaceID `json:"place,omitempty"`
	// Paragraph is that of the tier, SubstituteParagraph that of who may step in.
	Paragraph           string `json:"paragraph"`
	SubstituteParagraph string `json:"substituteParagraph,omitempty"`
}

// Stakes returns what an event leads to; false where the season has no such event.
func (s State) Stakes(id league.EventID) (Stakes, bool) {
	i := slices.IndexFunc(s.Events, func(e EventState) bool { return e.ID == id })
	if i < 0 {
		return Stakes{}, false
	}
	e := s.Events[i]
	players := e.Played
	if e.Standing == Planned && players == 0 {
		players = e.Entered
	}
	out := Stakes{Tier: e.Tier, Missing: max(0, e.Least-players), Places: stakesOf(e.Tier)}
	for i, place := range e.Places {
		out.Places[i].Place = place
	}
	if e.Next != nil {
		out.Next = &NextTier{Tier: *e.Next, Missing: e.Next.Least - e.Counted, Places: stakesOf(*e.Next)}
	}
	return out, true
}

func stakesOf(t rules.Tier) []Stake {
	out := make([]Stake, len(t.Leads))
	for i, lead := range t.Leads {
		out[i] = Stake{Rank: i + 1, To: lead.To, Refund: lead.Refund, Paragraph: t.Paragraph}
		if by := lead.Substitute; by != nil {
			out[i].Substitute, out[i].SubstituteParagraph = by.Place, by.Paragraph
		}
	}
	return out
}
