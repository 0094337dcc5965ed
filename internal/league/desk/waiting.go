package desk

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// The roles for which things wait.
const (
	organizer = "organizer"
	referee   = "first-referee"
	contact   = "regional-contact"
	manager   = "championship-manager"
	treasurer = "treasurer"
)

// expulsionsAtOnce is how many expulsions without a decision are loaded at once.
const expulsionsAtOnce = 100

// Tasks is everything that waits for anybody in a tenant at a moment: in its seasons
// under way, the expulsions and leavings that were reported, the entries to be checked and
// the letters that were refused. What is due first comes first, what has no time last.
func (d *Desk) Tasks(door tenantdb.Door, now time.Time) ([]Task, error) {
	var seasons []uuid.UUID
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
	out = slices.Concat(out, left, checks, unread)
	for _, id := range seasons {
		of, err := d.seasonTasks(door, league.SeasonID{UUID: id}, offices, now)
		if err != nil {
			return nil, fmt.Errorf("tasks: %w", err)
		}
		out = append(out, of...)
	}
	slices.SortStableFunc(out, Task.Compare)
	return out, nil
}

// TasksOf are those that wait for an account.
func TasksOf(tasks []Task, account uuid.UUID) []Task {
	return slices.DeleteFunc(slices.Clone(tasks), func(t Task) bool { return !slices.Contains(t.For, account) })
}

func (d *Desk) expulsionTasks(door tenantdb.Door, offices []facts.Office) ([]Task, error) {
	managers := holders(offices, manager, league.EventID{}, league.RegionID{})
	if len(managers) == 0 {
		return nil, nil
	}
	open := false
	var out []Task
	for after := (ReportPosition{}); ; {
		reports, at, err := d.ExpulsionReports(door, after, &open, expulsionsAtOnce)
		if err != nil {
			return nil, err
		}
		for _, r := range reports {
			event := r.Stage.Event
			out = append(out, Task{Kind: TaskExpulsion, Event: &event, Sanction: r.Sanction.ID, About: r.Entry.PlayerName, For: managers, Grounds: r.Report.Grounds})
		}
		if len(reports) < expulsionsAtOnce {
			return out, nil
		}
		after = at[len(at)-1]
	}
}

// holders are who holds a role over an event, a region or the tenant, each once.
func holders(offices []facts.Office, role string, event league.EventID, region league.RegionID) []uuid.UUID {
	var out []uuid.UUID
	for _, o := range offices {
		if o.Role == role && o.Over(event, region) && !slices.Contains(out, o.AccountID) {
			out = append(out, o.AccountID)
		}
	}
	return out
}

// seasonTasks are what waits in a season.
func (d *Desk) seasonTasks(door tenantdb.Door, id league.SeasonID, offices []facts.Office, now time.Time) ([]Task, error) {
	s, err := d.ViewSeason(door, id)
	if err != nil {
		return nil, err
	}
	l := &taskList{season: s, now: now, offices: offices}
	deadlines := season.Deadlines(s.Facts, s.State)
	var people []uuid.UUID
	for _, deadline := range deadlines {
		if deadline.Player != register.NoPlayer {
			people = append(people, deadline.Player.UUID)
		}
	}
	for _, p := range s.State.Places {
		people = append(people, p.Holder.UUID)
	}
	for _, r := range s.State.Regions {
		if r.Result != nil {
			people = append(people, uuids(r.Result.WithoutPlace)...)
		}
	}
	if l.had, err = LoadInvolvements(door, s.Queue(homologation.AwaitsDecision, func(facts.Event) bool { return true }), uuid.Nil, now); err != nil {
		return nil, err
	}
	b := &tenantdb.Batch{}
	leaguedb.LoadDrafts(b, &l.drafts, id)
	leaguedb.LoadHostings(b, &l.requested, leaguedb.HostingFilter{Season: id, State: facts.HostingRequested})
	leaguedb.LoadHostings(b, &l.changed, leaguedb.HostingFilter{Season: id, State: facts.HostingChanged})
	leaguedb.LoadHostings(b, &l.answered, leaguedb.HostingFilter{Season: id, State: facts.HostingAnswered})
	leaguedb.LoadWaitingStructures(b, &l.structures, id)
	leaguedb.LoadWaitingRefunds(b, &l.refunds, id)
	leaguedb.LoadPlayerAccounts(b, &l.people, people)
	leaguedb.LoadRefusedConvocations(b, &l.mails, id)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	l.addRequests()
	l.addAnnouncements()
	l.addOutside()
	l.addReports()
	for _, deadline := range deadlines {
		l.addDeadline(deadline)
	}
	l.addProposals()
	l.addStructures()
	l.addRefunds()
	l.addClaims()
	l.addMails()
	return l.tasks, nil
}

