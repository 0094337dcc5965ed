package people

import (
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/likeness"
)

// How names the way in which an account came to a record.
type How string

// The ways.
const (
	ByMail    How = "mail"
	ByCode    How = "code"
	ByRequest How = "request"
)

// Refusals. Of two at the same moment one is refused by them.
var (
	ErrClaimed      = league.NotNow("record-claimed")       // somebody else has it
	ErrOwnAlready   = league.NotNow("record-own")           // who claims it has it
	ErrOtherRecord  = league.NotNow("account-has-record")   // in this tenant
	ErrDisputed     = league.NotNow("claim-disputed")       // somebody else asks for it
	ErrAsked        = league.NotNow("claim-open")           // they ask for a record here already
	ErrNameAsked    = league.NotNow("name-request-open")    // they ask for a name here already
	ErrSameName     = league.NotNow("name-request-same")    // it is their name
	ErrDecided      = league.NotNow("request-decided")      // the request waits no more
	ErrNameDiffers  = league.NotNow("claim-name-differs")   // confirmed without a reason
	ErrNotLinked    = league.NotNow("record-not-linked")    // there is nothing to part
	ErrReasonNeeded = league.NotNow("request-needs-reason") // refused without saying why
)

// Standing holds what decides whether an account may be linked with a record.
type Standing struct {
	Account uuid.UUID
	Record  facts.Player
	// Has is the record that the account has in the tenant; nil without one.
	Has *facts.Player
	// Open are the claims that wait: those of the record, and that of the account.
	Open []facts.PlayerRequest
}

// free refuses a record that is somebody's, and an account that has one.
func (s Standing) free() error {
	switch {
	case s.Record.AccountID != nil && *s.Record.AccountID == s.Account:
		return ErrOwnAlready
	case s.Record.AccountID != nil:
		return ErrClaimed
	case s.Has != nil:
		return ErrOtherRecord
	}
	return nil
}

// MayLink refuses to link the account with the record. By mail and by code it is refused as
// well while somebody else asks for the record: the staff says then whose it is.
func (s Standing) MayLink(how How) error {
	if err := s.free(); err != nil {
		return err
	}
	other := func(r facts.PlayerRequest) bool { return r.PlayerID == s.Record.ID && r.AccountID != s.Account }
	if how != ByRequest && slices.ContainsFunc(s.Open, other) {
		return ErrDisputed
	}
	return nil
}

// MayAsk refuses to ask for the record: once at a time, also for another record, as it could
// not have both.
func (s Standing) MayAsk() error {
	if err := s.free(); err != nil {
		return err
	}
	if slices.ContainsFunc(s.Open, func(r facts.PlayerRequest) bool { return r.AccountID == s.Account }) {
		return ErrAsked
	}
	return nil
}

// Settle makes the claims that wait as they are once the account is linked with the record:
// its own is confirmed, those of others for the record and its own for another are overtaken.
// The claims that are returned are those that wait no more. Whom it names as decider, when and
// why is left to the caller.
func (s Standing) Settle() []facts.PlayerRequest {
	var settled []facts.PlayerRequest
	for _, r := range s.Open {
		switch own := r.AccountID == s.Account; {
		case own && r.PlayerID == s.Record.ID:
			r.Outcome = facts.RequestConfirmed
		case own || r.PlayerID == s.Record.ID:
			r.Outcome = facts.RequestOvertaken
		default:
			continue
		}
		settled = append(settled, r)
	}
	return settled
}

// Resemblance measures how far an account is like a record.
type Resemblance struct {
	Name likeness.Closeness
	Mail bool // the same address
	// SameYear and OtherYear report that both were born in one year, or in different ones. Neither holds where one of the years is
	// not known.
	SameYear, OtherYear bool
}

// Resemble compares who claims a record with whom the record names.
func Resemble(name, mail string, record facts.Player) Resemblance {
	same := likeness.PersonOf("", mail).Resembles(likeness.PersonOf("", record.Email))
	return Resemblance{Name: likeness.Of(name).To(likeness.Of(record.Name)), Mail: same}
}

// Plain reports whether nothing speaks against the claim: the names are the same but for
// accents and case, or the address is. A name that merely reads or looks alike is no such one.
func (r Resemblance) Plain() bool { return r.Name >= likeness.Unmarked || r.Mail }

// MayConfirm refuses to confirm a claim by somebody of another name than the record's without
// a word why.
func MayConfirm(r Resemblance, reason string) error {
	if !r.Plain() && reason == "" {
		return ErrNameDiffers
	}
	return nil
}

// MayDecide refuses to decide a request that waits no more, and to refuse one without a word
// why.
func MayDecide(r facts.PlayerRequest, confirmed bool, reason string) error {
	switch {
	case r.Outcome != "":
		return ErrDecided
	case !confirmed && reason == "":
		return ErrReasonNeeded
	}
	return nil
}
