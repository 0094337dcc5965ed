package register

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/lapses"
	"referto/internal/league/officiating"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/league/tournament"
)

// MayBePlayed refuses a regional final before the stages that lead to it are decided, or
// where the regulation does not let it be played (CN09 1.7), and the national final
// before all that leads to it is (CN09 1.9): who plays there is not certain before.
func (s *Season) MayBePlayed(e facts.Event, now time.Time) error {
	if e.Kind == facts.KindNationalFinal {
		return s.requireDecidedSeason(e, now)
	}
	r, err := s.hostOfItsFinal(e)
	if k := r.Format.Kind; err == nil && k != season.Table && k != season.Tournament {
		return &league.StateError{Grounds: r.Format.Grounds}
	}
	return err
}

// mayRecordFinal is [Season.MayBePlayed] for a final that was played elsewhere. One that
// the number of its finalists does not let be played is recorded only as such.
func (s *Season) mayRecordFinal(e facts.Event, o Outcome, now time.Time) error {
	if o.Barred && o.Manager && o.Reason == "" {
		return league.Faults{{Field: "/reason", Grounds: league.Grounds{Reason: "why-missing"}}}
	}
	if e.Kind == facts.KindRegionalFinal && o.againstRules() {
		_, err := s.hostOfItsFinal(e)
		return err
	}
	return s.MayBePlayed(e, now)
}

// requireDecidedSeason refuses the national final while an event that leads to it, or to
// a regional final, is neither homologated nor invalidated, and while a regional final
// that is not even announced can still be held in time (CN09 1.4).
func (s *Season) requireDecidedSeason(e facts.Event, now time.Time) error {
	if open := s.OpenEvents(); len(open) > 0 {
		return s.refuseUndecided(rules.ToNationalFinal, "season-undecided", open)
	}
	if rules.DayOf(now.In(e.Location())) > s.Facts.Period.FinalsBy {
		return nil
	}
	var regions []string
	for _, r := range s.State.Regions {
		if r.Result == nil && r.Host == r.Region && r.Format.Kind != season.NoFinal {
			regions = append(regions, s.regionName(r.Region))
		}
	}
	if len(regions) == 0 {
		return nil
	}
	g := s.Rules.Grounds(s.paragraph(rules.ToNationalFinal), "regional-finals-to-come", "regions", strings.Join(regions, ", "), "by", string(s.Facts.Period.FinalsBy))
	return &league.StateError{Grounds: g, Current: map[string]any{"regions": regions}}
}

// OpenEvents are the events that lead somewhere and are neither homologated nor
// invalidated.
func (s *Season) OpenEvents() []*facts.Event {
	var out []*facts.Event
	for i := range s.Events {
		e := &s.Events[i]
		if leads := e.Circuit != "" || e.Kind == facts.KindRegionalFinal; leads && !s.at[e.ID].verdict.Stands() {
			out = append(out, e)
		}
	}
	return out
}

func (s *Season) regionName(id league.RegionID) string {
	i := slices.IndexFunc(s.Regions, func(r facts.SeasonRegion) bool { return r.ID == id })
	if i < 0 {
		return ""
	}
	return s.Regions[i].Name
}

// mostNamed bounds the events that a refusal names; all of them are in what stands now.
const mostNamed = 10

// refuseUndecided is a refusal for events that are not decided, with all of them.
func (s *Season) refuseUndecided(to rules.SeasonFinal, reason string, events []*facts.Event) error {
	titles := make([]string, len(events))
	all := make([]map[string]any, len(events))
	for i, e := range events {
		titles[i], all[i] = e.Title, map[string]any{"id": e.ID, "title": e.Title}
	}
	named := strings.Join(titles[:min(len(titles), mostNamed)], ", ")
	if len(titles) > mostNamed {
		named += ", …"
	}
	g := s.Rules.Grounds(s.paragraph(to), reason, "events", named, "number", strconv.Itoa(len(events)))
	return &league.StateError{Grounds: g, Current: map[string]any{"undecided": all}}
}

// hostOfItsFinal returns what follows for the region of a regional final. It refuses one
// before all stages that lead there are homologated or invalidated, and one of a region
// that plays its final with another (CN09 1.7, 1.7.1): of either, two could be champions.
func (s *Season) hostOfItsFinal(e facts.Event) (season.RegionState, error) {
	r, known := s.RegionOfFinal(e)
	if !known {
		return r, league.Faults{{Field: "/region", Grounds: s.Rules.Grounds(s.paragraph(rules.ToRegionalFinal), "region-not-in-season")}}
	}
	if r.Host != r.Region {
		return r, &league.StateError{Grounds: r.Format.Grounds}
	}
	if open := s.Undecided(r.Host); len(open) > 0 {
		return r, s.refuseUndecided(rules.ToRegionalFinal, "stages-undecided", open)
	}
	return r, nil
}

