package people

import (
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/likeness"
)

// How is the way in which an account was linked with a record.
type How string

// The ways.
const (
	ByMail    How = "mail"
	ByCode    How = "code"
	ByRequest How = "request"
)

// The refusals of linking. Of two concurrent attempts one gets them.
var (
	ErrClaimed      = league.NotNow("record-claimed")       // another account has it
	ErrOwnAlready   = league.NotNow("record-own")           // the claiming account has it
	ErrOtherRecord  = league.NotNow("account-has-record")   // in this tenant
	ErrDisputed     = league.NotNow("claim-disputed")       // another account asks for it
	ErrAsked        = league.NotNow("claim-open")           // the account asks for a record here already
	ErrNameAsked    = league.NotNow("name-request-open")    // the account asks for a name here already
	ErrSameName     = league.NotNow("name-request-same")    // it is the present name
	ErrDecided      = league.NotNow("request-decided")      // the request no longer waits
	ErrNameDiffers  = league.NotNow("claim-name-differs")   // confirmed without a reason
	ErrNotLinked    = league.NotNow("record-not-linked")    // there is no link to remove
	ErrReasonNeeded = league.NotNow("request-needs-reason") // refused without a reason
)

// Standing holds the facts that decide whether an account may be linked with a record.
type Standing struct {
	Account uuid.UUID
	Record  facts.Player
	// Has is the account's present record in the tenant; nil without one.
	Has *facts.Player
	// Open are the waiting claims: those for the record, and the account's own.
	Open []facts.PlayerRequest
}

// free refuses a record with an account, and an account with a record.
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

// MayLink refuses to link the account with the record. A link by mail or code is also refused while
// another account asks for the record: then the staff decides.
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

// MayAsk refuses a claim of the record if the account has a waiting claim, also for another record,
// as it could not have both.
func (s Standing) MayAsk() error {
	if err := s.free(); err != nil {
		return err
	}
	if slices.ContainsFunc(s.Open, func(r facts.PlayerRequest) bool { return r.AccountID == s.Account }) {
		return ErrAsked
	}
	return nil
}

// Settle returns the waiting claims that end when the account is linked with the record, with their
// outcomes: its own is confirmed; those of others for the record and its own for another are
// overtaken. The caller sets the decider, the time and the reason.
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

// Resemblance measures the similarity of an account and a record.
type Resemblance struct {
	Name likeness.Closeness
	Mail bool // the same address
	// SameYear and OtherYear report that both years of birth are known, and equal or different.
	SameYear, OtherYear bool
}

// Resemble compares a claimant's name and mail address with those of a record.
func Resemble(name, mail string, record facts.Player) Resemblance {
	same := likeness.PersonOf("", mail).Resembles(likeness.PersonOf("", record.Email))
	return Resemblance{Name: likeness.Of(name).To(likeness.Of(record.Name)), Mail: same}
}

// Plain reports whether nothing speaks against the claim: the names are equal apart from accents
// and case, or the addresses are equal. A name that only sounds or looks similar is not enough.
func (r Resemblance) Plain() bool { return r.Name >= likeness.Unmarked || r.Mail }

// MayConfirm refuses to confirm a claim without a reason if the claimant's name differs from the
// record's.
func MayConfirm(r Resemblance, reason string) error {
	if !r.Plain() && reason == "" {
		return ErrNameDiffers
	}
	return nil
}

// MayDecide refuses to decide a request that no longer waits, and to refuse one without a reason.
func MayDecide(r facts.PlayerRequest, confirmed bool, reason string) error {
	switch {
	case r.Outcome != "":
		return ErrDecided
	case !confirmed && reason == "":
		return ErrReasonNeeded
	}
	return nil
}
