package attack_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// request is a valid request to an operation, by a permitted caller, that the world in its initial state accepts.
type request struct {
	operation string
	about     string            // distinguishes the requests to one operation; "" for the first
	by        *apitest.Client   // nil: anonymous
	path      map[string]string // values of the parameters in the path
	query     string
	body      any    // nil: none
	bytes     []byte // instead of a body, as they are
	offset    string // where they start, of a part of a file
	match     string // address, without /v1, whose ETag is the If-Match
	fresh     bool   // ends the session it is sent in: the matrix, where others follow, takes a new one
}

// In a path: names and values in turn.
func in(a *side, pairs ...any) map[string]string {
	out := map[string]string{"tenant": a.Slug}
	for i := 0; i+1 < len(pairs); i += 2 {
		switch value := pairs[i+1].(type) {
		case uuid.UUID:
			out[pairs[i].(string)] = value.String()
		case int:
			out[pairs[i].(string)] = itoa(value)
		case string:
			out[pairs[i].(string)] = value
		}
	}
	return out
}

// requests are valid requests to every operation, on one of the federations. Each
// would be accepted as the first; in this order all are.
func (w *world) requests(a *side) []request {
	out := w.accountRequests(a)
	out = append(out, w.tenantRequests(a)...)
	out = append(out, w.memberRequests(a)...)
	out = append(out, w.playerRequests(a)...)
	out = append(out, w.recordRequests(a)...)
	out = append(out, rankingRequests(a)...)
	out = append(out, w.clubRequests(a)...)
	out = append(out, seriesRequests(a)...)
	out = append(out, w.seasonRequests(a)...)
	out = append(out, w.homologationRequests(a)...)
	out = append(out, w.finalRequests(a)...)
	out = append(out, w.waitingRequests(a)...)
	out = append(out, w.refundRequests(a)...)
	out = append(out, w.prizeRequests(a)...)
	out = append(out, w.hostingRequests(a)...)
	out = append(out, w.eventRequests(a)...)
	out = append(out, w.entryRequests(a)...)
	out = append(out, w.roundRequests(a)...)
	out = append(out, w.disciplineRequests(a)...)
	out = append(out, banRequests(a)...)
	out = append(out, w.fileRequests(a)...)
	out = append(out, w.photoRequests(a)...)
	out = append(out, w.whoPlaysRequests(a)...)
	out = append(out, w.stepRequests(a)...)
	out = append(out, w.platformRequests(a)...) // with the last of them the operator has a role
	return append(out, w.endRequests()...)
}

func (w *world) accountRequests(a *side) []request {
	return []request{
		{operation: "CreateAccount", body: apitest.JSON{"email": "neu@example.org", "password": apitest.Password, "name": "Neue Person", "language": "it"}},
		{operation: "VerifyAccount", body: apitest.JSON{"token": w.proof}},
		{operation: "RequestPasswordReset", body: apitest.JSON{"email": w.resetEmail}},
		{operation: "RequestSignInLink", body: apitest.JSON{"email": w.resetEmail}},
		{operation: "SignInByLink", body: apitest.JSON{"token": w.signIn}}, // before the password: a new one ends the link
		{operation: "ResetPassword", body: apitest.JSON{"token": w.reset, "password": "noventa lucciole di maggio"}},
		{operation: "RefreshSession", body: apitest.JSON{"refreshToken": w.renewer.Refresh}},
		{operation: "GetMe", by: w.account},
		{operation: "UpdateMe", by: w.account, body: apitest.JSON{"name": "Sara Qualcosa", "language": "bg"}, match: "/me"},
		{operation: "ListMyGrants", by: a.people["referee"]},
		{operation: "ListMyInvitations", by: w.invited},
		{operation: "ListMyPlayers", by: a.people["player"], query: "limit=2"},
		{operation: "ListMyEntries", by: a.people["player"], query: "limit=2&from=2009-01-01&to=2009-12-31"},
		{operation: "ListMyEvents", by: a.people["referee"], query: "limit=2&from=2009-01-01&to=2009-12-31"},
		{operation: "AcceptInvitation", by: w.invited, path: map[string]string{"invitation": w.sides[0].invitation["open"].String()}},
	}
}

// endRequests end the sessions of their senders.
func (w *world) endRequests() []request {
	return []request{
		{operation: "SignOut", by: w.account, fresh: true},
		{operation: "ChangePassword", by: w.changer, body: apitest.JSON{"current": apitest.Password, "new": "noventa lucciole di maggio"}},
		{operation: "SignIn", body: apitest.JSON{"email": w.renewer.Email, "password": apitest.Password}},
		{operation: "SignOutEverywhere", by: w.renewer},
	}
}

func (w *world) platformRequests(a *side) []request {
	return []request{
		{operation: "GetPlatformState", by: w.operator},
		{operation: "ListPlatformTenants", by: w.operator, query: "limit=2"},
		{operation: "ListPlatformAccesses", by: w.operator},
		{operation: "ListPlatformActs", by: w.operator},
		{operation: "EndPlatformAccess", by: w.operator, path: map[string]string{"access": w.access}},
		{operation: "RetryJob", by: w.operator, path: map[string]string{"job": w.failed}},
		{operation: "AccessTenant", by: w.operator, body: apitest.JSON{"tenant": a.Slug, "reason": "Una classifica sembra sbagliata", "hours": 2, "password": apitest.Password}},
	}
}

