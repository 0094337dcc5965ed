package serve

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"referto/frontend/pages"
	"referto/internal/authz"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// print serves the sheets of an event that everybody may see: poster, seats, standings and certificates, as
// the page of the event has them.
func (s *site) print(what pages.Print) func(visit, *bytes.Buffer) (string, error) {
	return func(v visit, body *bytes.Buffer) (string, error) {
		return s.ofEvent(v, body, func(page pages.EventPage) error {
			return s.pages.Print(body, s.printed(v, page, what))
		})
	}
}

// printSheets prints score sheets. Staff who may attend to the tables get sheets with codes by which the tables enter
// results themselves; everybody else gets codes that lead to the page of the event.
func (s *site) printSheets(v visit) error {
	var codes openapi.TableCodeList
	if v.held != nil {
		event, err := s.view(v)
		if err != nil {
			return err
		}
		round := shownRound(v.echo, len(event.Rounds))
		if round == 0 {
			round = len(event.Rounds)
		}
		if round > 0 && event.EventFacts.Event.State == facts.Running && event.Rounds[round-1].State != "closed" {
			asked := read{tenantPath(v) + "/events/" + event.EventFacts.Event.ID.String() + "/rounds/" + strconv.Itoa(round) + "/table-codes", &codes}
			problem, err := s.caller(v, true).readAllowed(asked)
			if err != nil {
				return err
			}
			if problem != nil {
				return &insideProblem{*problem}
			}
		}
	}
	var body bytes.Buffer
	etag, err := s.ofEvent(v, &body, func(page pages.EventPage) error {
		sheets := s.printed(v, page, pages.PrintSheets)
		sheets.Codes = codes.Items
		return s.pages.Print(&body, sheets)
	})
	switch {
	case err != nil:
		return err
	case v.held != nil:
		return unkept(v.echo, http.StatusOK, &body)
	}
	return send(v.echo, etag, &body)
}

// printed returns a page to print. Readers without a role in the tenant get no links to the prints that name the
// entrants, and readers without the right to make codes get no links to codes.
func (s *site) printed(v visit, page pages.EventPage, what pages.Print) pages.Printed {
	return pages.Printed{
		EventPage: page, What: what, Paper: pages.PaperNamed(v.echo.QueryParam("paper")), Public: s.address,
		Staff: v.reader.Visitor != nil && len(v.reader.Visitor.Roles) > 0,
		Links: v.held != nil && s.mayLink(v, page.Event).Allowed,
	}
}

// mayLink decides whether the reader may link accounts to the records of an event's entrants.
func (s *site) mayLink(v visit, event openapi.Event) authz.Decision {
	return s.policy.Can(*v.subject, "player:link", authz.Target{Tenant: v.tenant.ID, Region: event.Region.Id, Stage: event.Id.UUID}, s.now())
}

// printEntries serves the prints that name the entrants, to readers who may read the entries: the API decides that.
func (s *site) printEntries(what pages.Print) func(visit) error {
	return func(v visit) error {
		event, err := s.view(v)
		if err != nil {
			return err
		}
		if v.held == nil {
			return s.signInFirst(v)
		}
		page := s.printed(v, pages.EventPage{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Event: event.Event(nil)}, what)
		if page.Entries, err = s.entrantsOf(v, event.EventFacts.Event.ID); err != nil {
			return err
		}
		var body bytes.Buffer
		if err := s.pages.Print(&body, page); err != nil {
			return err
		}
		return unkept(v.echo, http.StatusOK, &body)
	}
}

// codes serves the page on which codes are made for all entrants of an event without an account, to those who may
// make them. New codes are shown once, to be printed. They are not stored in readable form: a reload shows none.
func (s *site) codes(made bool) func(visit) error {
	return func(v visit) error {
		event, err := s.view(v)
		if err != nil {
			return err
		}
		if v.held == nil {
			return s.signInFirst(v)
		}
		page := s.printed(v, pages.EventPage{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Event: event.Event(nil)}, pages.PrintCodes)
		if err := s.mayLink(v, page.Event).Err(); err != nil {
			return err
		}
		var codes openapi.EventClaimCodes
		var problem *openapi.Problem
		if made {
			problem, err = s.do(v, deed{method: http.MethodPost, path: "/events/" + page.Event.Id.String() + "/claim-codes"}, &codes)
		}
		page.Claims = codes.Items
		return rendered(v, http.StatusOK, problem, err, func(out io.Writer) error { return s.pages.Print(out, page) })
	}
}

// entrantsOf reads all entries of an event, a page at a time.
func (s *site) entrantsOf(v visit, event league.EventID) (entries []openapi.Entry, err error) {
	for at := ""; ; {
		var part openapi.EntryPage
		problem, err := s.caller(v, true).call(http.MethodGet, tenantPath(v)+"/events/"+event.String()+"/entries?limit=100"+at, nil, &part)
		switch {
		case err != nil:
			return nil, err
		case problem != nil:
			return nil, &insideProblem{*problem}
		}
		entries = append(entries, part.Items...)
		if part.NextCursor == "" {
			return entries, nil
		}
		at = "&cursor=" + url.QueryEscape(part.NextCursor)
	}
}
