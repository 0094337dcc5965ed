package pages_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/openapi"
)

// audit is a page of acts on which each kind of line is.
func audit(reader pages.Reader, tenant openapi.Tenant) pages.Audit {
	zone, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		panic(err)
	}
	at := time.Date(2026, 3, 14, 22, 30, 0, 0, time.UTC)
	olga, event, season := uuid.New(), uuid.New(), uuid.New()
	about := func(kind openapi.AuditSubjectKind, id uuid.UUID, name string) openapi.AuditSubject {
		return openapi.AuditSubject{Kind: kind, Id: id, Name: name, Slug: "there"}
	}
	v := pages.Audit{
		Reader: reader, Tenant: tenant, Zone: zone, More: "next", Members: []openapi.Member{{Account: olga, Name: "Olga"}, {Account: olga, Name: "Olga"}},
		Events:  []openapi.Event{{Id: openapi.EventID{UUID: event}, Title: "Tappa", LocalDate: openapi_types.Date{Time: at}}},
		Seasons: []openapi.SeasonSummary{{Id: openapi.SeasonID{UUID: season}, Title: "2026"}},
		Acts: []openapi.AuditRecord{
			{At: at.Add(time.Hour), Actor: "Olga", Account: olga, Operation: "RecordRuling", Rule: openapi.Rule{Code: "CN09", Paragraph: "2.5"}, About: []openapi.AuditSubject{
				about(openapi.AuditSubjectKindEvent, event, "Tappa"), {Kind: openapi.AuditSubjectKindRound, Name: "Turno 1", Number: 1},
			}},
			{At: at, Actor: "Anna", Account: uuid.New(), Operation: "InviteMember", Refused: "role-missing"},
			{At: at, Operation: "AnswerFormEntry", Reason: "perché", About: []openapi.AuditSubject{about(openapi.AuditSubjectKindSeason, season, "2026")}},
			{At: at, Actor: "Olga", Account: olga, Operation: "OfTomorrow", Refused: "of-tomorrow"},
		},
	}
	entered := openapi.AuditRecord{At: at, Actor: "Olga", Account: olga, Operation: "EnterPlayers"}
	for _, name := range []string{"Ada", "Bea", "Cleo", "Dina", "Eva", "Fede"} {
		entered.About = append(entered.About, about(openapi.AuditSubjectKindPlayer, uuid.New(), name))
	}
	for _, kind := range []openapi.AuditSubjectKind{openapi.AuditSubjectKindEvent, openapi.AuditSubjectKindRanking, openapi.AuditSubjectKindSeries, openapi.AuditSubjectKindClub, openapi.AuditSubjectKindRegion} {
		entered.About = append(entered.About, about(kind, uuid.New(), string(kind)))
	}
	v.Acts = append(v.Acts, entered)
	return v
}

func auditPage(t *testing.T, v pages.Audit) string {
	t.Helper()
	p, err := pages.New()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := p.Audit(&out, v); err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`\s+`).ReplaceAllString(out.String(), " ")
}

// A line describes the act, its time in the zone of the page, the person and the subject, each with a link.
func TestAuditLines(t *testing.T) {
	t.Parallel()
	v := audit(pages.Reader{Lang: "en"}, openapi.Tenant{Slug: "lega", Name: "Lega"})
	text := auditPage(t, v)
	for name, want := range map[string]string{
		"the day of the zone":        `<h2 id="h-day-2026-03-15">`,
		"the day before":             `<h2 id="h-day-2026-03-14">`,
		"words of the act":           "<b>Record a ruling</b>",
		"the time and who":           `00:30 · <a href="/t/lega/audit?actor=` + v.Acts[0].Account.String() + `">Olga</a>`,
		"the paragraph":              "2.5</a>",
		"the event":                  `<a href="/t/lega/events/` + v.Acts[0].About[0].Id.String() + `">Tappa</a>`,
		"a round has no page":        " Turno 1<",
		"why it was refused":         "Refused: Your role does not allow this.",
		"a reason without words":     "Refused: of-tomorrow",
		"an act without words":       "<b class=\"late\">OfTomorrow</b>",
		"why":                        "Reason: perché",
		"nobody's account":           "Without an account",
		"a few people of many":       "Dina</a> and 2 more <a",
		"the season":                 `<a href="/t/lega/s/there">2026</a>`,
		"the older ones":             `href="/t/lega/audit?older=next">Older acts</a>`,
		"the table":                  `<a href="/t/lega/audit/acts.csv">`,
		"the ranking":                `<a href="/t/lega/rankings/there">`,
		"players where they are not": `<a href="/t/lega/players/` + v.Acts[4].About[0].Id.String() + `">Ada</a>`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s: no %s", name, want)
		}
	}
	if strings.Contains(text, "Eva") || strings.Count(text, ">Olga</option>") != 1 {
		t.Error("more names than fit, or one twice")
	}
	v.Visitor = &pages.Visitor{Name: "Olga", People: true}
	if text := auditPage(t, v); !strings.Contains(text, `<a href="/t/lega/people/`+v.Acts[4].About[0].Id.String()+`">Ada</a>`) {
		t.Error("who sees to the register is not led there")
	}
}

