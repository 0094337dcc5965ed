package desk

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/league/tournament"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
)

// Outcome is how an event went that was played elsewhere: without the program. It is
// the whole truth about who entered and who refereed; what it leaves out was not so.
type Outcome struct {
	Entrants []Attended
	// Ranking is the order in which it ended: at least the places that lead on or
	// from which somebody steps in.
	Ranking []league.PlayerID
	// Barred: it is known that the ranking has people who may not take part. For what
	// follows it is that of the others. Of a final it is known that it was played so
	// against the rules; only the manager says that, with a reason, and what becomes of
	// it is for whoever decides about it.
	Barred   bool
	Manager  bool // the championship manager records it
	Referees []Refereed
	// EndedOn is the last day on which it was played, at its venue; "" is that of its start.
	EndedOn rules.Day
	Reason  string // of a correction, or of what is known of a final
}

// againstRules tells that the manager records a final that was played in spite of what
// the regulation says about it.
func (o Outcome) againstRules() bool { return o.Barred && o.Manager && o.Reason != "" }

// Attended is somebody who signed up for an event.
type Attended struct {
	Player league.PlayerID
	Played bool // he came
}

// Refereed is somebody who refereed an event.
type Refereed struct {
	Name   string
	Player uuid.UUID // if he is in the register; uuid.Nil
	First  bool      // he was the first referee
}

// Ruled is an act on an event that decides something about its season, with what it led
// to.
type Ruled struct {
	*Stage
	Followed
}

// ruled is an act on an event with what it leads to, the entries of the finals too.
func (d *Desk) ruled(tx tenantdb.Tx, act Act, s *Stage, before, after *Season) (Ruled, error) {
	followed, err := d.follow(tx, act, before, after, s)
	return Ruled{Stage: s, Followed: followed}, err
}

// RecordOutcome records how an event of a season went that was played elsewhere, or
// corrects it with a reason; the last word counts. The event is finished then. Who may
// not take part (CN09 1.5) is on the list as he was on that of the event, and in the
// ranking only where that is known; on that of a final is only who has a place in it.
func (d *Desk) RecordOutcome(tx tenantdb.Tx, act Act, id league.EventID, o Outcome) (Ruled, error) {
	s, before, err := d.openInSeason(tx, id)
	if err != nil {
		return Ruled{}, err
	}
	if err := before.mayRecord(tx, act, s, o); err != nil {
		return Ruled{}, err
	}
	players, staff, err := d.people(tx, id, o)
	if err != nil {
		return Ruled{}, err
	}
	if err := o.check(s, before.leads(s.Event), players).OrNil(); err != nil {
		return Ruled{}, err
	}
	if err := o.checkEnd(act, s); err != nil {
		return Ruled{}, err
	}
	corrected := s.Event.State == facts.Finished
	referees := s.refereed(tx, act, o.Referees, staff)
	if err := before.requireHolders(s, o, referees); err != nil {
		return Ruled{}, err
	}
	s.attended(tx, act, o.Entrants, players)
	s.Event.State, s.Event.Elsewhere, s.Event.FinishedAt, s.Event.ProcessedAt = facts.Finished, true, &act.Now, &act.Now
	s.endOn(cmp.Or(o.EndedOn, rules.DayOf(s.Event.LastDate()))) // a correction that says nothing of it leaves it
	s.Event.Version++
	was := s.Recorded
	s.Recorded = uuids(o.Ranking)
	if err := s.replay(); err != nil {
		return Ruled{}, err
	}
	entrants := before.entrants(id, o.Entrants)
	after := before.with(s.Event, func(e *season.Event) {
		e.Ranking, e.Entrants, e.Referees, e.Ended = o.Ranking, entrants, referees, rules.DayOf(s.Event.LastDate())
	})
	after.entered(id, entrants)
	if !o.Barred {
		if err := after.mayRank(id, o.Ranking); err != nil {
			return Ruled{}, err
		}
	}
	s.save(tx)
	refused := after.qualifiedBefore(id)
	s.recordOutcome(tx, act, o.Reason, false, refused...)
	recorded := leaguelog.RecordedOutcome{EventNow: loggedEvent(s.Event), Outcome: s.loggedOutcome(), Referees: uuids(referees), Refused: refused}
	fact := logfact.Fact(leaguelog.OutcomeRecorded{RecordedOutcome: recorded})
	if corrected {
		fact = leaguelog.OutcomeCorrected{RecordedOutcome: recorded}
	}
	act.Record.Log(id.UUID, fact)
	act.Record.Audit("outcome", o.Reason, map[string]any{"ranking": was}, map[string]any{"ranking": o.Ranking, "entrants": o.Entrants, "endedOn": o.EndedOn})
	return d.ruled(tx, act, s, before, after)
}

