package register

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// Outcome is the course of an event that was played elsewhere, without the program. It is complete:
// people whom it leaves out neither entered nor refereed.
type Outcome struct {
	Entrants []Attended
	// Ranking is the final order: at least the places that lead on or from which somebody steps in.
	Ranking []league.PlayerID
	// Barred records that the ranking is known to contain people who may not take part; everything
	// derived from it ignores them. For a final it records that it was played against the rules;
	// only the manager may state that, with a reason, and the consequences are decided with the
	// verdict.
	Barred   bool
	Manager  bool // the championship manager records it
	Referees []NamedReferee
	// EndedOn is the last day of play, at the venue; "" means the day of the start.
	EndedOn rules.Day
	Reason  string // for a correction, or for a final played against the rules
}

// againstRules reports whether the manager records a final that was played although the
// regulation barred it.
func (o Outcome) againstRules() bool { return o.Barred && o.Manager && o.Reason != "" }

// Attended is a player who signed up for an event.
type Attended struct {
	Player league.PlayerID
	Played bool // they came
	// Figures are those that the event gave to the player, by their names; nil if they are not known.
	Figures map[string]league.Frac
}

// Entered returns the points that were entered with the outcome, in the order of the entrants; without columns if
// there are none. A figure that was entered for others only is 0.
func (o Outcome) Entered() (out facts.EnteredPoints) {
	names := map[string]bool{}
	for _, a := range o.Entrants {
		for name := range a.Figures {
			names[name] = true
		}
	}
	out.Columns = slices.Sorted(maps.Keys(names))
	for _, a := range o.Entrants {
		if len(a.Figures) == 0 {
			continue
		}
		gain := facts.EnteredGain{PlayerID: a.Player, Place: slices.Index(o.Ranking, a.Player) + 1, Figures: make([]string, len(out.Columns))}
		for i, name := range out.Columns {
			gain.Figures[i] = a.Figures[name].String()
		}
		out.Gains = append(out.Gains, gain)
	}
	return out
}

// NamedReferee is somebody named as a referee of an event that was played elsewhere.
type NamedReferee struct {
	Name   string
	Player league.PlayerID // if they are in the register
	First  bool            // they were the first referee
}

// WithOutcome returns the season with an event that was played elsewhere. It also returns the
// players on its list who are refused because they had already qualified for a final. It returns
// [league.Faults] for a ranking with people who may not take part (CN09 1.5), unless the outcome is
// marked as barred.
func (s *Season) WithOutcome(e facts.Event, o Outcome, referees []league.PlayerID) (after *Season, refused []league.PlayerID, err error) {
	entrants := s.entrants(e.ID, o.Entrants)
	after = s.WithEvent(e, func(of *season.Event) {
		of.Ranking, of.Entrants, of.Referees, of.Ended = o.Ranking, entrants, referees, rules.DayOf(e.LastDate())
	})
	after.entered(e.ID, entrants)
	if !o.Barred {
		if err := after.mayRank(e.ID, o.Ranking); err != nil {
			return nil, nil, err
		}
	}
	return after, after.qualifiedBefore(e.ID), nil
}

// CheckOutcome returns [league.Faults] for an impossible outcome: with people who are not among the
// given players, with a ranking that does not fit or is too short to decide who goes on, or with an
// impossible last day.
func (s *Season) CheckOutcome(e facts.Event, o Outcome, players map[league.PlayerID]facts.Player, now time.Time) error {
	if err := o.check(s.RulesOf(e), s.leads(e), players).OrNil(); err != nil {
		return err
	}
	return o.checkEnd(e, now)
}

// checkEnd refuses a last day before the start or in the future.
func (o Outcome) checkEnd(e facts.Event, now time.Time) error {
	start, today := rules.DayOf(e.LocalDate()), rules.DayOf(now.In(e.Location()))
	if o.EndedOn == "" || o.EndedOn >= start && o.EndedOn <= today {
		return nil
	}
	return league.Faults{{Field: "/endedOn", Grounds: league.Grounds{
		Reason: "end-outside-days", Params: map[string]string{"from": string(start), "to": string(today)},
	}}}
}

