package journeys

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// refusal is something that a season refuses.
type refusal struct {
	name      string
	ask       func() *apitest.Answer
	status    int
	reason    string // at the top, or of a fault
	paragraph string // of CN09
}

// refuses asks for each thing and checks that the answer is a problem with the reason
// in words and the paragraph, and that the season is as it was.
func (f *federation) refuses(list ...refusal) {
	f.t.Helper()
	for _, r := range list {
		f.part("CN09 "+r.paragraph+" "+r.name, func(t *testing.T) {
			before := f.everything()
			explained(t, r.ask(), r)
			if after := f.everything(); after != before {
				t.Errorf("something has changed: %s", firstDifference(before, after))
			}
		})
	}
}

// explained checks a refusal.
func explained(t *testing.T, a *apitest.Answer, want refusal) {
	t.Helper()
	if a.Status != want.status || a.Header.Get("Content-Type") != "application/problem+json" {
		t.Fatalf("%s: %d %s\n%s", a.Request, a.Status, a.Header.Get("Content-Type"), a.Body)
	}
	var p openapi.Problem
	a.Into(&p)
	if p.Rule.Code != "CN09" || p.Rule.Paragraph != want.paragraph {
		t.Errorf("it cites %s %s\n%s", p.Rule.Code, p.Rule.Paragraph, a.Body)
	}
	said := p.Detail
	if p.Reason != want.reason {
		said = ""
		for _, e := range p.Errors {
			if e.Reason == want.reason && e.Pointer != "" && cites(e) == "CN09 "+want.paragraph {
				said = e.Text
			}
		}
	}
	if said == "" || strings.Contains(said, want.reason) || strings.ContainsAny(said, "{}") {
		t.Errorf("no words for %s: %q\n%s", want.reason, said, a.Body)
	}
}

// everything returns all that can be read of the season: as it stands, and all that was ever
// done in the federation, which its log and its audit keep.
func (f *federation) everything() string {
	f.t.Helper()
	f.lettersWritten()
	var all strings.Builder
	for _, path := range []string{
		f.season, f.season + "/places?limit=100", f.season + "/finals", f.season + "/convocations", f.season + "/refunds?limit=100",
		f.season + "/homologations?limit=100", f.season + "/calendar-draft", f.Path + "/events?limit=100", f.Path + "/hosting-requests?limit=100",
		f.Path + "/audit?limit=100",
	} {
		all.WriteString(f.whole(path))
	}
	all.WriteString(f.wholeLog())
	return all.String()
}

// lettersWritten waits until no letter is on its way, because a convocation shows the state of its letter, which
// changes without an act.
func (f *federation) lettersWritten() {
	f.t.Helper()
	f.server.AwaitJobs()
}

// whole returns a list with all its pages, or an answer without pages.
func (f *federation) whole(path string) string {
	f.t.Helper()
	all, page := path+"\n", struct{ NextCursor string }{}
	for more := ""; ; more = "&cursor=" + page.NextCursor {
		got := f.manager.Get(path + more).Want(200)
		all += string(got.Body) + "\n"
		page.NextCursor = ""
		if got.Into(&page); page.NextCursor == "" {
			return all
		}
	}
}

// wholeLog is the log from its first record to its last.
func (f *federation) wholeLog() string {
	f.t.Helper()
	all := "log\n"
	for page := (openapi.LogPage{}); ; {
		after := int64(0)
		if n := len(page.Items); n > 0 {
			after = page.Items[n-1].Sequence
		}
		got := f.manager.Get(fmt.Sprintf("%s/log?limit=100&after=%d", f.Path, after)).Want(200)
		page = openapi.LogPage{}
		got.Into(&page)
		if all += string(got.Body) + "\n"; len(page.Items) == 0 {
			return all
		}
	}
}

func firstDifference(before, after string) string {
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	for i := range min(len(was), len(is)) {
		if was[i] != is[i] {
			return was[max(i-1, 0)] + "\n" + was[i] + "\n" + is[i]
		}
	}
	return ""
}

