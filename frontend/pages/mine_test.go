package pages_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/openapi"
)

// mine is a page of a person with one thing of each kind.
func mine(reader pages.Reader, page pages.Task) pages.Mine {
	reader.Visitor = &pages.Visitor{Name: "Olga Organizzatrice", Email: "olga@example.org", Roles: []string{"organizer"}}
	tenant := openapi.TenantRef{Slug: "fic", Name: "Federazione Italiana Coloni"}
	day := time.Date(2026, 3, 14, 10, 0, 0, 0, time.UTC)
	event := openapi.EventSummary{Slug: "bologna", Title: "Tappa di Bologna", State: openapi.EventStateFinished}
	event.LocalDate.Time = day
	player := openapi.PlayerRef{Name: "Olga Organizzatrice", Club: "Torre"}
	return pages.Mine{
		Reader: reader, Page: page, Key: uuid.NewString(), Account: openapi.Account{Name: "Olga Organizzatrice", Email: "olga@example.org"},
		Waiting:     []openapi.MyWaiting{{Tenant: tenant, Waiting: openapi.Waiting{Title: "Send the report", Due: "Sunday", Overdue: true}}},
		Entries:     []openapi.MyEntry{{Tenant: tenant, Event: event, Entry: openapi.Entry{State: openapi.EntryStateEntered}}},
		Results:     []openapi.MyResult{{Tenant: tenant, Event: event, Result: openapi.OwnResult{Rank: 3, Players: 17}}, {Tenant: tenant, Event: event}},
		Grants:      []openapi.MyGrant{{Tenant: tenant, Role: "organizer", Over: "Tappa di Bologna", Until: day}},
		Invitations: []openapi.MyInvitation{{Id: uuid.New(), Tenant: tenant, Role: "referee", ExpiresAt: day}},
		Players:     []openapi.MyPlayer{{Tenant: tenant, Player: player}},
		Requests: []openapi.MyPlayerRequest{
			{Tenant: tenant, Request: openapi.PlayerRequest{Id: uuid.New(), Kind: openapi.PlayerRequestKindName, Name: "Olga", Outcome: openapi.PlayerRequestOutcomeOpen, Player: player}},
			{Tenant: tenant, Request: openapi.PlayerRequest{Id: uuid.New(), Kind: openapi.PlayerRequestKindClaim, Outcome: openapi.PlayerRequestOutcomeRefused, Player: player, Reason: "Omonima"}},
		},
		Accesses: []openapi.DataAccess{{
			Tenant: openapi.TenantRef{Slug: "lombardia", Name: "Lega Lombarda"}, At: day, By: "Mara Manager", Roles: []openapi.Role{openapi.RoleChampionshipManager}, Operation: "GetPlayer", What: openapi.DataAccessWhatContact,
		}},
		Copies: []openapi.DataExport{{Id: uuid.New(), AskedAt: day, ExpiresAt: day, State: openapi.DataExportStateReady}, {Id: uuid.New(), AskedAt: day, State: openapi.DataExportStateWaiting}},
		Claim:  pages.Claim{Tenant: "fic", Token: "secret"},
	}
}

