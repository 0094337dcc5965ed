package mail

import "errors"

// Basis is the legal basis for writing to a person.
type Basis string

// The bases, by GDPR Art. 6 (1).
const (
	// Contract covers letters about things that the reader takes part in or has asked for: an entry, a place, a
	// claim, an account (b).
	Contract Basis = "contract"
	// Duty covers letters that have to inform a person about the use of their data or a decision about them (c).
	Duty Basis = "duty"
	// Office covers letters about work that the reader has taken on, or is offered (f).
	Office Basis = "office"
	// Information covers all other letters: the reader has to agree to them (a).
	Information Basis = "information"
)

// ErrNotAgreed means that a letter was not written because its reader does not agree to such letters.
var ErrNotAgreed = errors.New("mail: the reader does not agree to letters for information")

// BasisOf returns the legal basis of a letter. A kind that is not listed here is for information only, so that the
// author of a new kind has to list it or ask the reader for consent.
func BasisOf(c Content) Basis {
	switch c.(type) {
	case VerifyAddress, AlreadyRegistered, ResetPassword, SignIn, PasswordChanged, RecordToClaim, RecordNews,
		EventMoved, EntryPromoted, FormReceived, Announcement, Convocation, ConvocationTurned, RefundMoved:
		return Contract
	case BanDecided, LeavingReported, AddressChanged, AddressToConfirm, PlatformAccess, TenantArchive:
		return Duty
	case Invitation, AffiliationRequested, AffiliationDecided, Hosting, Reminder, TenantDeletion:
		return Office
	}
	return Information
}

// MayWrite reports whether a letter may be written to a reader, given whether they agree to letters for information.
func MayWrite(c Content, agrees bool) bool { return agrees || BasisOf(c) != Information }