// The refusals of a season, in the order of its days. Further cases of the same: of reports TestReport,
// TestReportOnTheEighthDay, of decisions TestWhoHomologates, of days TestTwoWeeksRule and TestDeadlineOfAnAnswer, of
// claims TestClaimsThatAreRefused and TestDutiesAreSeparated, all of package leagueapi.
func TestBadInput(t *testing.T) {
	t.Parallel()
	f := newFederation(t)
	f.announce()
	elio, carlo, gina := f.person("Elio Aperto"), f.person("Carlo Grande"), f.person("Gina Assente")

	outside := apitest.JSON{"startsAt": rome(t, "2010-01-10 10:00")}
	final := func(kind, when string, region uuid.UUID) apitest.JSON {
		return apitest.JSON{
			"season": f.id, "kind": kind, "title": "Finale", "startsAt": rome(t, when), "timeZone": "Europe/Rome", "region": region,
			"venue": apitest.JSON{"name": "Palazzo", "city": "Aosta"},
		}
	}
	f.refuses(
		refusal{"a stage outside the period is not taken from a club", func() *apitest.Answer {
			return f.olga.Post(f.club.Path+"/hostings", f.wish(outside))
		}, 422, "day-outside-season", "1.4"},
		refusal{"a stage outside the period is not taken from the manager", func() *apitest.Answer {
			return f.manager.Post(f.Path+"/events", final("stage", "2010-01-10 10:00", f.aosta))
		}, 422, "day-outside-season", "1.4"},
	)

	// Events with players who have accounts.
	stage := f.hosted(f.carla, apitest.JSON{"startsAt": rome(t, "2009-03-22 10:00")})
	open := f.hosted(f.manager, apitest.JSON{"kind": "open", "title": "Open di Modena", "region": nil, "startsAt": rome(t, "2009-04-18 10:00")})
	large := f.hosted(f.manager, apitest.JSON{"title": "Grande Torneo di Torino", "region": f.piemonte, "startsAt": rome(t, "2009-04-05 10:00")})
	second := f.hosted(f.manager, apitest.JSON{"title": "Grande Torneo di Alba", "region": f.piemonte, "startsAt": rome(t, "2009-05-16 10:00")})
	for event, by := range map[string]*apitest.Client{stage: nil, open: elio, large: carlo, second: gina} {
		f.olga.Post(event+"/announcement", nil).Want(200)
		f.olga.Post(event+"/entry-opening", nil).Want(200)
		if by != nil {
			f.people[by.Name] = by.Post(event+"/my-entry", apitest.JSON{}).Want(201).ID("player.id")
		}
	}

	f.at("2009-03-22 20:00")
	f.olga.Post(stage+"/outcome", outcome(f.field(12, "Ada Aosta", "Ida Aosta"))).Want(200)
	f.send(f.olga, stage, "winner")
	f.send(f.olga, stage, "panorama")
	report := apitest.JSON{"notes": "Con due foto"}
	// The week ends with Sunday 29 March, in whose night the clocks went forward: it has
	// 23 hours.
	f.at("2009-03-30 00:00")
	f.refuses(refusal{"a report after the deadline, on the night of the clock change", func() *apitest.Answer {
		return f.olga.Post(stage+"/report", report)
	}, 422, "report-late-manager", "1.11"})
	f.server.Clock.Advance(-1e9)
	f.olga.Post(stage+"/report", report).Want(201) // a second earlier it is in time

	decide := func(by *apitest.Client) func() *apitest.Answer {
		return func() *apitest.Answer {
			return by.Post(stage+"/homologation", apitest.JSON{"decision": "homologate"})
		}
	}
	regionalFinal := f.final(f.carla, regional, "Finale della Valle d'Aosta", "2009-03-29 20:00", f.aosta)
	f.refuses(
		refusal{"fewer photos than three", decide(f.carla), 422, "photos-missing", "1.6.a"},
		refusal{"a photo that is missing is not waived", func() *apitest.Answer {
			return f.manager.Post(stage+"/homologation", apitest.JSON{"decision": "waive", "demands": []string{"photos-missing"}, "reason": "Erano distratti"})
		}, 422, "demand-never-waived", "1.6.a"},
		refusal{"a regional final before its stages are homologated", func() *apitest.Answer {
			return f.carla.Post(regionalFinal+"/entry-opening", nil)
		}, 409, "stages-undecided", "1.7"},
		refusal{"the outcome of a regional final before its stages are homologated", func() *apitest.Answer {
			return f.carla.Post(regionalFinal+"/outcome", outcome(f.field(0, "Ada Aosta", "Ida Aosta")))
		}, 409, "stages-undecided", "1.7"},
		refusal{"a second final of the region, which would have two champions", func() *apitest.Answer {
			return f.carla.Post(f.Path+"/events", final(regional, "2010-02-07 10:00", f.aosta))
		}, 422, "second-regional-final", "1.1"},
		refusal{"a region merged into itself", func() *apitest.Answer {
			return f.manager.Post(f.season+"/region-merges", apitest.JSON{"region": f.aosta, "into": f.aosta, "reason": "Prova"})
		}, 422, "region-merges-into-itself", "1.7.1"},
	)

	f.send(f.olga, stage, "final-table")
	f.Appoint(f.olga, "regional-contact", apitest.Region(f.aosta))
	f.refuses(refusal{"homologating one's own stage", decide(f.olga), 422, "own-event-organizer", "2.2"})
	decide(f.carla)().Want(200)

	f.played(large, "2009-04-05", f.manager, 28, carlo.Name, "Bea Torino")
	f.played(open, "2009-04-18", f.manager, 16, elio.Name, "Tea Aperto")
	f.played(second, "2009-05-16", f.manager, 28, gina.Name, "Hana Alba")
	nationalFinal := f.final(f.manager, national, "Finale nazionale", "2010-03-14 10:00", nil)
	f.refuses(
		refusal{"the national final before all that leads to it is decided", func() *apitest.Answer {
			return f.manager.Post(nationalFinal+"/entry-opening", nil)
		}, 409, "season-undecided", "1.9"},
	)
	f.carla.Post(regionalFinal+"/cancellation", apitest.JSON{"reason": "Un solo finalista"}).Want(200)
	f.refusesFinalists(nationalFinal, carlo, elio, gina)
	f.refusesRefunds(carlo, elio, gina)
}

