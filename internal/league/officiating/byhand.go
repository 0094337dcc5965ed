package officiating

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

// ByHand is a seating made by hand: tables, or lots drawn from a hat for a round that is drawn by
// lot.
type ByHand struct {
	Tables []seating.Table
	Lots   map[league.Entry]int
	Reason string
	// By is the name of the person who made it, AcceptedBy that of a second person who accepted it.
	By, AcceptedBy string
	// OthersAccepted permits table sizes other than the ruleset's, and in a semifinal or final
	// other players than those who qualified. The first referee decides that, finally (CN09 2.5):
	// games played under a mistake cannot be unplayed.
	OthersAccepted bool
}

// unsigned returns the faults of a seating made by hand without a reason, or without a second
// person who accepted it.
func (s *Situation) unsigned(h ByHand) league.Faults {
	var faults league.Faults
	if h.Reason == "" {
		faults = append(faults, league.Fault{Field: "/reason", Grounds: s.Rules.Grounds("", "reason-missing")})
	}
	switch {
	case h.AcceptedBy == "":
		faults = append(faults, league.Fault{Field: "/acceptedBy", Grounds: s.Rules.Grounds("", "second-name-missing")})
	case sameName(h.By, h.AcceptedBy):
		faults = append(faults, league.Fault{Field: "/acceptedBy", Grounds: s.Rules.Grounds("", "second-name-is-first", "name", h.AcceptedBy)})
	}
	return faults
}

// checkByHand checks tables made by hand: everybody of the plan sits exactly once, and the sizes
// are those of the plan (CN09 3.2a). The tables are numbered, in any order. With OthersAccepted,
// the sizes may be any of the ruleset's, and in a semifinal or final anybody still in the event may
// sit.
func (s *Situation) checkByHand(next tournament.Step, h ByHand) league.Faults {
	var faults league.Faults
	fault := func(field, paragraph, code string, params ...string) {
		faults = append(faults, league.Fault{Field: field, Grounds: s.Rules.Grounds(paragraph, code, params...)})
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
				fault(place, "", "entry-not-playing", "entry", itoa(entry))
			case sits[entry]:
				fault(place, "", "entry-seated-twice", "entry", itoa(entry))
			}
			sits[entry] = true
		}
	}
	for _, entry := range slices.Sorted(maps.Keys(plays)) {
		if !sits[entry] && !others {
			fault("/tables", "", "entry-not-seated", "entry", itoa(entry))
		}
	}
	known := s.Rules.Tables.AllSizes()
	unknown := slices.ContainsFunc(sizes, func(size int) bool { return !slices.Contains(known, size) })
	if want := next.Plan.Sizes(); !sameSizes(sizes, want) && (unknown || !h.OthersAccepted) {
		slices.Sort(want)
		slices.Sort(sizes)
		fault("/tables", s.Rules.Tables.Paragraph, "table-sizes", "got", league.Numbers(sizes), "want", league.Numbers(want))
	}
	return faults
}

