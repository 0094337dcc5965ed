package duties

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/planning"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// The roles for which tasks wait.
const (
	Organizer = "organizer"
	Referee   = "first-referee"
	contact   = "regional-contact"
	Manager   = "championship-manager"
	treasurer = "treasurer"
)

// Of returns the tasks that wait for an account.
func Of(tasks []Task, account uuid.UUID) []Task {
	return slices.DeleteFunc(slices.Clone(tasks), func(t Task) bool { return !slices.Contains(t.For, account) })
}

// Holders returns the accounts that hold a role over an event, a region or the tenant, each once.
func Holders(offices []facts.Office, role string, event league.EventID, region league.RegionID) []uuid.UUID {
	var out []uuid.UUID
	for _, o := range offices {
		if o.Role == role && o.Over(event, region) && !slices.Contains(out, o.AccountID) {
			out = append(out, o.AccountID)
		}
	}
	return out
}

// together returns all accounts of some lists, each once.
func together(lists ...[]uuid.UUID) (out []uuid.UUID) {
	for _, one := range slices.Concat(lists...) {
		if !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

// InSeason is a season with all data for its tasks; [InSeason.Tasks] lists them.
type InSeason struct {
	Season     *register.Season
	Now        time.Time
	Offices    []facts.Office
	Drafts     []facts.Event
	Had        []facts.Involvement // in the events with a waiting report
	Requested  []facts.Hosting
	Changed    []facts.Hosting
	Answered   []facts.Hosting
	Structures []facts.WaitingStructure
	Refunds    []facts.WaitingRefund
	People     []facts.PlayerAccount
	Mails      []facts.RefusedMail // about convocations
	tasks      []Task
}

// Tasks lists the waiting tasks, including the deadlines of the season.
func (l *InSeason) Tasks(deadlines []season.Deadline) []Task {
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
	return l.tasks
}

// add adds a task if it waits for anybody.
func (l *InSeason) add(t Task) {
	if len(t.For) > 0 {
		t.Season = l.Season
		l.tasks = append(l.tasks, t)
	}
}

// first returns the holders, among those who may act, of the first of some roles over an event or
// region that has any.
func (l *InSeason) first(event league.EventID, region league.RegionID, may func(uuid.UUID) bool, roles ...string) []uuid.UUID {
	for _, role := range roles {
		found := slices.DeleteFunc(Holders(l.Offices, role, event, region), func(id uuid.UUID) bool { return !may(id) })
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// anyone allows every account.
func anyone(uuid.UUID) bool { return true }

// organizers returns the organizers of an event, or the accounts responsible in their place if
// there are none.
func (l *InSeason) organizers(e facts.Event) []uuid.UUID {
	return l.first(e.ID, RegionOf(e), anyone, Organizer, contact, Manager)
}

// overseers returns the accounts responsible for the final of a region; the zero id is the national
// one.
func (l *InSeason) overseers(region league.RegionID) []uuid.UUID {
	if region.UUID == uuid.Nil {
		return l.managers()
	}
	return l.first(league.EventID{}, region, anyone, contact, Manager)
}

func (l *InSeason) managers() []uuid.UUID { return Managers(l.Offices) }

// RegionOf returns the region of an event, the zero id if it has none.
func RegionOf(e facts.Event) league.RegionID {
	if e.RegionID == nil {
		return league.RegionID{}
	}
	return *e.RegionID
}

// addRequests adds the hosting requests of clubs, due when the event would have to be announced
// (CN09 2.2, 2.3).
func (l *InSeason) addRequests() {
	for _, h := range slices.Concat(l.Requested, l.Changed, l.Answered) {
		t := ofRequested(h, l.Season.Rules)
		t.Kind, t.About, t.For = DecideHosting, h.Title+", "+h.ClubName, l.managers()
		if h.RegionID != nil {
			t.For = l.overseers(*h.RegionID)
		}
		l.add(t)
	}
}

// OfHostingQuestion makes a club's task to answer the federation's question about its hosting
// request: for its managers and the organizers for all of it. It is due when the event would have
// to be public under the season's rules (CN09 2.2, 2.3).
func OfHostingQuestion(h facts.Hosting, r *rules.Ruleset, federation string, club []facts.Office) Task {
	t := ofRequested(h, r)
	t.Kind, t.About = AnswerHosting, h.Title+", "+federation
	t.For = together(Managers(club), Holders(club, Organizer, league.EventID{}, league.RegionID{}))
	return t
}

// ofRequested makes a task about a hosting request, due at the end of the day by which the event
// has to be public.
func ofRequested(h facts.Hosting, r *rules.Ruleset) Task {
	e := facts.Event{StartsAt: h.StartsAt, TimeZone: h.TimeZone}
	by := rules.DayOf(e.LocalDate()).Plus(-r.Season.Announcement.Days)
	return Task{
		Hosting: h.ID, Due: by.End(e.Location()),
		Grounds: r.Grounds(r.Season.Announcement.Paragraph, "announced-late", "day", string(by)),
	}
}

// addAnnouncements adds the drafts that have to be made public (CN09 2.3).
func (l *InSeason) addAnnouncements() {
	for _, e := range l.Drafts {
		r := l.Season.Rules
		by := rules.DayOf(e.LocalDate()).Plus(-r.Season.Announcement.Days)
		l.add(Task{
			Kind: Announce, Event: &e, Due: by.End(e.Location()), For: l.organizers(e),
			Grounds: r.Grounds(r.Season.Announcement.Paragraph, "announced-late", "day", string(by)),
		})
	}
}

// addOutside adds the events that have not started and lie outside the season's days since these
// were moved (CN09 1.4). After another move it is another task.
func (l *InSeason) addOutside() {
	of := l.Season.Season
	for _, e := range slices.Concat(l.Drafts, l.Season.Events) {
		why, _, off := planning.OffCalendar(of, e, l.Season.Rules)
		if !off || e.Started() {
			continue
		}
		l.add(Task{
			Kind: OutsideSeason, Event: &e, For: l.first(e.ID, RegionOf(e), anyone, contact, Manager), Due: e.StartsAt.In(e.Location()),
			Step: string(rules.DayOf(of.PlaysFrom) + "." + rules.DayOf(of.PlaysTo) + "." + rules.DayOf(of.FinalsBy)), Grounds: why,
		})
	}
}

// addReports adds the played events that are not decided (CN09 1.11, 1.4).
func (l *InSeason) addReports() {
	for _, e := range l.Season.Queue("", func(facts.Event) bool { return true }) {
		r, by := l.Season.RulesOf(e), l.Season.ReportBy(e)
		t := Task{
			Kind: Report, Event: &e, Due: by.End(e.Location()), For: l.organizers(e),
			Grounds: r.Grounds(r.Season.Report.Paragraph, "results-late", "day", string(by)),
		}
		switch l.Season.Checked(e.ID) {
		case homologation.AwaitsReport:
		case homologation.Returned:
			t.Kind, t.Step = AnswerQuestion, strconv.Itoa(l.Season.LastVerdict(e.ID).Number)
			t.Grounds = r.Grounds(r.Season.Report.Paragraph, "report-returned")
			if homologation.Unanswered(e, l.Season.LastVerdict(e.ID), l.Season.LastReport(e.ID), l.Now) {
				l.add(l.toHomologate(e))
			}
		case homologation.AwaitsDecision:
			t = l.toHomologate(e)
		default:
			continue
		}
		l.add(t)
	}
}

// toHomologate makes the task for the contact of the region, and also for the manager if the event
// is the contact's own or the deadline has passed. Events of other circuits are for the manager
// (CN09 1.6, 2.2). The deadline counts from the first report, without the days for which a question
// stops it ([homologation.Stopped]). If it is everybody's own event, the task is for the managers,
// who need somebody else.
func (l *InSeason) toHomologate(e facts.Event) Task {
	report := l.Season.LastReport(e.ID)
	from := rules.DayOf(report.Since().In(e.Location())).Plus(homologation.Stopped(e, *report, l.Now))
	by, g := season.HomologateBy(l.Season.Rules, l.Season.Facts.Period, from)
	t := Task{Kind: Homologate, Event: &e, Due: by.End(l.Season.Season.Location()), Step: strconv.Itoa(report.Number), Grounds: g}
	may := func(account uuid.UUID) bool { return len(l.Season.Own(e, account, l.Had)) == 0 }
	managers := l.first(e.ID, RegionOf(e), may, Manager)
	t.For = managers
	if e.Circuit == string(rules.RegionalCircuit) {
		t.For = l.first(e.ID, RegionOf(e), may, contact, Manager)
	}
	for _, account := range managers {
		if t.Overdue(l.Now) && !slices.Contains(t.For, account) {
			t.For = append(t.For, account)
		}
	}
	if len(t.For) == 0 {
		r := l.Season.RulesOf(e)
		t.For, t.Grounds = l.managers(), r.Grounds(r.Season.CheckedBy(), "own-event-of-all")
	}
	return t
}

// addDeadline adds a deadline of a final, of prizes or of a place.
func (l *InSeason) addDeadline(d season.Deadline) {
	t := Task{Event: l.Season.Event(d.Event), Region: d.Region, Place: d.Place, Grounds: d.Grounds}
	switch d.Kind {
	case season.ToReturnPrizes:
		t.Kind, t.Region = ReturnPrizes, league.RegionID{}
		t.For, t.Due = l.organizers(*t.Event), d.Day.End(t.Event.Location())
	case season.ToAnswer:
		if l.Now.Before(d.At) { // afterwards it is a task of the convoker
			p, _ := l.Season.Place(d.Place)
			t.Kind, t.Region, t.For, t.Due = Answer, l.Season.Host(p), l.accountOf(d.Player), d.At.In(l.Season.Zone(p)).Add(time.Second)
		}
	case season.ToRefund: // see addClaims
	default:
		l.final(&t, d)
	}
	l.add(t)
}

// final completes the task about the final of a region, once the events that lead to it are over
// (CN09 1.4, 1.7.1).
func (l *InSeason) final(t *Task, d season.Deadline) {
	if !l.selected() {
		return
	}
	switch d.Kind {
	case season.ToNameRegion:
		t.Kind, t.For, t.Due = NameRegion, l.managers(), l.finalsBy(d)
	case season.ToDecide:
		t.Kind, t.For, t.Due = Decide, l.managers(), l.finalsBy(d)
	case season.ToPlayFinal:
		if l.Season.FinalEvent(rules.ToRegionalFinal, d.Region) == nil {
			t.Kind, t.For, t.Due = AnnounceFinal, l.overseers(d.Region), l.finalsBy(d)
		}
	}
}

// selected reports whether the period of the events that lead to the finals is over and the
// national final has not begun.
func (l *InSeason) selected() bool {
	last := l.Season.FinalEvent(rules.ToNationalFinal, league.RegionID{})
	if last != nil && (last.Started() || !l.Now.Before(last.StartsAt)) {
		return false
	}
	return !l.Now.Before(l.Season.Facts.Period.To.End(l.Season.Season.Location()))
}

// finalsBy returns the end of the period for regional finals.
func (l *InSeason) finalsBy(d season.Deadline) time.Time {
	return d.Day.End(l.Season.Zone(season.Place{To: rules.ToRegionalFinal, Region: d.Region}))
}

// accountOf returns the account of a player; nil if they have none.
func (l *InSeason) accountOf(player league.PlayerID) []uuid.UUID {
	for _, p := range l.People {
		if p.PlayerID == player && p.AccountID != nil {
			return []uuid.UUID{*p.AccountID}
		}
	}
	return nil
}

func (l *InSeason) nameOf(player league.PlayerID) string {
	for _, p := range l.People {
		if p.PlayerID == player {
			return p.Name
		}
	}
	return ""
}

// addClaims adds the players with a right to a refund who have not claimed it, while they can (CN09
// 1.9).
func (l *InSeason) addClaims() {
	if l.Season.ClaimLate(l.Now) != nil {
		return
	}
	for _, p := range l.Season.State.Places {
		if !p.Refund || p.Holder == register.NoPlayer || l.Season.Claimable(p.Holder) != nil {
			continue
		}
		if !slices.ContainsFunc(l.Refunds, func(r facts.WaitingRefund) bool { return r.PlayerID == p.Holder }) {
			l.add(Task{Kind: ClaimRefund, Place: p.ID, Due: l.Season.ClaimEnd(), For: l.accountOf(p.Holder), Grounds: p.RefundGrounds})
		}
	}
}

// toCorrect completes the task to correct a regional final, for the accounts that may record its
// ranking; once it is decided, for the manager, who has to reverse the verdict first.
func (l *InSeason) toCorrect(t Task, p register.Proposal) Task {
	r, _ := l.Season.Region(p.Region)
	t.Kind, t.Event, t.About, t.Number = CorrectFinal, l.Season.Event(r.Result.Event), l.nameOf(p.Player), len(r.Result.WithoutPlace)
	if t.Step = p.Player.String(); l.Season.LastVerdict(r.Result.Event).Stands() {
		t.For = l.managers()
	}
	return t
}

// addProposals adds the convocations to send and the answers that are overdue (CN09 1.7, 1.9): one
// task for all holders of places in a final, and one for each player who steps in.
func (l *InSeason) addProposals() {
	together := map[rules.SeasonFinal]map[league.RegionID]*Task{rules.ToRegionalFinal: {}, rules.ToNationalFinal: {}}
	for _, p := range l.Season.Proposals(l.Now) {
		place, _ := l.Season.Place(p.Place)
		t := Task{Region: p.Region, For: l.overseers(p.Region), Grounds: p.Grounds}
		switch {
		case p.Kind == register.ToLapse:
			t.Kind, t.Place, t.About, t.Step = Lapse, p.Place, l.nameOf(p.Player), p.Player.String()
			l.add(t)
		case p.Kind == register.ToCorrectFinal:
			l.add(l.toCorrect(t, p))
		case p.Kind != register.ToConvoke:
		case place.Substitute:
			t.Kind, t.Place, t.About, t.Step, t.Number = Convoke, p.Place, l.nameOf(p.Player), p.Player.String(), 1
			l.add(t)
		case !l.selected():
		case together[place.To][p.Region] != nil:
			together[place.To][p.Region].Number++
		default:
			t.Kind, t.Step, t.Number = Convoke, string(place.To), 1
			together[place.To][p.Region] = &t
		}
	}
	for _, region := range append([]league.RegionID{{}}, l.Season.Facts.Regions...) {
		for _, to := range []rules.SeasonFinal{rules.ToRegionalFinal, rules.ToNationalFinal} {
			if t := together[to][region]; t != nil {
				l.add(*t)
			}
		}
	}
}

// addStructures adds the proposed structures of events that wait for approval (CN09 3.2).
func (l *InSeason) addStructures() {
	for _, w := range l.Structures {
		e := l.Season.Event(w.EventID)
		if i := slices.IndexFunc(l.Drafts, func(d facts.Event) bool { return d.ID == w.EventID }); i >= 0 {
			e = &l.Drafts[i]
		}
		if e == nil {
			continue
		}
		r := l.Season.RulesOf(*e)
		l.add(Task{
			Kind: ApproveStructure, Event: e, For: l.managers(), Step: w.ProposedAt.UTC().Format(time.RFC3339),
			Grounds: r.Grounds(r.Format.OtherStructure.Paragraph, "structure-waits"),
		})
	}
}

// addRefunds adds the claims that wait for a decision, for completion, or for payment (CN09 1.9).
// Nobody decides on their own claim, or pays it.
func (l *InSeason) addRefunds() {
	year, week := l.Now.In(l.Season.Season.Location()).ISOWeek() // payers are reminded once a week while there is something to pay
	pay := Task{Kind: PayRefunds, Step: fmt.Sprintf("%d-%02d", year, week), Grounds: l.Season.RefundGrounds("refunds-wait-for-payment")}
	for _, r := range l.Refunds {
		t := Task{Refund: r.ID, About: r.Player, Step: strconv.Itoa(r.Version)}
		others := func(account uuid.UUID) bool {
			return account != r.CreatedBy && (r.Account == nil || account != *r.Account)
		}
		switch r.State {
		case facts.RefundSubmitted:
			t.Kind, t.For, t.Grounds = DecideRefund, l.first(league.EventID{}, league.RegionID{}, others, Manager), l.Season.RefundGrounds("refund-waits-for-decision")
			l.add(t)
		case facts.RefundDraft:
			if l.Season.ClaimLate(l.Now) == nil {
				t.Kind, t.For, t.Step, t.Due, t.Grounds = CompleteRefund, []uuid.UUID{r.CreatedBy}, "", l.Season.ClaimEnd(), l.Season.RefundGrounds("refund-waits-for-claimant")
				l.add(t)
			}
		case facts.RefundAsked:
			t.Kind, t.For, t.Grounds = AnswerRefund, []uuid.UUID{r.CreatedBy}, l.Season.RefundGrounds("refund-waits-for-claimant")
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