// myRecord is the page of a minor with one thing of each kind.
func myRecord(reader pages.Reader, tenant openapi.Tenant) pages.MyRecord {
	reader.Visitor = &pages.Visitor{Name: "Olga Organizzatrice"}
	event, day := openapi.EventRef{Title: "Tappa di Bologna"}, time.Date(2026, 3, 14, 10, 0, 0, 0, time.UTC)
	late := openapi.Explanation{Text: "Took the entry back too late.", Rule: openapi.Rule{Code: "BG", Paragraph: "1.1.7"}}
	euros := openapi.Money{Amount: "120.00", Currency: "EUR"}
	return pages.MyRecord{
		Reader: reader, Tenant: tenant, Record: openapi.OwnPlayer{Name: "Olga Organizzatrice", Club: "Torre", City: "Parma", Version: 3}, Requests: mine(reader, pages.Records).Requests,
		Bans: openapi.MyBans{
			Items: []openapi.MyBan{
				{Id: openapi.BanID{UUID: uuid.New()}, Outcome: openapi.BanOutcomeBan, Event: event, Reason: "Ha barato", From: "2026-03-14", Until: "2026-12-31"},
				{Outcome: openapi.BanOutcomeBan, Reason: "Ha barato due volte", Appeal: "Non è vero"},
				{Outcome: openapi.BanOutcomeNone, Reason: "Non ha barato"},
			},
			Reports: []openapi.MyReport{{Event: event, Barred: true}, {Event: event}},
		},
		Lapses: []openapi.Lapse{{Event: event, LocalDate: "2026-03-14", Explanation: late, Follows: openapi.LapseConsequenceUndecided}},
		Consents: openapi.ConsentList{
			Minor: true, Items: []openapi.Consent{{Id: uuid.New(), Purpose: openapi.ConsentPurposeProfile, Text: "Mostra.", Holds: true}},
			Texts: []openapi.ConsentText{{Purpose: openapi.ConsentPurposeProfile, Text: "Mostra.", Version: 1}, {Purpose: openapi.ConsentPurposePhotos, Text: "Foto.", Version: 1}},
		},
		Profile: openapi.Profile{Blocks: []openapi.ProfileBlock{openapi.ProfileBlockClub}, Version: 3},
		Photos: []openapi.MyPhoto{
			{Event: event, Photo: openapi.Photo{Id: uuid.New(), State: openapi.PhotoStateReady, Public: true, AlternativeText: "Il podio"}},
			{Event: event, Photo: openapi.Photo{Id: uuid.New(), State: openapi.PhotoStateReady, AlternativeText: "I tavoli"}, AskedOffAt: day},
		},
		Journeys: []pages.MyJourney{
			{Season: openapi.SeasonSummary{Title: "2026"}, Refund: openapi.MyRefund{Claimable: true, ClaimBy: "2026-06-30", Journey: openapi.Journey{Paid: true, Why: late}}},
			{Season: openapi.SeasonSummary{Title: "2025"}, Refund: openapi.MyRefund{Claim: openapi.Refund{State: openapi.RefundStatePaid, Claimed: euros, Account: "IT…3456"}}},
		},
		Standings: []pages.MyStanding{
			{
				Ranking: openapi.Ranking{Slug: "storica", Title: "Storica", Columns: []openapi.Criterion{{Key: "points"}}, Cap: openapi.RankingCap{Points: 300, Rule: openapi.Rule{Code: "BG", Paragraph: "1"}}},
				Row:     openapi.RankingRow{Rank: 1200, Figures: []string{"87.5"}, Distance: "212.5"}, Players: 3400,
			},
			{
				Ranking: openapi.Ranking{Slug: "vecchia", Title: "Vecchia", Columns: []openapi.Criterion{{Key: "points"}}, Cap: openapi.RankingCap{Points: 300}}, Hall: true,
				Row: openapi.RankingRow{Rank: 4, Figures: []string{"312"}}, Players: 9,
			},
			{Ranking: openapi.Ranking{Slug: "anno", Title: "Anno", Best: 6}, Row: openapi.RankingRow{Rank: 2}, Players: 3},
		},
	}
}

// A consent that holds can be taken back, one that does not can be given by the guardian of a minor, a ban
// can be appealed once, and the blocks of the public page are asked about while that consent holds.
func TestOwnRecord(t *testing.T) {
	t.Parallel()
	page := rendered(t, func(p *pages.Pages, out io.Writer) error {
		return p.MyRecord(out, myRecord(pages.Reader{Lang: "en"}, sample.Tenant()))
	})
	var acts []string
	for _, input := range page.all(with("name", "act")) {
		acts = append(acts, attribute(input, "value"))
	}
	if got := strings.Join(acts, " "); got != "withdraw correct name appeal claim off stay disagree agree show look-erase" {
		t.Errorf("forms: %s", got)
	}
	if attribute(page.one(with("name", "purpose")), "value") != "photos" || len(page.all(with("name", "guardian"))) != 1 || len(page.all(has("checked"))) != 1 || len(page.all(with("name", "block"))) != 5 {
		t.Errorf("consents: %s", text(page.one(with("id", "consents"))))
	}
	for part, want := range map[string]string{
		"decided": "1.1.7 Waits for a decision.", "refunds": "2025: paid €120.00 · IT…3456", "photos": "You have asked to be taken off", "record": "That my name is Olga waits",
	} {
		if got := text(page.one(with("id", part))); !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	view := myRecord(pages.Reader{Lang: "en"}, sample.Tenant())
	view.Consents.Items = nil
	closed := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.MyRecord(out, view) })
	if len(closed.all(with("name", "block"))) != 0 {
		t.Error("blocks can be turned on without consent")
	}
}

