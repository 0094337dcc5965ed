package leagueapi_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// proposals lists the proposals to a person, "convoke Ada Uno".
func (f *finals) proposals(by *apitest.Client) []string {
	f.t.Helper()
	var list openapi.ProposalList
	by.Get(f.path + "/convocation-proposals").Want(200).Into(&list)
	var out []string
	for _, p := range list.Items {
		out = append(out, strings.TrimSpace(string(p.Kind)+" "+p.Player.Name))
	}
	return out
}

// letter is the secret of the link in the next letter about a convocation.
func (f *finals) letter(name string) string {
	f.t.Helper()
	return apitest.Token(f.t, f.server.Mailbox.Wait(address(name), "convocation"))
}

// reply answers by the link of a letter.
func (f *finals) reply(token string, coming bool) *apitest.Answer {
	f.t.Helper()
	return f.server.Anonymous().Post(f.federation.Path+"/convocation-answers", apitest.JSON{"token": token, "coming": coming})
}

// opened opens the link of a letter.
func (f *finals) opened(token string) *apitest.Answer {
	f.t.Helper()
	return f.server.Anonymous().Post(f.federation.Path+"/convocation-links", apitest.JSON{"token": token})
}

// J27: the first declines by the letter's link, the second accepts; nobody beyond the second is ever offered
// the place.
func TestConvocationByLetter(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.nationalFinal()
	f.sized(f.piemonte, "2009-04-05", 28, "Carlo Grande", "Dora Seconda", "Eva Terza")
	if got := f.proposals(f.manager); !slices.Contains(got, "convoke Carlo Grande") || slices.Contains(got, "convoke Eva Terza") {
		t.Errorf("proposed: %q", got)
	}
	sent := f.call(f.manager, "Carlo Grande", national).Want(201)
	t.Run("CN09 1.9 the letter names the final, the right, the refund, the day and who follows", func(t *testing.T) {
		mail := f.server.Mailbox.Wait(address("Carlo Grande"), "convocation")
		for _, part := range []string{"Finale nazionale", "Tappa di Torino", "CN09 1.7", "CN09 1.9", "17 January 2010", "Dora Seconda"} {
			if !strings.Contains(mail.Text, part) {
				t.Errorf("no %q in\n%s", part, mail.Text)
			}
		}
		f.carlo(t, apitest.Token(t, mail))
	})
	if sent.Text("items.0.answerBy") != "2010-01-17T22:59:59Z" || sent.Text("items.0.state") != "waiting" || sent.Value("items.0.reached") != true {
		t.Errorf("got %s", sent.Body)
	}
	t.Run("CN09 1.9 the second of the same tournament is proposed and nobody else; nothing is sent by itself", func(t *testing.T) {
		if got := f.proposals(f.manager.In(t)); !slices.Contains(got, "convoke Dora Seconda") || slices.Contains(got, "convoke Eva Terza") {
			t.Errorf("proposed: %q", got)
		}
		for _, mail := range f.server.Mailbox.All() {
			if mail.To.Mail == address("Dora Seconda") {
				t.Error("she was written to by itself")
			}
		}
	})
	f.call(f.manager, "Dora Seconda", national).Want(201)
	dora := f.letter("Dora Seconda")
	f.reply(dora, true).Want(200)
	t.Run("CN09 1.9 the refund follows the route (reading A002-10)", func(t *testing.T) {
		p := f.holding("Dora Seconda", national)
		if !p.Refund || !p.Substitute || p.State != "accepted" {
			t.Errorf("got %+v", p)
		}
	})
	t.Run("CN09 1.9 when the second cannot come either the seat is lost", func(t *testing.T) {
		f.reply(dora, false).Want(200)
		if got := f.holders(national); got != "- declined" {
			t.Errorf("got %s", got)
		}
		for state, want := range map[string]int{"declined": 1, "lapsed": 0, "lost": 0} {
			if got := f.server.Anonymous().In(t).Get(f.path + "/places?state=" + state).Want(200); got.Len("items") != want {
				t.Errorf("%s: %s", state, got.Body)
			}
		}
		list := f.server.Anonymous().In(t).Get(f.path + "/finals").Want(200)
		if list.Text("national.lost.0.explanation.rule.paragraph") != "1.9" || list.Text("national.lost.0.state") != "declined" || list.Text("national.event.title") != "Finale nazionale" {
			t.Errorf("got %s", list.Body)
		}
	})
}

