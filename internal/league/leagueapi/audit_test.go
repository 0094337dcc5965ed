package leagueapi_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/openapi"
)

// acts are the operations of a page of the audit, the latest first.
func acts(t *testing.T, c *apitest.Client, path string) (out []string) {
	t.Helper()
	var page openapi.AuditPage
	c.Get(path).Want(200).Into(&page)
	for _, one := range page.Items {
		out = append(out, one.Operation)
	}
	return out
}

// The audit is asked by person, kind, event, season, player, day and whether an act was refused, alone and together.
func TestTheAuditIsAsked(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	manager, of := s.federation.Manager, s.federation.Path+"/audit?limit=100"
	s.start(12)
	first := s.draw()
	s.referee.Post(s.table(1, 1)+"/result", result(first.Tables[0])).Want(201)
	s.referee.Post(s.path+"/sanctions", sanction(3, "warning", "during-game")).Want(201)
	s.referee.Post(s.path+"/rulings", apitest.JSON{"question": "Il dado è caduto?", "decision": "Si tira di nuovo.", "paragraph": "2.5"}).Want(201)
	until := s.server.Clock.Now().Add(time.Second)
	s.server.Clock.Advance(5 * time.Minute)
	other := manager.Post(s.federation.Path+"/events", apitest.JSON{
		"kind": "stage", "title": "Tappa di Biella", "startsAt": "2009-03-08T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Biblioteca", "city": "Biella"}, "ruleset": "catan-nazionale-2009", "formula": "club",
	}).Want(201).ID("id")
	manager.Post(s.federation.Path+"/events/"+other.String()+"/staff", apitest.JSON{"name": "Aldo", "role": "helper"}).Want(201)
	var entries openapi.EntryPage
	manager.Get(s.path + "/entries?limit=100").Want(200).Into(&entries)
	third, fourth := entries.Items[2], entries.Items[3]
	if third.Number != 3 || fourth.Number != 4 {
		t.Fatalf("entries in another order: %+v", entries.Items)
	}

	all := acts(t, manager, of)
	for name, c := range map[string]struct {
		query string
		want  func(string) bool // of the operations that are listed; nil: none is
		count int
	}{
		"by person":       {"&actor=" + s.referee.ID.String(), func(o string) bool { return o != "CreateEvent" && o != "AddStaff" }, 6},
		"by kind":         {"&kind=discipline", func(o string) bool { return o == "Sanction" || o == "RecordRuling" }, 2},
		"by another kind": {"&kind=refunds", nil, 0},
		"by event":        {"&event=" + other.String(), func(o string) bool { return o == "CreateEvent" || o == "AddStaff" }, 2},
		"by player": {"&player=" + third.Player.Id.String(), func(o string) bool {
			return o == "EnterPlayers" || o == "MarkEntries" || o == "Sanction" || o == "CreatePlayer"
		}, 4},
		"by another player": {"&player=" + fourth.Player.Id.String(), func(o string) bool { return o != "Sanction" }, 3},
		"until a moment":    {"&until=" + url.QueryEscape(until.Format(time.RFC3339)) + "&event=" + other.String(), nil, 0},
		"from a moment":     {"&from=" + url.QueryEscape(until.Format(time.RFC3339)), func(o string) bool { return o == "CreateEvent" || o == "AddStaff" }, 2},
		"together":          {"&kind=discipline&actor=" + s.referee.ID.String() + "&player=" + third.Player.Id.String(), func(o string) bool { return o == "Sanction" }, 1},
		"refused":           {"&refused=true", nil, 0},
		"done":              {"&refused=false", func(string) bool { return true }, len(all)},
		"no season":         {"&season=" + other.String(), nil, 0},
	} {
		got := acts(t, manager, of+c.query)
		if len(got) != c.count {
			t.Errorf("%s: %d acts, want %d: %v", name, len(got), c.count, got)
		}
		for _, operation := range got {
			if c.want == nil || !c.want(operation) {
				t.Errorf("%s: %s", name, operation)
			}
		}
	}
	manager.Get(of + "&kind=nothing").Want(400)
	manager.Get(of + "&player=nobody").Want(400)

	t.Run("an event's own is narrowed too", func(t *testing.T) {
		if got := acts(t, s.referee, s.path+"/audit?kind=discipline"); len(got) != 2 {
			t.Errorf("%v", got)
		}
		s.referee.Get(s.federation.Path + "/audit").Want(403)
	})
	t.Run("a cursor of another filter is none of this one", func(t *testing.T) {
		next := manager.Get(s.federation.Path + "/audit?limit=1&kind=rounds").Want(200).Text("nextCursor")
		if got := acts(t, manager, s.federation.Path+"/audit?limit=1&kind=rounds&cursor="+url.QueryEscape(next)); len(got) == 0 {
			t.Error("the list does not go on")
		}
		manager.Get(s.federation.Path + "/audit?limit=1&kind=players&cursor=" + url.QueryEscape(next)).Want(400)
	})
}