func (w *world) tenantRequests(a *side) []request {
	manager := a.people["manager"]
	return []request{
		{operation: "ListTenants", query: "limit=2&kind=federation"},
		{operation: "CreateTenant", by: w.account, body: apitest.JSON{"slug": "nuova-federazione", "name": "Nuova federazione", "kind": "federation", "languages": []string{"it", "en"}}},
		{operation: "GetTenant", path: in(a)},
		{operation: "GetLogo", path: in(a, "digest", a.logo)},
		{operation: "SetLogo", by: manager, path: in(a), body: apitest.JSON{"content": logoFile(a.canary), "alternativeText": "Logo " + a.canary}, match: a.Path},
		{operation: "RemoveLogo", by: manager, path: in(a), match: a.Path},
		{operation: "UpdateTenant", by: manager, path: in(a), body: apitest.JSON{"name": "Federazione " + a.canary, "languages": []string{"bg", "en"}}, match: a.Path},
		{operation: "ListRegions", path: in(a)},
		{operation: "GiveContactData", by: a.people["contact"], path: in(a, "region", a.region), body: apitest.JSON{"mail": "regione@example.org", "telephone": "+39 011 555 0100", "city": "Torino"}},
		{operation: "GetMyContactData", by: a.people["contact"], path: in(a, "region", a.region)},
		{operation: "WithdrawContactData", by: a.people["contact"], path: in(a, "region", a.region)},
		{operation: "CreateRegion", by: manager, path: in(a), body: apitest.JSON{"name": "Nuova regione"}},
		{operation: "ListAffiliations", by: manager, path: in(a)},
		{operation: "ListClubs", path: in(a), query: "limit=2&name=ospite"},
		{operation: "RequestAffiliation", by: a.club.Manager, path: map[string]string{"tenant": a.newClub.Slug}, body: apitest.JSON{"federation": a.Slug}},
		{operation: "ListTenantArchives", by: manager, path: in(a)},
		{operation: "AskTenantArchive", by: manager, path: in(a), body: apitest.JSON{"password": apitest.Password}},
		{operation: "GetTenantArchive", by: manager, path: in(a, "archive", a.archive)},
		{operation: "GetTenantArchiveFile", by: manager, path: in(a, "archive", a.archive)},
		{operation: "GetTenantDeletion", by: a.heir, path: map[string]string{"tenant": a.doomed.Slug}},
		{operation: "AskTenantDeletion", by: a.club.Manager, path: map[string]string{"tenant": a.newClub.Slug}, body: apitest.JSON{"slug": a.newClub.Slug, "reason": "Il circolo chiude " + a.canary, "password": apitest.Password}},
		{operation: "ConfirmTenantDeletion", by: a.heir, path: map[string]string{"tenant": a.doomed.Slug}, body: apitest.JSON{"slug": a.doomed.Slug, "password": apitest.Password}},
		{operation: "WithdrawTenantDeletion", by: a.heir, path: map[string]string{"tenant": a.doomed.Slug}},
		{operation: "DecideAffiliation", by: manager, path: in(a, "affiliation", a.affiliation), body: apitest.JSON{"decision": "decline", "reason": "Non ancora"}},
	}
}

func (w *world) memberRequests(a *side) []request {
	manager := a.people["manager"]
	offer := func(about, role string, over apitest.Scope) request {
		return request{operation: "InviteMember", about: about, by: manager, path: in(a), body: apitest.JSON{
			"email": role + "@example.org", "role": role, "scope": over, "until": "2010-01-01T00:00:00Z",
		}}
	}
	return []request{
		{operation: "ListMembers", by: manager, path: in(a), query: "limit=3"},
		{operation: "ListInvitations", by: manager, path: in(a), query: "limit=2&state=open"},
		offer("", "referee", apitest.Stage(a.event["open"])),
		offer("a first referee of the stage", "first-referee", apitest.Stage(a.event["open"])),
		offer("an organizer of the stage", "organizer", apitest.Stage(a.event["open"])),
		offer("an organizer of the tenant", "organizer", apitest.WholeTenant()),
		offer("a contact of the region", "regional-contact", apitest.Region(a.region)),
		offer("a manager", "championship-manager", apitest.WholeTenant()),
		{operation: "WithdrawInvitation", by: manager, path: in(a, "invitation", a.invitation["stage"])},
		{operation: "RevokeGrant", by: manager, path: in(a, "grant", a.grant)},
	}
}

