package desk

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/league/season"
)

// Task is something that waits for somebody. It follows from facts and is never
// written down.
type Task struct {
	Kind    TaskKind
	Season  *Season         // nil for what is of no season
	Event   *leaguedb.Event // nil where it is about none
	Region  league.RegionID // whose final it is; the zero id for none, or the national one
	Place   season.PlaceID  // "" where it is about none
	Refund  uuid.UUID       // a claim; uuid.Nil for none
	Hosting uuid.UUID       // a club's request to hold an event; uuid.Nil for none
	// Sanction is the expulsion that was reported; uuid.Nil for none.
	Sanction uuid.UUID
	About    string // name of who it is about; "" for nobody
	Number   int    // how many it is about; 0 where they are not counted
	// Step tells one turn of the same task from another, such as the number of the
	// report that waits.
	Step string
	// Due is the first moment that is too late, in the zone of the place where the day
	// ends; zero where no time is given.
	Due time.Time
	// For are the accounts it waits for, and nobody else's.
	For []uuid.UUID
	league.Grounds
}

// TaskKind names what waits.
type TaskKind string

// What waits, and for whom.
const (
	TaskAnnounce         TaskKind = "announce"          // organizer: make an event public
	TaskReport           TaskKind = "report"            // organizer: send the report
	TaskAnswerQuestion   TaskKind = "answer-question"   // organizer: send a returned report again
	TaskReturnPrizes     TaskKind = "return-prizes"     // organizer: send prizes back or pay them
	TaskHomologate       TaskKind = "homologate"        // regional contact or manager
	TaskAnnounceFinal    TaskKind = "announce-final"    // regional contact: say when the final of a region is
	TaskConvoke          TaskKind = "convoke"           // regional contact or manager: call the holders of places
	TaskLapse            TaskKind = "lapse"             // the same: decide about an answer that has not come
	TaskNameRegion       TaskKind = "name-region"       // manager: say with whom a region plays
	TaskDecide           TaskKind = "decide"            // manager: decide what is not regulated
	TaskOutsideSeason    TaskKind = "outside-season"    // regional contact or manager: move an event that the season's days leave outside
	TaskDecideHosting    TaskKind = "decide-hosting"    // regional contact or manager: what a club asks to hold
	TaskApproveStructure TaskKind = "approve-structure" // manager
	TaskExpulsion        TaskKind = "expulsion"         // manager: decide about an expulsion
	TaskDecideRefund     TaskKind = "decide-refund"     // manager
	TaskPayRefunds       TaskKind = "pay-refunds"       // treasurer
	TaskAnswer           TaskKind = "answer"            // player: say whether he comes
	TaskClaimRefund      TaskKind = "claim-refund"      // player
	TaskCompleteRefund   TaskKind = "complete-refund"   // whoever claims: complete the claim and hand it in
	TaskAnswerRefund     TaskKind = "answer-refund"     // the same: answer what was asked about it
)

// Overdue tells whether the time of a task is over.
func (t Task) Overdue(now time.Time) bool { return !t.Due.IsZero() && !now.Before(t.Due) }

// Until is the last moment at which a task is in time, zero where no time is given.
func (t Task) Until() time.Time {
	if t.Due.IsZero() {
		return t.Due
	}
	return t.Due.Add(-time.Second)
}

// ID tells a task from all others of a tenant. It is the same as long as the task waits.
func (t Task) ID() string {
	parts := []string{string(t.Kind)}
	add := func(part string) {
		if part != "" && part != uuid.Nil.String() {
			parts = append(parts, part)
		}
	}
	if t.Season != nil {
		add(t.Season.Season.ID.String())
	}
	if t.Event != nil {
		add(t.Event.ID.String())
	}
	add(t.Region.String())
	add(strings.ReplaceAll(string(t.Place), "/", "."))
	add(t.Refund.String())
	add(t.Sanction.String())
	add(t.Hosting.String())
	add(t.Step)
	return strings.Join(parts, "/")
}

// Warning is a turn at which people are written to about a task.
type Warning string

// The turns.
const (
	WarnNew  Warning = "new"  // it has begun to wait
	WarnSoon Warning = "soon" // it is due soon
	WarnLate Warning = "late" // its time is over
)

// Warned tells at which turns people are written to about a kind of task.
type warned struct {
	atOnce bool
	ahead  int // days before the last one; 0: not then
	late   bool
}

// warnings are the letters about each kind of task. Each step on a request to host is
// told by itself; about an answer that is due the convocation reminds, and about a claim
// that he has not finished nobody.
var warnings = map[TaskKind]warned{
	TaskAnnounce:         {ahead: 3, late: true},
	TaskReport:           {ahead: 1, late: true},
	TaskAnswerQuestion:   {atOnce: true, late: true},
	TaskReturnPrizes:     {atOnce: true, ahead: 1, late: true},
	TaskHomologate:       {atOnce: true, ahead: 7, late: true},
	TaskAnnounceFinal:    {ahead: 21, late: true},
	TaskConvoke:          {atOnce: true},
	TaskLapse:            {atOnce: true},
	TaskNameRegion:       {atOnce: true, ahead: 21},
	TaskDecide:           {atOnce: true, ahead: 21},
	TaskOutsideSeason:    {atOnce: true, ahead: 14},
	TaskDecideHosting:    {ahead: 3},
	TaskApproveStructure: {atOnce: true},
	TaskExpulsion:        {atOnce: true},
	TaskDecideRefund:     {atOnce: true},
	TaskPayRefunds:       {atOnce: true},
	TaskClaimRefund:      {atOnce: true},
	TaskAnswerRefund:     {atOnce: true},
}

// morning is the hour at the venue from which people are written to about a day: nobody
// is woken, and no clock is changed then.
const morning = 8

// Warns tells which turn it is for a task at a moment; false before the first. Of turns
// that were missed only the last is left.
func (t Task) Warns(now time.Time) (Warning, bool) {
	w := warnings[t.Kind]
	if !t.Due.IsZero() {
		last := t.Until()
		from := func(days int) bool {
			return !now.Before(time.Date(last.Year(), last.Month(), last.Day()+days, morning, 0, 0, 0, last.Location()))
		}
		switch {
		case w.late && from(1) && t.Overdue(now):
			return WarnLate, true
		case w.ahead > 0 && from(-w.ahead) && !t.Overdue(now):
			return WarnSoon, true
		}
	}
	return WarnNew, w.atOnce
}

// Cause names a turn of a task: nobody is written to twice about the same. A task that
// is due on another day than before has other turns.
func (t Task) Cause(w Warning) string {
	cause := t.ID() + "/" + string(w)
	if w != WarnNew {
		cause += "/" + t.Until().Format(time.DateOnly)
	}
	return cause
}
