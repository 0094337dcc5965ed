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

// Task is something that waits for an act of somebody. It is derived from facts and never stored.
type Task struct {
	Kind    Kind
	Season  *register.Season // nil if it belongs to no season
	Event   *facts.Event     // nil for none
	Region  league.RegionID  // the region of a final; the zero id for none, or the national one
	Place   season.PlaceID   // "" for none
	Refund  uuid.UUID        // a claim; uuid.Nil for none
	Hosting uuid.UUID        // a club's request to hold an event; uuid.Nil for none
	Photo   uuid.UUID        // uuid.Nil for none
	Request uuid.UUID        // a request about a record; uuid.Nil for none
	// Affiliation is the request of a club to belong to the federation; uuid.Nil for none.
	Affiliation uuid.UUID
	// Sanction is the reported expulsion, Withdrawal the leaving; uuid.Nil for none.
	Sanction   uuid.UUID
	Withdrawal uuid.UUID
	// Mail is the matter of an undelivered letter, MailEvent the event of that matter, MailPlayer the record of a
	// banned person; zero for none.
	Mail       matter.Matter
	MailEvent  league.EventID
	MailPlayer league.PlayerID
	Entry      int    // start number of the entry to check; 0 for none
	About      string // name of the person it concerns; "" for none
	Number     int    // number of people it concerns; 0 if not counted
	// Step distinguishes successive tasks of the same kind, for example by the number of the
	// waiting report.
	Step string
	// Due is the first moment that is too late, in the zone of the place where the day ends; zero
	// if there is no deadline.
	Due time.Time
	// For are the accounts for which it waits.
	For []uuid.UUID
	league.Grounds
}

// Kind is the kind of a task.
type Kind string

// The kinds of tasks, each with the people who have to do it. For those that the ruleset calls
// duties, it defines when people are reminded.
const (
	Announce         = Kind(rules.DutyAnnounce)       // organizer: make an event public
	Report           = Kind(rules.DutyReport)         // organizer: send the report
	AnswerQuestion   = Kind(rules.DutyAnswerQuestion) // organizer: send a returned report again
	ReturnPrizes     = Kind(rules.DutyReturnPrizes)   // organizer: send prizes back or pay them
	Homologate       = Kind(rules.DutyHomologate)     // regional contact or manager
	AnnounceFinal    = Kind(rules.DutyAnnounceFinal)  // regional contact: announce the final of a region
	Convoke          = Kind("convoke")                // regional contact or manager: convoke the holders of places
	Lapse            = Kind("lapse")                  // the same: decide about an overdue answer
	NameRegion       = Kind(rules.DutyNameRegion)     // manager: name the region with which a region plays
	Decide           = Kind(rules.DutyDecide)         // manager: decide because the regulation has no rule
	CorrectFinal     = Kind("correct-final")          // regional contact, manager once it is decided: a player had no place in the final
	OutsideSeason    = Kind(rules.DutyOutsideSeason)  // regional contact or manager: move an event outside the season's days
	DecideHosting    = Kind(rules.DutyDecideHosting)  // regional contact or manager: decide on a hosting request
	DecideMembership = Kind("decide-membership")      // manager: decide whether a club belongs to the federation
	AnswerHosting    = Kind("answer-hosting")         // manager or organizer of a club: answer the federation's question about a hosting request
	ApproveStructure = Kind("approve-structure")      // manager
	Expulsion        = Kind("expulsion")              // manager: decide about an expulsion
	Leaving          = Kind("leaving")                // manager: decide about leaving without good reason
	CheckEntry       = Kind("check-entry")            // organizer and first referee, manager: decide whether an entrant is another person
	MailRefused      = Kind("mail-refused")           // the sender of a letter: it was not delivered
	TakeOffPhoto     = Kind("take-off-photo")         // organizer, contact or manager: take a person off a photo on request
	DecideClaim      = Kind("decide-claim")           // manager: decide whether a record belongs to the claimant
	DecideName       = Kind("decide-name")            // manager: decide about a change of a name
	DecideRefund     = Kind("decide-refund")          // manager
	PayRefunds       = Kind("pay-refunds")            // treasurer
	Answer           = Kind("answer")                 // player: say whether they come
	ClaimRefund      = Kind(rules.DutyClaimRefund)    // player
	CompleteRefund   = Kind(rules.DutyCompleteRefund) // claimant: complete the claim and submit it
	AnswerRefund     = Kind("answer-refund")          // claimant: answer a question about it
)

// Overdue reports whether the deadline of a task has passed.
func (t Task) Overdue(now time.Time) bool { return !t.Due.IsZero() && !now.Before(t.Due) }

// Until returns the last moment at which a task is in time, zero if there is no deadline.
func (t Task) Until() time.Time {
	if t.Due.IsZero() {
		return t.Due
	}
	return t.Due.Add(-time.Second)
}

// Compare orders tasks by their deadlines, those without one last.
func (t Task) Compare(other Task) int {
	if t.Due.IsZero() != other.Due.IsZero() {
		return -t.Due.Compare(other.Due)
	}
	return cmp.Or(t.Due.Compare(other.Due), cmp.Compare(t.ID(), other.ID()))
}

// ID identifies a task among all of a tenant. It stays the same while the task waits.
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

// Warning is an occasion on which people are notified of a task.
type Warning string

// The occasions.
const (
	WarnNew  Warning = "new"  // it has started to wait
	WarnSoon Warning = "soon" // it is due soon
	WarnLate Warning = "late" // its deadline has passed
)

// notifiedAtOnce are the kinds of tasks that start by an act of somebody else: people are notified
// at that time. Hosting requests, affiliations and questions about claims have letters of their
// own.
var notifiedAtOnce = []Kind{
	AnswerQuestion, ReturnPrizes, Homologate, Convoke, Lapse, NameRegion, Decide, CorrectFinal, OutsideSeason, ApproveStructure,
	Expulsion, Leaving, CheckEntry, MailRefused, TakeOffPhoto, DecideClaim, DecideName, DecideRefund, PayRefunds, ClaimRefund,
}

// reminder returns the rule for reminders of a task in its season.
func (t Task) reminder() rules.Reminder {
	if t.Season == nil {
		return rules.Reminder{}
	}
	return t.Season.Rules.Season.ReminderOf(rules.Duty(t.Kind))
}

// morning is the hour at the venue from which people are notified: nobody is woken, and no clock
// changes then.
const morning = 8

// Warns returns the latest warning that a task has reached at a moment; false before the first. Of
// missed warnings only the last remains.
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

// Cause identifies a warning of a task, so that nobody is notified twice of the same. A task with
// another deadline has other causes.
func (t Task) Cause(w Warning) string {
	cause := t.ID() + "/" + string(w)
	if w != WarnNew {
		cause += "/" + t.Until().Format(time.DateOnly)
	}
	return cause
}
