package mail

import "errors"

// Basis says by what right somebody is written to.
type Basis string

// The bases, by GDPR Art. 6 (1).
const (
	// Contract is that of letters about what the reader takes part in or has asked for: an entry, a
	// place, a claim, an account (b).
	Contract Basis = "contract"
	// Duty is that of letters by which somebody has to be told what is done with their data or decided
	// about them (c).
	Duty Basis = "duty"
	// Office is that of letters about the work that the reader has taken on, or is offered (f).
	Office Basis = "office"
	// Information is that of all other letters: the reader has to agree to them (a).
	Information Basis = "information"
)

// ErrNotAgreed says that a letter was not written because its reader does not agree to such letters.
var ErrNotAgreed = errors.New("mail: the reader does not agree to letters for information")

// BasisOf returns by what right a letter is written. One of a kind that is not named here is for information
// only, so that whoever adds a kind has to say so or ask the reader.
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

// MayWrite reports whether a letter may be written to somebody who agrees to letters for information, or not.
func MayWrite(c Content, agrees bool) bool { return agrees || BasisOf(c) != Information }