// checkEnd refuses a last day before that of the start, and one to come.
func (o Outcome) checkEnd(act Act, s *Stage) error {
	start, today := rules.DayOf(s.Event.LocalDate()), rules.DayOf(act.Now.In(s.Event.Location()))
	if o.EndedOn == "" || o.EndedOn >= start && o.EndedOn <= today {
		return nil
	}
	return league.Faults{{Pointer: "/endedOn", Grounds: league.Grounds{
		Reason: "end-outside-days", Params: map[string]string{"from": string(start), "to": string(today)},
	}}}
}

// openInSeason opens an event to change it, and then its season.
func (d *Desk) openInSeason(tx tenantdb.Tx, id league.EventID) (*Stage, *Season, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return nil, nil, err
	}
	if s.Event.SeasonID == nil {
		return nil, nil, league.NotNow("event-outside-season")
	}
	of, err := d.takeRunning(tx, league.SeasonID{UUID: *s.Event.SeasonID})
	return s, of, err
}

// mayRecord refuses an outcome of an event that is played here, is decided, or is
// still to come, and of a final that could not have been played yet.
func (of *Season) mayRecord(tx tenantdb.Tx, act Act, s *Stage, o Outcome) error {
	e := s.Event
	again := e.State == facts.Finished && e.Elsewhere
	switch {
	case again && o.Reason == "":
		return league.Faults{{Pointer: "/reason", Grounds: league.Grounds{Reason: "why-missing"}}}
	case again:
		return requireUndecided(tx, e.ID)
	case e.Started():
		return league.NotNow("played-here")
	case e.State == facts.Draft || e.State == facts.Cancelled:
		return league.NotNow("event-state", "state", string(e.State), "wanted", string(facts.Finished))
	case rules.DayOf(act.Now.In(e.Location())) < rules.DayOf(e.LocalDate()):
		return league.NotNow("outcome-before-day", "day", string(rules.DayOf(e.LocalDate())))
	case IsFinal(e):
		return of.mayRecordFinal(act, e, o)
	}
	return nil
}

// requireUndecided refuses to change an event that was homologated or declared
// invalid: that is taken back first.
func requireUndecided(tx tenantdb.Tx, id league.EventID) error {
	var v *facts.Verdict
	b := &tenantdb.Batch{}
	leaguedb.LoadVerdict(b, &v, id)
	if err := tx.Send(b); err != nil {
		return err
	}
	if v.Stands() {
		return league.NotNow("event-decided", "decision", string(v.Kind))
	}
	return nil
}

