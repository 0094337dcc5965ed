package leagueapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// CN09 5.5: the first referee reports expelled players with the reasons to the
// manager. The reports follow from the penalties as they stand.
func TestExpulsionReports(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(16)
	second := s.secondReferee()
	proposed := second.Post(s.path+"/sanctions", apitest.JSON{"entry": 1, "kind": "expulsion", "moment": "after-round", "reason": "minaccia gli altri", "offense": "intimidation"}).Want(201).ID("id")
	s.referee.Post(s.path+"/sanctions", sanction(2, "warning", "after-round")).Want(201)
	if reports := s.reports(""); len(reports) != 0 {
		t.Errorf("CN09 5.5b: reported before it is confirmed: %+v", reports)
	}
	s.referee.Post(s.path+"/sanctions/"+proposed.String()+"/confirmation", nil).Want(200)
	second.Post(s.path+"/sanctions", sanction(2, "warning", "after-round")).Want(201)
	s.expel(3)
	reports := s.reports("open")
	var got []string
	for _, r := range reports {
		got = append(got, fmt.Sprintf("%d %s %s %s %s by %s, confirmed by %q", r.Entry, r.Offense, r.OffenseRule.Paragraph, r.Reason, r.Explanation.Rule.Paragraph, r.Referee, r.ConfirmedBy))
	}
	want := []string{
		`1 intimidation 5.5 minaccia gli altri 5.5 by Sara Arbitro, confirmed by "Fabio Primo Arbitro"`,
		`2  5.2 rallenta il gioco 5.5 by Sara Arbitro, confirmed by ""`,
		`3 cheating 5.5 ha imbrogliato 5.5 by Fabio Primo Arbitro, confirmed by "Fabio Primo Arbitro"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("CN09 5.5 (-want +got):\n%s", diff)
	}
	if r := reports[0]; r.Event.Id.UUID != s.id || r.LocalDate != "2009-02-08" || r.State != "open" || r.Player.Name == "" {
		t.Errorf("CN09 5.5: %+v", r)
	}
	// A revoked expulsion is reported no more.
	s.referee.Post(s.path+"/sanctions/"+proposed.String()+"/revocation", apitest.JSON{"reason": "era un altro"}).Want(200)
	if left := s.reports(""); len(left) != 2 || left[0].Entry != 2 {
		t.Errorf("CN09 5.5: after the revocation %+v", left)
	}
	for _, who := range []*apitest.Client{s.organizer, s.referee} {
		who.Get(s.address("expulsion-reports")).Want(403)
	}
	// Regulations that report nothing: FG14 has no report.
	fiera := s.another(apitest.JSON{"ruleset": "firenzegioca-2014", "kind": "club"})
	fiera.referee = fiera.appoint("Arbitro della fiera", "first-referee")
	fiera.enter(12)
	fiera.checkIn(upTo(12)...)
	fiera.begin(upTo(12)...).Want(200)
	fiera.referee.Post(fiera.path+"/sanctions", apitest.JSON{"entry": 1, "kind": "expulsion", "moment": "after-round", "reason": "ha imbrogliato"}).Want(201)
	if left := s.reports(""); len(left) != 2 {
		t.Errorf("FG14 reports nobody: %+v", left)
	}
	// A page at a time.
	var page openapi.ExpulsionReportPage
	s.federation.Manager.Get(s.address("expulsion-reports?limit=1")).Want(200).Into(&page)
	first := page.Items[0].Entry
	s.federation.Manager.Get(s.address("expulsion-reports?limit=1&cursor=" + page.NextCursor)).Want(200).Into(&page)
	if first != 2 || page.Items[0].Entry != 3 {
		t.Errorf("pages of one: %d, then %+v", first, page.Items)
	}
}

// CN09 5.5: the manager may ban a reported player, or not; a decision is made once and revised by another.
func TestDecisions(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(16)
	manager := s.federation.Manager
	decide := func(sanction string) string { return s.path + "/sanctions/" + sanction + "/decision" }
	three, four := s.expel(3).ID("id").String(), s.expel(4).ID("id").String()
	warning := s.referee.Post(s.path+"/sanctions", sanction(5, "warning", "after-round")).Want(201).ID("id").String()
	manager.Post(decide(warning), noBan()).Refused(404, "not-found") // a warning is no expulsion

	none := manager.Post(decide(three), noBan()).Want(201)
	if none.Text("decisions.0.outcome") != "none" || none.ID("event.id") != s.id || none.ID("sanction").String() != three {
		t.Errorf("CN09 5.5: %s", none.Body)
	}
	if open, decided := s.reports("open"), s.reports("decided"); len(open) != 1 || open[0].Entry != 4 || len(decided) != 1 || decided[0].Ban.UUID != none.ID("id") {
		t.Errorf("CN09 5.5: open %+v, decided %+v", open, decided)
	}
	manager.Post(decide(three), noBan()).Refused(409, "expulsion-decided")
	banned := manager.Post(decide(four), ban("2009-03-01", "2009-06-30")).Want(201)

	// Another event in the term shows who is banned and who is not.
	in := s.another(apitest.JSON{"startsAt": "2009-03-01T09:00:00Z"})
	in.enterPlayer(s.playerOf(3)).Want(201)
	refusedFor(t, "the banned", in.enterPlayer(s.playerOf(4)), "banned")

	// Revised: other kinds of events, then lifted, each with its reason; stale and
	// repeated decisions are refused.
	path := s.address("bans/" + banned.ID("id").String())
	revise := path + "/decisions"
	manager.Post(revise, noBan()).Refused(428, "if-match-missing")
	onlyOpen := ban("2009-03-01", "")
	onlyOpen["kinds"] = []string{"open", "online"}
	tag := manager.Get(path).Want(200).ETag()
	revised := manager.Post(revise, onlyOpen, apitest.Match(tag)).Want(201)
	manager.Post(revise, noBan(), apitest.Match(tag)).Refused(412, "stale")
	in.enterPlayer(s.playerOf(4)).Want(201)
	lifted := manager.Post(revise, noBan(), apitest.Match(revised.ETag())).Want(201)
	manager.Post(revise, noBan(), apitest.Match(lifted.ETag())).Refused(409, "no-ban-stands")
	if got := manager.Get(path).Want(200); got.Len("decisions") != 3 || got.Text("decisions.0.until") != "2009-06-30" || got.Text("decisions.2.reason") != "la squalifica dal torneo basta" {
		t.Errorf("CN09 5.5: every decision stays on record: %s", got.Body)
	}
	var page openapi.BanPage
	manager.Get(s.address("bans?player=" + s.playerOf(4).String())).Want(200).Into(&page)
	if len(page.Items) != 1 || page.Items[0].Id.UUID != banned.ID("id") {
		t.Errorf("cases of one player: %+v", page.Items)
	}
	manager.Get(s.address("bans?limit=1")).Want(200).Into(&page)
	if last := manager.Get(s.address("bans?limit=1&cursor=" + page.NextCursor)).Want(200); last.Len("items") != 1 || last.ID("items.0.id") != none.ID("id") || last.Value("nextCursor") != nil {
		t.Errorf("pages of one: %s", last.Body)
	}
}

func TestBanFaults(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	player := s.playerOf(1)
	faults := func(decision apitest.JSON, pointer, reason string) {
		t.Helper()
		if a := s.ban(player, decision).Refused(422, "invalid"); a.Text("errors.0.pointer") != pointer || a.Text("errors.0.reason") != reason {
			t.Errorf("want %s at %s, got %s", reason, pointer, a.Body)
		}
	}
	faults(ban("2009-03-02", "2009-03-01"), "/decision/until", "ends-before-it-begins")
	faults(ban("2009-02-30", ""), "/decision/from", "no-such-day")
	s.organizer.Post(s.address("bans"), apitest.JSON{"player": player, "source": "di persona", "decision": ban("2009-03-01", "")}).Want(403)
	s.referee.Get(s.address("bans")).Want(403)
	s.ban(player, ban("2009-03-01", "2009-03-01")).Want(201) // a ban of one day
}

// Separation of duties: the person who expelled or confirmed does not decide, and nobody decides their own
// case.
func TestNobodyDecidesTheirOwnCase(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	manager := s.federation.Manager
	own := manager.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	s.enter(15)
	s.checkIn(upTo(16)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	second := s.secondReferee()
	proposed := second.Post(s.path+"/sanctions", apitest.JSON{"entry": 2, "kind": "expulsion", "moment": "after-round", "reason": "ha imbrogliato"}).Want(201).ID("id").String()
	s.referee.Post(s.path+"/sanctions/"+proposed+"/confirmation", nil).Want(200)
	mine := s.expel(own.Int("number")).ID("id").String()
	for _, referee := range []*apitest.Client{s.referee, second} {
		s.federation.Appoint(referee, "championship-manager", apitest.WholeTenant())
		referee.Post(s.path+"/sanctions/"+proposed+"/decision", ban("2009-03-01", "")).Refused(403, "own-expulsion")
	}
	manager.Post(s.path+"/sanctions/"+mine+"/decision", noBan()).Refused(403, "own-case")
	manager.Post(s.address("bans"), apitest.JSON{"player": own.ID("player.id"), "source": "di persona", "decision": ban("2009-03-01", "")}).Refused(403, "own-case")
	question := apitest.JSON{"expulsion": apitest.JSON{"event": s.id, "sanction": mine, "decision": noBan()}}
	manager.Post(s.address("ban-previews"), question).Refused(403, "own-case")

	third := s.server.SignUp("Terza responsabile")
	s.federation.Appoint(third, "championship-manager", apitest.WholeTenant())
	decided := third.Post(s.path+"/sanctions/"+mine+"/decision", ban("2009-03-01", "")).Want(201)
	path := s.address("bans/" + decided.ID("id").String() + "/decisions")
	manager.Post(path, noBan(), apitest.Match(decided.ETag())).Refused(403, "own-case") // nobody lifts their own ban
	s.referee.Post(path, noBan(), apitest.Match(decided.ETag())).Refused(403, "own-expulsion")
	if stands := third.Get(s.address("bans/" + decided.ID("id").String())).Want(200); stands.Len("decisions") != 1 {
		t.Errorf("refused decisions were made: %s", stands.Body)
	}
}

// CN09 5.5: the effect on open entries is listed before and applied after, by one
// function.
func TestEffectOnOpenEntries(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	carla, player := s.selfPlayer("Carla Bandita")
	full := s.another(apitest.JSON{"startsAt": "2009-03-08T09:00:00Z", "capacity": 12, "title": "Tappa di Biella"})
	full.enterPlayer(player).Want(201)
	full.enter(12) // the last of them waits
	waits := s.another(apitest.JSON{"startsAt": "2009-03-15T09:00:00Z", "capacity": 12, "title": "Tappa di Como"})
	waits.enter(12)
	waits.enterPlayer(player).Want(201)
	before := s.another(apitest.JSON{"startsAt": "2009-02-28T09:00:00Z"})
	before.enterPlayer(player).Want(201)

	question := apitest.JSON{"ban": apitest.JSON{"player": player, "source": "lettera", "decision": ban("2009-03-01", "")}}
	var preview openapi.BanPreview
	s.federation.Manager.Post(s.address("ban-previews"), question).Want(200).Into(&preview)
	var got []string
	for _, e := range preview.Entries {
		line := fmt.Sprintf("%s %d %s %s", e.Event.Title, e.Entry, e.Explanation.Rule.Paragraph, e.Explanation.Reason)
		for _, p := range e.Promoted {
			line += fmt.Sprintf(", %d moves up", p.Number)
		}
		got = append(got, line)
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"Tappa di Biella 1 1.5 banned, 13 moves up", "Tappa di Como 13 1.5 banned"}, got); diff != "" {
		t.Errorf("CN09 5.5 (-want +got):\n%s", diff)
	}
	states := func() string {
		return strings.Join([]string{
			full.organizer.Get(full.entry(1)).Want(200).Text("state"), full.organizer.Get(full.entry(13)).Want(200).Text("state"),
			waits.organizer.Get(waits.entry(13)).Want(200).Text("state"), before.organizer.Get(before.entry(1)).Want(200).Text("state"),
		}, " ")
	}
	if got := states(); got != "entered waiting waiting entered" {
		t.Errorf("the preview has changed something: %s", got)
	}
	if bans := s.federation.Manager.Get(s.address("bans")).Want(200); bans.Len("items") != 0 {
		t.Errorf("the preview has stored a ban: %s", bans.Body)
	}
	revision := full.organizer.Get(full.path).Want(200).Int("revision")

	done := s.ban(player, ban("2009-03-01", "")).Want(201)
	var act openapi.Ban
	done.Into(&act)
	if diff := cmp.Diff(preview.Entries, act.Entries); diff != "" {
		t.Errorf("the act is not what was previewed (-preview +act):\n%s", diff)
	}
	if got := states(); got != "cancelled entered cancelled entered" {
		t.Errorf("CN09 5.5: %s", got)
	}
	if shown := full.organizer.Get(full.entry(1)).Want(200); shown.Text("barred.0.reason") != "banned" || shown.Text("barred.0.rule.paragraph") != "1.5" {
		t.Errorf("CN09 5.5: the entry says why: %s", shown.Body)
	}
	if now := full.organizer.Get(full.path).Want(200).Int("revision"); now <= revision {
		t.Errorf("the event is still at revision %d", now)
	}
	letter := s.server.Mailbox.Wait(carla.Email, "ban-decided")
	for _, text := range []string{"Tappa di Biella", "Tappa di Como", "1 March 2009"} {
		if !strings.Contains(letter.Text, text) {
			t.Errorf("the letter does not say %q:\n%s", text, letter.Text)
		}
	}
	// Lifted: cancelled entries stay cancelled, and the person may enter again.
	path := s.address("bans/" + done.ID("id").String() + "/decisions")
	s.federation.Manager.Post(path, noBan(), apitest.Match(done.ETag())).Want(201)
	if letter := s.server.Mailbox.Wait(carla.Email, "ban-decided"); !strings.Contains(letter.Subject, "no longer banned") {
		t.Errorf("told of the end: %s", letter.Subject)
	}
	if got := states(); got != "cancelled entered cancelled entered" {
		t.Errorf("after the ban was lifted: %s", got)
	}
	waits.enterPlayer(player).Want(201)
}

// The person reads the reason and may appeal against the decision, once; nobody else can read either.
func TestMyBans(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	carla, player := s.selfPlayer("Carla Bandita")
	stranger, _ := s.selfPlayer("Un Altro")
	done := s.ban(player, ban("2009-03-01", "2009-12-31")).Want(201)
	mine := carla.Get(s.address("my-bans")).Want(200)
	if mine.Len("items") != 1 || mine.Text("items.0.reason") != "carte segnate in finale" || mine.Text("items.0.until") != "2009-12-31" {
		t.Errorf("my bans: %s", mine.Body)
	}
	if others := stranger.Get(s.address("my-bans")).Want(200); others.Len("items") != 0 {
		t.Errorf("another's bans: %s", others.Body)
	}
	s.server.Anonymous().Get(s.address("my-bans")).Want(401)
	appeal := s.address("my-bans/" + done.ID("id").String() + "/appeal")
	stranger.Post(appeal, apitest.JSON{"text": "Non è giusto"}).Refused(404, "not-found")
	s.federation.Manager.Post(appeal, apitest.JSON{"text": "Non è giusto"}).Refused(404, "not-found")
	if said := carla.Post(appeal, apitest.JSON{"text": "Non erano le mie carte"}).Want(201); said.Text("appeal") != "Non erano le mie carte" {
		t.Errorf("appeal: %s", said.Body)
	}
	carla.Post(appeal, apitest.JSON{"text": "Davvero"}).Refused(409, "ban-appealed")
	path := s.address("bans/" + done.ID("id").String())
	read := s.federation.Manager.Get(path).Want(200)
	if read.Text("decisions.0.appeal") != "Non erano le mie carte" || read.Text("decisions.0.appealedAt") == "" {
		t.Errorf("the manager reads the appeal: %s", read.Body)
	}
	s.federation.Manager.Post(path+"/decisions", noBan(), apitest.Match(done.ETag())).Refused(412, "stale") // decided without having read it
	s.federation.Manager.Post(path+"/decisions", noBan(), apitest.Match(read.ETag())).Want(201)
	carla.Post(appeal, apitest.JSON{"text": "Grazie"}).Refused(409, "no-ban-stands")
	if mine := carla.Get(s.address("my-bans")).Want(200); mine.Text("items.0.outcome") != "none" {
		t.Errorf("my bans: %s", mine.Body)
	}
}

// A stranger who asks about a player learns nothing of a ban: the answer is the same for the banned, for others
// and for a player who does not exist. The person themself and the manager read of it; people who may enter the
// player learn that they may not take part.
func TestEligibilityRevealsNothingToStrangers(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	carla, player := s.selfPlayer("Carla Bandita")
	stranger, other := s.selfPlayer("Un Altro")
	s.ban(player, ban("2009-02-01", "")).Want(201)
	ask := func(who *apitest.Client, player any) string {
		t.Helper()
		return string(who.Post(s.path+"/eligibility", apitest.JSON{"player": player}).Want(200).Body)
	}
	nobody := "018f0000-0000-7000-8000-000000000000"
	anonymous := ask(s.server.Anonymous(), nobody)
	if !strings.Contains(anonymous, `"to-be-checked"`) {
		t.Errorf("an anonymous caller: %s", anonymous)
	}
	for _, got := range []string{
		ask(s.server.Anonymous(), player), ask(s.server.Anonymous(), other), ask(stranger, player), ask(stranger, nobody), ask(carla, other),
	} {
		if got != anonymous {
			t.Errorf("%s differs from %s", got, anonymous)
		}
	}
	if own := ask(stranger, other); !strings.Contains(own, `"verdict":"eligible"`) {
		t.Errorf("his own player: %s", own)
	}
	for _, tt := range []struct{ who, got, reason string }{
		{"herself", ask(carla, player), "banned"},
		{"the manager", ask(s.federation.Manager, player), "banned"},
		{"the organizer", ask(s.organizer, player), "may-not-take-part"},
		{"the referee", ask(s.referee, player), "may-not-take-part"},
	} {
		if !strings.Contains(tt.got, `"not-eligible"`) || !strings.Contains(tt.got, `"reason":"`+tt.reason+`"`) || strings.Contains(tt.got, "carte segnate") {
			t.Errorf("%s: %s", tt.who, tt.got)
		}
	}
	s.organizer.Post(s.path+"/entry-closing", nil).Want(200)
	if got := ask(s.server.Anonymous(), player); !strings.Contains(got, `"entries-not-open"`) || strings.Contains(got, "banned") {
		t.Errorf("what everybody may know: %s", got)
	}
}

// The reason of a ban is for the manager and the person: it is in no other answer, in
// no log, no audit and no mail.
func TestReasonOfABanIsPrivate(t *testing.T) {
	t.Parallel()
	const canary = "KANARIENVOGEL"
	s := newStage(t, nil)
	s.open()
	carla, player := s.selfPlayer("Carla Bandita")
	s.enterPlayer(player).Want(201)
	number := s.enterPlayer(s.player(1)).Want(201).Int("number")
	decision := ban("2009-02-01", "")
	decision["reason"] = canary + " motivo"
	body := apitest.JSON{"player": player, "source": canary + " fonte", "decision": decision}
	done := s.federation.Manager.Post(s.address("bans"), body).Want(201)
	carla.Post(s.address("my-bans/"+done.ID("id").String()+"/appeal"), apitest.JSON{"text": canary + " ricorso"}).Want(201)
	s.federation.Manager.Post(s.address("exclusions"), apitest.JSON{"player": player, "kind": "employee-of-publisher", "from": "2009-01-01", "reason": canary + " lavoro"}).Want(201)
	s.server.Mailbox.Wait(carla.Email, "ban-decided")

	house := s.federation.Member("Olga di casa", "organizer", apitest.WholeTenant())
	contact := s.federation.Member("Referente", "regional-contact", apitest.Region(s.federation.Region("Valle d’Aosta")))
	addresses := []string{
		s.path, s.path + "/entries", s.path + "/entries?state=cancelled", s.entry(number), s.path + "/audit", s.path + "/sanctions", s.path + "/staff",
		s.address("events"), s.address("players"), s.address("players/" + player.String()), s.address("audit"), s.address("log"),
		s.address("bans"), s.address("bans/" + done.ID("id").String()), s.address("exclusions"), s.address("expulsion-reports"), s.address("my-bans"),
	}
	for _, who := range []*apitest.Client{s.organizer, s.referee, s.secondReferee(), s.appoint("Aiuto", "helper"), house, contact, s.server.SignUp("Curioso"), s.server.Anonymous()} {
		answers := []*apitest.Answer{who.Post(s.path+"/eligibility", apitest.JSON{"player": player}), who.Post(s.path+"/entries", apitest.JSON{"player": player})}
		for _, address := range addresses {
			answers = append(answers, who.Get(address))
		}
		for _, a := range answers {
			if strings.Contains(string(a.Body), canary) {
				t.Errorf("%s reads the reason: %s %s", who.Name, a.Request, a.Body)
			}
		}
	}
	// Log and audit reveal nothing either: other staff read no such record, and the office none that names the
	// person concerned.
	records := func(of *apitest.Client) (about []string) {
		var audit openapi.AuditPage
		var log openapi.LogPage
		of.Get(s.address("audit?limit=100")).Want(200).Into(&audit)
		of.Get(s.address("log?limit=100")).Want(200).Into(&log)
		for _, r := range audit.Items {
			if strings.HasPrefix(r.Subject, "ban ") || strings.HasPrefix(r.Subject, "exclusion ") {
				about = append(about, fmt.Sprint("audit ", r.Subject, r.Reason, r.Before, r.After))
			}
		}
		for _, r := range log.Items {
			if strings.HasPrefix(r.Kind, "ban.") || strings.HasPrefix(r.Kind, "exclusion.") {
				about = append(about, fmt.Sprint("log ", r.Kind, r.Data))
			}
		}
		return about
	}
	if others := records(house); len(others) > 0 {
		t.Errorf("other staff read %q", others)
	}
	about := records(s.federation.Manager)
	if len(about) != 6 { // decided, appealed, excluded, in each
		t.Errorf("log and audit have %d records: %q", len(about), about)
	}
	for _, record := range about {
		if strings.Contains(record, player.String()) {
			t.Errorf("%s tells who may not take part", record)
		}
	}
	for _, mail := range s.server.Mailbox.All() {
		if strings.Contains(mail.Text+mail.Subject, canary) {
			t.Errorf("a mail to %s tells the reason", mail.To.Mail)
		}
	}
	// The control: readers with the permission do.
	for _, a := range []*apitest.Answer{s.federation.Manager.Get(s.address("bans")), carla.Get(s.address("my-bans")), s.federation.Manager.Get(s.address("exclusions"))} {
		if !strings.Contains(a.Want(200).Text("items.0.reason")+a.Text("items.0.decisions.0.reason"), canary) {
			t.Errorf("%s does not tell the reason: %s", a.Request, a.Body)
		}
	}
}

// A ban holds in the federation that decided it and nowhere else.
func TestBanOfAnotherTenant(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	carla, player := s.selfPlayer("Carla Bandita")
	other := newStageOn(t, s.server, nil)
	other.open()
	there := carla.Post(other.path+"/my-entry", apitest.JSON{}).Want(201).ID("player.id")
	done := s.ban(player, ban("2009-02-01", "")).Want(201)
	refusedFor(t, "here", carla.Post(s.path+"/my-entry", apitest.JSON{}), "banned")
	if e := carla.Get(other.path + "/my-entry").Want(200); e.Text("state") != "entered" {
		t.Errorf("cancelled by another federation's ban: %s", e.Body)
	}
	if mine := carla.Get(other.address("my-bans")).Want(200); mine.Len("items") != 0 {
		t.Errorf("another federation's ban is listed: %s", mine.Body)
	}
	other.federation.Manager.Get(other.address("bans/"+done.ID("id").String())).Refused(404, "not-found")
	other.ban(player, ban("2009-02-01", "")).Refused(422, "invalid") // no player of theirs
	if banned := other.ban(there, ban("2009-02-01", "")).Want(201); banned.Len("entries") != 1 {
		t.Errorf("their own ban cancels the entry there: %s", banned.Body)
	}
}

// A ban and an entry of the same person at the same moment: either they are refused, or
// their entry is cancelled by the ban, every time.
func TestRaceOfBanAndEntry(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 500})
	s.open()
	for i := range *trials / 3 {
		player := s.player(i)
		answers := race(
			func() *apitest.Answer { return s.ban(player, ban("2009-02-01", "")) },
			func() *apitest.Answer { return s.enterPlayer(player) },
		)
		answers[0].Want(201)
		switch entered := answers[1]; entered.Status {
		case 201:
			if e := s.organizer.Get(s.entry(entered.Int("number"))).Want(200); e.Text("state") != "cancelled" || answers[0].Len("entries") != 1 {
				t.Fatalf("CN09 1.5: banned and entered: %s, %s", e.Body, answers[0].Body)
			}
		default:
			refusedFor(t, "the race", entered, "may-not-take-part")
		}
	}
}

// A ban and the check-in, then the start of the event at the same moment: no banned player plays unless the
// event had begun.
func TestRaceOfBanAndStart(t *testing.T) {
	t.Parallel()
	for range max(*trials/20, 3) {
		s := newStage(t, nil)
		s.open()
		s.enter(14)
		s.checkIn(upTo(13)...)
		third, last := s.playerOf(3), s.playerOf(14)
		answers := race(
			func() *apitest.Answer { return s.ban(last, ban("2009-02-01", "")) },
			func() *apitest.Answer { return s.organizer.Post(s.entry(14)+"/check-in", nil) },
			func() *apitest.Answer { return s.ban(third, ban("2009-02-01", "")) },
			func() *apitest.Answer { return s.referee.Post(s.path+"/start", apitest.JSON{}) },
		)
		answers[0].Want(201)
		answers[2].Want(201)
		answers[3].Want(200)
		for i, n := range map[int]int{0: 14, 2: 3} {
			state := s.organizer.Get(s.entry(n)).Want(200).Text("state")
			if cancelled := answers[i].Len("entries") == 1; cancelled && state != "cancelled" {
				t.Errorf("entry %d is %s after %s", n, state, answers[i].Body)
			}
		}
	}
}

// Two managers decide about one expulsion at the same moment: one of them does.
func TestRaceOfTwoDecisions(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(16)
	other := s.server.SignUp("Altro responsabile")
	s.federation.Appoint(other, "championship-manager", apitest.WholeTenant())
	var tags []string
	for entry := 1; entry <= 4; entry++ {
		path := s.path + "/sanctions/" + s.expel(entry).ID("id").String() + "/decision"
		decide := func(by *apitest.Client) func() *apitest.Answer {
			return func() *apitest.Answer { return by.Post(path, ban("2009-03-01", "")) }
		}
		answers := race(decide(s.federation.Manager), decide(other))
		if got := statuses(answers); !slices.Equal(got, []int{201, 409}) {
			t.Fatalf("two decisions about entry %d: %v", entry, got)
		}
		for _, a := range answers {
			if a.Status == 201 {
				tags = append(tags, a.ETag())
				revise := func(by *apitest.Client) func() *apitest.Answer {
					return func() *apitest.Answer {
						return by.Post(s.address("bans/"+a.ID("id").String()+"/decisions"), noBan(), apitest.Match(a.ETag()))
					}
				}
				if got := statuses(race(revise(s.federation.Manager), revise(other))); !slices.Equal(got, []int{201, 412}) {
					t.Fatalf("two revisions about entry %d: %v", entry, got)
				}
			}
		}
	}
	if len(tags) != 4 {
		t.Errorf("%d cases", len(tags))
	}
}

// CN09 5.5: a ban may be about one season; events of another take no notice, in the
// preview as in the act.
func TestBanFromOneSeason(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	next := c.manager.Post(c.federation.Path+"/seasons", apitest.JSON{
		"slug": "campionato-2010", "title": "IX Campionato", "ruleset": "catan-nazionale-2009", "regions": []uuid.UUID{c.aosta},
	}).Want(201).ID("id")
	c.manager.Post(c.federation.Path+"/seasons/"+next.String()+"/opening", nil).Want(200)
	player := c.manager.Post(c.federation.Path+"/players", apitest.JSON{"name": "Ugo Squalificato"}).Want(201).ID("id")
	enters := func(changes apitest.JSON) *apitest.Answer {
		in := c.in(c.draft(changes).Want(201).ID("id"))
		c.manager.Post(in+"/announcement", nil).Want(200)
		c.manager.Post(in+"/entry-opening", nil).Want(200)
		return c.manager.Post(in+"/entries", apitest.JSON{"player": player})
	}
	enters(apitest.JSON{"title": "Tappa di questa stagione"}).Want(201)
	enters(apitest.JSON{"title": "Tappa della prossima", "season": next}).Want(201)
	enters(apitest.JSON{"title": "Torneo fuori stagione", "season": nil, "region": nil, "kind": "club", "ruleset": "catan-nazionale-2009"}).Want(201)

	decision := ban("2009-03-01", "")
	decision["season"] = c.id
	body := apitest.JSON{"player": player, "source": "lettera", "decision": decision}
	titles := func(a *apitest.Answer) (out []string) {
		for i := range a.Len("entries") {
			out = append(out, a.Text(fmt.Sprintf("entries.%d.event.title", i)))
		}
		return out
	}
	preview := c.manager.Post(c.federation.Path+"/ban-previews", apitest.JSON{"ban": body}).Want(200)
	done := c.manager.Post(c.federation.Path+"/bans", body).Want(201)
	for what, a := range map[string]*apitest.Answer{"preview": preview, "act": done} {
		if got := titles(a); !slices.Equal(got, []string{"Tappa di questa stagione"}) {
			t.Errorf("CN09 5.5 %s: cancelled %q", what, got)
		}
	}
	if done.ID("decisions.0.season.id") != c.id || done.Text("decisions.0.season.title") != "VIII Campionato nazionale" {
		t.Errorf("CN09 5.5: %s", done.Body)
	}

	decision["season"] = uuid.New()
	if a := c.manager.Post(c.federation.Path+"/bans", body).Refused(422, "invalid"); a.Text("errors.0.pointer") != "/decision/season" || a.Text("errors.0.reason") != "unknown-season" {
		t.Errorf("a season that there is not: %s", a.Body)
	}
}