// carlo opens their letter, changes their mind and does not come.
func (f *finals) carlo(t *testing.T, token string) {
	t.Helper()
	before := f.holders(national)
	seen := f.opened(token).Want(200)
	if seen.Text("answer") != "waiting" || seen.Text("follows.player.name") != "Dora Seconda" || seen.Text("right.rule.paragraph") != "1.7" ||
		seen.Value("refund") != true || seen.Text("venue.city") != "Aosta" || seen.Text("player.name") != "Carlo Grande" {
		t.Errorf("got %s", seen.Body)
	}
	for range 3 { // a scanner that opens links, and the page itself
		f.opened(token).Want(200)
	}
	if got := f.holders(national); got != before {
		t.Errorf("opening changed %q to %q", before, got)
	}
	if got := f.reply(token, true).Want(200); got.Text("answer") != "coming" {
		t.Errorf("got %s", got.Body)
	}
	if p := f.holding("Carlo Grande", national); p.State != "accepted" {
		t.Errorf("got %+v", p)
	}
	if got := f.reply(token, false).Want(200); got.Text("answer") != "not-coming" || got.Text("follows.player.name") != "Dora Seconda" {
		t.Errorf("got %s", got.Body)
	}
	f.reply(token, false).Want(200)
	f.reply("AAAAAAAAAAAAAAAAAAAAAA", true).Refused(422, "link-invalid")
	f.opened(strings.Repeat("x", 22)).Refused(422, "link-invalid")
	f.reply("short-text", true).Refused(422, "link-invalid")
}

// The two sides of the deadline, and by whom: TestAnswer, TestAnswerBy and TestLapse of package register.
func TestDeadlineOfAnAnswer(t *testing.T) {
	t.Parallel()
	f := newFinalsAt(t, time.Date(2009, 10, 18, 9, 0, 0, 0, time.UTC))
	f.sized(f.piemonte, "2009-04-05", 28, "Carlo Grande", "Dora Seconda")
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Seconda")
	t.Run("the night of the clock change has its own length", func(t *testing.T) {
		if got := f.call(f.manager, "Carlo Grande", national).Want(201).Text("items.0.answerBy"); got != "2009-10-25T22:59:59Z" {
			t.Errorf("got %s", got)
		}
	})
	carlo := f.letter("Carlo Grande")
	p := f.holding("Elio Aperto", national)
	past := apitest.JSON{"places": []apitest.JSON{{"place": p.Id, "player": p.Holder.Id}}, "answerBy": "2009-10-18T09:00:00Z"}
	if got := f.manager.In(t).Post(f.path+"/convocations", past).Refused(422, "invalid"); got.Text("errors.0.reason") != "answer-time-past" || got.Text("errors.0.pointer") != "/answerBy" {
		t.Errorf("got %s", got.Body)
	}
	past["answerBy"] = "2009-11-01T12:00:00Z"
	if got := f.manager.In(t).Post(f.path+"/convocations", past).Want(201).Text("items.0.answerBy"); got != "2009-11-01T12:00:00Z" {
		t.Errorf("got %s", got)
	}
	id := f.manager.Get(f.path + "/convocations").Want(200).Text("items.0.id")
	lapse := func() *apitest.Answer { return f.manager.In(t).Post(f.path+"/convocations/"+id+"/lapse", nil) }
	t.Run("nobody is passed over before the time to answer is over", func(t *testing.T) {
		lapse().Refused(409, "answer-not-due")
	})
	f.at(time.Date(2009, 10, 25, 22, 59, 59, 0, time.UTC))
	t.Run("CN09 1.9 an answer after its time changes nothing", func(t *testing.T) {
		refused := f.reply(carlo, true).Refused(409, "answer-too-late")
		if paragraph(refused) != "CN09 1.9" {
			t.Errorf("got %s", refused.Body)
		}
		if !strings.Contains(refused.Text("detail"), "25 October 2009, 23:59 (UTC+01:00)") {
			t.Errorf("the moment is not that of the season's clock: %s", refused.Body)
		}
		if got := f.opened(carlo).Want(200).Text("answer"); got != "overdue" {
			t.Errorf("got %s", got)
		}
	})
	t.Run("the manager is told, and takes it for a no", func(t *testing.T) {
		if got := f.proposals(f.manager.In(t)); !slices.Contains(got, "lapse Carlo Grande") {
			t.Errorf("proposed: %q", got)
		}
		if got := lapse().Want(200); got.Text("consequences.0.kind") != "place-holder" || got.Text("consequences.0.player.name") != "Dora Seconda" || got.Text("consequences.0.replaced.name") != "Carlo Grande" {
			t.Errorf("got %s", got.Body)
		}
		lapse().Refused(409, "convocation-answered")
		if got := f.proposals(f.manager.In(t)); !slices.Contains(got, "convoke Dora Seconda") {
			t.Errorf("proposed: %q", got)
		}
	})
	f.says("Carlo Grande", national, true).Want(201) // the manager may record a late yes
	if p := f.holding("Carlo Grande", national); p.State != "accepted" {
		t.Errorf("got %+v", p)
	}
}

