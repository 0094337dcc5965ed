package leagueapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// reported gives an event a report, past the server.
func (f *finals) reported(event uuid.UUID, day string) {
	f.t.Helper()
	f.alter(`insert into league.reports (tenant_id, event_id, number, received_at, sent_at, sent_by, notes, document, digest)
		values ($1, $2, 1, $3::date, $3::date, $4, '', '{}', repeat('0', 64))`, f.federation.ID, event, day, f.manager.ID)
	f.touch()
}

// A stage turns out invalid after its winner has won the final of the region too, and has
// said that they come to the national one.
func TestChampionWithoutPlace(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	first := f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.stage(f.aosta, "2009-03-08", "Bea Due", "Lea Seconda")
	f.stage(f.aosta, "2009-03-15", "Cleo Tre", "Mara Seconda")
	f.stage(f.aosta, "2009-03-22", "Dina Quattro", "Nora Seconda")
	f.alter(`update league.events set elsewhere = true where id = $1`, first)
	final := f.regionalFinal(f.aosta)
	f.nationalFinal()
	contact := f.federation.Member("Bruno Referente", "regional-contact", apitest.Region(f.aosta))
	judge := f.federation.Member("Rita Responsabile", "championship-manager", apitest.WholeTenant())
	f.at(time.Date(2010, 1, 31, 19, 0, 0, 0, time.UTC))
	contact.SignIn()
	judge.SignIn()
	played := f.ranked("Ada Uno", "Bea Due", "Cleo Tre", "Dina Quattro")
	contact.Post(f.in(final)+"/outcome", played).Want(200)
	f.decide(final, "homologated")
	f.reported(first, "2009-03-02")
	f.reported(final, "2010-02-01")
	f.withPhotos(final)
	f.call(judge, "Ada Uno", national).Want(201)
	f.reply(f.letter("Ada Uno"), true).Want(200)

	tasks := func(of *apitest.Client) (out []openapi.Waiting) {
		for _, w := range waitingOf(of, f.federation) {
			if w.Kind == "correct-final" {
				out = append(out, w)
			}
		}
		return out
	}
	place := func() openapi.Place {
		for _, p := range f.register() {
			if p.Origin.Kind == "regional-final" {
				return p
			}
		}
		t.Fatal("the region leads nowhere")
		return openapi.Place{}
	}
	invalidate := apitest.JSON{"decision": "invalidate", "unsound": true, "reason": "Risultati inventati"}
	reverse := func(event uuid.UUID) {
		judge.Post(f.in(event)+"/homologation/reversal", apitest.JSON{"reason": "Da rivedere"}).Want(200)
	}
	t.Run("CN09 1.9 whoever asks before is told of the national place too", func(t *testing.T) {
		var asked openapi.SeasonWhatIf
		judge.In(t).Post(f.path+"/what-if", apitest.JSON{"verdict": apitest.JSON{"event": first, "valid": false}}).Want(200).Into(&asked)
		if got := strings.Join(f.changes(asked.Consequences), "\n"); !strings.Contains(got, "place-holder Ada Uno →  accepted>void") || !strings.Contains(got, "place-refund Ada Uno true>false") {
			t.Errorf("got %s", got)
		}
	})
	reverse(first)
	judge.Post(f.in(first)+"/homologation", invalidate).Want(200)
	t.Run("CN09 1.9 the national place is void, without a refund, and nobody is called to it", func(t *testing.T) {
		p := place()
		step := p.Steps[len(p.Steps)-1]
		if p.State != "void" || p.Holder.Name != "" || p.Refund || cites(step.Explanation) != "CN09 1.9" || step.Explanation.Reason != "won-without-place" {
			t.Errorf("got %+v", p)
		}
		if got := f.proposals(judge); strings.Contains(strings.Join(got, ", "), "convoke") {
			t.Errorf("proposed: %q", got)
		}
		result := f.final(f.aosta).Result
		if !result.Valid || len(result.WithoutPlace) != 1 || result.WithoutPlace[0].Name != "Ada Uno" {
			t.Errorf("got %+v", result)
		}
	})
	t.Run("he is told by mail why", func(t *testing.T) {
		mail := f.server.Mailbox.Wait(address("Ada Uno"), "convocation-turned")
		if !strings.Contains(mail.Text, "CN09 1.9") || !strings.Contains(mail.Text, "without a place") {
			t.Errorf("got %s", mail.Text)
		}
	})
	t.Run("CN09 1.7 the checklist of the final shows it, and it waits for the manager, who has decided about it", func(t *testing.T) {
		list := judge.In(t).Get(f.in(final) + "/homologation").Want(200)
		if !strings.Contains(string(list.Body), `"demand":"finalist-without-place"`) || !strings.Contains(string(list.Body), `"failed"`) {
			t.Errorf("got %s", list.Body)
		}
		if got := tasks(judge); len(got) != 1 || got[0].Event.Title != "Finale di Aosta" || !strings.HasSuffix(got[0].Resource, "/homologation") {
			t.Errorf("got %+v", got)
		}
		if got := tasks(contact); len(got) != 0 {
			t.Errorf("the contact cannot reverse it: %+v", got)
		}
	})
	t.Run("once the invalidation is taken back he is champion as before", func(t *testing.T) {
		reverse(first)
		if p := place(); p.Holder.Name != "Ada Uno" || p.State != "accepted" || !p.Refund || len(tasks(judge)) != 0 {
			t.Errorf("got %+v", p)
		}
		judge.In(t).Post(f.in(first)+"/homologation", invalidate).Want(200)
	})
	t.Run("CN09 1.7 the manager may let it stand, with a reason", func(t *testing.T) {
		reverse(final)
		home := f.in(final) + "/homologation"
		if got := judge.In(t).Post(home, apitest.JSON{"decision": "homologate"}).Refused(422, "invalid"); got.Text("errors.0.reason") != "finalist-without-place" || paragraph(got) != "CN09 1.7" {
			t.Errorf("got %s", got.Body)
		}
		judge.In(t).Post(home, apitest.JSON{"decision": "homologate", "demands": []string{"finalist-without-place"}, "reason": "Giocata in buona fede"}).Want(200)
		if p := place(); p.Holder.Name != "Ada Uno" || len(tasks(judge)) != 0 {
			t.Errorf("got %+v", p)
		}
		reverse(final)
	})
	t.Run("CN09 1.9 once the contact has corrected the ranking the next is champion", func(t *testing.T) {
		if got := tasks(contact); len(got) != 1 {
			t.Errorf("the contact may correct what nobody has decided: %+v", got)
		}
		played["ranking"], played["reason"] = played["ranking"].([]uuid.UUID)[1:], "La tappa è stata invalidata"
		contact.In(t).Post(f.in(final)+"/outcome", played).Want(200)
		judge.In(t).Post(f.in(final)+"/homologation", apitest.JSON{"decision": "homologate"}).Want(200)
		if p := place(); p.Holder.Name != "Bea Due" || p.State != "held" || !p.Refund || len(tasks(judge)) != 0 {
			t.Errorf("got %+v", p)
		}
		f.call(judge, "Bea Due", national).Want(201)
	})
}
