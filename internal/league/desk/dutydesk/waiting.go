package dutydesk

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/leaguedb"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// expulsionsAtOnce bounds the expulsions without a decision that are loaded at once.
const expulsionsAtOnce = 100

// Tasks returns all tasks in a tenant at a moment: those of its seasons under way, reported expulsions and
// leavings, entries to be checked, refused letters and requests of people about their data. Tasks are ordered
// by deadline; those without one come last.
func (d Desk) Tasks(door tenantdb.Door, now time.Time) ([]duties.Task, error) {
	var seasons []league.SeasonID
	var offices []facts.Office
	b := &tenantdb.Batch{}
	leaguedb.LoadRunningSeasons(b, &seasons)
	leaguedb.LoadOffices(b, &offices, now)
	if err := door.Send(b); err != nil {
		return nil, fmt.Errorf("tasks: %w", err)
	}
	out, err := d.expulsionTasks(door, offices)
	if err != nil {
		return nil, fmt.Errorf("tasks: %w", err)
	}
	left, err := d.leavingTasks(door, offices)
	if err != nil {
		return nil, fmt.Errorf("tasks: %w", err)
	}
	checks, err := d.checkTasks(door, offices, now)
	if err != nil {
		return nil, fmt.Errorf("tasks: %w", err)
	}
	unread, err := d.mailTasks(door, offices, now)
	if err != nil {
		return nil, fmt.Errorf("tasks: %w", err)
	}
	asked, err := d.askedTasks(door, offices)
	if err != nil {
		return nil, fmt.Errorf("tasks: %w", err)
	}
	out = slices.Concat(out, left, checks, unread, asked)
	for _, id := range seasons {
		of, err := d.seasonTasks(door, id, offices, now)
		if err != nil {
			return nil, fmt.Errorf("tasks: %w", err)
		}
		out = append(out, of...)
	}
	slices.SortStableFunc(out, duties.Task.Compare)
	return out, nil
}

func (d Desk) expulsionTasks(door tenantdb.Door, offices []facts.Office) ([]duties.Task, error) {
	managers := duties.Managers(offices)
	if len(managers) == 0 {
		return nil, nil
	}
	open := false
	var out []duties.Task
	for after := (reportdesk.ReportPosition{}); ; {
		reports, at, err := reportdesk.At(d.Desk).ExpulsionReports(door, after, &open, expulsionsAtOnce)
		if err != nil {
			return nil, err
		}
		for _, r := range reports {
			out = append(out, duties.OfExpulsion(r.Situation.Event, r.Sanction.ID, r.Entry.PlayerName, r.Report.Grounds, managers))
		}
		if len(reports) < expulsionsAtOnce {
			return out, nil
		}
		after = at[len(at)-1]
	}
}

// seasonTasks lists the tasks of a season.
func (d Desk) seasonTasks(door tenantdb.Door, id league.SeasonID, offices []facts.Office, now time.Time) ([]duties.Task, error) {
	s, err := d.ViewSeason(door, id)
	if err != nil {
		return nil, err
	}
	l := &duties.InSeason{Season: s, Now: now, Offices: offices}
	deadlines := season.Deadlines(s.Facts, s.State)
	if l.Had, err = desk.LoadInvolvements(door, s.Queue(homologation.AwaitsDecision, func(facts.Event) bool { return true }), uuid.Nil, now); err != nil {
		return nil, err
	}
	b := &tenantdb.Batch{}
	leaguedb.LoadDrafts(b, &l.Drafts, id)
	leaguedb.LoadHostings(b, &l.Requested, leaguedb.HostingFilter{Season: id, State: facts.HostingRequested})
	leaguedb.LoadHostings(b, &l.Changed, leaguedb.HostingFilter{Season: id, State: facts.HostingChanged})
	leaguedb.LoadHostings(b, &l.Answered, leaguedb.HostingFilter{Season: id, State: facts.HostingAnswered})
	leaguedb.LoadWaitingStructures(b, &l.Structures, id)
	leaguedb.LoadWaitingRefunds(b, &l.Refunds, id)
	leaguedb.LoadPlayerAccounts(b, &l.People, duties.People(s, deadlines))
	leaguedb.LoadRefusedConvocations(b, &l.Mails, id)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	return l.Tasks(deadlines), nil
}
