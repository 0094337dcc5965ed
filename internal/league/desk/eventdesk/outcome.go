package eventdesk

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
)

// Ruled holds an event after an act that decides something about its season, with the consequences.
type Ruled struct {
	*officiating.Situation
	desk.Followed
	Posted []desk.Posted // new postings of the event in rankings and series
}

// Ruled returns an event after an act with its consequences, including those for the entries of the finals.
// Posted holds the new postings of the event in rankings and series.
func (d Desk) Ruled(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, before, after *register.Season, posted []desk.Posted) (Ruled, error) {
	followed, err := d.Follow(tx, act, before, after, s)
	return Ruled{Situation: s, Followed: followed, Posted: posted}, err
}

// RecordOutcome records the outcome of an event of a season that was played elsewhere, or corrects it with a
// reason; the latest outcome counts. The event is finished then. Players who may not take part (CN09 1.5) are
// on the list if they were on that of the event, and in the ranking only if that is known; the list of a final
// holds only players who have a place in it.
func (d Desk) RecordOutcome(tx tenantdb.Tx, act desk.Act, id league.EventID, o register.Outcome) (Ruled, error) {
	s, before, err := d.OpenInSeason(tx, id)
	if err != nil {
		return Ruled{}, err
	}
	o.Manager = act.Authority.Everywhere()
	if o, err = ofPeople(tx, o); err != nil {
		return Ruled{}, err
	}
	if err := before.MayRecord(s.Event, o, act.Now); err != nil {
		return Ruled{}, err
	}
	players, staff, err := d.people(tx, id, o)
	if err != nil {
		return Ruled{}, err
	}
	if err := before.CheckOutcome(s.Event, o, players, act.Now); err != nil {
		return Ruled{}, err
	}
	if err := d.checkFigures(tx, s, o); err != nil {
		return Ruled{}, err
	}
	corrected := s.Event.State == facts.Finished
	referees := refereed(tx, act, s, o.Referees, staff)
	if err := before.RequireHolders(s, o, referees); err != nil {
		return Ruled{}, err
	}
	attended(tx, act, s, o.Entrants, players)
	s.Event.State, s.Event.Elsewhere, s.Event.FinishedAt, s.Event.ProcessedAt = facts.Finished, true, &act.Now, &act.Now
	s.EndOn(cmp.Or(o.EndedOn, rules.DayOf(s.Event.LastDate()))) // a correction without a last day leaves it unchanged
	s.Event.Version++
	was := s.Recorded
	s.Recorded = o.Ranking
	if err := s.Replay(); err != nil {
		return Ruled{}, err
	}
	after, refused, err := before.WithOutcome(s.Event, o, referees)
	if err != nil {
		return Ruled{}, err
	}
	desk.Save(tx, s)
	desk.RecordPoints(tx, act, s, o.Entered(), o.Reason, false, refused...)
	posted, err := d.Post(tx, act, s, false) // an event of a season counts once it is homologated
	if err != nil {
		return Ruled{}, err
	}
	recorded := leaguelog.RecordedOutcome{EventNow: desk.LoggedEvent(s.Event), Outcome: desk.LoggedOutcome(s), Referees: referees, Refused: refused}
	fact := logfact.Fact(leaguelog.OutcomeRecorded{RecordedOutcome: recorded})
	if corrected {
		fact = leaguelog.OutcomeCorrected{RecordedOutcome: recorded}
	}
	act.Record.Log(id.UUID, fact)
	act.Record.Audit("outcome", o.Reason, map[string]any{"ranking": was}, map[string]any{"ranking": o.Ranking, "entrants": o.Entrants, "endedOn": o.EndedOn})
	return d.Ruled(tx, act, s, before, after, posted)
}

// checkFigures refuses figures that were entered with an outcome and that no ranking can take (see [desk.Desk.CheckGains]).
func (d Desk) checkFigures(tx tenantdb.Tx, s *officiating.Situation, o register.Outcome) error {
	if !slices.ContainsFunc(o.Entrants, func(a register.Attended) bool { return len(a.Figures) > 0 }) {
		return nil
	}
	gains := make([]map[string]league.Frac, len(o.Entrants))
	for i, a := range o.Entrants {
		gains[i] = a.Figures
	}
	faults, err := d.CheckGains(tx, s.Event, s.Rules, "/entrants", gains)
	if err != nil {
		return err
	}
	return faults.OrNil()
}

// OpenInSeason opens an event to change it, and then its season.
func (d Desk) OpenInSeason(tx tenantdb.Tx, id league.EventID) (*officiating.Situation, *register.Season, error) {
	s, err := d.Open(tx, id)
	if err != nil {
		return nil, nil, err
	}
	if s.Event.SeasonID == nil {
		return nil, nil, league.NotNow("event-outside-season")
	}
	of, err := d.TakeRunning(tx, *s.Event.SeasonID)
	return s, of, err
}

// requireUndecided is [register.RequireUndecided] for an event whose season is not loaded.
func requireUndecided(tx tenantdb.Tx, id league.EventID) error {
	var v *facts.Verdict
	b := &tenantdb.Batch{}
	leaguedb.LoadVerdict(b, &v, id)
	if err := tx.Send(b); err != nil {
		return err
	}
	return register.RequireUndecided(v)
}