// people are the players of an outcome by their ids, and the staff of the event.
func (d *Desk) people(tx tenantdb.Tx, id league.EventID, o Outcome) (map[uuid.UUID]facts.Player, []facts.Staff, error) {
	var ids []uuid.UUID
	for _, a := range o.Entrants {
		ids = append(ids, a.Player.UUID)
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
	by := make(map[uuid.UUID]facts.Player, len(players))
	for _, p := range players {
		by[p.ID.UUID] = p
	}
	return by, staff, nil
}

// leads is how many of the first places of an event are to be known: those that lead
// on, from which somebody steps in, or is called up to fill a regional final (CN09 1.7.2,
// 1.7.4).
func (s *Season) leads(e facts.Event) int {
	of := s.RulesOf(e).Season
	if e.Circuit == "" {
		return deepest(of.Final.Leads)
	}
	least := 0
	for _, tier := range of.TiersOf(rules.Circuit(e.Circuit)) {
		least = max(least, deepest(tier.Leads))
	}
	if e.Circuit == string(rules.RegionalCircuit) { // the finals are those of the season's rules
		for _, format := range s.Rules.Season.Final.Formats {
			if up := format.CallUp; up != nil {
				least = max(least, slices.Max(up.Places))
			}
		}
	}
	return least
}

// deepest is the last place that leads or steps in.
func deepest(leads []rules.Lead) int {
	least := max(len(leads), 1)
	for _, lead := range leads {
		if lead.Substitute != nil {
			least = max(least, lead.Substitute.Place)
		}
	}
	return least
}

// check lists what is wrong with an outcome by itself.
func (o Outcome) check(s *Stage, leads int, players map[uuid.UUID]facts.Player) league.Faults {
	var faults league.Faults
	fault := func(list string, i int, reason string) {
		faults = append(faults, league.Fault{Pointer: "/" + list + "/" + strconv.Itoa(i), Grounds: s.Rules.Grounds("", reason)})
	}
	played, present := make(map[league.PlayerID]bool, len(o.Entrants)), 0
	for i, a := range o.Entrants {
		_, twice := played[a.Player]
		_, known := players[a.Player.UUID]
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
		faults = append(faults, league.Fault{Pointer: "/ranking", Grounds: s.Rules.Grounds("", "ranking-too-short", "least", strconv.Itoa(least))})
	}
	firsts := 0
	for i, r := range o.Referees {
		if _, known := players[r.Player]; r.Player != uuid.Nil && !known {
			fault("referees", i, "unknown-player")
		}
		if r.First {
			firsts++
		}
		if r.First && firsts > 1 {
			fault("referees", i, "first-referee-named")
		}
	}
	return faults
}

// attended makes the entries those of who signed up: who was not there did not show
// up, and who is not on the list has no entry.
func (s *Stage) attended(tx tenantdb.Tx, act Act, list []Attended, players map[uuid.UUID]facts.Player) {
	state := make(map[league.PlayerID]facts.EntryState, len(list))
	for _, a := range list {
		state[a.Player] = facts.NoShow
		if a.Played {
			state[a.Player] = facts.Playing
		}
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.State == facts.EntryCancelled {
			continue
		}
		to, listed := state[e.PlayerID]
		delete(state, e.PlayerID)
		if !listed {
			to, e.CancelledAt = facts.EntryCancelled, &act.Now
		}
		s.moveEntry(tx, e, to)
	}
	for _, a := range list {
		to, missing := state[a.Player]
		if !missing {
			continue
		}
		s.Event.EntryCount++
		p := players[a.Player.UUID]
		e := facts.Entry{
			Number: s.Event.EntryCount, State: to, EnteredAt: act.Now, Version: 1,
			PlayerID: p.ID, PlayerName: p.Name, PlayerClub: p.Club, AccountID: p.AccountID,
		}
		s.Entries = append(s.Entries, e)
		id := s.Event.ID
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddEntry(b, id, e, act.By) })
	}
}

// moveEntry leaves an entry's new state to be written, if it is another.
func (s *Stage) moveEntry(tx tenantdb.Tx, e *facts.Entry, to facts.EntryState) {
	if e.State == to {
		return
	}
	e.State, e.WaitingPosition = to, 0
	e.Version++
	id, moved := s.Event.ID, *e
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeEntry(b, id, moved) })
}

// refereed makes the referees of the event those named, and returns those of them who
// are players. Who was appointed with a role of his own stays.
func (s *Stage) refereed(tx tenantdb.Tx, act Act, named []Refereed, staff []facts.Staff) []league.PlayerID {
	id := s.Event.ID
	var players []league.PlayerID
	kept := make([]bool, len(named))
	for _, member := range staff {
		if !member.Referees() {
			continue
		}
		i := slices.IndexFunc(named, func(r Refereed) bool { return r.is(member) })
		if i >= 0 {
			kept[i] = true
		}
		if i < 0 && member.AccountID == nil && member.InvitationID == nil {
			tx.Defer(func(b *tenantdb.Batch) { leaguedb.RemoveStaff(b, id, member, act.By, act.Now) })
			continue
		}
		if member.PlayerID != nil {
			players = append(players, league.PlayerID{UUID: *member.PlayerID})
		}
	}
	for i, r := range named {
		if kept[i] {
			continue
		}
		member := facts.Staff{ID: newID(), Role: r.role(), Name: r.Name, CreatedAt: act.Now}
		if r.Player != uuid.Nil {
			member.PlayerID = &r.Player
			players = append(players, league.PlayerID{UUID: r.Player})
		}
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddStaff(b, id, member) })
	}
	return players
}

