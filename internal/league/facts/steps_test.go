package facts_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// TestVerdictStands: an event is decided once it is homologated or declared invalid (CN09
// 1.11, 2.2), and by nothing else that was said of its report.
func TestVerdictStands(t *testing.T) {
	t.Parallel()
	for kind, want := range map[facts.VerdictKind]bool{
		facts.VerdictHomologated: true, facts.VerdictInvalidated: true, facts.VerdictReturned: false, facts.VerdictWaived: false, facts.VerdictReversed: false,
	} {
		if got := (&facts.Verdict{Kind: kind}).Stands(); got != want {
			t.Errorf("%s: got %t", kind, got)
		}
	}
	if (*facts.Verdict)(nil).Stands() {
		t.Error("no verdict stands")
	}
}

// TestRefundOver: a claim is over when it is paid, refused or withdrawn; one that the bank did
// not pay is not (CN09 1.9).
func TestRefundOver(t *testing.T) {
	t.Parallel()
	for state, want := range map[facts.RefundState]bool{
		facts.RefundDraft: false, facts.RefundSubmitted: false, facts.RefundAsked: false, facts.RefundApproved: false, facts.RefundListed: false,
		facts.RefundFailed: false, facts.RefundPaid: true, facts.RefundRefused: true, facts.RefundWithdrawn: true,
	} {
		if got := state.Over(); got != want {
			t.Errorf("%s: got %t", state, got)
		}
	}
}

// TestHostingSteps: some steps of a hosting request are the club's and the others the federation's.
func TestHostingSteps(t *testing.T) {
	t.Parallel()
	for state, club := range map[facts.HostingState]bool{
		facts.HostingRequested: true, facts.HostingChanged: true, facts.HostingAnswered: true, facts.HostingWithdrawn: true,
		facts.HostingAsked: false, facts.HostingApproved: false, facts.HostingRefused: false,
	} {
		if got := state.OfClub(); got != club {
			t.Errorf("%s: got %t", state, got)
		}
	}
}

// TestStructures: another structure than the formula's, of an event and of a request for one
// (CN09 3.2).
func TestStructures(t *testing.T) {
	t.Parallel()
	want := rules.Structure{Rounds: 2, Semifinal: true, Final: true, Advance: 1}
	if got := (facts.Structure{Rounds: 2, Semifinal: true, Final: true, Advance: 1, Reason: "poco tempo"}).Rules(); got != want {
		t.Errorf("CN09 3.2/of an event: %+v", got)
	}
	rounds, yes, why := 2, true, "poco tempo"
	asked := facts.Hosting{StructureRounds: &rounds, StructureSemifinal: &yes, StructureFinal: &yes, StructureAdvance: 1, StructureReason: &why}
	if got, reason, ok := asked.Structure(); got != want || reason != why || !ok {
		t.Errorf("CN09 3.2/of a request: %+v because of %q, %t", got, reason, ok)
	}
	if got, reason, ok := (facts.Hosting{}).Structure(); got != (rules.Structure{}) || reason != "" || ok {
		t.Errorf("CN09 3.2/of a request by the formula: %+v because of %q, %t", got, reason, ok)
	}
}

// TestPhotoPublic: a photo is public if it is ready, neither hidden nor removed, and everybody on
// it agrees; for minors their guardians (CN09 1.6.a).
func TestPhotoPublic(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	agreed := facts.PhotoConsent{PeopleAgree: true}
	for _, tt := range []struct {
		name  string
		photo facts.Photo
		want  bool
	}{
		{"ready, and everybody agrees", facts.Photo{State: facts.PhotoReady, PhotoConsent: agreed}, true},
		{"still on its way", facts.Photo{State: facts.PhotoUploading, PhotoConsent: agreed}, false},
		{"still being worked on", facts.Photo{State: facts.PhotoProcessing, PhotoConsent: agreed}, false},
		{"refused", facts.Photo{State: facts.PhotoRefused, PhotoConsent: agreed}, false},
		{"hidden", facts.Photo{State: facts.PhotoReady, PhotoConsent: agreed, HiddenAt: &now}, false},
		{"removed", facts.Photo{State: facts.PhotoReady, PhotoConsent: agreed, RemovedAt: &now}, false},
		{"somebody does not agree", facts.Photo{State: facts.PhotoReady}, false},
		{"minors, whose guardians agree", facts.Photo{State: facts.PhotoReady, PhotoConsent: facts.PhotoConsent{PeopleAgree: true, Minors: true, GuardiansAgree: true}}, true},
		{"minors, whose guardians do not", facts.Photo{State: facts.PhotoReady, PhotoConsent: facts.PhotoConsent{PeopleAgree: true, Minors: true}}, false},
		{"guardians agree, and others do not", facts.Photo{State: facts.PhotoReady, PhotoConsent: facts.PhotoConsent{Minors: true, GuardiansAgree: true}}, false},
	} {
		if got := tt.photo.Public(); got != tt.want {
			t.Errorf("%s: got %t", tt.name, got)
		}
	}
}

// TestDocumentKindOrder: photos are ordered by kind and round, those without a round last.
func TestDocumentKindOrder(t *testing.T) {
	t.Parallel()
	one, two := 1, 2
	want := []facts.DocumentKind{{Kind: "final-table"}, {Kind: "panorama", Round: &one}, {Kind: "panorama", Round: &two}, {Kind: "panorama"}, {Kind: "winner"}}
	rapid.Check(t, func(rt *rapid.T) {
		got := rapid.Permutation(want).Draw(rt, "photos")
		slices.SortFunc(got, facts.DocumentKind.Compare)
		if !slices.Equal(got, want) {
			rt.Fatalf("got %+v", got)
		}
	})
}

// TestOfficeOver: an office is held over the whole tenant, over the events of a region, or over
// one event (CN09 1.2).
func TestOfficeOver(t *testing.T) {
	t.Parallel()
	event, region, other := uuid.New(), uuid.New(), uuid.New()
	for _, tt := range []struct {
		name   string
		office facts.Office
		want   bool
	}{
		{"CN09 1.2.a/the championship manager", facts.Office{Scope: "tenant"}, true},
		{"CN09 1.2.b/the contact of its region", facts.Office{Scope: "region", ScopeID: &region}, true},
		{"CN09 1.2.b/the contact of another", facts.Office{Scope: "region", ScopeID: &other}, false},
		{"CN09 1.2.c/its organizer", facts.Office{Scope: "stage", ScopeID: &event}, true},
		{"CN09 1.2.c/the organizer of another", facts.Office{Scope: "stage", ScopeID: &other}, false},
		{"CN09 1.2.c/an organizer of nothing", facts.Office{Scope: "stage"}, false},
		{"CN09 1.2.c/an office over something else of the same id", facts.Office{Scope: "club", ScopeID: &event}, false},
	} {
		if got := tt.office.Over(league.EventID{UUID: event}, league.RegionID{UUID: region}); got != tt.want {
			t.Errorf("%s: got %t", tt.name, got)
		}
	}
}