// The filter keeps its values, in its fields and in the links of the page.
func TestAuditFilter(t *testing.T) {
	t.Parallel()
	v := audit(pages.Reader{Lang: "en"}, openapi.Tenant{Slug: "lega", Name: "Lega"})
	asked := map[string]string{"actor": v.Acts[1].Account.String(), "kind": "members", "from": "2026-03-01", "until": "2026-03-31", "refused": "true", "season": v.Seasons[0].Id.String(), "name": " Ada "}
	v.Asked = pages.AuditAskedIn(func(name string) string { return asked[name] })
	v.Faults = []string{"name", "until"}
	text := auditPage(t, v)
	for _, want := range []string{
		`value="` + asked["actor"] + `" selected>Anna</option>`, `value="members" selected>Roles</option>`, `type="date" value="2026-03-01"`, `type="date" value="2026-03-31"`,
		`type="checkbox" value="true" checked`, `selected>2026</option>`, `type="search" value="Ada"`, `>Nobody of the register has such a name.</p>`, `id="audit-until-fault">This is not a day.</p>`, `href="/t/lega/audit">Show all acts</a>`,
		`&amp;name=Ada&amp;season=` + asked["season"] + `&amp;from=2026-03-01&amp;until=2026-03-31&amp;refused=true&amp;older=next"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}

	t.Run("several of one name", func(t *testing.T) {
		v := v
		one := openapi.Player{Id: openapi.PlayerID{UUID: uuid.New()}, Name: "Ada Neri", Club: "Dadi"}
		v.Namesakes = []openapi.Player{one, {Name: "Ada Bianchi"}}
		text := auditPage(t, v)
		if !strings.Contains(text, "player="+one.Id.String()) || !strings.Contains(text, "Ada Neri, Dadi") || strings.Contains(text, "Record a ruling") {
			t.Error("the page does not ask who is meant")
		}
	})
	t.Run("of one event alone", func(t *testing.T) {
		v := v
		v.Members, v.Asked = nil, pages.AuditAsked{Event: v.Events[0].Id.String()}
		text := auditPage(t, v)
		if strings.Contains(text, `name="season"`) || !strings.Contains(text, `type="hidden" name="event" value="`+v.Asked.Event+`"`) || strings.Contains(text, "Show all acts") {
			t.Error("the filter leaves the event")
		}
	})
}

// Every operation that may leave a record in an audit has words in each language, and no words are for anything else.
func TestActsHaveWords(t *testing.T) {
	t.Parallel()
	doc, err := openapi.Served()
	if err != nil {
		t.Fatal(err)
	}
	operations, err := openapi.Operations(doc)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := []string{"AcceptInvitation", "DeleteMyAccount", "CreateTenant", "AccessTenant", "EndPlatformAccess", "GetTenantArchiveFile"} // of no tenant's address or not an act, and recorded in tenants all the same
	wanted := map[string]bool{}
	for id, operation := range operations {
		if operation.InTenant() && operation.Stores() {
			wanted[words.ActKey(id)] = true
		}
	}
	for _, id := range elsewhere {
		wanted[words.ActKey(id)] = true
	}
	for _, lang := range words.Languages() {
		for key := range wanted {
			if !words.For(lang).Has(key) {
				t.Errorf("%s has no words for %s", lang, key)
			}
		}
		for id, operation := range operations {
			if operation.InTenant() && operation.Stores() && !words.For(lang).Has("act-kind."+operation.Tag) {
				t.Errorf("%s has no words for the kind of %s", lang, id)
			}
		}
	}
	for id := range operations {
		if key := words.ActKey(id); words.For("en").Has(key) && !wanted[key] {
			t.Errorf("%s leaves no record, and has words", id)
		}
	}
}