// MayRecord refuses an outcome of an event that is played here, is decided, or is still to come,
// and of a final that could not have been played yet.
func (s *Season) MayRecord(e facts.Event, o Outcome, now time.Time) error {
	again := e.State == facts.Finished && e.Elsewhere
	switch {
	case again && o.Reason == "":
		return league.Faults{{Field: "/reason", Grounds: league.Grounds{Reason: "why-missing"}}}
	case again:
		return RequireUndecided(s.at[e.ID].verdict)
	case e.Started():
		return league.NotNow("played-here")
	case e.State == facts.Draft || e.State == facts.Cancelled:
		return league.NotNow("event-state", "state", string(e.State), "wanted", string(facts.Finished))
	case rules.DayOf(now.In(e.Location())) < rules.DayOf(e.LocalDate()):
		return league.NotNow("outcome-before-day", "day", string(rules.DayOf(e.LocalDate())))
	case e.IsFinal():
		return s.mayRecordFinal(e, o, now)
	}
	return nil
}

// RequireUndecided refuses to change an event that was homologated or declared invalid: the verdict
// has to be reversed first. The verdict is the last about the event; nil for none.
func RequireUndecided(v *facts.Verdict) error {
	if v.Stands() {
		return league.NotNow("event-decided", "decision", string(v.Kind))
	}
	return nil
}

// leads returns the number of first places of an event that a ranking has to contain: those that
// lead on, from which somebody steps in, or from which players are called up to fill a regional
// final (CN09 1.7.2, 1.7.4).
func (s *Season) leads(e facts.Event) int {
	of := s.RulesOf(e).Season
	if e.Circuit == "" {
		return deepest(of.Final.Leads)
	}
	least := 0
	for _, tier := range of.TiersOf(rules.Circuit(e.Circuit)) {
		least = max(least, deepest(tier.Leads))
	}
	if e.Circuit == string(rules.RegionalCircuit) { // the formats of the finals are in the season's ruleset
		for _, format := range s.Rules.Season.Final.Formats {
			if up := format.CallUp; up != nil {
				least = max(least, slices.Max(up.Places))
			}
		}
	}
	return least
}

// deepest returns the last place that leads on or from which somebody steps in.
func deepest(leads []rules.Lead) int {
	least := max(len(leads), 1)
	for _, lead := range leads {
		if lead.Substitute != nil {
			least = max(least, lead.Substitute.Place)
		}
	}
	return least
}

// check lists the faults of an outcome in itself.
func (o Outcome) check(r *rules.Ruleset, leads int, players map[league.PlayerID]facts.Player) league.Faults {
	var faults league.Faults
	fault := func(list string, i int, reason string) {
		faults = append(faults, league.Fault{Field: "/" + list + "/" + strconv.Itoa(i), Grounds: r.Grounds("", reason)})
	}
	played, present := make(map[league.PlayerID]bool, len(o.Entrants)), 0
	for i, a := range o.Entrants {
		_, twice := played[a.Player]
		_, known := players[a.Player]
		switch {
		case !known:
			fault("entrants", i, "unknown-player")
		case twice:
			fault("entrants", i, "player-twice")
		case a.Played:
			present++
		}
		played[a.Player] = a.Played
	}
	told := slices.ContainsFunc(o.Entrants, func(a Attended) bool { return len(a.Figures) > 0 })
	for i, a := range o.Entrants {
		switch {
		case a.Played && told && len(a.Figures) == 0:
			fault("entrants", i, "figures-of-some")
		case !a.Played && len(a.Figures) > 0:
			fault("entrants", i, "figures-without-playing")
		}
	}
	ranked := make(map[league.PlayerID]bool, len(o.Ranking))
	for i, player := range o.Ranking {
		switch {
		case ranked[player]:
			fault("ranking", i, "player-twice")
		case !played[player]:
			fault("ranking", i, "ranked-without-playing")
		}
		ranked[player] = true
	}
	if least := min(leads, present); len(o.Ranking) < least {
		faults = append(faults, league.Fault{Field: "/ranking", Grounds: r.Grounds("", "ranking-too-short", "least", strconv.Itoa(least))})
	}
	firsts := 0
	for i, referee := range o.Referees {
		if _, known := players[referee.Player]; referee.Player != (league.PlayerID{}) && !known {
			fault("referees", i, "unknown-player")
		}
		if referee.First {
			firsts++
		}
		if referee.First && firsts > 1 {
			fault("referees", i, "first-referee-named")
		}
	}
	return faults
}