func (w *world) playerRequests(a *side) []request {
	manager := a.people["manager"]
	return []request{
		{operation: "ListRulesets", path: in(a)},
		{operation: "GetRuleset", path: in(a, "ruleset", "catan-nazionale-2009")},
		{operation: "CalculateTablePoints", path: in(a, "ruleset", "risiko-squadre-2000"), body: apitest.JSON{
			"variant": "base", "size": 6, "players": []any{apitest.JSON{"objective": "asia", "territories": []any{"cina", "siam"}, "frozen": true}},
		}},
		{operation: "CalculateArmyLimit", path: in(a, "ruleset", "risiko-squadre-2000"), body: apitest.JSON{"armies": 160}},
		{operation: "CalculateCardExchange", path: in(a, "ruleset", "risiko-squadre-2000"), body: apitest.JSON{"cards": 7}},
		{operation: "GetRulesetSchema"},
		{operation: "ValidateRuleset", by: manager, path: in(a), body: a.document("regolamento-di-prova", "Prova")},
		{operation: "CreateRuleset", by: manager, path: in(a), body: apitest.JSON{
			"copyOf": apitest.JSON{"ruleset": "just-play-2022", "version": 1}, "id": "nuovo-regolamento", "code": "NR26", "title": "Nuovo regolamento",
		}},
		{operation: "CreateRuleset", about: "with a document", by: manager, path: in(a), body: apitest.JSON{"document": a.document("altro-regolamento", "Nuovo")}},
		{operation: "ListRulesetVersions", path: in(a, "ruleset", a.ruleset)},
		{operation: "GetRulesetVersion", path: in(a, "ruleset", a.ruleset, "version", 1)},
		{operation: "DiffRuleset", path: in(a, "ruleset", a.ruleset, "version", 1), query: "against=just-play-2022"},
		{operation: "SearchRulesetTexts", path: in(a, "ruleset", a.ruleset), query: "q=giocatore&version=1"},
		{operation: "GetRulesetDraft", by: manager, path: in(a, "ruleset", a.ruleset)},
		{operation: "PublishRuleset", by: manager, path: in(a, "ruleset", a.ruleset), body: apitest.JSON{"draft": 2, "notes": "Note"}},
		{operation: "ReplaceRulesetDraft", by: manager, path: in(a, "ruleset", a.ruleset), body: a.document(a.ruleset, "Cambiato"), match: a.Path + "/rulesets/" + a.ruleset + "/draft"},
		{operation: "DryRunRuleset", by: manager, path: in(a, "event", a.event["finished"]), body: apitest.JSON{
			"ruleset": a.ruleset, "version": 1, "readings": apitest.JSON{"A000-1": "points_only"},
		}},
		{operation: "ArchiveRuleset", by: manager, path: in(a, "ruleset", a.ruleset)},
		{operation: "ListPlayers", by: manager, path: in(a), query: "limit=2&name=ada"},
		{operation: "ListPlayers", about: "of a club", by: manager, path: in(a), query: "limit=2&club=" + a.playerClub["elders"].String()},
		{operation: "ListPlayers", about: "all of them", by: manager, path: in(a), query: "limit=2"},
		{operation: "LookUpPlayers", by: manager, path: in(a), body: apitest.JSON{"names": []string{a.canary + " Ada", "Ugo Bassi"}}},
		{operation: "CreatePlayer", by: manager, path: in(a), body: apitest.JSON{
			"name": "Nuova Giocatrice", "club": "Circolo", "city": "Aosta", "birthYear": 1980, "email": "nuova@example.org", "sameNameAccepted": true,
		}},
		{operation: "GetPlayer", by: manager, path: in(a, "player", a.players[15])},
		{operation: "UpdatePlayer", by: manager, path: in(a, "player", a.players[15]), match: a.Path + "/players/" + a.players[15].String(), body: apitest.JSON{
			"name": "Ugo Cambiato", "club": "Altro", "city": "Torino", "birthYear": 1981, "email": "altro@example.org",
		}},
	}
}

func rankingRequests(a *side) []request {
	manager, ranking := a.people["manager"], in(a, "ranking", a.ranking)
	elders := "limit=2&category=seniores&club=" + a.playerClub["elders"].String()
	return []request{
		{operation: "ListRankings", path: in(a)},
		{operation: "CreateRanking", by: manager, path: in(a), body: a.newRanking("nuova-classifica")},
		{operation: "GetRanking", path: ranking},
		{operation: "GetRankingStandings", path: ranking, query: "limit=2&asOf=2009-02-01"},
		{operation: "GetRankingStandings", about: "of a club and a year category", path: ranking, query: elders},
		{operation: "GetRankingHall", path: ranking, query: "limit=2&asOf=2009-02-01"},
		{operation: "GetRankingHall", about: "of a club and a year category", path: ranking, query: elders},
		{operation: "GetCareer", path: in(a, "ranking", a.ranking, "player", a.players[0])},
		{operation: "GetBiography", by: manager, path: in(a, "player", a.players[0])},
		{operation: "RecordOpening", by: manager, path: ranking, body: a.opening(a.players[5], "12.5")},
		{operation: "DecideValidity", by: manager, path: in(a, "event", a.event["finished"]), body: apitest.JSON{"valid": false, "reason": "Un altro gioco"}},
	}
}

func seriesRequests(a *side) []request {
	manager, series := a.people["manager"], in(a, "series", a.series)
	return []request{
		{operation: "ListSeries", path: in(a)},
		{operation: "CreateSeries", by: manager, path: in(a), body: a.newSeries("nuova-serie")},
		{operation: "GetSeries", path: series},
		{operation: "ChangeSeries", by: manager, path: series, body: apitest.JSON{"title": "Serie cambiata " + a.canary, "bestOfClub": 1}, match: a.inSeries()},
		{operation: "AddSeriesEvents", by: manager, path: series, body: apitest.JSON{"events": []uuid.UUID{a.event["open"]}}},
		{operation: "RemoveSeriesEvent", by: manager, path: in(a, "series", a.series, "event", a.event["playing"]), body: apitest.JSON{"reason": "Non vale"}},
		{operation: "GetSeriesStandings", path: series, query: "limit=2"},
		{operation: "GetSeriesClubs", path: series, query: "limit=2"},
		{operation: "GetSeriesPlayer", path: in(a, "series", a.series, "player", a.players[0])},
		{operation: "ListSeriesPenalties", by: manager, path: series, query: "limit=1"},
		{operation: "ImposeSeriesPenalty", by: manager, path: series, body: a.newPenalty(a.players[1])},
		{operation: "RevokeSeriesPenalty", by: manager, path: in(a, "series", a.series, "penalty", a.penalty), body: apitest.JSON{"reason": "Era un altro"}},
	}
}

