package officiating

import (
	"cmp"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// StartingField returns all entries in their states after the start, and those that start, in
// order. Players are the entries that come and have a seat; the others who come wait, and those who
// are not here become no-shows. An entry that is recorded as late or absent in the first round
// counts as coming. For a final of a season, the refusal asks for a structure if the ruleset has
// none for so few players.
func (s *Situation) StartingField(final bool) (entries []facts.Entry, starts []league.Entry, err error) {
	a := s.Admit(s.Comes)
	if a.Err != nil && s.Structure == nil {
		if final {
			return nil, nil, s.Rules.Refuse(s.Rules.Format.OtherStructure.Paragraph, "final-without-structure", "players", strconv.Itoa(len(a.Entrants)))
		}
		return nil, nil, a.Err
	}
	entries = slices.Clone(s.Entries)
	for i := range entries {
		e := &entries[i]
		before := e.State
		switch {
		case s.Comes(*e) && slices.Contains(a.Entrants, league.Entry(e.Number)):
			e.State = facts.Playing
		case e.State == facts.Entered:
			e.State = facts.NoShow
		case e.State == facts.CheckedIn:
			e.State = facts.Waiting
		}
		if e.State != before {
			e.Version++
		}
	}
	return entries, a.Entrants, nil
}

// Draw holds the draws of the start, by entry.
type Draw struct {
	Seed   [32]byte
	Method facts.DrawMethod
	// Lots break ties, Order is the order of the first round, Places are those of a fixed schedule;
	// nil if there is none.
	Lots, Order, Places map[league.Entry]int
}

// Draw draws lots, the order of the first round and, for a fixed schedule, places for the players
// who start, from the secret of the event; or it takes those drawn by hand.
func (s *Situation) Draw(playing []league.Entry, by Drawing) (Draw, error) {
	handmade := by.Lots != nil || by.Places != nil
	if handmade && by.Reason == "" {
		return Draw{}, league.Faults{{Field: "/reason", Grounds: league.Grounds{Reason: "reason-missing"}}}
	}
	ids := make([]string, 0, len(playing))
	for _, e := range s.InPlay() {
		ids = append(ids, e.Record().String())
	}
	draw := Draw{Seed: seating.Seed(s.Event.DrawSecret, ids), Method: facts.Drawn, Lots: by.Lots}
	order := slices.Clone(playing)
	if draw.Lots == nil {
		draw.Lots = seating.DrawLots(draw.Seed, playing)
		order = seating.Shuffle(draw.Seed, seating.PurposeFirstRound, playing)
	} else { // lots from a hat are the order too: a substitute takes over the position
		slices.SortFunc(order, func(a, b league.Entry) int { return cmp.Compare(draw.Lots[a], draw.Lots[b]) })
	}
	draw.Order = make(map[league.Entry]int, len(order))
	for i, entry := range order {
		draw.Order[entry] = i + 1
	}
	if handmade {
		draw.Method = facts.ByHand
	}
	var err error
	if draw.Places, err = s.places(draw.Seed, playing, by.Places); err != nil {
		return Draw{}, err
	}
	return draw, CheckDrawn(playing, by).OrNil()
}

// places returns the places of the fixed schedule; nil if none was chosen.
func (s *Situation) places(seed [32]byte, playing []league.Entry, byHand map[league.Entry]int) (map[league.Entry]int, error) {
	pairing := s.pairing()
	agreed := s.Agreed()
	if pairing.System != rules.FixedSchedule || agreed != nil && agreed.Rounds == 0 {
		if byHand != nil {
			return nil, league.Faults{{Field: "/places", Grounds: s.Rules.Grounds("", "no-fixed-schedule")}}
		}
		return nil, nil
	}
	format := tournament.FormatFor(s.Rules, s.Event.Formula, agreed, len(playing))
	if format.Err != nil {
		return nil, format.Err
	}
	schedule, err := seating.ScheduleFor(s.Rules, pairing, len(playing), pairing.LaidDown(format.Rounds))
	if err != nil {
		return nil, err
	}
	if byHand != nil {
		return byHand, nil
	}
	return seating.DrawPlaces(seed, playing, schedule.Places(len(playing))), nil
}
