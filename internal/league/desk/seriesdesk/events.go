package seriesdesk

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/series"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// AddEvents adds events to a series: those that have ended and count are posted to it at once. The events are
// opened before the series is held, in the same order as by an act that ends an event.
func (d Desk) AddEvents(tx tenantdb.Tx, act desk.Act, id league.SeriesID, events []league.EventID) error {
	opened, err := d.openAll(tx, events)
	if err != nil {
		return err
	}
	of, memberships, err := d.take(tx, id)
	if err != nil {
		return err
	}
	members := 0
	for _, m := range memberships {
		if m.Member {
			members++
		}
	}
	if members+len(events) > rules.MaxEvents {
		return of.Rules.NotNow("", "series-is-full", "most", strconv.Itoa(rules.MaxEvents), "events", strconv.Itoa(members))
	}
	var faults league.Faults
	for i, event := range events {
		var lacking *league.RuleError
		if !opened[event].Event.Elsewhere { // the points of one that is, which may be corrected, need not follow its ruleset
			if _, err := tournament.SeriesFigures(of.Rules, opened[event].Rules); err != nil && !errors.As(err, &lacking) {
				return err
			}
		}
		if g := series.RefuseEvent(of.Series, opened[event].Event, memberships[event].Member, lacking); g != nil {
			faults = append(faults, league.Fault{Field: fmt.Sprintf("/events/%d", i), Grounds: *g})
		}
	}
	if len(faults) > 0 {
		return faults
	}
	for _, event := range events {
		m := facts.SeriesMembership{EventID: event, Number: memberships[event].Number + 1, Member: true, RecordedAt: act.Now}
		s := opened[event]
		record(tx, act, of, s, m)
		if s.Event.State != facts.Finished {
			continue
		}
		stands, err := desk.Stands(tx, s)
		if err != nil {
			return err
		}
		if err := d.post(tx, act, s, of, stands); err != nil {
			return err
		}
	}
	return nil
}

// openAll opens events in the order of their ids, so that two callers who open several never block each other.
func (d Desk) openAll(tx tenantdb.Tx, events []league.EventID) (map[league.EventID]*officiating.Situation, error) {
	opened := make(map[league.EventID]*officiating.Situation, len(events))
	var faults league.Faults
	inOrder := slices.SortedFunc(slices.Values(events), func(a, b league.EventID) int { return slices.Compare(a.UUID[:], b.UUID[:]) })
	for i, event := range inOrder {
		at := fmt.Sprintf("/events/%d", slices.Index(events, event))
		if i > 0 && inOrder[i-1] == event {
			faults = append(faults, league.Fault{Field: at, Grounds: league.Grounds{Reason: "repeated", Params: map[string]string{"value": event.String()}}})
			continue
		}
		s, err := d.Open(tx, event)
		switch {
		case errors.Is(err, tenantdb.ErrNotFound) || errors.Is(err, league.ErrNotFound):
			faults = append(faults, league.Fault{Field: at, Grounds: league.Grounds{Reason: "series-event-not-here"}}) // or it is another tenant's, which must not be revealed
		case err != nil:
			return nil, err
		}
		opened[event] = s
	}
	return opened, faults.OrNil()
}

// take holds a series, and returns the last membership recorded for each event that was ever in it.
func (d Desk) take(tx tenantdb.Tx, id league.SeriesID) (Series, map[league.EventID]facts.SeriesMembership, error) {
	held, err := hold(tx, id)
	if err != nil {
		return Series{}, nil, err
	}
	read, err := d.SeriesRulesOf(tx, held)
	if err != nil {
		return Series{}, nil, err
	}
	var list []facts.SeriesMembership
	b := &tenantdb.Batch{}
	leaguedb.LoadSeriesMemberships(b, &list, id)
	if err := tx.Send(b); err != nil {
		return Series{}, nil, err
	}
	memberships := make(map[league.EventID]facts.SeriesMembership, len(list))
	for _, m := range list {
		memberships[m.EventID] = m
	}
	return Series{held, read[0]}, memberships, nil
}

// record records that an event that is open at the desk belongs to a series, or no longer does. The event's
// page names the series, and so gets its next revision.
func record(tx tenantdb.Tx, act desk.Act, of Series, s *officiating.Situation, m facts.SeriesMembership) {
	tx.Publish(s.Event.ID.UUID, &s.Event.Revision)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddMembership(b, of.ID, m, act.By) })
	revision := of.Revision
	tx.Publish(of.ID.UUID, &revision)
	act.Record.Log(m.EventID.UUID, leaguelog.SeriesEventRecorded{Series: of.ID, Number: m.Number, Member: m.Member})
	act.Record.Audit("series "+of.ID.String(), m.Reason, map[string]any{"event": m.EventID, "member": !m.Member}, map[string]any{"event": m.EventID, "member": m.Member})
}

// post posts an event to a series that is held, after whatever was posted of it before.
func (d Desk) post(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, of Series, stands bool) error {
	var posted []facts.SeriesPosting
	var entered facts.EnteredPoints
	b := &tenantdb.Batch{}
	leaguedb.LoadSeriesPostings(b, &posted, s.Event.ID)
	if s.Event.Elsewhere {
		leaguedb.LoadEnteredPoints(b, &entered, s.Event.ID)
	}
	if err := tx.Send(b); err != nil {
		return err
	}
	stands = stands && (!s.Event.Elsewhere || len(entered.Columns) > 0) // otherwise its points are not known
	var last facts.SeriesPosting
	if i := slices.IndexFunc(posted, func(p facts.SeriesPosting) bool { return p.SeriesID == of.ID }); i >= 0 {
		last = posted[i]
	}
	if !stands && !last.Counts && last.Refused == nil {
		return nil
	}
	_, err := desk.PostToSeries(tx, act, s, of.Series, of.Rules, last.Number+1, stands, entered)
	return err
}

// RemoveEvent takes an event out of a series, with a reason. Its points count no more. An event that was never
// in the series is not found at its address.
func (d Desk) RemoveEvent(tx tenantdb.Tx, act desk.Act, id league.SeriesID, event league.EventID, reason string) error {
	s, err := d.Open(tx, event)
	if err != nil {
		return err
	}
	of, memberships, err := d.take(tx, id)
	if err != nil {
		return err
	}
	m, recorded := memberships[event]
	if !recorded {
		return league.ErrNotFound
	}
	if !m.Member {
		return league.NotNow("series-has-not-event")
	}
	record(tx, act, of, s, facts.SeriesMembership{EventID: event, Number: m.Number + 1, Reason: reason, RecordedAt: act.Now})
	return d.post(tx, act, s, of, false)
}