// sameName reports whether two names are equal apart from letter case and spaces.
func sameName(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// sameSizes compares the sizes of tables in any order.
func sameSizes(a, b []int) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// otherSizes returns a notice for everybody if the tables have other sizes than the ruleset's plan.
func (s *Situation) otherSizes(next tournament.Step, tables []seating.Table) []league.Grounds {
	plan := seating.Plan{Tables: tables}
	got, want := plan.Sizes(), next.Plan.Sizes()
	if sameSizes(got, want) {
		return nil
	}
	return []league.Grounds{s.Rules.Grounds(s.Rules.Tables.Paragraph, "other-table-sizes", "got", league.Numbers(got), "want", league.Numbers(want))}
}

// planByHand returns the tables made by hand in the order of their numbers, with all reasons of the
// round: those of the ruleset's plan, then the notices for everybody about these tables. Preview
// and draw both call it. It returns only faults of the tables themselves.
func (s *Situation) planByHand(next tournament.Step, h ByHand) (seating.Plan, league.Faults) {
	if faults := s.checkByHand(next, h); len(faults) > 0 {
		return seating.Plan{}, faults
	}
	tables := slices.SortedFunc(slices.Values(h.Tables), func(a, b seating.Table) int { return a.Number - b.Number })
	return seating.Plan{Tables: tables, Moves: next.Plan.Moves, Reasons: slices.Concat(
		next.Plan.Reasons, s.notApart(next, tables), s.meetAgain(next, tables), s.otherSizes(next, tables), s.unqualified(next, tables),
	)}, nil
}

// PreviewByHand replaces the plan of the next round by a seating made by hand, so that a preview
// shows its notices. It needs no reason and no second name yet.
func (s *Situation) PreviewByHand(h ByHand) error {
	next, err := s.Next()
	if err != nil {
		return err
	}
	plan, faults := s.planByHand(next, h)
	if len(faults) > 0 {
		return inOrder(faults)
	}
	s.State.Next.Plan = &plan
	return nil
}

// SeatByHand returns a round with the tables of a seating made by hand.
func (s *Situation) SeatByHand(round facts.Round, next tournament.Step, h ByHand) (facts.Round, error) {
	plan, faults := s.planByHand(next, h)
	if faults = append(s.unsigned(h), faults...); len(faults) > 0 {
		return facts.Round{}, inOrder(faults)
	}
	round.Tables, round.Method, round.HandReason = TablesOf(plan), "by-hand", h.Reason
	round.DrawnBy, round.AcceptedBy, round.Reasons = h.By, h.AcceptedBy, plan.Why()
	return round, nil
}

// inOrder sorts faults by the field in which they are.
func inOrder(faults league.Faults) league.Faults {
	slices.SortStableFunc(faults, func(a, b league.Fault) int { return strings.Compare(a.Field, b.Field) })
	return faults
}

// DrawByHand returns a round seated in the order of lots drawn from a hat (BG 1.2.4), one for
// everybody who plays it. Lots of the first round are drawn at the start.
func (s *Situation) DrawByHand(round facts.Round, next tournament.Step, h ByHand) (facts.Round, error) {
	pairing := s.pairing()
	if pairing.System != rules.ByLot || next.Number == 1 {
		return facts.Round{}, league.Faults{{Field: "/lots", Grounds: s.Rules.Grounds(pairing.Paragraph, "round-not-by-lot", "round", strconv.Itoa(next.Number))}}
	}
	if h.Reason == "" {
		return facts.Round{}, league.Faults{{Field: "/reason", Grounds: league.Grounds{Reason: "reason-missing"}}}
	}
	playing := slices.Sorted(maps.Keys(seated(next.Plan.Tables)))
	if faults := CheckDrawn(playing, Drawing{Lots: h.Lots}); len(faults) > 0 {
		return facts.Round{}, faults
	}
	slices.SortFunc(playing, func(a, b league.Entry) int { return cmp.Compare(h.Lots[a], h.Lots[b]) })
	plan, err := seating.FirstRound(s.Rules, pairing, playing)
	if err != nil {
		return facts.Round{}, err
	}
	round.Tables, round.Reasons, round.HandReason = TablesOf(plan), plan.Why(), h.Reason
	round.DrawnOrder = s.everybodyBehind(playing)
	return round, nil
}

// everybodyBehind returns an order followed by all other entrants.
func (s *Situation) everybodyBehind(order []league.Entry) []league.Entry {
	all := slices.Clone(order)
	for _, e := range s.InPlay() {
		if entry := league.Entry(e.Number); !slices.Contains(order, entry) {
			all = append(all, entry)
		}
	}
	return all
}

// unqualified lists the seated entries that are not in the plan, as notices for everybody.
func (s *Situation) unqualified(next tournament.Step, tables []seating.Table) []league.Grounds {
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
				out = append(out, s.Rules.Grounds(paragraph, "seated-without-qualifying", "entry", itoa(entry)))
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

// present returns the entries that have started and not left.
func (s *Situation) present() map[league.Entry]bool {
	out := map[league.Entry]bool{}
	for _, e := range s.Entries {
		if entry := league.Entry(e.Number); e.State == facts.Playing && !s.IsOut(entry) {
			out[entry] = true
		}
	}
	return out
}

// Drawing holds the lots drawn by hand at the start; nil maps if the platform draws.
type Drawing struct {
	Lots   map[league.Entry]int
	Places map[league.Entry]int
	Reason string
}

// CheckDrawn checks that a draw by hand contains every player once and no number twice. The replay
// checks whether places are those of the schedule.
func CheckDrawn(playing []league.Entry, by Drawing) league.Faults {
	var faults league.Faults
	check := func(field string, drawn map[league.Entry]int) {
		if drawn == nil {
			return
		}
		used := map[int]bool{}
		for _, entry := range playing {
			number, ok := drawn[entry]
			params := map[string]string{"entry": itoa(entry), "number": strconv.Itoa(number)}
			switch {
			case !ok:
				faults = append(faults, league.Fault{Field: field, Grounds: league.Grounds{Reason: "entry-not-drawn", Params: params}})
			case used[number]:
				faults = append(faults, league.Fault{Field: field, Grounds: league.Grounds{Reason: "number-drawn-twice", Params: params}})
			}
			used[number] = true
		}
		for _, entry := range slices.Sorted(maps.Keys(drawn)) {
			if !slices.Contains(playing, entry) {
				faults = append(faults, league.Fault{Field: field, Grounds: league.Grounds{Reason: "entry-not-playing", Params: map[string]string{"entry": itoa(entry)}}})
			}
		}
	}
	check("/lots", by.Lots)
	check("/places", by.Places)
	return faults
}