// Where the person stands is said for each ranking that knows them, with the way to their row. The section is left out
// where none does; on a chosen day it stays, so that another can be chosen.
func TestOwnStandings(t *testing.T) {
	t.Parallel()
	view := myRecord(pages.Reader{Lang: "en", LangChosen: true}, sample.Tenant())
	shown := func() document {
		return rendered(t, func(p *pages.Pages, out io.Writer) error { return p.MyRecord(out, view) })
	}
	of := func(page document) (lines []string) {
		section := page.one(with("id", "rankings"))
		for _, item := range within(section, tag("li")) {
			lines = append(lines, text(item)+" "+attribute(within(item, tag("a"))[0], "href"))
		}
		return lines
	}
	around := "?around=" + openapi.PlayerID{}.String()
	want := []string{
		"Storica 1,200 of 3,400 · 87.5 points · 212.5 to go to 300 § 1 /t/fic/rankings/storica" + around + "&lang=en",
		"Vecchia Hall of fame, no. 4 · 312 points /t/fic/rankings/vecchia/hall" + around + "&lang=en",
		"Anno 2 of 3 /t/fic/rankings/anno" + around + "&lang=en",
	}
	page := shown()
	if diff := cmp.Diff(want, of(page)); diff != "" {
		t.Error(diff)
	}
	if form := within(page.one(with("id", "rankings")), tag("form"))[0]; attribute(form, "method") != "get" || attribute(within(form, with("name", "lang"))[0], "value") != "en" {
		t.Error("the form for a day forgets the language")
	}
	view.AsOf.Time = time.Date(2026, 3, 14, 0, 0, 0, 0, time.UTC)
	if got := of(shown())[0]; !strings.Contains(got, "&asOf=2026-03-14") {
		t.Errorf("on a day: %s", got)
	}
	view.Standings = nil
	if got := text(shown().one(with("id", "rankings"))); !strings.Contains(got, "In no ranking at the end of that day.") || !strings.Contains(got, "As it stands now") {
		t.Errorf("on a day before all events: %s", got)
	}
	view.AsOf.Time = time.Time{}
	if len(shown().all(with("id", "rankings"))) != 0 {
		t.Error("a section without a ranking")
	}
}

// A refused form is open, with the reason and its paragraph at the field and with the typed values; the reason of a
// form that is not there any more is shown above everything.
func TestRefusedFormSaysWhy(t *testing.T) {
	t.Parallel()
	view := myRecord(pages.Reader{Lang: "en"}, sample.Tenant())
	view.Sent = &pages.Sent{Act: pages.ActAppeal, ID: view.Bans.Items[0].Id.String(), Typed: map[string]string{"text": "<No>", "key": "x"}, Refused: &pages.Refusal{
		Fields: map[string]string{"text": "Too short."}, Rule: openapi.Rule{Code: "BG", Paragraph: "1.1.7"},
	}}
	page := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.MyRecord(out, view) })
	open := page.one(func(n *html.Node) bool { return n.Data == "details" && has("open")(n) })
	if got := text(open); !strings.Contains(got, "<No>") || !strings.Contains(got, "Too short. § 1.1.7") || len(within(open, has("aria-invalid"))) != 1 || len(page.all(with("id", "problem"))) != 0 {
		t.Errorf("refused: %s", got)
	}
	view.Sent.ID, view.Sent.Refused = uuid.NewString(), &pages.Refusal{Text: "Gone."}
	page = rendered(t, func(p *pages.Pages, out io.Writer) error { return p.MyRecord(out, view) })
	if got := text(page.one(with("id", "problem"))); got != "Gone." {
		t.Errorf("above: %q", got)
	}
}

