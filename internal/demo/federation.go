package demo

import (
	"time"

	"referto/openapi"
)

const (
	federationSlug = "fic"
	federationName = "Federazione Italiana Coloni"
	federationPath = "/tenants/" + federationSlug

	clubSlug = "tana-dei-corvi"
	clubName = "La Tana dei Corvi"
	clubPath = "/tenants/" + clubSlug
)

// The regions that occur in the story; others make the list real.
const (
	aostaValley   = "Valle d'Aosta"
	emiliaRomagna = "Emilia-Romagna"
	piedmont      = "Piemonte"
)

var regions = []string{aostaValley, piedmont, "Lombardia", "Veneto", emiliaRomagna, "Toscana", "Lazio"}

// timeZone is the time zone of all venues.
const timeZone = "Europe/Rome"

// foundFederation founds the federation with its regions and gives offices.
func (l *loader) foundFederation() {
	manager := l.clients[manager]
	l.act(manager, "/tenants", openapi.NewTenant{
		Slug: federationSlug, Name: federationName, Kind: openapi.TenantKindFederation, Languages: []openapi.Language{"it", "en", "bg"},
	}, nil)
	l.setLogo(manager, federationPath, emblem(brick, settlement), "Una casa bianca su un esagono rosso")
	for _, name := range regions {
		var region openapi.Region
		l.act(manager, federationPath+"/regions", openapi.NewRegion{Name: name}, &region)
		l.regions[name] = region.Id
	}
	l.act(manager, federationPath+"/invitations", openapi.NewInvitation{
		Email: contact.mail, Role: openapi.RoleRegionalContact,
		Scope: openapi.GrantScope{Kind: openapi.GrantScopeKindRegion, Id: l.regions[emiliaRomagna]},
	}, nil)
	l.acceptAll(contact)
}

// foundClub founds a club and affiliates it with the federation.
func (l *loader) foundClub() {
	club := l.clients[club]
	l.act(club, "/tenants", openapi.NewTenant{
		Slug: clubSlug, Name: clubName, Kind: openapi.TenantKindClub, Languages: []openapi.Language{"it", "bg"},
	}, nil)
	var request openapi.Affiliation
	l.act(club, clubPath+"/affiliations", openapi.NewAffiliation{Federation: federationSlug}, &request)
	l.act(l.clients[manager], federationPath+"/affiliations/"+request.Id.String()+"/decision",
		openapi.AffiliationDecision{Decision: openapi.AffiliationDecisionDecisionAccept}, nil)
}

// acceptAll accepts every role that a person is offered.
func (l *loader) acceptAll(p part) {
	who := l.clients[p]
	var offered openapi.MyInvitations
	l.get(who, "/me/invitations", &offered)
	for _, invitation := range offered.Items {
		l.act(who, "/me/invitations/"+invitation.Id.String()+"/acceptance", nil, nil)
	}
}

// founded is the federation's first moment, in its time zone.
func (l *loader) founded(now time.Time) time.Time {
	var tenant openapi.Tenant
	if l.get(l.clients[manager], federationPath, &tenant); l.err != nil {
		return now
	}
	zone, err := time.LoadLocation(timeZone)
	if err != nil {
		l.err = err
		return now
	}
	return tenant.CreatedAt.In(zone)
}

// register puts people into the federation's register.
func (l *loader) register(people ...person) {
	for _, p := range people {
		var player openapi.Player
		l.act(l.clients[manager], federationPath+"/players", openapi.NewPlayer{Name: p.name, Club: p.club, City: p.city}, &player)
		l.players[p.name] = player.Id
	}
}