// refusesFinalists sends answers that come too late.
func (f *federation) refusesFinalists(nationalFinal string, carlo, elio, gina *apitest.Client) {
	f.t.Helper()
	f.at("2010-02-01 10:00")
	f.convoke(f.manager, national, gina.Name, carlo.Name, elio.Name).Want(201)
	links := map[string]apitest.JSON{}
	for _, c := range []*apitest.Client{carlo, gina} {
		links[c.Name] = apitest.JSON{"token": apitest.Token(f.t, f.server.Mailbox.Wait(c.Email, "convocation")), "coming": true}
	}
	for _, c := range []*apitest.Client{carlo, elio} {
		c.Post(f.season+"/my-answer", apitest.JSON{"final": national, "coming": true}).Want(200)
	}
	link := func(name string, coming bool) func() *apitest.Answer {
		return func() *apitest.Answer {
			body := apitest.JSON{"token": links[name]["token"], "coming": coming}
			return f.server.Anonymous().Post(f.Path+"/convocation-answers", body)
		}
	}
	mine := func(c *apitest.Client, coming bool) func() *apitest.Answer {
		return func() *apitest.Answer {
			return c.Post(f.season+"/my-answer", apitest.JSON{"final": national, "coming": coming})
		}
	}
	f.at("2010-02-10 10:00")
	f.refuses(
		refusal{"a yes by link after the time to answer", link(gina.Name, true), 409, "answer-too-late", "1.9"},
		refusal{"a yes by account after the time to answer", mine(gina, true), 409, "answer-too-late", "1.9"},
	)
	for n := range 3 {
		c := f.manager.Get(f.season + "/convocations").Want(200)
		item := []string{"items.0", "items.1", "items.2"}[n]
		if c.Text(item+".player.name") == gina.Name {
			f.manager.Post(f.season+"/convocations/"+c.Text(item+".id")+"/lapse", nil).Want(200)
		}
	}
	f.refuses(
		refusal{"a lapsed offer is not answered by link", link(gina.Name, true), 409, "answer-lapsed", "1.9"},
		refusal{"a lapsed offer is not answered by account", mine(gina, true), 409, "answer-lapsed", "1.9"},
	)
	f.come(f.manager, national, "Hana Alba")
	f.at("2010-03-14 20:00")
	f.refuses(refusal{"the national final with somebody who has no place in it", func() *apitest.Answer {
		return f.manager.Post(nationalFinal+"/outcome", outcome(f.field(0, carlo.Name, "Hana Alba", elio.Name, gina.Name)))
	}, 422, "no-place-in-final", "1.9"})
	f.manager.Post(nationalFinal+"/outcome", outcome(f.field(0, carlo.Name, "Hana Alba", elio.Name))).Want(200)
	f.refuses(
		refusal{"a place declined by account after the final began", mine(carlo, false), 409, "final-has-begun", "1.9"},
		refusal{"a place declined by link after the final began", link(carlo.Name, false), 409, "final-has-begun", "1.9"},
		refusal{"a place declined through the manager after the final began", func() *apitest.Answer {
			return f.manager.Post(f.season+"/answers", apitest.JSON{"player": f.people[carlo.Name], "final": national, "coming": false, "how": "al telefono"})
		}, 409, "final-has-begun", "1.9"},
	)
	f.part("what is done after more acts than a page has is seen in the log and in the audit", func(t *testing.T) {
		log, audit := f.wholeLog(), f.whole(f.Path+"/audit?limit=100")
		if n := strings.Count(log, `"sequence"`); n <= 100 {
			t.Errorf("%d records are one page", n)
		}
		f.manager.Post(f.Path+"/players", apitest.JSON{"name": "Ultima Venuta"}).Want(201)
		if f.wholeLog() == log || f.whole(f.Path+"/audit?limit=100") == audit {
			t.Error("nothing has changed")
		}
	})
}

