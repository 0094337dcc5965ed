package people_test

import (
	"errors"
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/people"
)

func TestMayGive(t *testing.T) {
	t.Parallel()
	ended := time.Now()
	name := func(guardian string) facts.Consent {
		return facts.Consent{Purpose: facts.FullName, TextVersion: 1, Guardian: guardian, Proof: "a form"}
	}
	photos := func(guardian string) facts.Consent {
		return facts.Consent{Purpose: facts.Photos, TextVersion: 1, Guardian: guardian, Proof: "a form"}
	}
	withdrawn := photos("Mother")
	withdrawn.WithdrawnAt = &ended
	outdated, unproven := photos(""), photos("")
	outdated.TextVersion, unproven.Proof = 7, ""
	for _, c := range []struct {
		name       string
		consent    facts.Consent
		minor, own bool
		given      []facts.Consent
		want       string // field and reason of a fault, or the reason alone
	}{
		{"a guardian, the full name", name("Mother"), true, false, nil, ""},
		{"a minor by themselves", name(""), true, true, nil, "/guardian guardian-missing"},
		{"the full name of somebody of age", name(""), false, false, nil, "consent-needless"},
		{"a guardian for somebody of age", photos("Mother"), false, false, nil, "/guardian guardian-needless"},
		{"somebody of age, photos", photos(""), false, false, nil, ""},
		{"another text", outdated, false, false, nil, "/textVersion consent-text-outdated"},
		{"by the staff without proof", unproven, false, false, nil, "/proof proof-missing"},
		{"by their account without proof", unproven, false, true, nil, ""},
		{"twice", photos(""), false, false, []facts.Consent{photos("")}, "consent-given"},
		{"another purpose before", photos("Mother"), true, false, []facts.Consent{name("Mother")}, ""},
		{"withdrawn before", photos("Mother"), true, false, []facts.Consent{withdrawn}, ""},
		{"a guardian's before", photos(""), false, false, []facts.Consent{photos("Mother")}, ""},
	} {
		got := ""
		err := people.MayGive(c.consent, c.minor, c.own, c.given)
		var faults league.Faults
		var state *league.StateError
		switch {
		case errors.As(err, &faults):
			got = faults[0].Field + " " + faults[0].Reason
		case errors.As(err, &state):
			got = state.Reason
		case err != nil:
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestHolds(t *testing.T) {
	t.Parallel()
	ended := time.Now()
	for _, c := range []struct {
		name    string
		consent facts.Consent
		minor   bool
		want    bool
	}{
		{"their own", facts.Consent{}, false, true},
		{"a guardian's", facts.Consent{Guardian: "Mother"}, true, true},
		{"a guardian's of somebody who has come of age", facts.Consent{Guardian: "Mother"}, false, false},
		{"their own of a minor", facts.Consent{}, true, false},
		{"withdrawn", facts.Consent{WithdrawnAt: &ended}, false, false},
	} {
		if got := people.Holds(c.consent, c.minor); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if err := people.MayWithdraw(facts.Consent{}); err != nil {
		t.Errorf("one that stands: %v", err)
	}
	if err := people.MayWithdraw(facts.Consent{WithdrawnAt: &ended}); !errors.Is(err, people.ErrConsentWithdrawn) {
		t.Errorf("one that is withdrawn: %v", err)
	}
}
