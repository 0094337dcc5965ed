package demo

import (
	"net/http"
	"strconv"
	"time"

	"referto/internal/apiclient"
	"referto/openapi"
)

const (
	leagueSlug = "lzb"
	leagueName = "Лига „Заселници“ България"
	leaguePath = "/tenants/" + leagueSlug
	leagueZone = "Europe/Sofia"

	rankingSlug = "ranglista"
	sofiaSlug   = "sofia-tekusht"
)

// capOfRanking is the number of points with which a player leaves for the hall (BG 1).
const capOfRanking = 300

// bulgaria is a league with a ranking of ten years (BG): past events are imported as files, three tournaments are
// played here, the last one is in its second round. The points that some had gathered earlier are known from paper:
// one player lacks three points to the cap, and plays today; others have reached it on the way and are in the hall.
func (l *loader) bulgaria(day time.Time) {
	manager := l.clients[leagueManager]
	l.act(manager, "/tenants", openapi.NewTenant{Slug: leagueSlug, Name: leagueName, Kind: openapi.TenantKindFederation, Languages: []openapi.Language{"bg", "en", "it"}}, nil)
	l.setLogo(manager, leaguePath, emblem(pine, dice), "Зелен шестоъгълник с три точки")
	for _, p := range fieldOfLeague {
		var added openapi.Player
		l.act(manager, leaguePath+"/players", openapi.NewPlayer{Name: p.name, Club: p.club, City: p.city}, &added)
		l.players[p.name] = added.Id
	}
	var kept openapi.Ranking
	l.act(manager, leaguePath+"/rankings", openapi.NewRanking{
		Slug: rankingSlug, Title: "Ранглиста", Ruleset: rankingRules, Counted: []openapi.EventKind{openapi.EventKindRanking}, National: []openapi.EventKind{openapi.EventKindNationalFinal},
	}, &kept)
	past, err := newPast(day)
	if err != nil && l.err == nil {
		l.err = err
	}
	for _, document := range past {
		l.act(manager, leaguePath+"/imports?dryRun=false", document, nil)
	}
	rest := fieldOfLeague[retired:]
	l.leagueEvent(openapi.NewEvent{Title: "Турнир във Варна", Slug: "varna-skoro", StartsAt: weekend(day, -18, 11), Venue: openapi.Venue{Name: "Морско казино", City: "Варна"}}, rest[1:12], 0)
	l.leagueEvent(openapi.NewEvent{Title: "Турнир в Русе", Slug: "ruse-skoro", StartsAt: weekend(day, -4, 11), Venue: openapi.Venue{Name: "Клуб „Дунав“", City: "Русе"}}, rest[3:14], 0)
	path := leaguePath + "/rankings/" + kept.Id.String()
	for i, p := range fieldOfLeague[:retired] {
		l.open(path, p.name, capOfRanking+1+i)
	}
	l.open(path, rest[0].name, capOfRanking-3)
	l.showProfile(rest[0].name)
	l.leagueEvent(openapi.NewEvent{
		Title: "Турнир в София", Slug: sofiaSlug, StartsAt: day.Add(-2 * time.Hour).Truncate(time.Hour), Venue: openapi.Venue{Name: "Клуб „Шестоъгълник“", Address: "ул. „Шишман“ 14", City: "София"},
	}, rest[:12], 1)
}

// showProfile links the player of the cast with their record, agrees to show more of them than results and turns
// all of it on.
func (l *loader) showProfile(name string) {
	if l.err != nil {
		return
	}
	who := l.clients[leaguePlayer]
	var mine openapi.OwnPlayer
	if err := who.Get(l.ctx, leaguePath+"/my-player", &mine); apiclient.Status(err) == http.StatusNotFound {
		var asked openapi.PlayerRequest
		l.act(who, leaguePath+"/players/"+l.players[name].String()+"/claims", openapi.NewPlayerClaim{Words: "Това съм аз"}, &asked)
		l.act(l.clients[leagueManager], leaguePath+"/player-requests/"+asked.Id.String()+"/decision", openapi.PlayerRequestDecision{Confirmed: true, Reason: "Познаваме се"}, nil)
	}
	l.act(who, leaguePath+"/my-player/consents", openapi.NewConsent{Purpose: openapi.ConsentPurposeProfile, TextVersion: 1}, nil)
	var profile openapi.Profile
	l.get(who, leaguePath+"/my-player/profile", &profile)
	l.change(who, http.MethodPatch, leaguePath+"/my-player/profile", profile.Version, openapi.NewProfile{Blocks: []openapi.ProfileBlock{
		openapi.ProfileBlockClub, openapi.ProfileBlockCity, openapi.ProfileBlockChart, openapi.ProfileBlockRecords, openapi.ProfileBlockOpponents,
	}})
}

// leagueEvent is a tournament of two rounds that is played here; some tables of the second may
// be left, and then it is running.
func (l *loader) leagueEvent(e openapi.NewEvent, field []person, left int) {
	e.Kind, e.Ruleset, e.Formula, e.Pairing = openapi.EventKindRanking, rankingRules, "two-rounds", openapi.NewEventPairingByLot
	e.TimeZone, e.StartsAt = leagueZone, e.StartsAt.UTC()
	var event openapi.Event
	l.act(l.clients[leagueManager], leaguePath+"/events", e, &event)
	s := &heldEvent{loader: l, path: leaguePath + "/events/" + event.Id.String(), id: event.Id, numbers: make(map[string]int), crew: crew{leagueManager, leagueReferee, leagueReferee}}
	s.name(leagueManager, leagueReferee, openapi.StaffRoleFirstReferee)
	s.organize("/announcement", nil)
	s.organize("/entry-opening", nil)
	s.gather(field...)
	s.direct("/start", openapi.EventStart{})
	scores := []score{declared(0, 13, 9, 8, 6), declared(2, 10, 8, 14, 5), declared(1, 9, 13, 8, 7)}
	first := s.draw()
	s.playRound(first, scores[:len(first.Tables)]...)
	second := s.draw()
	if left > 0 {
		for i := range len(second.Tables) - left {
			s.report(second, i+1, scores[len(scores)-1-i])
		}
		return
	}
	s.playRound(second, scores[:len(second.Tables)]...)
	s.direct("/completion", nil)
}

// open records the points that a player had gathered on paper: as many as bring the total to the given points
// together with the tournaments here.
func (l *loader) open(ranking, name string, points int) {
	var career openapi.Career
	l.get(l.clients[leagueManager], ranking+"/players/"+l.players[name].String(), &career)
	for _, e := range career.Events {
		given, err := strconv.Atoi(e.Figures[0])
		if err != nil && l.err == nil {
			l.err = err
		}
		points -= given
	}
	l.act(l.clients[leagueManager], ranking+"/openings", openapi.NewOpening{
		Player: l.players[name], Reason: "От хартиената ранглиста на старата лига", Figures: onPaper(points),
	}, nil)
}

// onPaper are figures that go with so many points: games of four that were won, and ended in
// the other places, equally often, and the rest ended last.
func onPaper(points int) map[string]string {
	each := points / 12
	games := 3*each + points - 10*each
	return map[string]string{
		"points": strconv.Itoa(points), "vp": strconv.Itoa(9 * games), "share": strconv.Itoa(25*games) + ".50",
		"firsts": strconv.Itoa(each), "seconds": strconv.Itoa(each), "thirds": strconv.Itoa(each), "tournaments": strconv.Itoa((games + 1) / 2),
	}
}
