package clubs

import (
	"cmp"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Corrected builds a history from spans in any order. clubs are the existing clubs by id. Each
// fault points to its span: "/memberships/1/until".
func Corrected(spans []Span, clubs map[league.ClubID]facts.Club, today rules.Day) (History, error) {
	var faults league.Faults
	for i, s := range spans {
		faults = append(faults, spanFaults("/memberships/"+strconv.Itoa(i), s, clubs, today)...)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	order := make([]int, len(spans))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(spans[a].From, spans[b].From) })
	h := History{}
	for n, i := range order {
		s := spans[i]
		if n > 0 {
			last := spans[order[n-1]]
			if last.Until == "" || last.Until >= s.From {
				faults = append(faults, league.Fault{Field: "/memberships/" + strconv.Itoa(i) + "/from", Grounds: league.Grounds{
					Reason: "memberships-overlap", Params: map[string]string{"club": clubs[last.Club].Name},
				}})
				continue
			}
			if last.Until.Plus(1) < s.From {
				h = append(h, facts.Membership{From: last.Until.Plus(1)})
			}
		}
		h = append(h, facts.Membership{From: s.From, Club: &spans[i].Club})
	}
	if len(faults) > 0 {
		return nil, faults
	}
	if n := len(order); n > 0 {
		if last := spans[order[n-1]]; last.Until != "" {
			h = append(h, facts.Membership{From: last.Until.Plus(1)})
		}
	}
	return h, nil
}

// spanFaults returns the faults of a single span.
func spanFaults(at string, s Span, clubs map[league.ClubID]facts.Club, today rules.Day) (faults league.Faults) {
	club, known := clubs[s.Club]
	if !known {
		return league.Faults{{Field: at + "/club", Grounds: league.Grounds{Reason: "club-unknown"}}}
	}
	if s.From != "" {
		if f := outside(at+"/from", s.From, today); f != nil {
			return league.Faults{*f}
		}
		if f := beforeFounding(at+"/from", club, s.From); f != nil {
			faults = append(faults, *f)
		}
	}
	if s.Until != "" {
		// The last day of a span is past: from today on the player is in another club, or in none.
		if f := outside(at+"/until", s.Until, today.Plus(-1)); f != nil {
			return append(faults, *f)
		}
		if s.Until < s.From {
			return append(faults, league.Fault{Field: at + "/until", Grounds: league.Grounds{Reason: "ends-before-it-begins"}})
		}
	}
	if club.ClosedFrom != "" && (s.Until == "" || s.Until >= club.ClosedFrom) {
		faults = append(faults, league.Fault{Field: at + "/until", Grounds: closed(club)})
	}
	return faults
}
