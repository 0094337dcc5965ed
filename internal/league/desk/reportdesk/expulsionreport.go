package reportdesk

import (
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// ExpulsionReport is an expulsion that the ruleset has reported to the championship
// manager (CN09 5.5). It follows from the sanctions of the event and is never written
// down.
type ExpulsionReport struct {
	Situation *officiating.Situation
	Entry     facts.Entry
	Sanction  facts.Sanction // by which they were expelled
	Report    discipline.Report
	// Ban is the case in which it was decided about; nil while it waits.
	Ban *league.BanID
}

// expulsionReports returns the reports of one event, in the order of the expulsions.
func (d Desk) expulsionReports(door tenantdb.Door, event league.EventID) ([]ExpulsionReport, error) {
	s, err := d.View(door, event)
	if err != nil {
		return nil, err
	}
	var decided []leaguedb.DecidedSanction
	b := &tenantdb.Batch{}
	leaguedb.LoadDecided(b, &decided, event)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	var out []ExpulsionReport
	for _, report := range s.State.Record.Reports {
		i := slices.IndexFunc(s.Sanctions, func(x facts.Sanction) bool { return x.ID.String() == report.Sanction.Ref })
		if i < 0 {
			return nil, fmt.Errorf("event %s: report of sanction %s, which it does not have", event, report.Sanction.Ref)
		}
		found := ExpulsionReport{Situation: s, Entry: *s.Entry(report.Entry), Sanction: s.Sanctions[i], Report: report}
		if i := slices.IndexFunc(decided, func(x leaguedb.DecidedSanction) bool { return x.SanctionID == found.Sanction.ID }); i >= 0 {
			found.Ban = &decided[i].BanID
		}
		out = append(out, found)
	}
	return out, nil
}

// ExpulsionReport finds the report of a sanction. It returns [league.ErrNotFound] if there is none.
func (d Desk) ExpulsionReport(door tenantdb.Door, event league.EventID, sanction uuid.UUID) (ExpulsionReport, error) {
	reports, err := d.expulsionReports(door, event)
	if errors.Is(err, tenantdb.ErrNotFound) {
		err = league.ErrNotFound
	}
	if err != nil {
		return ExpulsionReport{}, err
	}
	i := slices.IndexFunc(reports, func(r ExpulsionReport) bool { return r.Sanction.ID == sanction })
	if i < 0 {
		return ExpulsionReport{}, fmt.Errorf("expulsion %s: %w", sanction, league.ErrNotFound)
	}
	return reports[i], nil
}

// OpenExpulsions counts the reported, undecided expulsions of a player from some events.
func (d Desk) OpenExpulsions(door tenantdb.Door, player league.PlayerID, events []league.EventID) (open int, err error) {
	for _, event := range events {
		reports, err := d.expulsionReports(door, event)
		if err != nil {
			return 0, err
		}
		for _, r := range reports {
			if r.Entry.PlayerID == player && r.Ban == nil {
				open++
			}
		}
	}
	return open, nil
}

// ReportPosition marks the end of a page of expulsion reports: the report with
// a number of an event, from 1.
type ReportPosition struct {
	Event leaguedb.EventPosition
	Count int
}

// ExpulsionReports lists the reported expulsions, those of the latest event first, after a position (the zero
// position: from the latest), with the position of each. With decided nil it lists all of them, else only the
// decided or only the undecided ones.
func (d Desk) ExpulsionReports(door tenantdb.Door, after ReportPosition, decided *bool, most int) (out []ExpulsionReport, at []ReportPosition, err error) {
	events := []leaguedb.EventPosition{}
	if after.Count > 0 {
		events = append(events, after.Event)
	}
	for seen := after.Event; ; {
		for _, event := range events {
			reports, err := d.expulsionReports(door, event.ID)
			if err != nil {
				return nil, nil, err
			}
			for i, report := range reports {
				if event.ID == after.Event.ID && i < after.Count || decided != nil && *decided != (report.Ban != nil) {
					continue
				}
				if out, at = append(out, report), append(at, ReportPosition{event, i + 1}); len(out) == most {
					return out, at, nil
				}
			}
		}
		b := &tenantdb.Batch{}
		leaguedb.LoadEventsThatMayExpel(b, &events, seen, most)
		if err := door.Send(b); err != nil {
			return nil, nil, err
		}
		if len(events) == 0 {
			return out, at, nil
		}
		seen = events[len(events)-1]
	}
}