func (w *world) homologationRequests(a *side) []request {
	manager := a.people["manager"]
	event := func(state string) map[string]string { return in(a, "event", a.event[state]) }
	back := apitest.JSON{"reason": "Era un altro torneo"}
	return []request{
		{operation: "RecordOutcome", by: manager, path: event("due"), body: a.outcome()},
		{operation: "WithdrawOutcome", by: manager, path: event("recorded"), body: back},
		{operation: "GetReport", by: manager, path: event("checked")},
		{operation: "SendReport", by: manager, path: event("unreported"), body: apitest.JSON{"notes": "Note", "receivedAt": w.now, "late": true}},
		{operation: "GetHomologation", by: manager, path: event("checked")},
		{operation: "ListHomologations", by: manager, path: in(a, "season", a.season["running"]), query: "limit=2&state=waiting&region=" + a.region.String()},
		{operation: "PreviewHomologation", by: manager, path: event("checked"), body: apitest.JSON{"decision": "return", "reason": "Mancano le foto"}},
		{operation: "DecideHomologation", by: manager, path: event("checked"), body: apitest.JSON{
			"decision": "invalidate", "demands": []string{"too-few-players"}, "unsound": false, "reason": "Quattro giocatori",
		}},
		{operation: "ReverseHomologation", by: manager, path: event("decided"), body: back},
	}
}

func (w *world) seasonRequests(a *side) []request {
	manager := a.people["manager"]
	season := func(state string) map[string]string { return in(a, "season", a.season[state]) }
	another := apitest.JSON{"ruleset": "catan-nazionale-2009", "rulesetVersion": 1, "readings": apitest.JSON{"A002-13": "breach_only"}, "reason": "Meno severi"}
	moved := apitest.JSON{
		"title": "Campionato spostato", "game": "Catan", "playsFrom": "2009-02-02", "playsTo": "2010-01-31", "finalsBy": "2010-03-14",
		"champion": a.players[2], "contact": "Scrivere al responsabile", "reason": "Neve in tutta Italia",
	}
	return []request{
		{operation: "ListSeasons", path: in(a), query: "limit=2"},
		{operation: "CreateSeason", by: manager, path: in(a), body: apitest.JSON{
			"slug": "campionato-nuovo", "title": "Campionato nuovo", "game": "Catan", "ruleset": "catan-nazionale-2009", "rulesetVersion": 1, "readings": apitest.JSON{},
			"playsFrom": "2010-02-01", "playsTo": "2010-12-31", "finalsBy": "2011-02-14", "regions": []any{a.region}, "champion": a.players[1], "contact": "Scrivere al circolo",
		}},
		{operation: "GetSeason", path: season("running")},
		{operation: "ListSeasonContacts", path: season("running")},
		{operation: "PreviewSeasonChange", by: manager, path: season("running"), body: moved},
		{operation: "UpdateSeason", by: manager, path: season("running"), match: a.inSeason("running"), body: moved},
		{operation: "OpenSeason", by: manager, path: season("draft")},
		{operation: "ListSeasonRulesets", path: season("running")},
		{operation: "PreviewSeasonRuleset", by: manager, path: season("running"), body: another},
		{operation: "ChangeSeasonRuleset", by: manager, path: season("running"), body: another},
		{operation: "JoinSeason", by: manager, path: season("running"), body: apitest.JSON{"region": a.thirdRegion}},
		{operation: "LeaveSeason", by: manager, path: in(a, "season", a.season["running"], "region", a.otherRegion), body: apitest.JSON{"reason": "Nessun torneo"}},
		{operation: "ListSeasonAnnouncements", path: season("running"), query: "limit=2"},
		{operation: "GetCalendarDraft", by: manager, path: season("running")},
		{operation: "ListCalendarEditions", path: season("running"), query: "limit=2"},
		{operation: "ReleaseCalendar", by: manager, path: season("running"), body: apitest.JSON{"note": "Tutte le tappe", "drafts": true}},
		{operation: "GetCalendarEdition", path: in(a, "season", a.season["running"], "edition", 1)},
		{operation: "CloseSeason", by: manager, path: season("ending")},
		{operation: "ReopenSeason", by: manager, path: season("closed"), body: apitest.JSON{"reason": "Chiuso per errore"}},
	}
}

func (w *world) hostingRequests(a *side) []request {
	manager, host := a.people["manager"], a.host.Manager
	asked := func(to string) map[string]string { return in(a, "hosting", a.hosting[to]) }
	ofClub := func(to string) map[string]string {
		return map[string]string{"tenant": a.host.Slug, "hosting": a.hosting[to].String()}
	}
	return []request{
		{operation: "ListHostings", by: host, path: map[string]string{"tenant": a.host.Slug}, query: "limit=2&state=asked&season=" + a.season["running"].String()},
		{operation: "RequestHosting", by: host, path: map[string]string{"tenant": a.host.Slug}, body: a.wish("Ospite nuovo")},
		{operation: "GetHosting", by: host, path: ofClub("ask")},
		{operation: "AnswerHosting", by: host, path: ofClub("answer"), body: apitest.JSON{"text": "Dieci tavoli"}},
		{operation: "ReplaceHosting", by: host, path: ofClub("replace"), match: a.host.Path + "/hostings/" + a.hosting["replace"].String(), body: a.wish("Ospite cambiato")},
		{operation: "WithdrawHosting", by: host, path: ofClub("withdraw"), body: apitest.JSON{"reason": "Sala occupata"}},
		{operation: "ListHostingRequests", by: manager, path: in(a), query: "limit=2&state=requested&season=" + a.season["running"].String()},
		{operation: "GetHostingRequest", by: manager, path: asked("ask")},
		{operation: "AskHost", by: manager, path: asked("ask"), body: apitest.JSON{"text": "Quanti tavoli?"}},
		{operation: "RefuseHosting", by: manager, path: asked("refuse"), body: apitest.JSON{"reason": "Troppe tappe"}},
		{operation: "ApproveHosting", by: manager, path: asked("approve"), body: apitest.JSON{"slug": "tappa-ospite", "lastStep": 1}},
	}
}