// refusesRefunds sends claims that are not taken.
func (f *federation) refusesRefunds(carlo, elio, gina *apitest.Client) {
	f.t.Helper()
	begin := func(by *apitest.Client) func() *apitest.Answer {
		return func() *apitest.Answer { return by.Post(f.season+"/refunds", apitest.JSON{}) }
	}
	f.refuses(
		refusal{"a refund without the right", begin(elio), 422, "journey-not-paid-by", "1.8"},
		refusal{"a refund for a place that was lost", begin(gina), 422, "journey-place-lost", "1.9"},
	)
	claim := f.begun(carlo)
	receipts := f.expense(carlo, claim, "50.00")
	f.toBePaid(carlo, claim)
	submit := func() *apitest.Answer { return carlo.Post(claim+"/submission", nil) }
	f.refuses(refusal{"a refund without a receipt", submit, 422, "refund-receipt-missing", "1.9"})
	carlo.Post(receipts, apitest.JSON{"amount": euros("49.99"), "content": receipt()}).Want(201)
	f.refuses(refusal{"a refund above the receipt", submit, 422, "refund-above-receipts", "1.9"})
	carlo.Post(receipts, apitest.JSON{"amount": euros("0.01"), "content": receipt()}).Want(201)
	submit().Want(200)
	f.Appoint(carlo, "championship-manager", apitest.WholeTenant())
	f.refuses(refusal{"a refund approved by who claims it", func() *apitest.Answer {
		return carlo.Post(claim+"/approval", apitest.JSON{})
	}, 422, "refund-own", "1.9"})
}
