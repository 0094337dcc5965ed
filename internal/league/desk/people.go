package desk

import (
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/qualify"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// people is what the tenant's records tell of persons that may keep them from an
// event.
type people struct {
	staff      []facts.Staff      // of the event
	left       []uuid.UUID        // who left an earlier event without good reason, which is not decided about
	bans       []leaguedb.BanTerm // that stand, whatever their term
	exclusions []facts.Exclusion
	season     map[uuid.UUID]league.Grounds // see [Desk.bySeason]
}

// loadPeople loads what is known of players. In a transaction they are held until
// its end, so that nobody is banned between the question and what follows from it.
func (d *Desk) loadPeople(door tenantdb.Door, s *Stage, players []uuid.UUID) (*people, error) {
	p := &people{}
	b := &tenantdb.Batch{}
	p.queue(b, door, s.Event.ID, players)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	var err error
	p.season, err = d.bySeason(door, s, players)
	return p, err
}

func (p *people) queue(b *tenantdb.Batch, door tenantdb.Door, event league.EventID, players []uuid.UUID) {
	if _, acting := door.(tenantdb.Tx); acting {
		leaguedb.HoldPlayers(b, players)
	}
	p.load(b, event, players)
}

func (p *people) load(b *tenantdb.Batch, event league.EventID, players []uuid.UUID) {
	leaguedb.LoadStaff(b, &p.staff, event)
	leaguedb.LoadReportedLeavers(b, &p.left, event, players)
	leaguedb.LoadBanTerms(b, &p.bans, players)
	leaguedb.LoadExclusionsOf(b, &p.exclusions, players)
}

// record is all that is known of a player. What else may bar from an event belongs
// here: every door asks it.
func (p *people) record(player uuid.UUID, account *uuid.UUID) qualify.Record {
	var r qualify.Record
	if slices.Contains(p.left, player) {
		r.Facts = append(r.Facts, rules.Banned) // BG 1.1.7
	}
	if slices.ContainsFunc(p.staff, func(s facts.Staff) bool {
		return s.Referees() && (s.PlayerID != nil && *s.PlayerID == player || s.AccountID != nil && account != nil && *s.AccountID == *account)
	}) {
		r.Facts = append(r.Facts, rules.RefereeOfEvent)
	}
	if p.season[player].Reason == register.QualifiedAt {
		r.Facts = append(r.Facts, rules.AlreadyQualified)
	}
	for _, b := range p.bans {
		if b.PlayerID.UUID == player {
			r.Bans = append(r.Bans, qualify.Ban{ID: b.ID, Term: qualify.Term{From: b.FromDay, Until: b.UntilDay}, Kinds: b.Kinds, Season: seasonOf(b.SeasonID)})
		}
	}
	for _, x := range p.exclusions {
		if x.PlayerID.UUID == player {
			r.Exclusions = append(r.Exclusions, qualify.Exclusion{Reason: x.Kind, Term: qualify.Term{From: x.FromDay, Until: x.UntilDay}})
		}
	}
	return r
}

// excludes are the reasons of the ruleset for which a person may not enter or start
// on the day of the event (CN09 1.5, BG 1.1.7).
func (s *Stage) excludes(p *people, player league.PlayerID, account *uuid.UUID) []league.Grounds {
	out := qualify.Exclusions(s.Rules, p.record(player.UUID, account).Reasons(s.occasion()))
	bySeason, told := p.season[player.UUID]
	if told && bySeason.Reason != register.QualifiedAt {
		return append(out, bySeason)
	}
	for i := range out {
		if out[i].Reason == string(rules.AlreadyQualified) {
			out[i].Reason, out[i].Params = bySeason.Reason, bySeason.Params
		}
	}
	return out
}

// exclusionOf is the reason of the ruleset behind grounds of [Stage.excludes].
func exclusionOf(g league.Grounds) rules.ExclusionReason {
	if g.Reason == register.QualifiedAt {
		return rules.AlreadyQualified
	}
	return rules.ExclusionReason(g.Reason)
}

// excluded is [Stage.excludes] for who has entered.
func (s *Stage) excluded(p *people, e facts.Entry) []league.Grounds {
	return s.excludes(p, e.PlayerID, e.AccountID)
}

// occasion is the event as what somebody would take part in. Its day is that of its
// start at the venue, whatever day it is elsewhere.
func (s *Stage) occasion() qualify.Occasion {
	return qualify.Occasion{Day: rules.DayOf(s.Event.LocalDate()), Kind: s.Event.Kind, Season: seasonOf(s.Event.SeasonID)}
}

// seasonOf is a season that a row may name; the zero id where it names none.
func seasonOf(id *uuid.UUID) league.SeasonID {
	if id == nil {
		return league.SeasonID{}
	}
	return league.SeasonID{UUID: *id}
}

// requireMayPlay refuses entries of people who may not take part.
func (d *Desk) requireMayPlay(tx tenantdb.Tx, s *Stage, entries ...facts.Entry) error {
	p, err := d.loadPeople(tx, s, playersOf(entries))
	if err != nil {
		return err
	}
	return s.faults(p, entries)
}

// faults refuse the entries of those who may not take part.
func (s *Stage) faults(p *people, entries []facts.Entry) error {
	var faults league.Faults
	for _, e := range entries {
		for _, g := range s.excluded(p, e) {
			faults = append(faults, league.Fault{Pointer: entryPointer(e.Number), Grounds: g})
		}
	}
	return faults.OrNil()
}

func playersOf(entries []facts.Entry) []uuid.UUID {
	players := make([]uuid.UUID, len(entries))
	for i, e := range entries {
		players[i] = e.PlayerID.UUID
	}
	return players
}

// Excluded tells for the entries of an event that has not started who of them may not
// start, with every reason: who is struck from the field then.
func (d *Desk) Excluded(door tenantdb.Door, s *Stage) (map[int][]league.Grounds, error) {
	if s.Event.Started() || s.Event.State == facts.Cancelled {
		return nil, nil
	}
	p, err := d.loadPeople(door, s, playersOf(s.Entries))
	if err != nil {
		return nil, err
	}
	out := map[int][]league.Grounds{}
	for _, e := range s.Entries {
		if grounds := s.excluded(p, e); len(grounds) > 0 && e.Waits() {
			out[e.Number] = grounds
		}
	}
	return out, nil
}

// strikeExcluded cancels the entries of those who may not take part, before the field
// is fixed. A referee of the event is refused instead: which of the two he shall be,
// somebody has to say.
func (d *Desk) strikeExcluded(tx tenantdb.Tx, act Act, s *Stage) error {
	p, err := d.loadPeople(tx, s, playersOf(s.Entries))
	if err != nil {
		return err
	}
	var faults league.Faults
	for i := range s.Entries {
		e := &s.Entries[i]
		grounds := s.excluded(p, *e)
		if !e.Waits() || len(grounds) == 0 {
			continue
		}
		if i := slices.IndexFunc(grounds, func(g league.Grounds) bool { return g.Reason == string(rules.RefereeOfEvent) }); i >= 0 {
			faults = append(faults, league.Fault{Pointer: entryPointer(e.Number), Grounds: grounds[i]})
			continue
		}
		before := *e
		markCancelled(e, act.Now, exclusionOf(grounds[0]))
		s.changeEntry(tx, act, e, before, "")
		act.Record.Log(s.Event.ID.UUID, leaguelog.EntryBarred{EntryNow: loggedEntry(*e)})
	}
	return faults.OrNil()
}

func entryPointer(number int) string { return "/entries/" + strconv.Itoa(number) }