func (w *world) eventRequests(a *side) []request {
	manager := a.people["manager"]
	announcement := func() apitest.JSON {
		return apitest.JSON{
			"title": "Tappa nuova", "startsAt": "2009-04-05T09:00:00Z", "timeZone": "Europe/Rome",
			"venue": apitest.JSON{"name": "Sala", "address": "Via Roma 1", "city": "Aosta"},
			"fee":   apitest.JSON{"amount": "4.50", "currency": "EUR"}, "formula": "club", "variant": "base", "pairing": "by-standings",
			"capacity": 90, "timeLimitMinutes": 90, "notes": "Note",
		}
	}
	draft := func(about, slug string, region any) request {
		body := announcement()
		body["kind"], body["slug"], body["ruleset"], body["readings"] = "stage", slug, "catan-nazionale-2009", apitest.JSON{}
		if region != nil {
			body["region"] = region
		}
		return request{operation: "CreateEvent", about: about, by: manager, path: in(a), body: body}
	}
	return []request{
		{
			operation: "ListEvents", path: in(a), query: "limit=3&state=open&kind=stage&order=earliest-first&from=2009-01-01&to=2009-12-31&title=tappa&region=" + a.region.String() +
				"&host=" + a.host.ID.String() + "&season=" + a.season["running"].String(),
		},
		draft("", "tappa-nuova", a.region),
		draft("in no region", "tappa-ovunque", nil),
		{operation: "CreateEvent", about: "of a season", by: manager, path: in(a), body: apitest.JSON{
			"kind": "stage", "slug": "tappa-di-stagione", "title": "Tappa di stagione", "startsAt": "2009-05-05T09:00:00Z", "timeZone": "Europe/Rome",
			"venue": apitest.JSON{"name": "Sala", "city": "Aosta"}, "season": a.season["running"], "circuit": "regional", "region": a.region, "newOrganizer": true,
		}},
		{operation: "GetEvent", path: in(a, "event", a.event["open"])},
		{operation: "UpdateEvent", by: manager, path: in(a, "event", a.event["open"]), body: announcement(), match: a.in("open")},
		{operation: "PreviewEventChange", by: manager, path: in(a, "event", a.event["open"]), body: announcement()},
		{operation: "ListClashes", by: manager, path: in(a, "event", a.event["open"]), query: "days=10&kilometers=90"},
		{operation: "GetDraw", path: in(a, "event", a.event["finished"])},
		{operation: "ListStaff", path: in(a, "event", a.event["open"])},
		{operation: "AddStaff", by: manager, path: in(a, "event", a.event["open"]), body: apitest.JSON{
			"name": "Nuovo Arbitro", "role": "referee", "email": "arbitro@example.org", "player": a.players[15],
		}},
		{operation: "AddStaff", about: "without an offer of the role", by: manager, path: in(a, "event", a.event["open"]), body: apitest.JSON{"name": "Nuovo Aiuto", "role": "helper"}},
		{operation: "AddStaff", about: "offering to be organizer", by: manager, path: in(a, "event", a.event["open"]), body: apitest.JSON{
			"name": "Nuova Organizzatrice", "role": "organizer", "email": "organizza@example.org",
		}},
		{operation: "RemoveStaff", by: manager, path: in(a, "event", a.event["open"], "staff", a.staff)},
		{operation: "StreamEvent", path: in(a, "event", a.event["open"])},
		{operation: "ListEventAudit", by: manager, path: in(a, "event", a.event["open"]), query: "limit=2&actor=" + a.people["helper"].ID.String()},
		{operation: "ListAudit", by: manager, path: in(a), query: "limit=2&actor=" + a.Manager.ID.String()},
		{operation: "ListLog", by: manager, path: in(a), query: "limit=2&after=3&kind=event.announced&event=" + a.event["open"].String()},
	}
}

