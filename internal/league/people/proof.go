package people

import (
	"crypto/sha256"
	"crypto/subtle"
	"strings"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// The validity of the proofs, and the limits on requests and tries.
const (
	MailHolds = 3 * 24 * time.Hour
	CodeHolds = 60 * 24 * time.Hour
	// MostTries is the largest number of tries of a code, including the right one.
	MostTries = 5
	// MailsOfRecord and MailsOfAccount are the largest numbers of letters requested in a day.
	MailsOfRecord  = 3
	MailsOfAccount = 10
	MailsIn        = 24 * time.Hour
)

// Refusals of proofs.
var (
	ErrLinkExpired = league.NotNow("claim-link-expired")
	ErrLinkUsed    = league.NotNow("claim-link-used")
	ErrLinkVoid    = league.NotNow("claim-link-void") // the address of the record has changed
	ErrCodeWrong   = league.NotNow("claim-code-wrong")
	ErrCodeExpired = league.NotNow("claim-code-expired")
	ErrCodeUsed    = league.NotNow("claim-code-used")
	ErrCodeTries   = league.NotNow("claim-code-tries") // too many wrong tries
	ErrCodeEnded   = league.NotNow("claim-code-ended") // another code was made
)

// CheckMail refuses the link of a letter that was used, has expired, or was sent to an address that
// the record no longer has.
func CheckMail(m facts.LinkedClaim, record facts.Player, now time.Time) error {
	switch {
	case m.UsedAt != nil:
		return ErrLinkUsed
	case !now.Before(m.ExpiresAt):
		return ErrLinkExpired
	case !strings.EqualFold(m.Address, record.Email) || record.AddressBefore != "":
		return ErrLinkVoid
	}
	return nil
}

// MayBeWritten reports whether a link may be sent to the address of a record: it has a confirmed
// address and no account.
func MayBeWritten(record facts.Player) bool {
	return record.Email != "" && record.AddressBefore == "" && record.AccountID == nil
}

// CheckCode refuses an invalid code. Its tries include the present one. Whether the secret is right
// is revealed only while the code is valid.
func CheckCode(c facts.ClaimCode, secret string, now time.Time) error {
	switch {
	case c.UsedAt != nil:
		return ErrCodeUsed
	case c.EndedAt != nil:
		return ErrCodeEnded
	case !now.Before(c.ExpiresAt):
		return ErrCodeExpired
	case c.Tries > MostTries:
		return ErrCodeTries
	case subtle.ConstantTimeCompare(HashSecret(c.Handle, secret), c.SecretHash) == 0:
		return ErrCodeWrong
	}
	return nil
}

// The letters of codes are those of Crockford's base 32, no two of which are confused on paper.
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// half is the number of letters of the handle, and of the secret.
const half = 5

// CodeBytes is the number of random bytes of which a code is made.
const CodeBytes = 2 * half

// NewCode makes a code of random bytes: its handle and its secret.
func NewCode(random [CodeBytes]byte) (handle, secret string) {
	var text [CodeBytes]byte
	for i, b := range random {
		text[i] = letters[int(b)%len(letters)] // 256 is a multiple of 32, so all letters are equally likely
	}
	return string(text[:half]), string(text[half:])
}

// WriteCode returns a code in its printed form: "K7Q2M-9XFM3".
func WriteCode(handle, secret string) string { return handle + "-" + secret }

// misread replaces letters that are mistaken for others.
var misread = strings.NewReplacer("O", "0", "I", "1", "L", "1", "-", "", " ", "", "\u2013", "")

// ReadCode reads a code as people type it: in any case, with or without the hyphen, with an O for a
// zero. It returns [ErrCodeWrong] for any other text.
func ReadCode(text string) (handle, secret string, err error) {
	text = misread.Replace(strings.ToUpper(strings.TrimSpace(text)))
	if len(text) != CodeBytes || strings.Trim(text, letters) != "" {
		return "", "", ErrCodeWrong
	}
	return text[:half], text[half:], nil
}

// HashSecret returns the SHA-256 digest of a code's handle and secret.
func HashSecret(handle, secret string) []byte {
	sum := sha256.Sum256([]byte(handle + "-" + secret))
	return sum[:]
}

// MayAskMail returns how long to wait before another letter may be requested, if too many were
// requested in the last day for the record or by the account; zero if one may be requested now. The
// arguments are the moments of the requests, the latest first.
func MayAskMail(ofRecord, ofAccount []time.Time, now time.Time) time.Duration {
	return max(wait(ofRecord, MailsOfRecord, now), wait(ofAccount, MailsOfAccount, now))
}

func wait(asked []time.Time, most int, now time.Time) time.Duration {
	if len(asked) < most {
		return 0
	}
	return max(0, asked[most-1].Add(MailsIn).Sub(now))
}