// Role returns the role of a referee of the event: "first-referee" or "referee".
func (r NamedReferee) Role() string {
	if r.First {
		return "first-referee"
	}
	return "referee"
}

// Matches reports whether a member of the staff is the referee named.
func (r NamedReferee) Matches(member facts.Staff) bool {
	if member.PlayerID != nil && r.Player != (league.PlayerID{}) {
		return *member.PlayerID == r.Player && member.Role == r.Role()
	}
	return member.Name == r.Name && member.Role == r.Role()
}

// entrants converts the list of those who signed up for an event. It keeps the facts known of them
// before: that they were let in by leave, or refused when the outcome was first recorded.
func (s *Season) entrants(id league.EventID, list []Attended) []facts.Entrant {
	known := make(map[league.PlayerID]facts.Entrant, len(s.Entrants[id]))
	for _, e := range s.Entrants[id] {
		known[e.Player] = e
	}
	out := make([]facts.Entrant, len(list))
	for i, a := range list {
		out[i] = facts.Entrant{Player: a.Player, Played: a.Played, Exempt: known[a.Player].Exempt, Refused: known[a.Player].Refused}
	}
	return out
}

// entered replaces the list of those who signed up for an event.
func (s *Season) entered(id league.EventID, list []facts.Entrant) {
	s.Entrants = maps.Clone(s.Entrants)
	s.Entrants[id] = list
}

// qualifiedBefore returns the players on the list of an event who are refused because they had
// already qualified for a final (CN09 1.5), and marks them as refused. The mark is permanent:
// whatever happens to the event at which they qualified, they do not count here.
func (s *Season) qualifiedBefore(id league.EventID) []league.PlayerID {
	var out []league.PlayerID
	state, _ := s.EventState(id)
	for _, r := range state.Refused {
		if r.Reason != string(rules.AlreadyQualified) {
			continue
		}
		out = append(out, r.Player)
		list := s.Entrants[id]
		list[slices.IndexFunc(list, func(e facts.Entrant) bool { return e.Player == r.Player })].Refused = rules.AlreadyQualified
	}
	return out
}

// mayRank refuses a ranking with somebody who may not take part (CN09 1.5).
func (s *Season) mayRank(id league.EventID, ranking []league.PlayerID) error {
	state, ok := s.EventState(id)
	if !ok {
		return nil
	}
	var faults league.Faults
	for i, player := range ranking {
		at := slices.IndexFunc(state.Refused, func(r season.Refusal) bool { return r.Player == player })
		if at >= 0 {
			faults = append(faults, league.Fault{Field: "/ranking/" + strconv.Itoa(i), Grounds: state.Refused[at].Grounds})
		}
	}
	return faults.OrNil()
}

// Unplayed returns the season with an event that has not been played, or not to its end.
func (s *Season) Unplayed(e facts.Event) *Season {
	return s.WithEvent(e, func(played *season.Event) {
		played.Ranking = nil
		for i := range played.Entrants {
			played.Entrants[i].Played, played.Entrants[i].Refused = false, ""
		}
	})
}
