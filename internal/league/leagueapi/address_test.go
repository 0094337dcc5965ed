package leagueapi_test

import (
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
)

// readdress gives a person of the register another address.
func readdress(by *apitest.Client, path, email string) *apitest.Answer {
	return by.Patch(path, apitest.JSON{"email": email}, apitest.Match(by.Get(path).Want(200).ETag())).Want(200)
}

// confirms confirms an address by the link of a letter to it.
func confirms(t *testing.T, s *apitest.Server, tenant, email string) *apitest.Answer {
	t.Helper()
	token := apitest.Token(t, s.Mailbox.Wait(email, "address-to-confirm"))
	return s.Anonymous().In(t).Post(tenant+"/address-confirmations", apitest.JSON{"token": token}).Want(200)
}

// written are the kinds of the mails that came to an address, in their order.
func written(s *apitest.Server, email string) string {
	var kinds []string
	for _, m := range s.Mailbox.All() {
		if strings.EqualFold(m.To.Mail, email) {
			kinds = append(kinds, m.Kind)
		}
	}
	return strings.Join(kinds, " ")
}

// settled waits until the letters that were left before are written.
func settled(t *testing.T, s *apitest.Server) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if s.Database.Count(t, `select count(*) from jobs.river_job
			where state in ('available', 'running', 'retryable') or state = 'scheduled' and scheduled_at < now() + interval '2 seconds'`) == 0 {
			return
		}
	}
	t.Fatal("letters are still to be written")
}

// A person who may change an address in the register could have another person's letters sent to themselves,
// and answer for them by their links.
func TestLettersWaitForAConfirmedAddress(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.nationalFinal()
	f.sized(f.piemonte, "2009-04-05", 28, "Carlo Grande", "Dora Seconda", "Eva Terza")
	register := f.federation.Path + "/players/"
	carlo := register + f.person("Carlo Grande").String()
	const stranger, own = "ladro@example.org", "carlo.nuovo@example.org"

	changed := readdress(f.manager, carlo, stranger)
	if changed.Value("emailUnconfirmed") != true {
		t.Errorf("got %s", changed.Body)
	}
	letter := f.server.Mailbox.Wait(address("Carlo Grande"), "address-changed")
	if strings.Contains(letter.Text, stranger) || !strings.Contains(letter.Text, f.federation.Slug) {
		t.Errorf("told %s", letter.Text)
	}
	stale := apitest.Token(t, f.server.Mailbox.Wait(stranger, "address-to-confirm"))
	sent := f.call(f.manager, "Carlo Grande", national).Want(201)
	if sent.Value("items.0.reached") == true {
		t.Errorf("a letter that waits reaches nobody: %s", sent.Body)
	}
	banned := f.ban("Carlo Grande")
	settled(t, f.server)
	if got := written(f.server, stranger) + "; " + written(f.server, address("Carlo Grande")); got != "address-to-confirm; address-changed" {
		t.Fatalf("written: %s", got)
	}

	readdress(f.manager, carlo, own)
	f.server.Mailbox.Wait(stranger, "address-changed")
	f.server.Anonymous().Post(f.federation.Path+"/address-confirmations", apitest.JSON{"token": stale}).Refused(422, "link-invalid")
	f.server.Anonymous().Post(f.federation.Path+"/address-confirmations", apitest.JSON{"token": strings.Repeat("x", 43)}).Refused(422, "link-invalid")
	f.manager.Post(f.federation.Path+"/bans/"+banned.ID("id").String()+"/decisions", noBan(), apitest.Match(banned.ETag())).Want(201)
	done := confirms(t, f.server, f.federation.Path, own)
	if done.Text("email") != own || done.Text("player") != "Carlo Grande" {
		t.Errorf("got %s", done.Body)
	}
	if lifted := f.server.Mailbox.Wait(own, "ban-decided"); !strings.Contains(lifted.Subject, "no longer banned") {
		t.Errorf("the last decision is told: %s", lifted.Subject)
	}
	if got := f.manager.Get(carlo).Want(200); got.Text("email") != own || got.Value("emailUnconfirmed") == true {
		t.Errorf("got %s", got.Body)
	}
	settled(t, f.server)
	if got := written(f.server, stranger); strings.Contains(got, "convocation") || strings.Contains(got, "ban") {
		t.Errorf("written to the stranger: %s", got)
	}
}

