package register_test

import (
	"testing"

	"github.com/google/uuid"

	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/register/registertest"
	"referto/internal/league/season"
)

// The state of an event's case after a verdict.
func TestRuled(t *testing.T) {
	t.Parallel()
	const late = "12 pending received=2009-06-15"
	for _, tt := range []struct {
		name, event string
		verdict     homologation.NewVerdict
		want        string
	}{
		{"CN09 1.11/homologated", "12 pending", homologation.NewVerdict{Kind: facts.VerdictHomologated}, "homologated"},
		{"CN09 1.11/returned its papers are open again", "12 pending", homologation.NewVerdict{Kind: facts.VerdictReturned, Reason: "Chi ha vinto?"}, "provisional, open photos-missing (CN09 1.6.a), open photos-missing (CN09 1.6.a), open photos-missing (CN09 1.6.a), open results-late (CN09 1.11), open results-unsound (CN09 1.11)"},
		{"CN09 1.11/results that are wrong", "12 pending", homologation.NewVerdict{Kind: facts.VerdictInvalidated, Unsound: true, Reason: "Inventati"}, "invalidated, failed results-unsound (CN09 1.11)"},
		{"CN09 1.11/late", late, homologation.NewVerdict{Kind: facts.VerdictInvalidated, Reason: "Tardi"}, "invalidated, failed results-late (CN09 1.11)"},
		{"CN09 1.11/late, which the manager waives before he decides", late, homologation.NewVerdict{Kind: facts.VerdictWaived, Demands: demand("results-late"), Reason: "Sciopero", Manager: true}, "provisional, waived results-late (CN09 1.11), open results-unsound (CN09 1.11)"},
		{"CN09 1.11/or as he does", late, homologation.NewVerdict{Kind: facts.VerdictHomologated, Demands: demand("results-late"), Reason: "Sciopero", Manager: true}, "homologated, waived results-late (CN09 1.11)"},
		{"CN09 1.11/too few of a new organizer", "11 pending new", homologation.NewVerdict{Kind: facts.VerdictHomologated, Demands: demand("too-few-players"), Reason: "Il primo", Manager: true}, "homologated, waived too-few-players (CN09 1.7)"},
		{"CN09 1.11/but of no other", "11 pending", homologation.NewVerdict{Kind: facts.VerdictHomologated, Demands: demand("too-few-players"), Reason: "Il primo", Manager: true}, "/demands/0 CN09 1.7: fewer-from-new-organizers-only (players=11)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-06-07 "+tt.event+": nadia")
			s, e := b.Season(), b.Event("a1")
			c, err := s.Case(e, tt.verdict.Manager)
			if err != nil {
				t.Fatal(err)
			}
			v, err := c.Homologate(tt.verdict, b.At("2009-06-20 12:00"))
			got := registertest.Why(err)
			if err == nil {
				after := c.Ruled(v)
				got = checks(after, e.ID)
				if last := after.LastVerdict(e.ID); last == nil || last.Number != 1 || s.LastVerdict(e.ID) != nil {
					t.Errorf("the last verdict is %+v, was %+v", last, s.LastVerdict(e.ID))
				}
			}
			is(t, "stands", got, tt.want)
		})
	}
}

// An event that is not public has no case, and each case contains the national final.
func TestCase(t *testing.T) {
	t.Parallel()
	b := cn09(t, "")
	draft := b.Event("a1")
	draft.ID.UUID, draft.State = uuid.New(), facts.Draft
	_, err := b.Season().Case(draft, true)
	is(t, "CN09 2.2 a draft", registertest.Why(err), "now event-state (state=draft, wanted=finished)")
	c, err := b.Season().Case(b.Event("a1"), true)
	if err != nil || c.National.Title != "nat" || c.Report == nil || c.Last.Kind != facts.VerdictHomologated {
		t.Errorf("got %+v, %v", c, err)
	}
	account := uuid.New()
	had := []facts.Involvement{{EventID: b.Event("a1").ID, AccountID: account, As: facts.AsReferee}}
	if own := b.Season().Own(b.Event("a1"), account, had); len(own) != 1 || own[0].String() != "CN09 2.2: own-event-referee" {
		t.Errorf("CN09 2.2 who has refereed an event does not check it: %v", own)
	}
	if own := b.Season().Own(b.Event("a2"), account, had); len(own) != 0 {
		t.Errorf("CN09 2.2 another he may: %v", own)
	}
}

func demand(name season.Demand) []season.Demand { return []season.Demand{name} }
