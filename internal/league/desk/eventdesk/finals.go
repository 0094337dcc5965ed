package eventdesk

import (
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/register"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// RequirePlayable refuses to open or start a final that cannot be played yet, or not at all: see
// [register.Season.MayBePlayed]. It refuses no other event.
func (d Desk) RequirePlayable(tx tenantdb.Tx, act desk.Act, s *officiating.Situation) error {
	if !s.Event.IsFinal() {
		return nil
	}
	of, err := d.ViewSeason(tx, *s.Event.SeasonID)
	if err != nil {
		return err
	}
	return of.MayBePlayed(s.Event, act.Now)
}

// playsElsewhere returns the reason why a region needs no final of its own: it plays with another (CN09 1.7.1).
// It returns false for other events.
func (d Desk) playsElsewhere(door tenantdb.Door, e facts.Event) (league.Grounds, bool, error) {
	if !e.IsFinal() || e.Kind != facts.KindRegionalFinal {
		return league.Grounds{}, false, nil
	}
	of, err := d.ViewSeason(door, *e.SeasonID)
	if err != nil {
		return league.Grounds{}, false, err
	}
	r, regional := of.RegionOfFinal(e)
	return r.Format.Grounds, regional && r.Host != r.Region, nil
}

// requireFinalists refuses to start a final with entrants who have no place in it: a player who has lost their
// place since they entered has to be taken out, or another one asked.
func (d Desk) requireFinalists(tx tenantdb.Tx, act desk.Act, s *officiating.Situation) error {
	if !s.Event.IsFinal() {
		return nil
	}
	if err := d.RequirePlayable(tx, act, s); err != nil {
		return err
	}
	var entries []facts.Entry
	for _, e := range s.Entries {
		if e.Waits() {
			entries = append(entries, e)
		}
	}
	return d.RequireMayPlay(tx, s, entries...)
}

// agreeOnFinal gives a regional final the structure that its number of finalists requires, if that is one game,
// or semifinals and a game, and no other structure was agreed (CN09 1.7.2 to 1.7.4). It refuses a structure in
// which the players who are here cannot be seated.
func (d Desk) agreeOnFinal(tx tenantdb.Tx, act desk.Act, s *officiating.Situation) error {
	if !s.Event.IsFinal() || s.Structure != nil {
		return nil
	}
	of, err := d.ViewSeason(tx, *s.Event.SeasonID)
	if err != nil {
		return err
	}
	r, regional := of.RegionOfFinal(s.Event)
	if !regional || r.Format.Kind != season.Table {
		return nil
	}
	structure, err := register.StructureOf(s.Rules, r.Format, len(s.Admit(s.Comes).Entrants))
	if err != nil {
		return err
	}
	agreed := leaguedb.NewStructure(desk.NewID(), structure, r.Format.Cite(), act.Now)
	agreed.ApprovedAt = &act.Now
	s.Structure = &agreed
	desk.Signed(tx, act, func(name string, initials bool) {
		agreed.ProposedBy, agreed.ProposedByInitials, agreed.ApprovedBy, agreed.ApprovedByInitials = name, initials, &name, initials
	})
	tx.Defer(func(b *tenantdb.Batch) {
		leaguedb.ProposeStructure(b, s.Event.ID, agreed, act.By)
		leaguedb.ApproveStructure(b, agreed.ID, act.By, act.Now)
	})
	return nil
}
