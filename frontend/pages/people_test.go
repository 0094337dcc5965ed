package pages_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/openapi"
)

var (
	ada  = openapi.PlayerRef{Id: openapi.PlayerID{UUID: uuid.MustParse("01a203c6-141a-7de2-96dd-583b8390639b")}, Name: "Ada Lodi", Club: "Torre"}
	adda = openapi.PlayerRef{Id: openapi.PlayerID{UUID: uuid.MustParse("01a203c6-141a-7de2-96dd-583b8390639c")}, Name: "Lodi Ada"}
)

// people is the page of a register in which something of each kind waits.
func people(reader pages.Reader, tenant openapi.Tenant) pages.People {
	at := time.Date(2026, 3, 14, 10, 0, 0, 0, time.UTC)
	return pages.People{
		Reader: reader, Tenant: tenant, MoreRequests: "next", MorePairs: "after", Name: "ada", Found: []openapi.Player{{Id: ada.Id, Name: ada.Name, City: "Lodi", HasAccount: true}},
		Requests: []openapi.PlayerRequest{
			{Id: uuid.New(), Kind: openapi.PlayerRequestKindClaim, Player: ada, AskedAt: at, Words: "Sono io", Claimant: openapi.Claimant{Name: "A. Lodi", Email: "ada@example.org", NameIs: openapi.NameLikenessAlike, Others: 2}},
			{Id: uuid.New(), Kind: openapi.PlayerRequestKindName, Player: ada, AskedAt: at, Name: "Ada Verdi"},
		},
		Pairs: []openapi.DuplicatePlayers{{Player: ada, Other: openapi.PlayerDuplicate{Player: adda, NameIs: openapi.NameLikenessSame, SameMail: true, SameBirthYear: true, HasAccount: true}}},
		Expulsions: []openapi.ExpulsionReport{{
			Player: ada, Event: openapi.EventRef{Title: "Tappa"}, LocalDate: "2026-03-14", Reason: "Ha barato", Referee: "Remo", Explanation: openapi.Explanation{Text: "Expelled.", Rule: openapi.Rule{Code: "CN09", Paragraph: "3.8"}},
		}},
		Leavings: []openapi.LeavingReport{{
			Player: ada, Event: openapi.EventRef{Title: "Tappa"}, LocalDate: "2026-03-14", Barred: true, Explanation: openapi.Explanation{Text: "Left.", Rule: openapi.Rule{Code: "BG", Paragraph: "1.1.7"}},
		}},
	}
}

// person is a record with every kind of decision.
func person(reader pages.Reader, tenant openapi.Tenant) pages.Person {
	at, event := time.Date(2026, 3, 14, 10, 0, 0, 0, time.UTC), openapi.EventRef{Title: "Tappa"}
	why := openapi.Explanation{Text: "Did not come.", Rule: openapi.Rule{Code: "BG", Paragraph: "FP 2"}}
	third := openapi.PlayerRef{Id: openapi.PlayerID{UUID: uuid.New()}, Name: "Ada Terza"}
	return pages.Person{
		Reader: reader, Tenant: tenant, MayCorrect: true, Player: openapi.Player{
			Id: ada.Id, Name: ada.Name, Club: ada.Club, Email: "ada@example.org", Version: 7, Aliases: []openapi.PlayerRef{adda}, Mail: openapi.MailOutcome{State: openapi.MailOutcomeStateRefused, Reply: "550 unknown"},
		},
		Merges:       []openapi.PlayerMerge{{Player: adda, Kept: ada, Merged: true, Reason: "Stessa mano", By: "Olga", At: at}, {Player: adda, Kept: ada, At: at}},
		Distinctions: []openapi.PlayerDistinction{{Player: ada, Other: third, Distinct: true, Reason: "Madre e figlia", At: at}, {Player: ada, Other: third, At: at}},
		Duplicates:   []openapi.PlayerDuplicate{{Player: openapi.PlayerRef{Id: openapi.PlayerID{UUID: uuid.New()}, Name: "Ada Lody"}, NameIs: openapi.NameLikenessAlike}},
		Lapses: []openapi.Lapse{
			{Event: event, Entry: 3, Kind: openapi.LapseKindNoShow, Explanation: why, Follows: openapi.LapseConsequenceNothing, Counts: true},
			{Event: event, Entry: 4, Kind: openapi.LapseKindLateCancellation, Explanation: why, Excused: true, Decision: openapi.LapseDecision{Reason: "In ospedale"}},
			{Event: event, Entry: 5, Kind: openapi.LapseKindLeft, Explanation: why, Follows: openapi.LapseConsequenceBan},
		},
		MayKeepClubs: true, Clubs: []openapi.PlayerClub{{Id: tower.Club.Id, Name: "Torre"}, {Id: openapi.ClubID{UUID: uuid.New()}, Name: "Cavallo"}},
		Memberships: openapi.MembershipList{Items: []openapi.Membership{tower}, Version: 7},
		Name:        "ada", Found: []openapi.Player{{Id: ada.Id, Name: ada.Name}, {Id: openapi.PlayerID{UUID: uuid.New()}, Name: "Ada Nuova"}},
	}
}