func TestReminderIsWrittenOnce(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Seconda")
	f.openEvent("2009-05-10", 16, "Gino Evento", "Hilda Seconda")
	f.call(f.manager, "Elio Aperto", national).Want(201)
	f.call(f.manager, "Gino Evento", national).Want(201)
	f.letter("Elio Aperto")
	f.reply(f.letter("Gino Evento"), true).Want(200)
	due := func() { // whatever waits for its time is looked at now
		f.alter(`update jobs.river_job set scheduled_at = now(), state = 'available' where kind = 'letter.convocation-reminder' and state in ('scheduled', 'available', 'retryable')`)
	}
	f.at(time.Date(2010, 1, 15, 22, 59, 58, 0, time.UTC))
	due()
	f.server.Restart()
	f.at(time.Date(2010, 1, 15, 22, 59, 59, 0, time.UTC))
	waitFor(t, func() bool {
		due()
		return f.server.Database.Count(t, `select count(*) from league.convocations where reminded_at is not null`) == 1
	})
	reminder := f.server.Mailbox.Wait(address("Elio Aperto"), "convocation")
	if !strings.Contains(reminder.Subject, "waiting") {
		t.Errorf("got %q", reminder.Subject)
	}
	waitFor(t, func() bool {
		due()
		return f.server.Database.Count(t, `select count(*) from jobs.river_job where kind = 'letter.convocation-reminder' and state <> 'completed'`) == 0
	})
	counts := map[string]int{}
	for _, mail := range f.server.Mailbox.All() {
		if mail.Kind == "convocation" {
			counts[mail.To.Mail]++
		}
	}
	if counts[address("Elio Aperto")] != 2 || counts[address("Gino Evento")] != 1 {
		t.Errorf("letters: %v", counts)
	}
	f.reply(apitest.Token(t, reminder), true).Want(200)
}

// waitFor waits for something that the server does by itself.
func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for range 600 {
		if done() {
			return
		}
		time.Sleep(30 * time.Millisecond)
	}
	t.Fatal("it does not come")
}

// Which players are convoked: TestWhoIsConvoked of package register.
func TestWhoConvokes(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.stage(f.aosta, "2009-03-08", "Bea Due", "Lea Seconda")
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Seconda")
	contact := f.federation.Member("Bruno Referente", "regional-contact", apitest.Region(f.aosta))
	other := f.federation.Member("Piero Altro", "regional-contact", apitest.Region(f.piemonte))
	t.Run("CN09 2.2 the contact convokes to the final of his region and to no other", func(t *testing.T) {
		f.call(other, "Ada Uno", regional).Want(403)
		f.call(contact, "Elio Aperto", national).Want(403)
		f.call(contact, "Ada Uno", regional).Want(201)
		if got := f.proposals(contact); slices.Contains(got, "convoke Elio Aperto") || !slices.Contains(got, "convoke Bea Due") {
			t.Errorf("proposed: %q", got)
		}
		if got := f.proposals(other); len(got) != 0 {
			t.Errorf("proposed to another's contact: %q", got)
		}
		if other.Get(f.path+"/convocations").Want(200).Len("items") != 0 || contact.Get(f.path+"/convocations").Want(200).Len("items") != 1 {
			t.Error("who sees which convocations")
		}
		f.server.SignUp("Zoe Estranea").In(t).Get(f.path + "/convocations").Want(403)
	})
	again := f.holding("Ada Uno", regional)
	wrong := func(place string, player uuid.UUID) *apitest.Answer {
		return f.manager.Post(f.path+"/convocations", apitest.JSON{"places": []apitest.JSON{{"place": place, "player": player}}})
	}
	wrong(again.Id, f.person("Ada Uno")).Refused(409, "already-convoked")
	t.Run("CN09 1.9 nobody is convoked who has no place", func(t *testing.T) {
		if got := wrong(f.holding("Elio Aperto", national).Id, f.person("Fanny Seconda")).Refused(409, "place-of-another"); paragraph(got) != "CN09 1.9" {
			t.Errorf("got %s", got.Body)
		}
		wrong("national-final."+uuid.NewString()+".1", f.person("Fanny Seconda")).Refused(422, "invalid")
	})
	id := f.manager.Get(f.path + "/convocations").Want(200).Text("items.0.id")
	f.manager.Post(f.path+"/convocations/"+id+"/withdrawal", apitest.JSON{"reason": "Spedita per errore"}).Want(204)
	link := f.letter("Ada Uno")
	if got := f.opened(link).Want(200); got.Text("answer") != "ended" || got.Text("ended.reason") != "convocation-withdrawn" || got.Text("ended.rule.paragraph") != "1.7" {
		t.Errorf("a link of a call that was taken back says so: %s", got.Body)
	}
	f.reply(link, true).Refused(409, "convocation-withdrawn")
	f.manager.Post(f.path+"/convocations/"+id+"/withdrawal", apitest.JSON{"reason": "Spedita per errore"}).Refused(404, "not-found")
	f.call(f.manager, "Ada Uno", regional).Want(201)
	t.Run("CN09 2.2 to the national final the manager convokes, and an organizer to none", func(t *testing.T) {
		organizer := f.server.SignUp("Olga Organizzatrice")
		f.federation.Appoint(organizer, "organizer", apitest.Stage(f.announced(apitest.JSON{"kind": "online", "region": nil, "startsAt": "2009-12-06T08:00:00Z"})))
		for name, final := range map[string]string{"Bea Due": regional, "Elio Aperto": national} {
			f.call(organizer.In(t), name, final).Want(403)
			f.call(f.manager.In(t), name, final).Want(201)
		}
	})
}