// asked is a final to answer.
func asked() pages.Asked {
	return pages.Asked{ConvocationView: openapi.ConvocationView{
		Title: "Finale nazionale", Season: "2026", Final: openapi.SeasonFinalNationalFinal, Answer: openapi.ConvocationStateWaiting, When: "Sunday", Until: "Monday",
	}}
}

// Accesses of office holders to a person's private data are listed on the person's own page: the data, the tenant,
// the office holder and the time. If there are none, the page states it.
func TestWhoHasSeenMyData(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		what openapi.DataAccessWhat
		says string
	}{
		{openapi.DataAccessWhatContact, "Address and year of birth"},
		{openapi.DataAccessWhatBank, "Bank account"},
		{openapi.DataAccessWhatReceipt, "Receipt"},
		{openapi.DataAccessWhatConsents, "Consents"},
		{openapi.DataAccessWhatBan, "Reasons of a ban, an exclusion or a report"},
		{openapi.DataAccessWhatLapses, "Entries that were not kept"},
	} {
		view := mine(pages.Reader{Lang: "en"}, pages.MyData)
		view.Accesses[0].What = tt.what
		page := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Mine(out, view) })
		for _, want := range []string{tt.says, "Lega Lombarda", "Mara Manager · championship manager"} {
			if got := text(page.one(with("id", "accesses"))); !strings.Contains(got, want) {
				t.Errorf("%q lacks %q", got, want)
			}
		}
	}
	view := mine(pages.Reader{Lang: "en"}, pages.MyData)
	view.Accesses = nil
	page := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Mine(out, view) })
	if got := text(page.one(with("id", "accesses"))); got != "Nobody has yet." {
		t.Errorf("of nobody: %q", got)
	}
}

// Every change is made by a form of its own, sent by post, without script.
func TestOwnPagesActByForms(t *testing.T) {
	t.Parallel()
	for page, acts := range map[pages.Task][]string{
		pages.MyAccount:   {pages.SignOutEverywherePath, pages.SignOutPath},
		pages.Invitations: {"accept", pages.SignOutPath},
		pages.MyData:      {"copy", "delete", pages.SignOutPath},
		pages.Records:     {"part", "withdraw", "link", "code", pages.SignOutPath},
	} {
		shown := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Mine(out, mine(pages.Reader{Lang: "en"}, page)) })
		got := map[string]int{}
		for _, form := range shown.all(tag("form")) {
			if attribute(form, "method") != "post" {
				t.Errorf("%s: a form by %q", page, attribute(form, "method"))
			}
			name := attribute(form, "action")
			for _, input := range within(form, with("name", "act")) {
				name = attribute(input, "value")
			}
			got[name]++
		}
		for _, act := range acts {
			if got[act] != 1 {
				t.Errorf("%s: %d forms for %s", page, got[act], act)
			}
		}
		if len(got) != len(acts) {
			t.Errorf("%s: %v, want %v", page, got, acts)
		}
	}
}

// A pending task links to the page on which it is done, in its tenant; a task without a page has no link.
func TestWhatWaitsLeadsToItsPage(t *testing.T) {
	t.Parallel()
	event := openapi.EventRef{Id: openapi.EventID{UUID: uuid.MustParse("01a203c6-141a-7de2-96dd-583b8390639b")}}
	for kind, want := range map[openapi.WaitingKind]string{
		openapi.WaitingKindAnswer: "/t/fic/convocation", openapi.WaitingKindLeaving: "/t/fic/people#leavings", openapi.WaitingKindClaimRefund: "/t/fic/mine#refunds",
		openapi.WaitingKindReport: "/console/t/fic/events/" + event.Id.String() + "/report", openapi.WaitingKindHomologate: "/console/t/fic/homologation/" + event.Id.String(),
		openapi.WaitingKindAnnounce: "/console/t/fic/events/" + event.Id.String() + "/setup", openapi.WaitingKindExpulsion: "/t/fic/people#expulsions", openapi.WaitingKindDecideRefund: "/t/fic/refunds#decide",
		openapi.WaitingKindCheckEntry: "/console/t/fic/events/" + event.Id.String() + "/entries", openapi.WaitingKindConvoke: "/console/t/fic/finals", openapi.WaitingKindLapse: "/console/t/fic/finals", openapi.WaitingKindNameRegion: "/console/t/fic/finals",
		openapi.WaitingKindDecide: "/console/t/fic/finals", openapi.WaitingKindAnnounceFinal: "/console/t/fic/finals", openapi.WaitingKindDecideHosting: "/console/t/fic/hosting", openapi.WaitingKindAnswerHosting: "/console/t/fic/hostings", openapi.WaitingKindReturnPrizes: "/console/t/fic/events/" + event.Id.String() + "/report#prizes", openapi.WaitingKindMailRefused: "",
	} {
		if got := leadOf(t, openapi.Waiting{Kind: kind, Event: event}); got != want {
			t.Errorf("%s leads to %q, want %q", kind, got, want)
		}
	}
}

