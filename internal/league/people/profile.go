package people

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// ErrNoProfileConsent refuses to show more of a person than results and ranks without their
// consent.
var ErrNoProfileConsent = league.NotNow("profile-consent-missing")

// ShownBlocks returns the blocks that the public page of a person shows: those turned on, in their
// order, while a consent to the profile holds. Without it, the page shows only results and ranks,
// which are published standings.
func ShownBlocks(on []facts.ProfileBlock, given []facts.Consent, minor bool) []facts.ProfileBlock {
	shown := []facts.ProfileBlock{}
	if MayShow(given, minor) != nil {
		return shown
	}
	for _, block := range facts.ProfileBlocks {
		if slices.Contains(on, block) {
			shown = append(shown, block)
		}
	}
	return shown
}

// MayShow refuses to turn on blocks for a person without a consent to that.
func MayShow(given []facts.Consent, minor bool) error {
	if !Agrees(given, facts.Profile, minor) {
		return ErrNoProfileConsent
	}
	return nil
}