// An act is shown with its subjects, under their current names, and the paragraph that it cites.
func TestWhatAnActWasAbout(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	first := s.draw()
	s.referee.Post(s.table(1, 1)+"/result", result(first.Tables[0])).Want(201)
	s.referee.Post(s.path+"/sanctions", sanction(3, "warning", "during-game")).Want(201)
	s.referee.Post(s.path+"/rulings", apitest.JSON{"question": "Il dado è caduto?", "decision": "Si tira di nuovo.", "paragraph": "2.5"}).Want(201)
	var page openapi.AuditPage
	s.federation.Manager.Get(s.path+"/audit", apitest.Header("Accept-Language", "en")).Want(200).Into(&page)
	ruling, sanction, recorded := page.Items[0], page.Items[1], page.Items[2]
	if ruling.Rule != (openapi.Rule{Code: "CN09", Paragraph: "2.5"}) || ruling.Kind != openapi.AuditKindDiscipline || sanction.Rule != (openapi.Rule{}) {
		t.Errorf("the paragraph: %+v, %+v", ruling, sanction)
	}
	if len(sanction.About) != 2 || sanction.About[0].Kind != "player" || sanction.About[0].Number != 3 || sanction.About[0].Name == "" || sanction.About[1].Name != "Tappa di Aosta" {
		t.Errorf("a sanction is about %+v", sanction.About)
	}
	if a := recorded.About; len(a) != 3 || a[0].Kind != "event" || a[1].Name != "Round 1" || a[2].Name != "Table 1" || a[2].Number != 1 {
		t.Errorf("a result is about %+v", a)
	}
	entered := page.Items[len(page.Items)-1]
	for _, one := range page.Items {
		if one.Operation == "EnterPlayers" {
			entered = one
		}
	}
	if len(entered.About) != 13 {
		t.Errorf("a list is about %d things", len(entered.About))
	}
}

// The audit can be had as a table for a spreadsheet, with words for the acts and without anything that is a
// formula there.
func TestTheAuditAsATable(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	s.draw()
	given := sanction(3, "warning", "during-game")
	given["reason"] = "=Lancia(i;dadi)"
	s.referee.Post(s.path+"/sanctions", given).Want(201)
	table := s.federation.Manager.Get(s.federation.Path+"/audit?format=csv&kind=discipline", apitest.Header("Accept-Language", "en"))
	lines := strings.Split(strings.TrimSpace(string(table.Want(200).Body)), "\r\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "at,actor,operation,act,about") {
		t.Fatalf("a head and one act: %q", lines)
	}
	for _, want := range []string{"Fabio Primo Arbitro", "Sanction", "Warn or expel somebody", "Tappa di Aosta", "'=Lancia(i;dadi)"} {
		if !strings.Contains(lines[1], want) {
			t.Errorf("%q is not in %q", want, lines[1])
		}
	}
	if got := string(s.referee.Get(s.path + "/audit?format=csv").Want(200).Body); !strings.Contains(got, "Sanction") {
		t.Errorf("of the event: %q", got)
	}
	s.server.SignUp("Eva Terza").Get(s.federation.Path + "/audit?format=csv").Want(403)
}
