package leagueapi

import (
	"referto/internal/league/facts"
	"referto/internal/league/views"
	"referto/internal/oneline"
	"referto/openapi"
)

// NewConsent reads a consent.
func NewConsent(body openapi.NewConsent) (facts.Consent, error) {
	out := facts.Consent{Purpose: facts.Purpose(body.Purpose), TextVersion: body.TextVersion, Proof: body.Proof, GivenOn: views.DayOf(body.GivenOn)}
	if body.Guardian == "" {
		return out, nil
	}
	var err error
	out.Guardian, err = oneline.Clean(body.Guardian)
	return out, err
}