// ofPeople returns an outcome with each player by the record that is kept for them. The players are held until
// the transaction ends, so that none of them is merged with another meanwhile.
func ofPeople(tx tenantdb.Tx, o register.Outcome) (register.Outcome, error) {
	o.Entrants, o.Ranking, o.Referees = slices.Clone(o.Entrants), slices.Clone(o.Ranking), slices.Clone(o.Referees)
	ids := slices.Clone(o.Ranking)
	for _, a := range o.Entrants {
		ids = append(ids, a.Player)
	}
	var aliases facts.Aliases
	b := &tenantdb.Batch{}
	leaguedb.HoldPlayers(b, ids)
	leaguedb.LoadAliases(b, &aliases)
	if err := tx.Send(b); err != nil {
		return o, err
	}
	aliases.All(o.Ranking)
	for i := range o.Entrants {
		o.Entrants[i].Player = aliases.Of(o.Entrants[i].Player)
	}
	for i := range o.Referees {
		o.Referees[i].Player = aliases.Of(o.Referees[i].Player)
	}
	return o, nil
}

// people are the players of an outcome by their ids, and the staff of the event.
func (d Desk) people(tx tenantdb.Tx, id league.EventID, o register.Outcome) (map[league.PlayerID]facts.Player, []facts.Staff, error) {
	var ids []league.PlayerID
	for _, a := range o.Entrants {
		ids = append(ids, a.Player)
	}
	for _, r := range o.Referees {
		ids = append(ids, r.Player)
	}
	var players []facts.Player
	var staff []facts.Staff
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayersByID(b, &players, ids)
	leaguedb.LoadStaff(b, &staff, id)
	if err := tx.Send(b); err != nil {
		return nil, nil, err
	}
	by := make(map[league.PlayerID]facts.Player, len(players))
	for _, p := range players {
		by[p.ID] = p
	}
	return by, staff, nil
}

// attended makes the entries match the list of players who signed up (see [officiating.Situation.Attend]).
func attended(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, list []register.Attended, players map[league.PlayerID]facts.Player) {
	attendees := make([]officiating.Attendee, len(list))
	for i, a := range list {
		attendees[i] = officiating.Attendee{Player: players[a.Player], Played: a.Played}
	}
	changed, added := s.Attend(attendees, act.Now)
	changeEntries(tx, s, changed)
	id := s.Event.ID
	tx.Defer(func(b *tenantdb.Batch) {
		for _, e := range added {
			leaguedb.AddEntry(b, id, e, act.By)
		}
	})
}

// changeEntries leaves entries to be written that have changed.
func changeEntries(tx tenantdb.Tx, s *officiating.Situation, changed []facts.Entry) {
	id := s.Event.ID
	tx.Defer(func(b *tenantdb.Batch) {
		for _, e := range changed {
			leaguedb.ChangeEntry(b, id, e)
		}
	})
}

// refereed makes the named people the referees of the event, and returns those of them who are players. Staff
// who hold their role by an account or an invitation stay.
func refereed(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, named []register.NamedReferee, staff []facts.Staff) []league.PlayerID {
	id := s.Event.ID
	var players []league.PlayerID
	kept := make([]bool, len(named))
	for _, member := range staff {
		if !member.Referees() {
			continue
		}
		i := slices.IndexFunc(named, func(r register.NamedReferee) bool { return r.Matches(member) })
		if i >= 0 {
			kept[i] = true
		}
		if i < 0 && member.AccountID == nil && member.InvitationID == nil {
			tx.Defer(func(b *tenantdb.Batch) { leaguedb.RemoveStaff(b, id, member, act.By, act.Now) })
			continue
		}
		if member.PlayerID != nil {
			players = append(players, *member.PlayerID)
		}
	}
	for i, r := range named {
		if kept[i] {
			continue
		}
		member := facts.Staff{ID: desk.NewID(), Role: r.Role(), Name: r.Name, CreatedAt: act.Now}
		if r.Player != (league.PlayerID{}) {
			member.PlayerID = &r.Player
			players = append(players, r.Player)
		}
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddStaff(b, id, member) })
	}
	return players
}

// WithdrawOutcome reopens an event that was played elsewhere: its entries are as they were before, and it may
// even be started here.
func (d Desk) WithdrawOutcome(tx tenantdb.Tx, act desk.Act, id league.EventID, reason string) (Ruled, error) {
	s, before, err := d.OpenInSeason(tx, id)
	if err != nil {
		return Ruled{}, err
	}
	if !s.Event.Elsewhere {
		return Ruled{}, league.NotNow("no-outcome-recorded")
	}
	if err := requireUndecided(tx, id); err != nil {
		return Ruled{}, err
	}
	was := s.Recorded
	unrecord(tx, s)
	s.Event.Version++
	desk.Save(tx, s)
	desk.RecordOutcome(tx, act, s, reason, true)
	posted, err := d.Post(tx, act, s, false)
	if err != nil {
		return Ruled{}, err
	}
	act.Record.Log(id.UUID, leaguelog.OutcomeWithdrawn{EventNow: desk.LoggedEvent(s.Event)})
	act.Record.Audit("outcome", reason, map[string]any{"ranking": was}, nil)
	if err := s.Replay(); err != nil {
		return Ruled{}, err
	}
	return d.Ruled(tx, act, s, before, before.Unplayed(s.Event), posted)
}

// unrecord turns an event that was played elsewhere back into one that has not been played.
func unrecord(tx tenantdb.Tx, s *officiating.Situation) { changeEntries(tx, s, s.Unrecord()) }
