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

// MayBePlayed refuses a regional final before the stages that lead to it are decided, or if the
// regulation does not let it be played (CN09 1.7), and the national final before every event that
// leads to it is decided (CN09 1.9): until then its players are uncertain.
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

// mayRecordFinal is [Season.MayBePlayed] for a final that was played elsewhere. A final that the
// number of its finalists does not allow can only be recorded as played against the rules.
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

// OpenEvents returns the events that lead to finals and are neither homologated nor invalidated.
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

// mostNamed is the number of events that the text of a refusal names; its current values list all
// of them.
const mostNamed = 10

// refuseUndecided returns a refusal because of undecided events, with all of them in its current
// values.
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

// hostOfItsFinal returns the state of the region of a regional final. It refuses a final before all
// stages that lead to it are homologated or invalidated, and one of a region that plays its final
// with another (CN09 1.7, 1.7.1): either could produce two champions.
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

// RegionOfFinal returns the state of the region whose final an event is; false for other events.
func (s *Season) RegionOfFinal(e facts.Event) (season.RegionState, bool) {
	if !e.IsFinal() || e.Kind != facts.KindRegionalFinal || e.RegionID == nil {
		return season.RegionState{}, false
	}
	return s.Region(*e.RegionID)
}

// FormatOfFinal returns the structure with which a regional final would start with its present
// entries; ok is false for other events, if another structure was proposed, and if the entries do
// not fit the structure.
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

// StructureOf returns the structure in which a number of finalists plays a regional final: at one
// table, or at the tables of its semifinals first. It returns a league.RuleError if they do not
// fill these tables, or the ruleset has no such structure.
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

// requireTables refuses a number of finalists that does not fill the tables intended, or whose
// semifinals would send too few or too many players to the final (CN09 1.7.4).
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

// advancing returns the number of players that each semifinal sends to the final.
func advancing(r *rules.Ruleset, f season.FinalState) int {
	if final := r.Elimination.Final; final != nil {
		return max(1, final.Players/f.Semifinals)
	}
	return 1
}

// RequireHolders refuses those on the list of a final played elsewhere who have no place in it, or
// who refereed there (CN09 1.5, 1.7, 1.9). A player who has stepped in by the rule has the place.
// Players who were on the list before stay: losing a place after the final removes nobody from it.
// Nobody is refused if the manager records that the final was played against the rules.
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

// Ended returns why a convocation no longer holds although the player has not said no: the place is
// gone, or the convocation was taken back. It returns false for a convocation that holds, and for
// one that the player has declined.
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

// Discreet returns grounds in the form shown to people who are not in charge of bans and
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

// PlaceAsked returns the place to which a player was convoked. If the place no longer exists, it
// returns the data that the place's id contains.
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

// whyGone returns why a player has lost a place: the step that took it, or, if the place no longer
// exists because nobody is called up for it, the present format of the final.
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
	case now.Holder == player: // the region plays elsewhere, or the player has not accepted yet
		if r, known := s.Region(now.Region); known && r.Host != r.Region {
			return r.Format.Grounds
		}
		return s.Rules.Grounds(s.paragraph(p.To), "not-a-finalist")
	case now.Holder != NoPlayer:
		return s.Rules.Grounds(s.paragraph(p.To), "place-of-another")
	}
	return lastStep(now).Grounds
}

// Turn is a convocation that an act has ended or restored.
type Turn struct {
	Convocation facts.Convocation
	Ended       bool
}

// CancelledEntry is an entry in a final that an act has cancelled.
type CancelledEntry struct {
	Player league.PlayerID
	Final  rules.SeasonFinal
}

// Turns returns the convocations that an act ends, without an answer of the player, and those that
// it restores. A convocation that no longer held before ends with the entry that the act cancels.
func (s *Season) Turns(after *Season, cancelled ...CancelledEntry) []Turn {
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
	for _, e := range cancelled {
		c := after.Convocation(e.Player, e.Final)
		if c == nil || slices.ContainsFunc(out, func(t Turn) bool { return t.Convocation.ID == c.ID }) {
			continue
		}
		if _, ended := after.Ended(*c); ended {
			out = append(out, Turn{Convocation: *c, Ended: true})
		}
	}
	return out
}

// seat is a player in a final.
type seat struct {
	player league.PlayerID
	final  string
}

// seats returns the set of players with places, each with the final.
func (s *Season) seats() map[seat]bool {
	out := make(map[seat]bool, len(s.State.Places))
	for _, p := range s.State.Places {
		out[seat{p.Holder, string(p.To)}] = true
	}
	return out
}