// The entries of the event whose entries are open: 1 to 12 are checked in, 13 is the player's own, 14 has entered.
func (w *world) entryRequests(a *side) []request {
	organizer, player := a.people["organizer"], a.people["player"]
	entry := func(n int) map[string]string { return in(a, "event", a.event["open"], "entry", n) }
	return []request{
		{operation: "CheckEligibility", by: organizer, path: in(a, "event", a.event["open"]), body: apitest.JSON{"player": a.players[13]}},
		{operation: "ListEntries", by: organizer, path: in(a, "event", a.event["open"]), query: "limit=3&state=checked-in"},
		{operation: "CreateEntry", by: organizer, path: in(a, "event", a.event["open"]), body: apitest.JSON{"player": a.players[13]}},
		{operation: "EnterPlayers", by: organizer, path: in(a, "event", a.event["open"]), body: apitest.JSON{"players": []uuid.UUID{a.players[16]}}},
		{operation: "EnterPlayers", about: "new to the register", by: organizer, path: in(a, "event", a.event["open"]), body: apitest.JSON{"entrants": []apitest.JSON{
			{"person": apitest.JSON{"name": "Nuova Del Registro", "club": "Corvi", "city": "Ferrara", "birthYear": 1990, "email": "nuova@example.org", "sameNameAccepted": true}},
		}}},
		{operation: "EnterByForm", path: in(a, "event", a.event["open"]), body: apitest.JSON{
			"name": "Alice Venturelli", "email": "alice@example.org", "club": "Corvi", "city": "Ferrara", "birthYear": 1990, "language": "bg",
		}},
		{operation: "ListFormEntries", by: organizer, path: in(a, "event", a.event["open"])},
		{operation: "DiscardFormEntry", by: organizer, path: in(a, "event", a.event["open"], "form", a.form), body: apitest.JSON{"reason": "Uno scherzo"}},
		{operation: "OpenFormEntry", path: in(a), body: apitest.JSON{"token": a.formLetter}},
		{operation: "AnswerFormEntry", path: in(a), body: apitest.JSON{"token": a.formLetter, "answer": "confirm"}},
		{operation: "GetMyEntry", by: player, path: in(a, "event", a.event["open"])},
		{operation: "ListEntrants", path: in(a, "event", a.event["open"])},
		{operation: "ReserveMyName", by: player, path: in(a, "event", a.event["open"]), body: apitest.JSON{"nameReserved": true}},
		{operation: "ReserveName", by: organizer, path: entry(14), body: apitest.JSON{"nameReserved": true}},
		{operation: "ConfirmMySeat", by: player, path: in(a, "event", a.event["open"])},
		{operation: "ConfirmSeat", by: organizer, path: entry(14)},
		{operation: "SetPromotions", by: organizer, path: in(a, "event", a.event["open"]), body: apitest.JSON{"promotions": "confirmed"}},
		{operation: "WithdrawMyself", by: player, path: in(a, "event", a.event["open"])},
		{operation: "EnterMyself", by: w.account, path: in(a, "event", a.event["open"]), body: apitest.JSON{"club": "Circolo", "city": "Aosta"}},
		{operation: "GetEntry", by: organizer, path: entry(1)},
		{operation: "UpdateEntry", by: organizer, path: entry(1), body: apitest.JSON{"feePaid": true}, match: a.in("open") + "/entries/1"},
		{operation: "CheckIn", by: organizer, path: entry(14)},
		{operation: "MarkEntries", by: organizer, path: in(a, "event", a.event["open"]), body: apitest.JSON{"marks": []apitest.JSON{{"entry": 14, "here": true, "feePaid": true}}}},
		{operation: "DecideEntryCheck", by: organizer, path: entry(a.checked), body: apitest.JSON{"outcome": "confirmed", "reason": "Carta d'identità"}},
		{operation: "CancelEntry", by: organizer, path: entry(14), body: apitest.JSON{"reason": "Malattia"}},
	}
}

func (w *world) roundRequests(a *side) []request {
	firstReferee, referee := a.people["first-referee"], a.people["referee"]
	seats := func(table int) map[string]string {
		return in(a, "event", a.event["playing"], "round", 1, "table", table)
	}
	result := func(table int, more apitest.JSON) apitest.JSON {
		body := won(a.seated[table-1])
		for name, value := range more {
			body[name] = value
		}
		return body
	}
	return []request{
		{operation: "ListRounds", path: in(a, "event", a.event["finished"])},
		{operation: "PreviewRound", by: referee, path: in(a, "event", a.event["closed"])},
		{operation: "GetRound", path: in(a, "event", a.event["playing"], "round", 1)},
		{operation: "GetRoundDraw", path: in(a, "event", a.event["playing"], "round", 1)},
		{operation: "GetTable", path: seats(1)},
		{operation: "OpenTable", path: in(a, "event", a.event["playing"]), body: apitest.JSON{"code": a.tableCode}},
		{operation: "AgreeAtTable", path: in(a, "event", a.event["playing"]), body: apitest.JSON{"code": a.tableCode, "entry": a.seated[1][1], "number": 1}},
		{operation: "DeclareResult", path: in(a, "event", a.event["playing"]), body: result(2, apitest.JSON{"code": a.tableCode, "entry": a.seated[1][0]})},
		{operation: "CallReferee", path: in(a, "event", a.event["playing"]), body: apitest.JSON{"code": a.tableCode, "reason": "rules"}},
		{operation: "GetAtTables", by: referee, path: in(a, "event", a.event["playing"], "round", 1)},
		{operation: "ListTableCodes", by: referee, path: in(a, "event", a.event["playing"], "round", 1)},
		{operation: "AnswerCall", by: referee, path: in(a, "event", a.event["playing"], "round", 1, "call", a.call)},
		{operation: "SetTableResults", by: firstReferee, path: in(a, "event", a.event["playing"]), body: apitest.JSON{"tableResults": "referee"}},
		{operation: "RecordResult", by: referee, path: seats(2), body: result(2, nil)},
		{operation: "CorrectResult", by: referee, path: seats(1), body: result(1, apitest.JSON{"reason": "Contato male"}), match: a.table("playing", 1)},
		{operation: "ListResultVersions", by: referee, path: seats(1)},
		{operation: "GetResultForm", path: in(a, "event", a.event["playing"])},
		{operation: "GetClock", path: in(a, "event", a.event["playing"], "round", 1)},
		{operation: "CommandClock", by: referee, path: in(a, "event", a.event["playing"], "round", 1), body: apitest.JSON{"command": "start"}},
		{operation: "GetStandings", path: in(a, "event", a.event["finished"]), query: "round=1&standings=preliminary"},
		{operation: "CompareEntries", path: in(a, "event", a.event["finished"]), query: "a=1&b=2&round=1&standings=preliminary"},
		{operation: "DiscardRound", by: firstReferee, path: in(a, "event", a.event["drawn"], "round", 1), body: apitest.JSON{"reason": "Tavolo rotto"}},
	}
}

