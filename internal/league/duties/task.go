package duties

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/mail/matter"
)

// Task is something that waits for somebody. It follows from facts and is never
// written down.
type Task struct {
	Kind    Kind
	Season  *register.Season // nil for what is of no season
	Event   *facts.Event     // nil where it is about none
	Region  league.RegionID  // whose final it is; the zero id for none, or the national one
	Place   season.PlaceID   // "" where it is about none
	Refund  uuid.UUID        // a claim; uuid.Nil for none
	Hosting uuid.UUID        // a club's request to hold an event; uuid.Nil for none
	Photo   uuid.UUID        // uuid.Nil for none
	Request uuid.UUID        // what somebody asks about their record; uuid.Nil for nothing
	// Affiliation is the request of a club to belong to the federation; uuid.Nil for none.
	Affiliation uuid.UUID
	// Sanction is the expulsion that was reported, Withdrawal the leaving; uuid.Nil for none.
	Sanction   uuid.UUID
	Withdrawal uuid.UUID
	// Mail is the matter of a letter that was refused, MailEvent the event of that matter;
	// zero for none.
	Mail      matter.Matter
	MailEvent league.EventID
	Entry     int    // start number of who is to be checked; 0 for nobody
	About     string // name of who it is about; "" for nobody
	Number    int    // how many it is about; 0 where they are not counted
	// Step distinguishes the turns of the same task, such as by the number of the
	// report that waits.
	Step string
	// Due is the first moment that is too late, in the zone of the place where the day
	// ends; zero where no time is given.
	Due time.Time
	// For are the accounts it waits for, and nobody else's.
	For []uuid.UUID
	league.Grounds
}

// Kind names what waits.
type Kind string

// The kinds of tasks, each with those who have to do it. For those that the ruleset calls
// duties it says when people are reminded.
const (
	Announce         = Kind(rules.DutyAnnounce)       // organizer: make an event public
	Report           = Kind(rules.DutyReport)         // organizer: send the report
	AnswerQuestion   = Kind(rules.DutyAnswerQuestion) // organizer: send a returned report again
	ReturnPrizes     = Kind(rules.DutyReturnPrizes)   // organizer: send prizes back or pay them
	Homologate       = Kind(rules.DutyHomologate)     // regional contact or manager
	AnnounceFinal    = Kind(rules.DutyAnnounceFinal)  // regional contact: say when the final of a region is
	Convoke          = Kind("convoke")                // regional contact or manager: call the holders of places
	Lapse            = Kind("lapse")                  // the same: decide about an answer that has not come
	NameRegion       = Kind(rules.DutyNameRegion)     // manager: say with whom a region plays
	Decide           = Kind(rules.DutyDecide)         // manager: decide what is not regulated
	CorrectFinal     = Kind("correct-final")          // regional contact, manager once it is decided: somebody played there without a place
	OutsideSeason    = Kind(rules.DutyOutsideSeason)  // regional contact or manager: move an event that the season's days leave outside
	DecideHosting    = Kind(rules.DutyDecideHosting)  // regional contact or manager: what a club asks to hold
	DecideMembership = Kind("decide-membership")      // manager: a club asks to belong to the federation
	AnswerHosting    = Kind("answer-hosting")         // manager or organizer of a club: what the federation asks about what the club wants to hold
	ApproveStructure = Kind("approve-structure")      // manager
	Expulsion        = Kind("expulsion")              // manager: decide about an expulsion
	Leaving          = Kind("leaving")                // manager: decide about who left without good reason
	CheckEntry       = Kind("check-entry")            // organizer and first referee, manager: say whether an entrant is nobody else
	MailRefused      = Kind("mail-refused")           // whoever waits for a letter: it was refused
	TakeOffPhoto     = Kind("take-off-photo")         // organizer, contact or manager: take somebody off a photo who asks for it
	DecideClaim      = Kind("decide-claim")           // manager: say whether a record is that of who claims it
	DecideName       = Kind("decide-name")            // manager: say whether a name is written otherwise
	DecideRefund     = Kind("decide-refund")          // manager
	PayRefunds       = Kind("pay-refunds")            // treasurer
	Answer           = Kind("answer")                 // player: say whether they come
	ClaimRefund      = Kind(rules.DutyClaimRefund)    // player
	CompleteRefund   = Kind(rules.DutyCompleteRefund) // whoever claims: complete the claim and hand it in
	AnswerRefund     = Kind("answer-refund")          // the same: answer what was asked about it
)

// Overdue reports whether the time of a task is over.
func (t Task) Overdue(now time.Time) bool { return !t.Due.IsZero() && !now.Before(t.Due) }

// Until is the last moment at which a task is in time, zero where no time is given.
func (t Task) Until() time.Time {
	if t.Due.IsZero() {
		return t.Due
	}
	return t.Due.Add(-time.Second)
}

// Compare orders tasks: what is due first comes first, what has no time
// last.
func (t Task) Compare(other Task) int {
	if t.Due.IsZero() != other.Due.IsZero() {
		return -t.Due.Compare(other.Due)
	}
	return cmp.Or(t.Due.Compare(other.Due), cmp.Compare(t.ID(), other.ID()))
}

// ID identifies a task among all of a tenant. It is the same as long as the task waits.
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
	add(t.Withdrawal.String())
	add(t.Hosting.String())
	add(t.Photo.String())
	add(t.Request.String())
	add(t.Affiliation.String())
	add(string(t.Mail.Kind))
	add(t.Mail.ID.String())
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

// notifiedAtOnce are the kinds of tasks that begin to wait by what somebody else has done:
// people are written to when they do. Each step on a request to host, the request of a club to
// join and a question about a claim have letters of their own.
var notifiedAtOnce = []Kind{
	AnswerQuestion, ReturnPrizes, Homologate, Convoke, Lapse, NameRegion, Decide, CorrectFinal, OutsideSeason, ApproveStructure,
	Expulsion, Leaving, CheckEntry, MailRefused, TakeOffPhoto, DecideClaim, DecideName, DecideRefund, PayRefunds, ClaimRefund,
}

// reminder returns the rule by which people are reminded of a task in its season.
func (t Task) reminder() rules.Reminder {
	if t.Season == nil {
		return rules.Reminder{}
	}
	return t.Season.Rules.Season.ReminderOf(rules.Duty(t.Kind))
}

// morning is the hour at the venue from which people are written to about a day: nobody
// is woken, and no clock is changed then.
const morning = 8

// Warns returns the latest warning that a task has reached at a moment; false before the first. Of turns
// that were missed only the last is left.
func (t Task) Warns(now time.Time) (Warning, bool) {
	if !t.Due.IsZero() {
		remind, last := t.reminder(), t.Until()
		from := func(days int) bool {
			return !now.Before(time.Date(last.Year(), last.Month(), last.Day()+days, morning, 0, 0, 0, last.Location()))
		}
		switch {
		case remind.Late && from(1) && t.Overdue(now):
			return WarnLate, true
		case remind.Days > 0 && from(-remind.Days) && !t.Overdue(now):
			return WarnSoon, true
		}
	}
	return WarnNew, slices.Contains(notifiedAtOnce, t.Kind)
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
