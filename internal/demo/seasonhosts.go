package demo

import "referto/openapi"

// ask has the club of the story ask to hold an event.
func (s *championship) ask(e openapi.NewEvent) openapi.Hosting {
	var request openapi.Hosting
	s.act(s.clients[club], clubPath+"/hostings", openapi.NewHosting{
		Federation: federationSlug, Season: s.id, Kind: openapi.NewHostingKind(e.Kind), Title: e.Title, Region: e.Region,
		StartsAt: e.StartsAt, TimeZone: e.TimeZone, Venue: e.Venue, Formula: e.Formula, Fee: e.Fee, Expected: 24,
	}, &request)
	return request
}

// requested is the address of a hosting request among those to decide.
func requested(h openapi.Hosting) string {
	return federationPath + "/hosting-requests/" + h.Id.String()
}

// host lets the club hold an event, and announces it.
func (s *championship) host(by part, e openapi.NewEvent) *heldEvent {
	request := s.ask(e)
	s.act(s.clients[by], requested(request)+"/approval", openapi.HostingApproval{Slug: e.Slug}, &request)
	event := &heldEvent{loader: s.loader, id: request.Event.Id, path: federationPath + "/events/" + request.Event.Id.String(), numbers: make(map[string]int)}
	s.act(s.clients[by], event.path+"/announcement", nil, nil)
	return event
}

// asks are the requests of the club that are not approved: one that waits for its
// answer, and one that is refused.
func (s *championship) asks() {
	by := s.clients[s.overseer(emiliaRomagna)]
	waits := s.ask(s.of(fixture{region: emiliaRomagna, city: "Forlì", day: 22}))
	s.act(by, requested(waits)+"/question", openapi.TextGiven{Text: "Quanti tavoli avete in sala?"}, nil)
	refused := s.ask(s.of(fixture{region: emiliaRomagna, city: "Ravenna", day: 22}))
	s.act(by, requested(refused)+"/refusal", openapi.ReasonGiven{Reason: "Quel giorno si gioca già a Forlì"}, nil)
}