// taskList collects what waits in a season.
type taskList struct {
	season     *register.Season
	now        time.Time
	offices    []facts.Office
	drafts     []facts.Event
	had        []facts.Involvement // in the events whose report waits
	requested  []facts.Hosting
	changed    []facts.Hosting
	answered   []facts.Hosting
	structures []facts.WaitingStructure
	refunds    []facts.WaitingRefund
	people     []facts.PlayerAccount
	mails      []facts.RefusedMail // about convocations
	tasks      []Task
}

// add lists a task, if there is anybody for whom it waits.
func (l *taskList) add(t Task) {
	if len(t.For) > 0 {
		t.Season = l.season
		l.tasks = append(l.tasks, t)
	}
}

// first are the holders of the first of some roles that anybody holds over an event or
// region who may act.
func (l *taskList) first(event league.EventID, region league.RegionID, may func(uuid.UUID) bool, roles ...string) []uuid.UUID {
	for _, role := range roles {
		found := slices.DeleteFunc(holders(l.offices, role, event, region), func(id uuid.UUID) bool { return !may(id) })
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// anyone may act.
func anyone(uuid.UUID) bool { return true }

// organizers are who holds an event, or whoever answers for it where nobody does.
func (l *taskList) organizers(e facts.Event) []uuid.UUID {
	return l.first(e.ID, regionOf(e), anyone, organizer, contact, manager)
}

// overseers are who acts for the final of a region; the zero id is the national one.
func (l *taskList) overseers(region league.RegionID) []uuid.UUID {
	if region.UUID == uuid.Nil {
		return l.managers()
	}
	return l.first(league.EventID{}, region, anyone, contact, manager)
}

func (l *taskList) managers() []uuid.UUID {
	return holders(l.offices, manager, league.EventID{}, league.RegionID{})
}

func regionOf(e facts.Event) league.RegionID {
	if e.RegionID == nil {
		return league.RegionID{}
	}
	return league.RegionID{UUID: *e.RegionID}
}

// addRequests lists what clubs ask to hold, as long as it can be announced in time (CN09
// 2.2, 2.3).
func (l *taskList) addRequests() {
	for _, h := range slices.Concat(l.requested, l.changed, l.answered) {
		e := facts.Event{StartsAt: h.StartsAt, TimeZone: h.TimeZone}
		r := l.season.Rules
		by := rules.DayOf(e.LocalDate()).Plus(-r.Season.Announcement.Days)
		t := Task{
			Kind: TaskDecideHosting, Hosting: h.ID, About: h.Title + ", " + h.ClubName, Due: by.End(e.Location()), For: l.managers(),
			Grounds: r.Grounds(r.Season.Announcement.Paragraph, "announced-late", "day", string(by)),
		}
		if h.RegionID != nil {
			t.For = l.overseers(league.RegionID{UUID: *h.RegionID})
		}
		l.add(t)
	}
}

// addAnnouncements lists the drafts that have to be made public (CN09 2.3).
func (l *taskList) addAnnouncements() {
	for _, e := range l.drafts {
		r := l.season.Rules
		by := rules.DayOf(e.LocalDate()).Plus(-r.Season.Announcement.Days)
		l.add(Task{
			Kind: TaskAnnounce, Event: &e, Due: by.End(e.Location()), For: l.organizers(e),
			Grounds: r.Grounds(r.Season.Announcement.Paragraph, "announced-late", "day", string(by)),
		})
	}
}

// addOutside lists the events that have not started and lie outside of the season's
// days, which were moved (CN09 1.4). Moved once more, it is another matter.
func (l *taskList) addOutside() {
	of := l.season.Season
	for _, e := range slices.Concat(l.drafts, l.season.Events) {
		why, _, off := planning.OffCalendar(of, e, l.season.Rules)
		if !off || e.Started() {
			continue
		}
		l.add(Task{
			Kind: TaskOutsideSeason, Event: &e, For: l.first(e.ID, regionOf(e), anyone, contact, manager), Due: e.StartsAt.In(e.Location()),
			Step: string(rules.DayOf(of.PlaysFrom) + "." + rules.DayOf(of.PlaysTo) + "." + rules.DayOf(of.FinalsBy)), Grounds: why,
		})
	}
}

// addReports lists the events that were played and are not decided (CN09 1.11, 1.4).
func (l *taskList) addReports() {
	for _, e := range l.season.Queue("", func(facts.Event) bool { return true }) {
		r, by := l.season.RulesOf(e), l.season.ReportBy(e)
		t := Task{
			Kind: TaskReport, Event: &e, Due: by.End(e.Location()), For: l.organizers(e),
			Grounds: r.Grounds(r.Season.Report.Paragraph, "results-late", "day", string(by)),
		}
		switch l.season.Checked(e.ID) {
		case homologation.AwaitsReport:
		case homologation.Returned:
			t.Kind, t.Step = TaskAnswerQuestion, strconv.Itoa(l.season.LastVerdict(e.ID).Number)
			t.Grounds = r.Grounds(r.Season.Report.Paragraph, "report-returned")
		case homologation.AwaitsDecision:
			t = l.toHomologate(e)
		default:
			continue
		}
		l.add(t)
	}
}

// toHomologate waits for the contact of the region, and for the manager where the event
// is the contact's own or he lets the time go by. Other circuits are the manager's (CN09
// 1.6, 2.2). Where it is everybody's own it waits for the managers, who need somebody
// else.
func (l *taskList) toHomologate(e facts.Event) Task {
	report := l.season.LastReport(e.ID)
	by, g := season.HomologateBy(l.season.Rules, l.season.Facts.Period, rules.DayOf(report.ReceivedAt.In(e.Location())))
	t := Task{Kind: TaskHomologate, Event: &e, Due: by.End(l.season.Season.Location()), Step: strconv.Itoa(report.Number), Grounds: g}
	may := func(account uuid.UUID) bool { return len(l.season.Own(e, account, l.had)) == 0 }
	managers := l.first(e.ID, regionOf(e), may, manager)
	t.For = managers
	if e.Circuit == string(rules.RegionalCircuit) {
		t.For = l.first(e.ID, regionOf(e), may, contact, manager)
	}
	for _, account := range managers {
		if t.Overdue(l.now) && !slices.Contains(t.For, account) {
			t.For = append(t.For, account)
		}
	}
	if len(t.For) == 0 {
		r := l.season.RulesOf(e)
		t.For, t.Grounds = l.managers(), r.Grounds(r.Season.CheckedBy(), "own-event-of-all")
	}
	return t
}

// addDeadline lists a deadline of a final, of prizes or of a place.
func (l *taskList) addDeadline(d season.Deadline) {
	t := Task{Event: l.season.Event(d.Event), Region: d.Region, Place: d.Place, Grounds: d.Grounds}
	switch d.Kind {
	case season.ToReturnPrizes:
		t.Kind, t.Region = TaskReturnPrizes, league.RegionID{}
		t.For, t.Due = l.organizers(*t.Event), d.Day.End(t.Event.Location())
	case season.ToAnswer:
		if l.now.Before(d.At) { // after that it waits for whoever convoked
			p, _ := l.season.Place(d.Place)
			t.Kind, t.Region, t.For, t.Due = TaskAnswer, l.season.Host(p), l.accountOf(d.Player), d.At.In(l.season.Zone(p)).Add(time.Second)
		}
	case season.ToRefund: // see addClaims
	default:
		l.final(&t, d)
	}
	l.add(t)
}

// final fills in what waits about the final of a region, once the events that lead
// there are over (CN09 1.4, 1.7.1).
func (l *taskList) final(t *Task, d season.Deadline) {
	if !l.selected() {
		return
	}
	switch d.Kind {
	case season.ToNameRegion:
		t.Kind, t.For, t.Due = TaskNameRegion, l.managers(), l.finalsBy(d)
	case season.ToDecide:
		t.Kind, t.For, t.Due = TaskDecide, l.managers(), l.finalsBy(d)
	case season.ToPlayFinal:
		if l.season.FinalEvent(rules.ToRegionalFinal, d.Region) == nil {
			t.Kind, t.For, t.Due = TaskAnnounceFinal, l.overseers(d.Region), l.finalsBy(d)
		}
	}
}

// selected tells that the time of the events is over which lead to the finals, and that
// the last of those has not begun.
func (l *taskList) selected() bool {
	last := l.season.FinalEvent(rules.ToNationalFinal, league.RegionID{})
	if last != nil && (last.Started() || !l.now.Before(last.StartsAt)) {
		return false
	}
	return !l.now.Before(l.season.Facts.Period.To.End(l.season.Season.Location()))
}

// finalsBy is the end of the time in which regional finals are played.
func (l *taskList) finalsBy(d season.Deadline) time.Time {
	return d.Day.End(l.season.Zone(season.Place{To: rules.ToRegionalFinal, Region: d.Region}))
}

// accountOf is that of a player, if he has one.
func (l *taskList) accountOf(player league.PlayerID) []uuid.UUID {
	for _, p := range l.people {
		if p.PlayerID == player && p.AccountID != nil {
			return []uuid.UUID{*p.AccountID}
		}
	}
	return nil
}

func (l *taskList) nameOf(player league.PlayerID) string {
	for _, p := range l.people {
		if p.PlayerID == player {
			return p.Name
		}
	}
	return ""
}

// addClaims lists who may have his journey paid and has not claimed it, as long as he can
// (CN09 1.9).
func (l *taskList) addClaims() {
	if l.season.ClaimLate(l.now) != nil {
		return
	}
	for _, p := range l.season.State.Places {
		if !p.Refund || p.Holder == register.NoPlayer || l.season.Claimable(p.Holder) != nil {
			continue
		}
		if !slices.ContainsFunc(l.refunds, func(r facts.WaitingRefund) bool { return r.PlayerID == p.Holder }) {
			l.add(Task{Kind: TaskClaimRefund, Place: p.ID, Due: l.season.ClaimEnd(), For: l.accountOf(p.Holder), Grounds: p.RefundGrounds})
		}
	}
}

// toCorrect waits for whoever may record the ranking of a regional final; once it is
// decided for the manager, who takes that back before.
func (l *taskList) toCorrect(t Task, p register.Proposal) Task {
	r, _ := l.season.Region(p.Region)
	t.Kind, t.Event, t.About, t.Number = TaskCorrectFinal, l.season.Event(r.Result.Event), l.nameOf(p.Player), len(r.Result.WithoutPlace)
	if t.Step = p.Player.String(); l.season.LastVerdict(r.Result.Event).Stands() {
		t.For = l.managers()
	}
	return t
}

// addProposals lists who is to be convoked and whose answer has not come (CN09 1.7,
// 1.9): the holders of the places of a final together, who steps in for somebody by
// himself.
func (l *taskList) addProposals() {
	together := map[rules.SeasonFinal]map[league.RegionID]*Task{rules.ToRegionalFinal: {}, rules.ToNationalFinal: {}}
	for _, p := range l.season.Proposals(l.now) {
		place, _ := l.season.Place(p.Place)
		t := Task{Region: p.Region, For: l.overseers(p.Region), Grounds: p.Grounds}
		switch {
		case p.Kind == register.ToLapse:
			t.Kind, t.Place, t.About, t.Step = TaskLapse, p.Place, l.nameOf(p.Player), p.Player.String()
			l.add(t)
		case p.Kind == register.ToCorrectFinal:
			l.add(l.toCorrect(t, p))
		case p.Kind != register.ToConvoke:
		case place.Substitute:
			t.Kind, t.Place, t.About, t.Step, t.Number = TaskConvoke, p.Place, l.nameOf(p.Player), p.Player.String(), 1
			l.add(t)
		case !l.selected():
		case together[place.To][p.Region] != nil:
			together[place.To][p.Region].Number++
		default:
			t.Kind, t.Step, t.Number = TaskConvoke, string(place.To), 1
			together[place.To][p.Region] = &t
		}
	}
	for _, region := range append([]league.RegionID{{}}, l.season.Facts.Regions...) {
		for _, to := range []rules.SeasonFinal{rules.ToRegionalFinal, rules.ToNationalFinal} {
			if t := together[to][region]; t != nil {
				l.add(*t)
			}
		}
	}
}

// addStructures lists other structures of events that nobody has approved (CN09 3.2).
func (l *taskList) addStructures() {
	for _, w := range l.structures {
		e := l.season.Event(w.EventID)
		if i := slices.IndexFunc(l.drafts, func(d facts.Event) bool { return d.ID == w.EventID }); i >= 0 {
			e = &l.drafts[i]
		}
		if e == nil {
			continue
		}
		r := l.season.RulesOf(*e)
		l.add(Task{
			Kind: TaskApproveStructure, Event: e, For: l.managers(), Step: w.ProposedAt.UTC().Format(time.RFC3339),
			Grounds: r.Grounds(r.Format.OtherStructure.Paragraph, "structure-waits"),
		})
	}
}

// addRefunds lists the claims that wait for a decision, for being completed, or for
// being paid (CN09 1.9). Nobody decides on his own claim, or pays it.
func (l *taskList) addRefunds() {
	year, week := l.now.In(l.season.Season.Location()).ISOWeek() // as long as there is something to pay, payers are told once a week
	pay := Task{Kind: TaskPayRefunds, Step: fmt.Sprintf("%d-%02d", year, week), Grounds: l.season.RefundGrounds("refunds-wait-for-payment")}
	for _, r := range l.refunds {
		t := Task{Refund: r.ID, About: r.Player, Step: strconv.Itoa(r.Version)}
		others := func(account uuid.UUID) bool {
			return account != r.CreatedBy && (r.Account == nil || account != *r.Account)
		}
		switch r.State {
		case facts.RefundSubmitted:
			t.Kind, t.For, t.Grounds = TaskDecideRefund, l.first(league.EventID{}, league.RegionID{}, others, manager), l.season.RefundGrounds("refund-waits-for-decision")
			l.add(t)
		case facts.RefundDraft:
			if l.season.ClaimLate(l.now) == nil {
				t.Kind, t.For, t.Step, t.Due, t.Grounds = TaskCompleteRefund, []uuid.UUID{r.CreatedBy}, "", l.season.ClaimEnd(), l.season.RefundGrounds("refund-waits-for-claimant")
				l.add(t)
			}
		case facts.RefundAsked:
			t.Kind, t.For, t.Grounds = TaskAnswerRefund, []uuid.UUID{r.CreatedBy}, l.season.RefundGrounds("refund-waits-for-claimant")
			l.add(t)
		case facts.RefundApproved, facts.RefundFailed:
			payers := l.first(league.EventID{}, league.RegionID{}, others, treasurer)
			pay.For, pay.Number = append(pay.For, payers...), pay.Number+min(1, len(payers))
		}
	}
	slices.SortFunc(pay.For, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	pay.For = slices.Compact(pay.For)
	l.add(pay)
}