// tower is a membership that goes on.
var tower = openapi.Membership{Club: openapi.PlayerClubRef{Id: openapi.ClubID{UUID: uuid.New()}, Name: "Torre"}, From: openapi_types.Date{Time: time.Date(2025, 2, 1, 0, 0, 0, 0, time.UTC)}}

// merging has every possible consequence of splitting two records.
func merging(reader pages.Reader, tenant openapi.Tenant) pages.Merging {
	event := openapi.EventRef{Title: "Tappa"}
	return pages.Merging{
		Reader: reader, Tenant: tenant, From: "/t/fic/people", Part: true, ID: adda.Id.String(), Reason: "Sono due", Follows: openapi.PlayerMerged{
			Player: adda, Kept: ada, Account: openapi.PlayerMergedAccountReturns, Unreached: true, Entered: 2, EnteredSince: 1, Rankings: 3, Refereed: []openapi.EventRef{event},
			Entries: []openapi.EntryEffect{{Effect: openapi.EntryEffectEffectCancelled, Event: event, Player: ada, Explanation: openapi.Explanation{Text: "Banned."}, Promoted: []openapi.EntryRef{{Player: openapi.PlayerRef{Name: "Eva"}}}}},
		},
	}
}

// Every act on people is a form of its own. A leaving is decided about as a report, and only the latest decision
// about two people can be undone.
func TestStaffActsOnPeopleByForms(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, want string
		write      func(*pages.Pages, io.Writer) error
	}{
		{"people", "decide decide expulsion leaving look-merge distinct", func(p *pages.Pages, out io.Writer) error {
			return p.People(out, people(pages.Reader{Lang: "en"}, sample.Tenant()))
		}},
		{"person", "transfer leave-club take-back-club correct-clubs address make-code letter look-unmerge look-merge distinct look-merge distinct indistinct excuse excuse", func(p *pages.Pages, out io.Writer) error {
			return p.Person(out, person(pages.Reader{Lang: "en"}, sample.Tenant()))
		}},
		{"claiming", "letter code ask-staff", func(p *pages.Pages, out io.Writer) error {
			return p.Claiming(out, pages.Claiming{Reader: pages.Reader{Lang: "en"}, Tenant: sample.Tenant(), Player: ada, After: pages.AfterLetter})
		}},
		{"erasing", "erase", func(p *pages.Pages, out io.Writer) error {
			return p.Erasing(out, pages.Erasing{Reader: pages.Reader{Lang: "en"}, Tenant: sample.Tenant(), From: "/t/fic/mine", Own: true, Follows: openapi.Erasure{Player: ada}})
		}},
		{"merging", "unmerge", func(p *pages.Pages, out io.Writer) error {
			return p.Merging(out, merging(pages.Reader{Lang: "en"}, sample.Tenant()))
		}},
	} {
		page := rendered(t, tt.write)
		var got []string
		for _, form := range page.all(tag("form")) {
			for _, input := range within(form, with("name", "act")) {
				got = append(got, attribute(input, "value"))
				if attribute(form, "method") != "post" {
					t.Errorf("%s: a form by %q", tt.name, attribute(form, "method"))
				}
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
}

// Before two records are merged or split the page shows the consequences, in the words used there.
func TestMergingSaysWhatFollows(t *testing.T) {
	t.Parallel()
	page := rendered(t, func(p *pages.Pages, out io.Writer) error {
		return p.Merging(out, merging(pages.Reader{Lang: "en"}, sample.Tenant()))
	})
	got := text(page.one(with("id", "follows")))
	for _, want := range []string{"goes back to Lodi Ada", "letters reach nobody", "has entered 2 tournaments", "1 tournament since", "3 rankings", "referees there", "“Tappa” is cancelled. Banned.", "Eva moves up"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if attribute(page.one(with("name", "reason")), "value") != "Sono due" {
		t.Error("the reason is lost")
	}
}
