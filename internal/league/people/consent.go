package people

import (
	"errors"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// The refusals of a consent and of its withdrawal.
var (
	ErrConsentGiven     = league.NotNow("consent-given")     // the person agrees to that already
	ErrConsentWithdrawn = league.NotNow("consent-withdrawn") // no longer given
	ErrConsentNeedless  = league.NotNow("consent-needless")  // only minors are shown by their initials
)

// The refusals of what the organizer of an event may not do with the consents of an entrant.
var (
	ErrNameAtEvent      = errors.New("people: the full name of a minor at an event")
	ErrConsentByAccount = errors.New("people: a consent that was given with the person's account")
)

// textVersions are the numbers of the current consent texts, by purpose. A changed text gets the
// next number; the texts of earlier consents stay among the messages.
var textVersions = map[facts.Purpose]int{facts.FullName: 1, facts.Profile: 1, facts.Photos: 1, facts.Letters: 1}

// TextVersion returns the number of the current consent text.
func TextVersion(p facts.Purpose) int { return textVersions[p] }

// TextKey returns the message key of a consent text.
func TextKey(p facts.Purpose, version int) string {
	return "consent." + string(p) + "-" + strconv.Itoa(version)
}

// MayGive refuses a consent that cannot be given in this way: for a minor only a guardian gives it,
// for others only they themselves. Given are the person's earlier consents; own reports that it is
// recorded with the person's own account, which proves it.
func MayGive(c facts.Consent, minor, own bool, given []facts.Consent) error {
	fault := func(field, reason string) error {
		return league.Faults{{Field: field, Grounds: league.Grounds{Reason: reason}}}
	}
	for _, g := range given {
		if g.Purpose == c.Purpose && Holds(g, minor) {
			return ErrConsentGiven
		}
	}
	switch {
	case c.TextVersion != TextVersion(c.Purpose):
		return fault("/textVersion", "consent-text-outdated")
	case c.Purpose == facts.FullName && !minor:
		return ErrConsentNeedless
	case minor && c.Guardian == "":
		return fault("/guardian", "guardian-missing")
	case !minor && c.Guardian != "":
		return fault("/guardian", "guardian-needless")
	case !own && c.Proof == "":
		return fault("/proof", "proof-missing")
	}
	return nil
}

// Holds reports whether a consent of a person, who is a minor or not, still holds. A guardian's
// consent ends when the person comes of age, and a person's own consent does not hold for a minor.
func Holds(c facts.Consent, minor bool) bool {
	return c.WithdrawnAt == nil && (c.Guardian != "") == minor
}

// Agrees reports whether a person, who is a minor or not, has a consent to a purpose that holds.
func Agrees(given []facts.Consent, purpose facts.Purpose, minor bool) bool {
	return slices.ContainsFunc(given, func(c facts.Consent) bool { return c.Purpose == purpose && Holds(c, minor) })
}

// ByAccount reports whether a consent was given with the account of the person, nil for none, which proves it. Such a consent may have a
// proof besides.
func ByAccount(c facts.Consent, account *uuid.UUID) bool {
	return c.Proof == "" || account != nil && c.RecordedByID == *account
}

// MayRecordAtEvent refuses what the organizer of an event may not record about an entrant: a minor who is named in full is so everywhere, not
// at that event alone.
func MayRecordAtEvent(purpose facts.Purpose) error {
	if purpose == facts.FullName {
		return ErrNameAtEvent
	}
	return nil
}

// MayWithdrawAtEvent refuses to let the organizer of an event end what the person, or a guardian, gave with the person's own account.
func MayWithdrawAtEvent(c facts.Consent, account *uuid.UUID) error {
	if ByAccount(c, account) {
		return ErrConsentByAccount
	}
	return nil
}

// MayWithdraw refuses to withdraw a consent a second time.
func MayWithdraw(c facts.Consent) error {
	if c.WithdrawnAt != nil {
		return ErrConsentWithdrawn
	}
	return nil
}
