package desk

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// checkByHand checks tables made by hand: everybody of the plan sits exactly
// once, the sizes are those of the plan (CN09 3.2a), and a second person has
// accepted them. The tables are numbered, and stand in any order. Where others are accepted the sizes are any that the ruleset
// knows, and in a semifinal or final anybody may sit who is still in the event.
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
	others := h.OthersAccepted && !tournament.ForEverybody(next.Kind, next.Number)
	if others {
		may = s.present()
	}
	sits := map[league.Entry]bool{}
	var sizes []int
	taken := make(map[int]bool, len(h.Tables))
	for i, t := range h.Tables {
		at := "/tables/" + strconv.Itoa(i)
		if t.Number < 1 || t.Number > len(h.Tables) || taken[t.Number] {
			fault(at+"/table", "", "tables-not-numbered", "number", strconv.Itoa(t.Number), "tables", strconv.Itoa(len(h.Tables)))
		}
		taken[t.Number] = true
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
	known := s.Rules.Tables.AllSizes()
	unknown := slices.ContainsFunc(sizes, func(size int) bool { return !slices.Contains(known, size) })
	if want := next.Plan.Sizes(); !sameSizes(sizes, want) && (unknown || !h.OthersAccepted) {
		slices.Sort(want)
		slices.Sort(sizes)
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

// sameSizes compares the sizes of tables in any order.
func sameSizes(a, b []int) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// otherSizes says that the tables are not those into which the ruleset divides,
// which everybody shall see.
func (s *Stage) otherSizes(next tournament.Step, tables []seating.Table) []league.Grounds {
	plan := seating.Plan{Tables: tables}
	got, want := plan.Sizes(), next.Plan.Sizes()
	if sameSizes(got, want) {
		return nil
	}
	return []league.Grounds{s.Rules.Grounds(s.Rules.Tables.Paragraph, "other-table-sizes", "got", numbers(got), "want", numbers(want))}
}

// seatByHand seats a round as somebody has it for a reason.
func (s *Stage) seatByHand(round *facts.Round, next tournament.Step, h ByHand) error {
	if faults := s.checkByHand(next, h); len(faults) > 0 {
		return faults
	}
	h.Tables = slices.SortedFunc(slices.Values(h.Tables), func(a, b seating.Table) int { return a.Number - b.Number })
	round.Tables, round.Method, round.HandReason = tablesOf(seating.Plan{Tables: h.Tables}), "by-hand", h.Reason
	round.DrawnBy, round.AcceptedBy = h.By, h.AcceptedBy
	round.Reasons = slices.Concat(next.Plan.Why(), s.otherSizes(next, h.Tables), s.unqualified(next, h.Tables))
	return nil
}

// drawByHand seats a round in the order of lots out of a hat (BG 1.2.4): one for
// everybody who plays it. Lots of the first round are drawn at the start.
func (s *Stage) drawByHand(round *facts.Round, next tournament.Step, h ByHand) error {
	pairing, _ := s.Rules.Pairing(rules.PairingSystem(s.Event.Pairing))
	if pairing.System != rules.ByLot || next.Number == 1 {
		return league.Faults{{Pointer: "/lots", Grounds: s.Rules.Grounds(pairing.Paragraph, "round-not-by-lot", "round", strconv.Itoa(next.Number))}}
	}
	if h.Reason == "" {
		return league.Faults{{Pointer: "/reason", Grounds: league.Grounds{Reason: "reason-missing"}}}
	}
	playing := slices.Sorted(maps.Keys(seated(next.Plan.Tables)))
	if faults := checkDrawn(playing, Drawing{Lots: h.Lots}); len(faults) > 0 {
		return faults
	}
	slices.SortFunc(playing, func(a, b league.Entry) int { return cmp.Compare(h.Lots[a], h.Lots[b]) })
	plan, err := seating.FirstRound(s.Rules, pairing, playing)
	if err != nil {
		return err
	}
	round.Tables, round.Reasons, round.HandReason = tablesOf(plan), plan.Why(), h.Reason
	round.DrawnOrder = s.everybodyBehind(playing)
	return nil
}

// everybodyBehind is an order with all other entrants behind it.
func (s *Stage) everybodyBehind(order []league.Entry) []league.Entry {
	all := slices.Clone(order)
	for _, e := range s.playing() {
		if entry := league.Entry(e.Number); !slices.Contains(order, entry) {
			all = append(all, entry)
		}
	}
	return all
}

// unqualified says who sits without being in the plan, which everybody shall
// see.
func (s *Stage) unqualified(next tournament.Step, tables []seating.Table) []league.Grounds {
	if tournament.ForEverybody(next.Kind, next.Number) {
		return nil
	}
	paragraph := s.Rules.Elimination.Final.Paragraph
	if next.Kind == league.Semifinal {
		paragraph = s.Rules.Elimination.Semifinal.Paragraph
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
		if entry := league.Entry(e.Number); e.State == facts.Playing && !s.IsOut(entry) {
			out[entry] = true
		}
	}
	return out
}