// RegionOfFinal returns what follows for the region whose final an event is; false for other
// events.
func (s *Season) RegionOfFinal(e facts.Event) (season.RegionState, bool) {
	if !e.IsFinal() || e.Kind != facts.KindRegionalFinal || e.RegionID == nil {
		return season.RegionState{}, false
	}
	return s.Region(*e.RegionID)
}

// FormatOfFinal is the structure with which a regional final would start with those who
// have entered; ok is false for other events, where another structure was proposed, and
// where they could not be seated so.
func (s *Season) FormatOfFinal(in *officiating.Situation) (format tournament.Format, ok bool) {
	r, regional := s.RegionOfFinal(in.Event)
	if !regional || r.Format.Kind != season.Table || in.Structure != nil {
		return format, false
	}
	players := in.Admission().Size
	structure, err := StructureOf(in.Rules, r.Format, players)
	if err != nil {
		return format, false
	}
	format = tournament.FormatFor(in.Rules, "", &structure, players)
	return format, format.Err == nil
}

// StructureOf returns the structure in which so many finalists play a regional final: at one table, or at the
// tables of its semifinals before. It is a league.RuleError where they do not fill these
// tables, or the ruleset knows no such structure.
func StructureOf(r *rules.Ruleset, f season.FinalState, players int) (rules.Structure, error) {
	if err := requireTables(r, f, players); err != nil {
		return rules.Structure{}, err
	}
	structure := rules.Structure{Rounds: 1}
	if f.Semifinals > 0 {
		structure = rules.Structure{Semifinal: true, Final: true, Advance: advancing(r, f)}
	}
	if faults := tournament.CheckStructure(r, structure); len(faults) > 0 {
		return structure, &league.RuleError{Grounds: faults[0].Grounds}
	}
	return structure, nil
}

// requireTables refuses a number of finalists that does not fill the tables at which
// they are to play, or of whose semifinals too few or too many would go on (CN09 1.7.4).
func requireTables(r *rules.Ruleset, f season.FinalState, players int) error {
	sizes := r.Tables.Split(players)
	fit := len(sizes) == max(1, f.Semifinals)
	if fit && f.Semifinals > 0 && r.Elimination.Final != nil {
		fit = qualify.FillFinal(r, advancing(r, f), sizes) == nil
	}
	if fit {
		return nil
	}
	return r.Refuse(f.Par, "final-not-at-its-tables",
		"players", strconv.Itoa(players), "tables", strconv.Itoa(max(1, f.Semifinals)), "field", strconv.Itoa(f.Field))
}

// advancing counts those of each semifinal who fill the final.
func advancing(r *rules.Ruleset, f season.FinalState) int {
	if final := r.Elimination.Final; final != nil {
		return max(1, final.Players/f.Semifinals)
	}
	return 1
}

// RequireHolders refuses who is on the list of a final that was played elsewhere without
// having a place in it, or although they refereed there (CN09 1.5, 1.7, 1.9). Whoever has
// stepped in for another by the rule has their place. Who was on the list before stays: a
// place that is lost after the final takes nobody out of it. Nobody is refused where the
// manager records that it was played so against the rules.
func (s *Season) RequireHolders(in *officiating.Situation, o Outcome, referees []league.PlayerID) error {
	if !in.Event.IsFinal() || o.againstRules() {
		return nil
	}
	var holders []league.PlayerID
	for _, p := range s.State.Places {
		if f := s.FinalOf(p); f != nil && f.ID == in.Event.ID && p.Holder != NoPlayer {
			holders = append(holders, p.Holder)
		}
	}
	if in.Event.Elsewhere {
		for _, e := range in.Entries {
			if e.State == facts.Playing || e.State == facts.NoShow {
				holders = append(holders, e.PlayerID)
			}
		}
	}
	var faults league.Faults
	for i, a := range o.Entrants {
		at := "/entrants/" + strconv.Itoa(i)
		if !slices.Contains(holders, a.Player) {
			faults = append(faults, league.Fault{Field: at, Grounds: s.Rules.Grounds(s.paragraph(rules.SeasonFinal(in.Event.Kind)), "no-place-in-final")})
		}
		if slices.Contains(referees, a.Player) {
			for _, g := range qualify.Exclusions(in.Rules, []rules.ExclusionReason{rules.RefereeOfEvent}) {
				faults = append(faults, league.Fault{Field: at, Grounds: g})
			}
		}
	}
	return faults.OrNil()
}

