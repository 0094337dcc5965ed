package desk

import (
	"slices"
	"strconv"
	"strings"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// checkByHand checks tables made by hand: everybody of the plan sits exactly
// once, the sizes are those of the plan (CN09 3.2a), and a second person has
// accepted them. Where others are
// accepted, anybody who is still in the event may sit.
func (s *Stage) checkByHand(next tournament.Step, h ByHand) league.Faults {
	var faults league.Faults
	fault := func(pointer, paragraph, code string, params ...string) {
		faults = append(faults, league.Fault{Pointer: pointer, Grounds: s.Rules.Grounds(paragraph, code, params...)})
	}
	if h.Reason == "" {
		fault("/reason", "", "reason-missing")
	}
	switch {
	case h.AcceptedBy == "":
		fault("/acceptedBy", "", "second-name-missing")
	case sameName(h.By, h.AcceptedBy):
		fault("/acceptedBy", "", "second-name-is-first", "name", h.AcceptedBy)
	}
	plays := seated(next.Plan.Tables)
	may := plays
	others := h.OthersAccepted && next.Kind != league.Preliminary
	if others {
		may = s.present()
	}
	sits := map[league.Entry]bool{}
	var sizes []int
	for i, t := range h.Tables {
		at := "/tables/" + strconv.Itoa(i)
		if t.Number != i+1 {
			fault(at+"/table", "", "table-out-of-order", "table", strconv.Itoa(t.Number))
		}
		sizes = append(sizes, len(t.Seats))
		for j, entry := range t.Seats {
			place := at + "/entries/" + strconv.Itoa(j)
			switch {
			case !may[entry]:
				fault(place, "", "entry-not-playing", "entry", strconv.Itoa(int(entry)))
			case sits[entry]:
				fault(place, "", "entry-seated-twice", "entry", strconv.Itoa(int(entry)))
			}
			sits[entry] = true
		}
	}
	for entry := range plays {
		if !sits[entry] && !others {
			fault("/tables", "", "entry-not-seated", "entry", strconv.Itoa(int(entry)))
		}
	}
	want := next.Plan.Sizes()
	slices.Sort(want)
	slices.Sort(sizes)
	if !slices.Equal(sizes, want) {
		fault("/tables", s.Rules.Tables.Paragraph, "table-sizes", "got", numbers(sizes), "want", numbers(want))
	}
	slices.SortStableFunc(faults, func(a, b league.Fault) int { return strings.Compare(a.Pointer, b.Pointer) })
	return faults
}

// sameName tells whether two names are one, whatever the letter case and the
// spaces.
func sameName(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// unqualified says who sits without being in the plan, which everybody shall
// see.
func (s *Stage) unqualified(next tournament.Step, tables []seating.Table) []league.Grounds {
	var paragraph string
	switch next.Kind {
	case league.Semifinal:
		paragraph = s.Rules.Elimination.Semifinal.Paragraph
	case league.Final:
		paragraph = s.Rules.Elimination.Final.Paragraph
	default: // everybody plays
		return nil
	}
	plays := seated(next.Plan.Tables)
	var out []league.Grounds
	for _, t := range tables {
		for _, entry := range t.Seats {
			if !plays[entry] {
				out = append(out, s.Rules.Grounds(paragraph, "seated-without-qualifying", "entry", strconv.Itoa(int(entry))))
			}
		}
	}
	return out
}

func seated(tables []seating.Table) map[league.Entry]bool {
	out := map[league.Entry]bool{}
	for _, t := range tables {
		for _, entry := range t.Seats {
			out[entry] = true
		}
	}
	return out
}

// present are the entries that have started and not left.
func (s *Stage) present() map[league.Entry]bool {
	out := map[league.Entry]bool{}
	for _, e := range s.Entries {
		if entry := league.Entry(e.Number); e.State == leaguedb.Playing && !s.IsOut(entry) {
			out[entry] = true
		}
	}
	return out
}
