package people

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// Refusals of a consent and of its withdrawal.
var (
	ErrConsentGiven     = league.NotNow("consent-given")     // the person agrees to that already
	ErrConsentWithdrawn = league.NotNow("consent-withdrawn") // it is not given any more
	ErrConsentNeedless  = league.NotNow("consent-needless")  // nobody but a minor is shown by the initials
)

// textVersions are the numbers of the texts to which people agree, by the purpose. Another text has the next
// number; the texts that people have agreed to before stay among the words.
var textVersions = map[facts.Purpose]int{facts.FullName: 1, facts.Profile: 1, facts.Photos: 1, facts.Letters: 1}

// TextVersion returns the number of the text to which people agree now.
func TextVersion(p facts.Purpose) int { return textVersions[p] }

// TextKey returns the key under which the words of a text are.
func TextKey(p facts.Purpose, version int) string {
	return "consent." + string(p) + "-" + strconv.Itoa(version)
}

// MayGive refuses a consent that a person, who is a minor or not, cannot give so: for a minor a guardian
// gives it, for others nobody but they. Given are those that the person has given before; own reports that
// the account of the person records it, which proves it.
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

// Holds reports whether a person, who is a minor or not, agrees to that still. What a guardian has agreed to
// ends when the person comes of age, and what somebody has agreed to themselves does not hold for a minor.
func Holds(c facts.Consent, minor bool) bool {
	return c.WithdrawnAt == nil && (c.Guardian != "") == minor
}

// Agrees reports whether a person, who is a minor or not, agrees to a purpose by a consent that holds.
func Agrees(given []facts.Consent, purpose facts.Purpose, minor bool) bool {
	return slices.ContainsFunc(given, func(c facts.Consent) bool { return c.Purpose == purpose && Holds(c, minor) })
}

// MayWithdraw refuses to withdraw a consent a second time.
func MayWithdraw(c facts.Consent) error {
	if c.WithdrawnAt != nil {
		return ErrConsentWithdrawn
	}
	return nil
}
