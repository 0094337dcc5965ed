package desk

import (
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// LoadBackground loads everything known of players that may keep them from an event. A transaction holds the
// players until its end, so that nobody is banned between the check and its consequences.
func (d *Desk) LoadBackground(door tenantdb.Door, s *officiating.Situation, players []league.PlayerID) (*officiating.Background, error) {
	p := &officiating.Background{}
	var rankings []facts.Ranking
	b := &tenantdb.Batch{}
	queueBackground(p, b, door, s.Event.ID, players)
	leaguedb.LoadRankings(b, &rankings)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	return p, d.LoadDerived(p, door, s, rankings, players)
}

// LoadDerived loads the reasons that keep players from an event because of other events: those of their season,
// the rankings of the tenant whose caps they have reached, and the entries that they have not kept.
func (d *Desk) LoadDerived(p *officiating.Background, door tenantdb.Door, s *officiating.Situation, rankings []facts.Ranking, players []league.PlayerID) (err error) {
	if p.Season, err = d.BySeason(door, s, players); err != nil {
		return err
	}
	if p.Hall, err = d.inHalls(door, s, rankings, players); err != nil {
		return err
	}
	p.Lapses, p.Yields, err = d.followsFromLapses(door, s, players)
	return err
}

func queueBackground(p *officiating.Background, b *tenantdb.Batch, door tenantdb.Door, event league.EventID, players []league.PlayerID) {
	if _, acting := door.(tenantdb.Tx); acting {
		leaguedb.HoldPlayers(b, players)
	}
	LoadKnown(p, b, event, players)
}

// LoadKnown queues the loading of the stored facts that may keep players from an event: all except the reasons
// that follow from the season.
func LoadKnown(p *officiating.Background, b *tenantdb.Batch, event league.EventID, players []league.PlayerID) {
	leaguedb.LoadStaff(b, &p.Staff, event)
	leaguedb.LoadReportedLeavers(b, &p.Left, event, players)
	leaguedb.LoadBanTerms(b, &p.Bans, players)
	leaguedb.LoadExclusionsOf(b, &p.Exclusions, players)
}

// RequireMayPlay refuses the entries of players who may not take part.
func (d *Desk) RequireMayPlay(tx tenantdb.Tx, s *officiating.Situation, entries ...facts.Entry) error {
	p, err := d.LoadBackground(tx, s, PlayersOf(entries))
	if err != nil {
		return err
	}
	return s.RefuseExcluded(p, entries)
}

// PlayersOf returns the ids of the players of entries.
func PlayersOf(entries []facts.Entry) []league.PlayerID {
	players := make([]league.PlayerID, len(entries))
	for i, e := range entries {
		players[i] = e.PlayerID
	}
	return players
}

// Excluded returns those entries of an event that has not started that may not start, with every reason: they
// are struck from the field at the start.
func (d *Desk) Excluded(door tenantdb.Door, s *officiating.Situation) (map[int][]league.Grounds, error) {
	if s.Event.Started() || s.Event.State == facts.Cancelled {
		return nil, nil
	}
	p, err := d.LoadBackground(door, s, PlayersOf(s.Entries))
	if err != nil {
		return nil, err
	}
	return s.MayNotStart(p), nil
}

// StrikeExcluded cancels the entries of players who may not take part, before the field is fixed. It refuses a
// referee of the event instead, because a person has to choose which of the two roles they shall have.
func (d *Desk) StrikeExcluded(tx tenantdb.Tx, act Act, s *officiating.Situation) error {
	p, err := d.LoadBackground(tx, s, PlayersOf(s.Entries))
	if err != nil {
		return err
	}
	reasons, err := s.ToStrike(p)
	if err != nil {
		return err
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		reason, barred := reasons[e.Number]
		if !barred {
			continue
		}
		before := *e
		markCancelled(e, act.Now, reason)
		ChangeEntry(tx, act, s, e, before, "")
		act.Record.Log(s.Event.ID.UUID, leaguelog.EntryBarred{EntryNow: LoggedEntry(*e)})
	}
	return nil
}