func TestAnswerByAccount(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Seconda")
	elio := f.server.SignUp("Elio Aperto")
	f.alter(`update league.players set account_id = $2 where id = $1`, f.person("Elio Aperto"), elio.ID)
	f.touch()
	mine := func(coming bool, more apitest.JSON) *apitest.Answer {
		body := apitest.JSON{"final": national, "coming": coming}
		for k, v := range more {
			body[k] = v
		}
		return elio.Post(f.path+"/my-answer", body)
	}
	if got := elio.Get(f.path + "/my-places").Want(200); got.Text("items.0.place.state") != "held" || got.Text("items.0.follows.player.name") != "Fanny Seconda" {
		t.Errorf("got %s", got.Body)
	}
	mine(true, nil).Refused(409, "not-convoked")
	f.call(f.manager, "Elio Aperto", national).Want(201)
	if got := mine(true, nil).Want(200); got.Text("consequences.0.after") != "accepted" {
		t.Errorf("got %s", got.Body)
	}
	if got := mine(true, nil).Want(200); got.Len("consequences") != 0 {
		t.Errorf("the same word twice: %s", got.Body)
	}
	mine(false, apitest.JSON{"reason": "Mi sposo quel giorno"}).Want(200)
	t.Run("why somebody does not come is the manager's to read", func(t *testing.T) {
		if got := f.manager.In(t).Get(f.path + "/convocations").Want(200); got.Text("items.0.reason") != "Mi sposo quel giorno" || got.Text("items.0.state") != "not-coming" {
			t.Errorf("got %s", got.Body)
		}
		for _, path := range []string{"/places?limit=100", "/finals"} {
			got := f.server.Anonymous().In(t).Get(f.path + path).Want(200)
			if strings.Contains(string(got.Body), "sposo") || strings.Contains(string(got.Body), "@") {
				t.Errorf("the public reads %s", got.Body)
			}
		}
		f.manager.In(t).Get(f.federation.Path + "/log?limit=100").Want(200)
		if got := f.manager.In(t).Get(f.federation.Path + "/log?limit=100"); strings.Contains(string(got.Body), "sposo") {
			t.Error("the log holds the reason")
		}
	})
	mine(true, nil).Want(200)
	t.Run("CN09 1.9 who has accepted may still give up until the final begins", func(t *testing.T) {
		f.at(january.AddDate(0, 0, 20))
		elio.SignIn()
		mine(false, nil).Want(200)
		mine(true, nil).Refused(409, "answer-too-late")
	})
	f.begin(f.nationalFinal())
	t.Run("CN09 1.9 once the final has begun nothing changes any more", func(t *testing.T) {
		if got := mine(true, nil).Refused(409, "final-has-begun"); paragraph(got) != "CN09 1.9" {
			t.Errorf("got %s", got.Body)
		}
		f.says("Fanny Seconda", national, false).Refused(409, "final-has-begun")
		f.call(f.manager, "Fanny Seconda", national).Refused(409, "final-has-begun")
	})
	nobody := f.server.SignUp("Zoe Estranea")
	nobody.Post(f.path+"/my-answer", apitest.JSON{"final": regional, "coming": false}).Refused(409, "no-place-in-final")
}

// CN09 1.9: players without an address are asked otherwise, and it is recorded who reported their answer and
// how.
func TestAnswerWithoutAddress(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Seconda")
	f.alter(`update league.players set email = '' where id = $1`, f.person("Elio Aperto"))
	if got := f.call(f.manager, "Elio Aperto", national).Want(201); got.Value("items.0.reached") != false {
		t.Errorf("got %s", got.Body)
	}
	f.manager.Post(f.path+"/answers", apitest.JSON{"player": f.person("Elio Aperto"), "final": national, "coming": true}).Want(422)
	f.says("Elio Aperto", national, true).Want(201)
	if got := f.manager.Get(f.path + "/convocations").Want(200); got.Text("items.0.how") != "al telefono" || got.Text("items.0.state") != "coming" {
		t.Errorf("got %s", got.Body)
	}
}
