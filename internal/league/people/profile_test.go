package people_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/facts"
	"referto/internal/league/people"
)

func TestShownBlocks(t *testing.T) {
	t.Parallel()
	type blocks = []facts.ProfileBlock
	ended := time.Now()
	own, guardians, photos := facts.Consent{Purpose: facts.Profile}, facts.Consent{Purpose: facts.Profile, Guardian: "Mother"}, facts.Consent{Purpose: facts.Photos}
	withdrawn := own
	withdrawn.WithdrawnAt = &ended
	for _, c := range []struct {
		name  string
		on    blocks
		given []facts.Consent
		minor bool
		want  blocks
		may   error
	}{
		{"nothing was said", nil, nil, false, blocks{}, people.ErrNoProfileConsent},
		{"agreed, and nothing turned on", nil, []facts.Consent{own}, false, blocks{}, nil},
		{"turned on, in their order", blocks{facts.OpponentsBlock, facts.ClubBlock}, []facts.Consent{own}, false, blocks{facts.ClubBlock, facts.OpponentsBlock}, nil},
		{"turned on without a consent", blocks{facts.ClubBlock}, nil, false, blocks{}, people.ErrNoProfileConsent},
		{"agreed to something else", blocks{facts.ClubBlock}, []facts.Consent{photos}, false, blocks{}, people.ErrNoProfileConsent},
		{"withdrawn", blocks{facts.ClubBlock}, []facts.Consent{withdrawn}, false, blocks{}, people.ErrNoProfileConsent},
		{"a minor by themselves", blocks{facts.ClubBlock}, []facts.Consent{own}, true, blocks{}, people.ErrNoProfileConsent},
		{"a minor by a guardian", blocks{facts.ClubBlock}, []facts.Consent{guardians}, true, blocks{facts.ClubBlock}, nil},
		{"come of age since", blocks{facts.ClubBlock}, []facts.Consent{guardians}, false, blocks{}, people.ErrNoProfileConsent},
	} {
		if diff := cmp.Diff(c.want, people.ShownBlocks(c.on, c.given, c.minor)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if got := people.MayShow(c.given, c.minor); !errors.Is(got, c.may) {
			t.Errorf("%s: %v, want %v", c.name, got, c.may)
		}
	}
}