// Letters that wait for an answer are written to the confirmed address, also those that went to the old one,
// which may not be read any more; the link works.
func TestConvocationFollowsTheConfirmedAddress(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.nationalFinal()
	f.sized(f.piemonte, "2009-04-05", 28, "Carlo Grande", "Dora Seconda", "Eva Terza")
	f.sized(f.aosta, "2009-04-12", 28, "Fabio Valle", "Gina Monte", "Ivo Sasso")
	people := f.federation.Path + "/players/"
	carlo, fabio := people+f.person("Carlo Grande").String(), people+f.person("Fabio Valle").String()
	f.call(f.manager, "Carlo Grande", national).Want(201)
	f.server.Mailbox.Wait(address("Carlo Grande"), "convocation")
	readdress(f.manager, fabio, "fabio.nuovo@example.org")
	f.call(f.manager, "Fabio Valle", national).Want(201)
	readdress(f.manager, carlo, "carlo.nuovo@example.org")
	settled(t, f.server)
	for _, person := range []string{"carlo.nuovo", "fabio.nuovo"} {
		if got := written(f.server, person+"@example.org"); got != "address-to-confirm" {
			t.Errorf("before it is confirmed: %s", got)
		}
		confirms(t, f.server, f.federation.Path, person+"@example.org")
		f.reply(apitest.Token(t, f.server.Mailbox.Wait(person+"@example.org", "convocation")), true).Want(200)
	}

	t.Run("given again, another link is sent; confirmed twice is confirmed", func(t *testing.T) {
		const latest = "carlo.ultimo@example.org"
		manager := f.manager.In(t)
		readdress(manager, carlo, latest)
		first := apitest.Token(t, f.server.Mailbox.Wait(latest, "address-to-confirm"))
		readdress(manager, carlo, latest)
		confirms(t, f.server, f.federation.Path, latest)
		f.server.Anonymous().In(t).Post(f.federation.Path+"/address-confirmations", apitest.JSON{"token": first}).Want(200)
	})
	t.Run("an address that was confirmed before needs no confirmation", func(t *testing.T) {
		manager := f.manager.In(t)
		readdress(manager, fabio, "errore@example.org")
		if back := readdress(manager, fabio, "fabio.nuovo@example.org"); back.Value("emailUnconfirmed") == true {
			t.Errorf("got %s", back.Body)
		}
	})
	t.Run("a first address and one in other letters need none", func(t *testing.T) {
		manager := f.manager.In(t)
		id := manager.Post(f.federation.Path+"/players", apitest.JSON{"name": "Zeno Nuovo"}).Want(201).ID("id")
		for _, email := range []string{"zeno@example.org", "Zeno@example.org"} {
			if got := readdress(manager, people+id.String(), email); got.Value("emailUnconfirmed") == true {
				t.Errorf("%s: %s", email, got.Body)
			}
		}
		settled(t, f.server)
		if got := written(f.server, "zeno@example.org"); got != "" {
			t.Errorf("written: %s", got)
		}
	})
}

// A person with an account is notified there too, and their letters go there as
// before.
func TestAccountIsNotifiedOfChangedAddress(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	carla, player := s.selfPlayer("Carla Conto")
	path := s.address("players/" + player.String())
	manager := s.federation.Manager
	readdress(manager, path, "prima@example.org")
	readdress(manager, path, "seconda@example.org")
	s.server.Mailbox.Wait("prima@example.org", "address-changed")
	if letter := s.server.Mailbox.Wait(carla.Email, "address-changed"); !strings.Contains(letter.Text, "address of your account") {
		t.Errorf("told %s", letter.Text)
	}
	s.ban(player, ban("2009-02-01", "")).Want(201)
	s.server.Mailbox.Wait(carla.Email, "ban-decided")
}

// ban bans a player for good.
func (f *finals) ban(name string) *apitest.Answer {
	f.t.Helper()
	return f.manager.Post(f.federation.Path+"/bans", apitest.JSON{"player": f.person(name), "source": "lettera", "decision": ban("2010-01-01", "")}).Want(201)
}