// banRequests are about people who may not take part.
func banRequests(a *side) []request {
	manager, banned := a.people["manager"], a.people["banned"]
	term := apitest.JSON{"outcome": "ban", "kinds": []string{"stage", "open"}, "from": "2011-04-01", "until": "2011-06-30", "reason": "Imbrogli"}
	expulsion := in(a, "event", a.event["over"], "sanction", a.sanction["reported"])
	question := func(about, of string, body apitest.JSON) request {
		return request{operation: "PreviewBan", about: about, by: manager, path: in(a), body: apitest.JSON{of: body}}
	}
	return []request{
		{operation: "ListExclusions", by: manager, path: in(a), query: "limit=2"},
		{operation: "RecordExclusion", by: manager, path: in(a), body: apitest.JSON{
			"player": a.players[14], "kind": "employee-of-publisher", "from": "2009-01-01", "until": "2009-12-31", "reason": "Assunta",
		}},
		{operation: "RevokeExclusion", by: manager, path: in(a, "exclusion", a.exclusion), body: apitest.JSON{"reason": "Errore"}},
		{operation: "ListExpulsionReports", by: manager, path: in(a), query: "limit=2&state=open"},
		question("", "ban", apitest.JSON{"player": a.players[14], "source": "Lettera", "decision": term}),
		question("of somebody expelled", "expulsion", apitest.JSON{"event": a.event["over"], "sanction": a.sanction["reported"], "decision": term}),
		question("decided anew", "revision", apitest.JSON{"ban": a.ban, "decision": term}),
		{operation: "DecideExpulsion", by: manager, path: expulsion, body: term},
		{operation: "ListLeavingReports", by: manager, path: in(a), query: "limit=2&state=open"},
		question("of somebody who left", "leaving", apitest.JSON{"event": a.event["left"], "withdrawal": a.leaving, "decision": term}),
		{operation: "DecideLeaving", by: manager, path: in(a, "event", a.event["left"], "withdrawal", a.leaving), body: term},
		{operation: "RecordBan", by: manager, path: in(a), body: apitest.JSON{"player": a.players[14], "source": "Lettera", "decision": term}},
		{operation: "ListBans", by: manager, path: in(a), query: "limit=2"},
		{operation: "GetBan", by: manager, path: in(a, "ban", a.ban)},
		{operation: "ListMyBans", by: banned, path: in(a)},
		{operation: "ListLapses", by: manager, path: in(a, "player", a.missing)},
		{operation: "ListTenantLapses", by: manager, path: in(a), query: "limit=2"},
		{operation: "ListMyLapses", by: banned, path: in(a)},
		{operation: "DecideLapse", by: manager, path: in(a, "event", a.event["left"], "entry", 5), body: apitest.JSON{"excused": true, "reason": "Malata"}},
		{operation: "AppealMyBan", by: banned, path: in(a, "ban", a.otherBan), body: apitest.JSON{"text": "Non è vero"}},
		{operation: "ReviseBan", by: manager, path: in(a, "ban", a.ban), body: apitest.JSON{"outcome": "none", "reason": "Basta così"}, match: a.Path + "/bans/" + a.ban.String()},
	}
}

func (w *world) disciplineRequests(a *side) []request {
	organizer, firstReferee, referee := a.people["organizer"], a.people["first-referee"], a.people["referee"]
	done := staying(a.seated[0])
	playing := func(pairs ...any) map[string]string {
		return in(a, append([]any{"event", a.event["playing"]}, pairs...)...)
	}
	return []request{
		{operation: "ListSanctions", by: referee, path: playing()},
		{operation: "Sanction", by: referee, path: playing(), body: apitest.JSON{
			"entry": done[0], "kind": "warning", "moment": "after-round", "reason": "Ritardo", "paragraph": "5.5a",
		}},
		{operation: "Sanction", about: "in points", by: referee, path: in(a, "event", a.event["club"]), body: apitest.JSON{
			"entry": 1, "kind": "points", "moment": "after-round", "reason": "Disturbo", "offense": "disturbance", "points": "-7", "forTeam": false,
		}},
		{operation: "ConfirmSanction", by: firstReferee, path: playing("sanction", a.sanction["expulsion"])},
		{operation: "RevokeSanction", by: firstReferee, path: playing("sanction", a.sanction["warning"]), body: apitest.JSON{"reason": "Errore"}},
		{operation: "WhatIf", by: referee, path: playing(), body: apitest.JSON{"sanction": apitest.JSON{
			"entry": done[0], "kind": "warning", "moment": "after-round", "reason": "Ritardo", "paragraph": "5.5a",
		}}},
		{operation: "WhatIf", about: "a withdrawal", by: organizer, path: playing(), body: apitest.JSON{"withdrawal": apitest.JSON{"entry": done[1], "reason": "Malattia"}}},
		{operation: "WhatIf", about: "a correction", by: referee, path: playing(), body: apitest.JSON{"correction": apitest.JSON{"round": 1, "table": 1, "result": won(a.seated[0])}}},
		{operation: "ListWithdrawals", by: organizer, path: playing()},
		{operation: "RecordWithdrawal", by: organizer, path: playing(), body: apitest.JSON{"entry": done[1], "reason": "Malattia", "unexcused": true}},
		{operation: "LeaveMyself", by: a.owners["linked"], path: playing(), body: apitest.JSON{"reason": "Il treno parte"}},
		{operation: "RevokeWithdrawal", by: organizer, path: playing("withdrawal", a.withdrawal), body: apitest.JSON{"reason": "Errore"}},
		{operation: "ListRulings", by: referee, path: playing()},
		{operation: "RecordRuling", by: referee, path: playing(), body: apitest.JSON{
			"round": 1, "table": 1, "question": "Può scambiare?", "decision": "Non può", "paragraph": "4.6",
		}},
		{operation: "AppealRuling", by: referee, path: playing("ruling", a.ruling["decided"]), body: apitest.JSON{"entry": done[2], "reason": "Non sono d'accordo"}},
		{operation: "DecideAppeal", by: firstReferee, path: playing("ruling", a.ruling["appealed"]), body: apitest.JSON{"upheld": false, "decision": "Può"}},
	}
}

