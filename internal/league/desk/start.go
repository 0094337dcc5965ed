package desk

import (
	"cmp"
	"encoding/hex"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// Drawing is what was drawn by hand at the start; nil maps where the platform
// draws.
type Drawing struct {
	Lots   map[league.Entry]int
	Places map[league.Entry]int
	Reason string
}

// gathering tells whether entries are open or closed and the event has not started.
func (s *Stage) gathering() bool {
	return s.Event.State == facts.Open || s.Event.State == facts.Closed
}

// StartEvent locks the list of those checked in or known to come late: of them play
// those whom the regulation lets start, others who had a seat did not come. Eligibility is checked again (CN09 1.5), the structure is
// fixed (CN09 3.2a), lots are drawn and the secret of the draw is revealed.
func (d *Desk) StartEvent(tx tenantdb.Tx, act Act, id league.EventID, by Drawing) (*Stage, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return nil, err
	}
	before := s.Event.State
	if !s.gathering() {
		return nil, notNow("event-state", "state", string(before), "wanted", string(facts.Running))
	}
	if err := s.requireAgreed(); err != nil {
		return nil, err
	}
	if err := d.requireFinalists(tx, act, s); err != nil {
		return nil, err
	}
	if err := d.strikeExcluded(tx, act, s); err != nil {
		return nil, err
	}
	if err := d.requireChecked(tx, s, slices.DeleteFunc(slices.Clone(s.Entries), func(e facts.Entry) bool { return !s.comes(e) })...); err != nil {
		return nil, err
	}
	if err := d.agreeOnFinal(tx, act, s); err != nil {
		return nil, err
	}
	playing, err := s.startingField()
	if err != nil {
		return nil, err
	}
	if err := s.drawLots(playing, by); err != nil {
		return nil, err
	}
	s.Event.State, s.Event.StartedAt = facts.Running, &act.Now
	s.Event.Version++
	if err := s.replay(); err != nil {
		return nil, err
	}
	if s.State.Format.Err != nil {
		return nil, s.State.Format.Err
	}
	s.save(tx)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.StartEntries(b, id, s.playing()) })
	act.Record.Log(id.UUID, s.loggedStart())
	act.Record.Audit("event", by.Reason, map[string]any{"state": before}, map[string]any{
		"state": s.Event.State, "players": len(playing), "seed": s.Event.DrawSeed, "draw": s.Event.DrawMethod,
	})
	return s, nil
}

// startingField makes players of those checked in for whom there is a seat; others
// of them stand by, and who is not here did not come, unless it is recorded how the
// first round goes without him. It changes the facts at hand.
func (s *Stage) startingField() ([]league.Entry, error) {
	a := s.admit(s.comes)
	if a.Err != nil && s.Structure == nil {
		if IsFinal(s.Event) {
			return nil, s.Rules.Refuse(s.Rules.Format.OtherStructure.Paragraph, "final-without-structure", "players", strconv.Itoa(len(a.Entrants)))
		}
		return nil, a.Err
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		switch {
		case s.comes(*e) && slices.Contains(a.Entrants, league.Entry(e.Number)):
			e.State = facts.Playing
		case e.State == facts.Entered:
			e.State = facts.NoShow
		case e.State == facts.CheckedIn:
			e.State = facts.Waiting
		}
	}
	return a.Entrants, nil
}

// comes tells whether somebody is here, or known to come late.
func (s *Stage) comes(e facts.Entry) bool {
	return e.State == facts.CheckedIn || e.State == facts.Entered && s.attends(e.Number, 1)
}

func (s *Stage) playing() []facts.Entry {
	var out []facts.Entry
	for _, e := range s.Entries {
		if e.State == facts.Playing {
			out = append(out, e)
		}
	}
	return out
}

// drawLots draws lots, the order of the first round and, for a fixed schedule,
// places; or takes those drawn by hand.
func (s *Stage) drawLots(playing []league.Entry, by Drawing) error {
	handmade := by.Lots != nil || by.Places != nil
	if handmade && by.Reason == "" {
		return league.Faults{{Pointer: "/reason", Grounds: league.Grounds{Reason: "reason-missing"}}}
	}
	ids := make([]string, 0, len(playing))
	for _, e := range s.playing() {
		ids = append(ids, e.PlayerID.String())
	}
	seed := seating.Seed(s.Event.DrawSecret, ids)
	s.Event.DrawSeed, s.Event.DrawMethod, s.Event.DrawReason = hex.EncodeToString(seed[:]), facts.Drawn, by.Reason
	lots := by.Lots
	order := map[league.Entry]int{}
	if lots == nil {
		lots = seating.DrawLots(seed, playing)
		for i, entry := range seating.Shuffle(seed, seating.PurposeFirstRound, playing) {
			order[entry] = i + 1
		}
	} else { // those of the hat are the order too: who steps in for somebody takes his place
		byLot := slices.SortedFunc(slices.Values(playing), func(a, b league.Entry) int { return cmp.Compare(lots[a], lots[b]) })
		for i, entry := range byLot {
			order[entry] = i + 1
		}
	}
	if handmade {
		s.Event.DrawMethod = facts.ByHand
	}
	places, err := s.places(seed, playing, by.Places)
	if err != nil {
		return err
	}
	if faults := checkDrawn(playing, by); len(faults) > 0 {
		return faults
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.State == facts.Playing {
			entry := league.Entry(e.Number)
			e.Lot, e.DrawPosition, e.Place = positive(lots[entry]), positive(order[entry]), positive(places[entry])
		}
	}
	return nil
}

// places are those of the fixed schedule, where one was chosen.
func (s *Stage) places(seed [32]byte, playing []league.Entry, byHand map[league.Entry]int) (map[league.Entry]int, error) {
	pairing, _ := s.Rules.Pairing(rules.PairingSystem(s.Event.Pairing))
	agreed := s.agreed()
	if pairing.System != rules.FixedSchedule || agreed != nil && agreed.Rounds == 0 {
		if byHand != nil {
			return nil, league.Faults{{Pointer: "/places", Grounds: s.Rules.Grounds("", "no-fixed-schedule")}}
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

// checkDrawn checks that what was drawn by hand names everybody who plays once
// and no number twice. Whether places are those of the schedule is checked by
// the replay.
func checkDrawn(playing []league.Entry, by Drawing) league.Faults {
	var faults league.Faults
	check := func(pointer string, drawn map[league.Entry]int) {
		if drawn == nil {
			return
		}
		used := map[int]bool{}
		for _, entry := range playing {
			number, ok := drawn[entry]
			params := map[string]string{"entry": strconv.Itoa(int(entry)), "number": strconv.Itoa(number)}
			switch {
			case !ok:
				faults = append(faults, league.Fault{Pointer: pointer, Grounds: league.Grounds{Reason: "entry-not-drawn", Params: params}})
			case used[number]:
				faults = append(faults, league.Fault{Pointer: pointer, Grounds: league.Grounds{Reason: "number-drawn-twice", Params: params}})
			}
			used[number] = true
		}
		for entry := range drawn {
			if !slices.Contains(playing, entry) {
				faults = append(faults, league.Fault{Pointer: pointer, Grounds: league.Grounds{Reason: "entry-not-playing", Params: map[string]string{"entry": strconv.Itoa(int(entry))}}})
			}
		}
	}
	check("/lots", by.Lots)
	check("/places", by.Places)
	return faults
}

func positive(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}