// Ended returns why a convocation holds no more although whom it calls has not said no:
// their place is gone, or the call was taken back. False for one that holds, and one that
// they have answered with no.
func (s *Season) Ended(c facts.Convocation) (league.Grounds, bool) {
	to := rules.SeasonFinal(c.Final)
	if c.WithdrawnAt != nil {
		return s.Rules.Grounds(s.paragraph(to), "convocation-withdrawn"), true
	}
	if s.unavailable(c.PlayerID, to) != nil {
		return league.Grounds{}, false
	}
	if _, has := s.PlaceOf(c.PlayerID, to); has {
		return league.Grounds{}, false
	}
	return s.whyGone(s.PlaceAsked(c), c.PlayerID), true
}

// Discreet returns grounds as they are shown to people who are not in charge of bans and
// exclusions: that somebody may not take part and by which paragraph, but not why.
func Discreet(g league.Grounds) league.Grounds {
	switch g.Reason {
	case string(rules.Banned), string(rules.EmployeeOfPublisher), lapses.TooMany, lapses.StruckFor:
		g.Reason, g.Params = "may-not-take-part", nil
	case lapses.Yields:
		g.Reason, g.Params = "yields-to-others", nil
	}
	return g
}

// PlaceAsked is the place to which somebody was convoked; of one that is there no more
// it holds what its id says.
func (s *Season) PlaceAsked(c facts.Convocation) season.Place {
	id := season.PlaceID(c.Place)
	if p, known := s.Place(id); known {
		return p
	}
	p := season.Place{ID: id, To: rules.SeasonFinal(c.Final)}
	for _, part := range strings.Split(c.Place, "/") {
		event, err := uuid.Parse(part)
		if e := s.Event(league.EventID{UUID: event}); err == nil && e != nil && e.RegionID != nil {
			p.Region = *e.RegionID
		}
	}
	return p
}

// whyGone returns why somebody has a place no more: the step that took it from them, where
// nobody is called up for it any more how the final is played now.
func (s *Season) whyGone(p season.Place, player league.PlayerID) league.Grounds {
	now, there := s.Place(p.ID)
	if !there {
		if r, known := s.Region(s.Host(p)); known {
			return r.Format.Grounds
		}
		return s.Rules.Grounds(s.paragraph(p.To), "no-place-in-final")
	}
	for _, step := range slices.Backward(now.Steps) {
		switch step.Kind {
		case season.Declined, season.Lapsed, season.Barred, season.PassedOver, season.Invalidity:
			if step.Player == player {
				return step.Grounds
			}
		}
	}
	switch {
	case now.Holder == player: // their region plays elsewhere, or they have not said that they come
		if r, known := s.Region(now.Region); known && r.Host != r.Region {
			return r.Format.Grounds
		}
		return s.Rules.Grounds(s.paragraph(p.To), "not-a-finalist")
	case now.Holder != NoPlayer:
		return s.Rules.Grounds(s.paragraph(p.To), "place-of-another")
	}
	return lastStep(now).Grounds
}

// Turn is a convocation that an act has ended, or brought back.
type Turn struct {
	Convocation facts.Convocation
	Ended       bool
}

// Turns are the convocations that hold no more after an act without a word of whom they
// call, and those that hold again.
func (s *Season) Turns(after *Season) []Turn {
	had, has := s.seats(), after.seats()
	stands := make(map[uuid.UUID]bool, len(after.Convocations))
	for _, c := range after.Convocations {
		stands[c.ID] = true
	}
	var out []Turn
	for _, c := range s.Convocations {
		of := seat{c.PlayerID, c.Final}
		was, is := !had[of], !has[of] || !stands[c.ID]
		if was != is && s.unavailable(c.PlayerID, rules.SeasonFinal(c.Final)) == nil && after.unavailable(c.PlayerID, rules.SeasonFinal(c.Final)) == nil {
			out = append(out, Turn{Convocation: c, Ended: is})
		}
	}
	return out
}

// seat is somebody with regard to a final.
type seat struct {
	player league.PlayerID
	final  string
}

// seats returns who has a place in which final.
func (s *Season) seats() map[seat]bool {
	out := make(map[seat]bool, len(s.State.Places))
	for _, p := range s.State.Places {
		out[seat{p.Holder, string(p.To)}] = true
	}
	return out
}