func (w *world) fileRequests(a *side) []request {
	manager := a.people["manager"]
	return []request{
		{operation: "ImportEvent", by: manager, path: in(a), query: "dryRun=true", body: played(manager.T)},
		{operation: "GetImport", by: manager, path: in(a, "import", a.imported)},
		{operation: "ExportEvent", by: manager, path: in(a, "event", a.event["finished"]), query: "format=json"},
		{operation: "ApplyImport", by: manager, path: in(a, "import", a.imported), body: apitest.JSON{"slug": "di-carta", "region": a.region}},
		{operation: "SendHistory", by: manager, path: in(a), query: "subject=players&name=registro.csv", bytes: a.pastOf("Quinta")},
		{operation: "ListHistories", by: manager, path: in(a)},
		{operation: "GetHistory", by: manager, path: in(a, "history", a.history["stored"])},
		{operation: "CheckHistory", by: manager, path: in(a, "history", a.history["received"]), body: asPlayers},
		{operation: "ApplyHistory", by: manager, path: in(a, "history", a.history["clean"])},
		{operation: "UndoHistory", by: manager, path: in(a, "history", a.history["stored"]), body: apitest.JSON{"reason": "Tabella sbagliata"}},
	}
}

// stepRequests move events on, so that nothing before is possible any more.
func (w *world) stepRequests(a *side) []request {
	manager, organizer, firstReferee := a.people["manager"], a.people["organizer"], a.people["first-referee"]
	event := func(state string, pairs ...any) map[string]string {
		return in(a, append([]any{"event", a.event[state]}, pairs...)...)
	}
	return []request{
		{operation: "UndoCheckIn", by: organizer, path: event("open", "entry", 12)},
		{operation: "CloseEntries", by: manager, path: event("open")},
		{operation: "AnnounceEvent", by: manager, path: event("draft")},
		{operation: "OpenEntries", by: manager, path: event("announced")},
		{operation: "CancelEvent", by: manager, path: event("announced"), body: apitest.JSON{"reason": "Neve"}},
		{operation: "StartEvent", by: firstReferee, path: event("ready"), body: apitest.JSON{}},
		{operation: "WhatIf", about: "a seating by hand", by: firstReferee, path: event("started"), body: apitest.JSON{"seating": apitest.JSON{"tables": []apitest.JSON{
			{"table": 1, "entries": []int{1, 2, 3, 4}}, {"table": 2, "entries": []int{5, 6, 7, 8}}, {"table": 3, "entries": []int{9, 10, 11, 12}},
		}}}},
		{operation: "DrawRound", by: firstReferee, path: event("started"), body: apitest.JSON{}},
		{operation: "CloseRound", by: firstReferee, path: event("reported", "round", 1)},
		{operation: "ReopenRound", by: firstReferee, path: event("closed", "round", 1), body: apitest.JSON{"reason": "Errore"}},
		{operation: "CompleteEvent", by: firstReferee, path: event("over")},
		{operation: "ReopenEvent", by: firstReferee, path: event("finished"), body: apitest.JSON{"reason": "Errore"}},
	}
}

// first are the first requests to each operation, in order.
func first(all []request) []request {
	var out []request
	for _, r := range all {
		if r.about == "" {
			out = append(out, r)
		}
	}
	return out
}

// message is the request as its sender would send it: with their token, with the
// ETag that stands and a new Idempotency-Key where they are asked for.
func (a *arena) message(r request) message {
	a.t.Helper()
	op, ok := theContract(a.t).operations[r.operation]
	if !ok {
		a.t.Fatalf("the contract has no operation %s", r.operation)
	}
	m := message{method: op.Method, path: fill(a.t, op, r.path), query: r.query, header: http.Header{}}
	if token := a.bearer(r.by); token != "" {
		m.header.Set("Authorization", "Bearer "+token)
	}
	if r.body != nil {
		m.header.Set("Content-Type", "application/json")
		m.body = encode(a.t, r.body)
	}
	if r.bytes != nil {
		m.header.Set("Content-Type", "application/octet-stream")
		if r.offset != "" {
			m.header.Set("Upload-Offset", r.offset)
		}
		m.body = r.bytes
	}
	if r.match != "" {
		m.header.Set("If-Match", a.etag(r))
	}
	if op.Idempotency == openapi.IdempotencyRequired {
		m.header.Set("Idempotency-Key", uuid.NewString())
	}
	return m
}

func (a *arena) etag(r request) string {
	a.t.Helper()
	got := a.send(message{method: http.MethodGet, path: r.match, header: http.Header{"Authorization": {"Bearer " + a.bearer(r.by)}}})
	if got.header.Get("ETag") == "" {
		a.t.Fatalf("GET %s: %d without ETag\n%s", r.match, got.status, got.body)
	}
	return got.header.Get("ETag")
}

// fill is the address of an operation with values of its parameters.
func fill(t *testing.T, op openapi.Operation, values map[string]string) string {
	t.Helper()
	path := op.Path
	for name, value := range values {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(value))
	}
	if strings.Contains(path, "{") {
		t.Fatalf("%s lacks a value of its path: %s", op.ID, path)
	}
	return path
}

func encode(t *testing.T, body any) []byte {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
