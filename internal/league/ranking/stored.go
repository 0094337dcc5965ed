package ranking

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Precedes reports whether the event of a posting comes before another event: by its day, on one day by its time
// (D003-16), and by its id where both are the same.
func Precedes(p facts.RankedPosting, e facts.Event) bool {
	return cmp.Or(cmp.Compare(p.Day, rules.DayOf(e.LocalDate())), p.StartsAt.Compare(e.StartsAt), slices.Compare(p.EventID.UUID[:], e.ID.UUID[:])) < 0
}

// PostingsEntered converts the points entered for an event of which nothing else is known into the columns of the
// ranking. Figures that were not entered are zero, except that the event counts as one.
func (k *Keeper) PostingsEntered(e facts.EnteredPoints) []facts.Posting {
	columns := k.Columns()
	from := make([]int, len(columns))
	for i, c := range columns {
		from[i] = slices.Index(e.Columns, c.Figure)
	}
	out := make([]facts.Posting, len(e.Gains))
	for n, g := range e.Gains {
		out[n] = facts.Posting{PlayerID: g.PlayerID, Place: g.Place, Figures: make([]string, len(columns))}
		for i, c := range columns {
			switch {
			case from[i] >= 0:
				out[n].Figures[i] = g.Figures[from[i]]
			case c.Figure == rules.LineTournaments:
				out[n].Figures[i] = "1"
			default:
				out[n].Figures[i] = "0"
			}
		}
	}
	return out
}

// Parse reads the numbers of stored openings and postings for a keeper. Removed openings are left out. The postings are in the order of their events,
// which it numbers from 1. It returns an error for a figure that is no number.
func Parse(openings []facts.RankingOpening, postings []facts.RankedPosting) ([]Opening, []Posting, error) {
	opened := make([]Opening, 0, len(openings))
	for _, o := range openings {
		if o.Figures == nil {
			continue
		}
		figures, err := fractions(o.Figures)
		if err != nil {
			return nil, nil, err
		}
		national, err := league.ParseFrac(o.National)
		if err != nil {
			return nil, nil, err
		}
		opened = append(opened, Opening{Player: o.PlayerID, Figures: figures, National: national})
	}
	posted := make([]Posting, 0, len(postings))
	number := 0
	for i, p := range postings {
		if i == 0 || p.EventID != postings[i-1].EventID {
			number++
		}
		figures, err := fractions(p.Figures)
		if err != nil {
			return nil, nil, err
		}
		penalty, err := penaltyOf(p.Penalties)
		if err != nil {
			return nil, nil, err
		}
		posted = append(posted, Posting{Event: number, National: p.National, Player: p.PlayerID, Figures: figures, Penalty: penalty})
	}
	return opened, posted, nil
}

// ParseCareer reads the numbers of a stored career. The event with which the player arrived has no number. It
// returns an error for a figure that is no number.
func ParseCareer(c facts.RankingCareer) (Career, error) {
	figures, err := fractions(c.Figures)
	if err != nil {
		return Career{}, err
	}
	out := Career{Figures: figures, Nationals: c.Nationals, Arrived: c.Arrival != nil}
	if out.National, err = league.ParseFrac(c.National); err != nil {
		return out, err
	}
	if out.Penalty, err = league.ParseFrac(c.Penalty); err != nil {
		return out, err
	}
	if out.Arrived {
		out.Arrival, err = fractions(c.Arrival)
	}
	return out, err
}

// penaltyOf adds up the points of penalties.
func penaltyOf(list []facts.PostedPenalty) (sum league.Frac, err error) {
	for _, p := range list {
		points, err := league.ParseFrac(p.Points)
		if err != nil {
			return sum, err
		}
		sum = sum.Add(points)
	}
	return sum, nil
}

func fractions(texts []string) ([]league.Frac, error) {
	out := make([]league.Frac, len(texts))
	for i, text := range texts {
		f, err := league.ParseFrac(text)
		if err != nil {
			return nil, err
		}
		out[i] = f
	}
	return out, nil
}
