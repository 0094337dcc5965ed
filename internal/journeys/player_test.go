package journeys

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// A player: from their entry to the national final, the refund of their journey and a
// ban.
func TestPlayer(t *testing.T) {
	t.Parallel()
	f := newFederation(t)
	f.announce()
	piero, stranger := f.person("Piero Giocatore"), f.person("Ugo Estraneo")
	stages := map[string]string{}
	for name, when := range map[string]string{"Tappa di Aosta": "2009-03-29 10:00", "Tappa serale": "2009-03-29 20:30", "Tappa di Cogne": "2009-03-30 10:00"} {
		stages[name] = f.hosted(f.carla, apitest.JSON{"title": name, "startsAt": rome(t, when)})
		f.olga.Post(stages[name]+"/announcement", nil).Want(200)
		f.olga.Post(stages[name]+"/entry-opening", nil).Want(200)
	}

	f.part("CN09 1.5 he enters by himself, in as many tournaments as he likes", func(t *testing.T) {
		f.people[piero.Name] = piero.Post(stages["Tappa di Aosta"]+"/my-entry", apitest.JSON{}).Want(201).ID("player.id")
		if got := piero.Get(stages["Tappa di Aosta"] + "/my-entry").Want(200); got.Text("state") != "entered" {
			t.Errorf("got %s", got.Body)
		}
	})

	f.part("CN09 1.5 the winner may still enter on the day itself", func(t *testing.T) {
		f.played(stages["Tappa di Aosta"], "2009-03-29", f.carla, 12, piero.Name, "Ida Aosta")
		piero.Post(stages["Tappa serale"]+"/my-entry", apitest.JSON{}).Want(201)
		piero.Delete(stages["Tappa serale"] + "/my-entry").Want(204)
	})

	f.part("CN09 1.5 from the next day he is refused, and told by which stage and on which day he has qualified", func(t *testing.T) {
		refused := piero.Post(stages["Tappa di Cogne"]+"/my-entry", apitest.JSON{}).Refused(422, "invalid")
		text := refused.Text("errors.0.text")
		if paragraph(refused) != "CN09 1.5" || refused.Text("errors.0.reason") != "qualified-at" || !strings.Contains(text, "Tappa di Aosta") || !strings.Contains(text, "29 March 2009") {
			t.Errorf("got %s", refused.Body)
		}
		if check := piero.Post(stages["Tappa di Cogne"]+"/eligibility", apitest.JSON{"player": f.people[piero.Name]}).Want(200); check.Value("eligible") != false {
			t.Errorf("got %s", check.Body)
		}
	})

	regionalFinal, nationalFinal := "", ""
	f.part("CN09 1.7, 2.2 he reads his place, is convoked to the regional final, and says by his account that he comes", func(t *testing.T) {
		f.played(stages["Tappa di Cogne"], "2009-03-30", f.carla, 12, "Bea Cogne", "Lea Cogne")
		f.manager.Post(stages["Tappa serale"]+"/cancellation", apitest.JSON{"reason": "Nessun iscritto"}).Want(200)
		f.at("2010-01-04 10:00")
		regionalFinal = f.final(f.carla, regional, "Finale della Valle d'Aosta", "2010-01-31 10:00", f.aosta)
		nationalFinal = f.final(f.manager, national, "Finale nazionale", "2010-03-14 10:00", nil)
		mine := piero.Get(f.season + "/my-places").Want(200)
		if mine.Len("items") != 1 || mine.Text("items.0.place.state") != "held" || mine.Text("items.0.follows.player.name") != "Ida Aosta" {
			t.Errorf("got %s", mine.Body)
		}
		piero.Post(f.season+"/my-answer", apitest.JSON{"final": regional, "coming": true}).Refused(409, "not-convoked")
		f.convoke(f.carla, regional, piero.Name).Want(201)
		f.come(f.carla, regional, "Bea Cogne", "Ida Aosta", "Lea Cogne")
		piero.Post(f.season+"/my-answer", apitest.JSON{"final": regional, "coming": true}).Want(200)
		if mine = piero.Get(f.season + "/my-places").Want(200); mine.Text("items.0.place.state") != "accepted" {
			t.Errorf("got %s", mine.Body)
		}
		if mail := f.server.Mailbox.Wait(piero.Email, "convocation"); !strings.Contains(mail.Text, "Finale della Valle d'Aosta") {
			t.Errorf("got %s", mail.Text)
		}
	})

	f.part("CN09 1.9 to the national final he says no by the link of the letter, then yes by his account: the last word counts", func(t *testing.T) {
		f.at("2010-01-31 20:00")
		f.carla.Post(regionalFinal+"/outcome", outcome(f.field(0, piero.Name, "Bea Cogne", "Ida Aosta", "Lea Cogne"))).Want(200)
		f.documents(f.carla, regionalFinal)
		f.manager.Post(regionalFinal+"/homologation", apitest.JSON{"decision": "homologate"}).Want(200)
		f.convoke(f.manager, national, piero.Name).Want(201)
		f.reply(piero.Email, false)
		if got := f.places(national); got != "Bea Cogne held" {
			t.Errorf("the second of the same final steps in: %s", got)
		}
		piero.Post(f.season+"/my-answer", apitest.JSON{"final": national, "coming": true}).Want(200)
		if got := f.places(national); got != "Piero Giocatore accepted" {
			t.Errorf("got %s", got)
		}
	})

	claim := ""
	f.part("CN09 1.9 he claims his journey with two receipts, once the final is played", func(t *testing.T) {
		if mine := piero.Get(f.season + "/my-refund").Want(200); mine.Value("journey.paid") != true || mine.Text("journey.why.rule.paragraph") != "1.9" {
			t.Errorf("got %s", mine.Body)
		}
		f.at("2010-03-14 20:00")
		f.manager.Post(nationalFinal+"/outcome", outcome(f.field(0, piero.Name))).Want(200)
		claim = f.begun(piero)
		receipts := f.expense(piero, claim, "61.30")
		for _, amount := range []string{"40.00", "21.30"} {
			piero.Post(receipts, apitest.JSON{"amount": euros(amount), "content": receipt()}).Want(201)
		}
		f.toBePaid(piero, claim)
		submitted := piero.Post(claim+"/submission", nil).Want(200)
		if submitted.Text("claimed.amount") != "61.30" || submitted.Len("expenses.0.receipts") != 2 || submitted.Text("account") == "IT60X0542811101000000123456" {
			t.Errorf("got %s", submitted.Body)
		}
		stranger.Get(claim).Refused(404, "not-found")
		f.manager.Post(claim+"/approval", apitest.JSON{}).Want(200)
		if got := piero.Get(f.season + "/my-refund").Want(200); got.Text("claim.state") != "approved" || got.Text("claim.approved.amount") != "61.30" {
			t.Errorf("got %s", got.Body)
		}
	})

	f.part("CN09 5.5 banned, he reads the reason and appeals; nobody else reads it", func(t *testing.T) {
		ban := f.manager.Post(f.Path+"/bans", apitest.JSON{
			"player": f.people[piero.Name], "source": "Lettera del primo arbitro della finale",
			"decision": apitest.JSON{"outcome": "ban", "from": "2010-04-01", "until": "2010-12-31", "reason": "Accordo al tavolo"},
		}).Want(201).ID("id")
		mine := piero.Get(f.Path + "/my-bans").Want(200)
		if mine.Len("items") != 1 || mine.Text("items.0.reason") != "Accordo al tavolo" || mine.Text("items.0.until") != "2010-12-31" {
			t.Errorf("got %s", mine.Body)
		}
		piero.Post(f.Path+"/my-bans/"+ban.String()+"/appeal", apitest.JSON{"text": "Non c'era nessun accordo"}).Want(201)
		f.hidden(stranger, ban)
		f.hidden(f.olga, ban)
		f.hidden(f.server.Anonymous(), ban)
	})
}

// hidden checks that a caller can read nothing of a ban.
func (f *federation) hidden(who *apitest.Client, ban uuid.UUID) {
	f.t.Helper()
	for _, path := range []string{f.Path + "/my-bans", f.Path + "/bans", f.Path + "/bans/" + ban.String(), f.season + "/places?limit=100"} {
		if got := who.Get(path); strings.Contains(string(got.Body), "Accordo al tavolo") || strings.Contains(string(got.Body), ban.String()) && got.Status == 200 {
			f.t.Errorf("%s: %d %s", path, got.Status, got.Body)
		}
	}
}