// leadOf is where the page of one's own account leads for something that waits in the tenant "fic"; "" for nowhere.
func leadOf(t *testing.T, waiting openapi.Waiting) (lead string) {
	t.Helper()
	waiting.Title = "Do it"
	view := mine(pages.Reader{Lang: "en"}, pages.MyAccount)
	view.Waiting = []openapi.MyWaiting{{Tenant: openapi.TenantRef{Slug: "fic", Name: "Fic"}, Waiting: waiting}}
	page := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Mine(out, view) })
	for _, link := range within(page.one(with("id", "waiting")), tag("a")) {
		if text(link) == waiting.Title {
			lead = attribute(link, "href")
		}
	}
	return lead
}

// A letter that was refused leads to where another address is given.
func TestRefusedMailLeadsToItsAddress(t *testing.T) {
	t.Parallel()
	for resource, want := range map[string]string{
		"/v1/tenants/fic/invitations": "/t/fic/staff", "/v1/tenants/fic/events/7/staff": "/t/fic/staff", "/v1/tenants/fic/players/9": "/t/fic/people/9",
		"/v1/tenants/fic/leaving-reports": "/t/fic/people#leavings", "": "",
	} {
		if got := leadOf(t, openapi.Waiting{Kind: openapi.WaitingKindMailRefused, Resource: resource}); got != want {
			t.Errorf("%q leads to %q, want %q", resource, got, want)
		}
	}
}

// The bar of every page links to the sign-in page and back, or shows the signed-in person.
func TestBarShowsWhoHasSignedIn(t *testing.T) {
	t.Parallel()
	home := sample.Home(pages.Reader{Lang: "it", LangChosen: true})
	stranger := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Home(out, home) })
	if got := attribute(stranger.one(with("id", "sign-in")), "href"); got != "/sign-in?next=%2Ft%2Ffic%3Flang%3Dit&lang=it" {
		t.Errorf("signing in at %q", got)
	}
	if len(stranger.all(with("id", "visitor"))) != 0 {
		t.Error("a visitor is shown to a stranger")
	}
	home.Visitor = &pages.Visitor{Name: `<b>Olga</b>`, Roles: []string{"organizer", "referee"}, People: true}
	known := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Home(out, home) })
	menu := known.one(with("id", "visitor"))
	for _, want := range []string{`<b>Olga</b>`, "Organizzatore e arbitro", "Il mio account", "Quello che mi riguarda qui", "Persone del registro", "Le mie iscrizioni", "Le mie schede", "Aspetta me", "Esci"} {
		if !strings.Contains(text(menu), want) {
			t.Errorf("no %q in %q", want, text(menu))
		}
	}
	toConsole := func(n *html.Node) bool { return attribute(n, "href") == "/console/t/fic?lang=it" }
	if len(within(menu, toConsole)) != 1 {
		t.Error("the menu of the staff does not lead to the console")
	}
	home.Visitor = &pages.Visitor{Name: "Eva"}
	player := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Home(out, home) })
	if len(within(player.one(with("id", "visitor")), toConsole)) != 0 {
		t.Error("the menu of somebody without a role leads to the console")
	}
	if len(known.all(with("id", "sign-in"))) != 0 || len(within(menu, func(n *html.Node) bool { return n.Data == "b" })) != 0 {
		t.Error("the bar is wrong")
	}
}