func (r Refereed) role() string {
	if r.First {
		return "first-referee"
	}
	return "referee"
}

// is tells whether a member of the staff is the referee named.
func (r Refereed) is(member facts.Staff) bool {
	if member.PlayerID != nil && r.Player != uuid.Nil {
		return *member.PlayerID == r.Player && member.Role == r.role()
	}
	return member.Name == r.Name && member.Role == r.role()
}

// entrants are those who signed up for an event, each with what is known of him since
// before: that he was let in by leave, or refused when its outcome was first recorded.
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

// entered makes those who signed up for an event the ones given.
func (s *Season) entered(id league.EventID, list []facts.Entrant) {
	s.Entrants = maps.Clone(s.Entrants)
	s.Entrants[id] = list
}

// qualifiedBefore are those on the list of an event who are refused because they have
// qualified for a final already (CN09 1.5). That stands from now on: whatever becomes of the
// event at which they qualified, they do not count here.
func (s *Season) qualifiedBefore(id league.EventID) []uuid.UUID {
	var out []uuid.UUID
	state, _ := s.EventState(id)
	for _, r := range state.Refused {
		if r.Reason != string(rules.AlreadyQualified) {
			continue
		}
		out = append(out, r.Player.UUID)
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
			faults = append(faults, league.Fault{Pointer: "/ranking/" + strconv.Itoa(i), Grounds: state.Refused[at].Grounds})
		}
	}
	return faults.OrNil()
}

// WithdrawOutcome opens an event again that was played elsewhere: its entries are as
// they were before, and it may even be started here.
func (d *Desk) WithdrawOutcome(tx tenantdb.Tx, act Act, id league.EventID, reason string) (Ruled, error) {
	s, before, err := d.openInSeason(tx, id)
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
	s.unrecord(tx)
	s.Event.Version++
	s.save(tx)
	s.recordOutcome(tx, act, reason, true)
	act.Record.Log(id.UUID, leaguelog.OutcomeWithdrawn{EventNow: loggedEvent(s.Event)})
	act.Record.Audit("outcome", reason, map[string]any{"ranking": was}, nil)
	if err := s.replay(); err != nil {
		return Ruled{}, err
	}
	return d.ruled(tx, act, s, before, before.unplayed(s.Event))
}

// unplayed is the season with an event that has not been played, or not to its end.
func (s *Season) unplayed(e facts.Event) *Season {
	return s.with(e, func(played *season.Event) {
		played.Ranking = nil
		for i := range played.Entrants {
			played.Entrants[i].Played, played.Entrants[i].Refused = false, ""
		}
	})
}

// unrecord makes an event that was played elsewhere one that has not been played.
func (s *Stage) unrecord(tx tenantdb.Tx) {
	s.Event.State, s.Event.Elsewhere, s.Event.FinishedAt, s.Event.ProcessedAt, s.Event.EndedOn = facts.Closed, false, nil, nil, nil
	s.Recorded = nil
	for i := range s.Entries {
		if e := &s.Entries[i]; e.State == facts.Playing || e.State == facts.NoShow {
			s.moveEntry(tx, e, facts.Entered)
		}
	}
}

// recorded is the state of an event that was played elsewhere: its ranking, and no
// rounds.
func (s *Stage) recorded() tournament.State {
	entry := make(map[uuid.UUID]int, len(s.Entries))
	for _, e := range s.Entries {
		if e.State == facts.Playing {
			entry[e.PlayerID.UUID] = e.Number
		}
	}
	state := tournament.State{Final: []tournament.FinalRow{}}
	for i, player := range s.Recorded {
		state.Final = append(state.Final, tournament.FinalRow{
			Place: i + 1, Entry: league.Entry(entry[player]), Decided: -1, Grounds: league.Grounds{Reason: "recorded-elsewhere"},
		})
	}
	return state
}

func uuids(players []league.PlayerID) []uuid.UUID {
	out := make([]uuid.UUID, len(players))
	for i, p := range players {
		out[i] = p.UUID
	}
	return out
}
