package season

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Stakes describe the places that an event gives in the present state: before it by its entrants,
// during and after it by its players (CN09 1.7, 1.8).
type Stakes struct {
	Tier rules.Tier `json:"tier"`
	// Missing is the number of players that a valid event still needs; before the event, entrants
	// count as players.
	Missing int     `json:"missing"`
	Places  []Stake `json:"places"`
	// Next is the next larger tier; nil if there is none.
	Next *NextTier `json:"next,omitempty"`
}

// NextTier is the tier that an event would have with more entrants.
type NextTier struct {
	Tier    rules.Tier `json:"tier"`
	Missing int        `json:"missing"` // number of entrants
	Places  []Stake    `json:"places"`
}

// Stake is the final that a rank of an event leads to, with the conditions.
type Stake struct {
	Rank   int               `json:"rank"`
	To     rules.SeasonFinal `json:"to"`
	Refund bool              `json:"refund"`
	// Substitute is the rank that may step in; 0 if nobody may.
	Substitute int `json:"substitute,omitempty"`
	// Place is the id of the place in the register; "" before the end of the event.
	Place PlaceID `json:"place,omitempty"`
	// Paragraph is the paragraph of the tier, SubstituteParagraph the one about who may step in.
	Paragraph           string `json:"paragraph"`
	SubstituteParagraph string `json:"substituteParagraph,omitempty"`
}

// Stakes returns the stakes of an event; false if the season has no such event.
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
