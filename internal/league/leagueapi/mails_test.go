package leagueapi_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/mail"
	"referto/openapi"
)

// refuses has the mail server refuse the next letter to an address for good.
func refuses(s *apitest.Server, email string) {
	s.ErrorsDue()
	s.Mailbox.FailOnce(email, mail.Refuse("550 5.1.1 <"+email+">: no such user\r\nhere", email))
}

// theReply is that refusal in its shown form.
const theReply = "550 5.1.1 …: no such user here"

// mailTasks lists the tasks about refused letters: title, reason and resource.
func mailTasks(c *apitest.Client, federation *apitest.Tenant) string {
	c.T.Helper()
	var out []string
	for _, w := range waitingOf(c, federation) {
		if w.Kind == "mail-refused" {
			out = append(out, w.Title+" | "+w.Explanation.Reason+" | "+strings.TrimPrefix(w.Resource, "/v1"))
		}
	}
	return strings.Join(out, "; ")
}

// became checks the shown outcome of a letter.
func became(t *testing.T, what string, got openapi.MailOutcome, state openapi.MailOutcomeState) {
	t.Helper()
	reply := map[bool]string{true: theReply}[state == "refused"]
	if got.State != state || got.Reply != reply || got.At.IsZero() != (state == "") {
		t.Errorf("%s: %+v, want %q", what, got, state)
	}
}

// The inviting person sees that the mail server refused the letter, and has a task until the invitation is
// withdrawn or sent anew.
func TestRefusedInvitationIsSeenByWhoInvites(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 0, nil)
	s, federation, manager := x.server, x.federation, x.federation.Manager
	const gone, there = "bruno@example.org", "carla@example.org"
	invite := func(email string) openapi.Invitation {
		var out openapi.Invitation
		manager.Post(federation.Path+"/invitations", apitest.JSON{"email": email, "role": "treasurer", "scope": apitest.WholeTenant()}).Want(201).Into(&out)
		return out
	}
	listed := func(id uuid.UUID) openapi.MailOutcome {
		var page openapi.InvitationPage
		manager.Get(federation.Path + "/invitations").Want(200).Into(&page)
		for _, i := range page.Items {
			if i.Id == id {
				return i.Mail
			}
		}
		t.Fatalf("no invitation %s", id)
		return openapi.MailOutcome{}
	}
	refuses(s, gone)
	refused, sent := invite(gone), invite(there)
	if refused.Mail.State != "waiting" {
		t.Errorf("just invited: %+v", refused.Mail)
	}
	s.Mailbox.Wait(there, "invitation")
	settled(t, s)
	became(t, "the refused one", listed(refused.Id), "refused")
	became(t, "the other", listed(sent.Id), "sent")
	if got, want := mailTasks(manager, federation), "The letter to bruno@example.org was refused: check the address | mail-refused | "+strings.TrimPrefix(federation.Path, "/v1")+"/invitations"; got != want {
		t.Errorf("waits %q, want %q", got, want)
	}
	for _, other := range []*apitest.Client{x.contact, x.organizer} {
		if got := mailTasks(other, federation); got != "" {
			t.Errorf("who did not invite sees %q", got)
		}
	}
	again := invite(gone)
	s.Mailbox.Wait(gone, "invitation")
	settled(t, s)
	became(t, "sent anew", listed(again.Id), "sent")
	if got := mailTasks(manager, federation); got != "" {
		t.Errorf("after it was sent anew waits %q", got)
	}
	refuses(s, "dario@example.org")
	withdrawn := invite("dario@example.org")
	settled(t, s)
	if got := mailTasks(manager, federation); !strings.Contains(got, "dario@example.org") {
		t.Errorf("waits %q", got)
	}
	manager.Delete(federation.Path + "/invitations/" + withdrawn.Id.String()).Want(204)
	if got := mailTasks(manager, federation); got != "" {
		t.Errorf("after it was withdrawn waits %q", got)
	}

	t.Run("an organizer sees it in the staff of his event, the public does not", func(t *testing.T) {
		organizer, public := x.organizer.In(t), s.Anonymous().In(t)
		refuses(s, "remo@example.org")
		organizer.Post(x.path+"/staff", apitest.JSON{"name": "Remo Arbitro", "role": "referee", "email": "remo@example.org"}).Want(201)
		settled(t, s)
		mailOf := func(c *apitest.Client) (out openapi.MailOutcome) {
			var list openapi.StaffList
			c.Get(x.path + "/staff").Want(200).Into(&list)
			for _, member := range list.Items {
				if member.Name == "Remo Arbitro" {
					out = member.Mail
				}
			}
			return out
		}
		became(t, "the organizer", mailOf(organizer), "refused")
		became(t, "the public", mailOf(public), "")
		if got := mailTasks(organizer, federation); !strings.Contains(got, "remo@example.org") || !strings.HasSuffix(got, "/staff") {
			t.Errorf("waits %q", got)
		}
	})
	t.Run("a letter that no server takes is given up", func(t *testing.T) {
		s.Mailbox.Fail(errors.New("connection refused"))
		late := invite("elsa@example.org")
		for s.Database.Count(t, `select count(*) from jobs.river_job where kind = 'letter.invitation' and state = 'retryable'`) == 0 {
			continue
		}
		became(t, "as long as it is tried", listed(late.Id), "waiting")
		s.Database.Alter(t, `update jobs.river_job set attempt = max_attempts - 1, scheduled_at = now(), state = 'available' where kind = 'letter.invitation' and state = 'retryable'`)
		settled(t, s)
		s.Mailbox.Fail(nil)
		became(t, "given up", listed(late.Id), "failed")
		if got := mailTasks(manager.In(t), federation); !strings.Contains(got, "mail-failed") {
			t.Errorf("waits %q", got)
		}
	})
	t.Run("another tenant sees nothing", func(t *testing.T) {
		club := s.Club("Altrove")
		if got := mailTasks(club.Manager, club); got != "" {
			t.Errorf("waits %q", got)
		}
	})
}

// The manager sees that a convocation and a decision did not arrive; once the address is
// changed and confirmed, both are sent there.
func TestRefusedLettersToThoseConvokedAndBanned(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.nationalFinal()
	f.sized(f.piemonte, "2009-04-05", 28, "Carlo Grande", "Dora Seconda", "Eva Terza")
	f.sized(f.aosta, "2009-04-12", 28, "Fabio Valle", "Gina Monte", "Ivo Sasso")
	convocation := func(name string) openapi.MailOutcome {
		var page openapi.ConvocationPage
		f.manager.Get(f.path + "/convocations").Want(200).Into(&page)
		for _, c := range page.Items {
			if c.Player.Name == name {
				return c.Mail
			}
		}
		t.Fatalf("%s is not convoked", name)
		return openapi.MailOutcome{}
	}
	refuses(f.server, address("Carlo Grande"))
	refuses(f.server, address("Dora Seconda"))
	f.call(f.manager, "Carlo Grande", national).Want(201)
	f.call(f.manager, "Fabio Valle", national).Want(201)
	banned := f.federation.Path + "/bans/" + f.ban("Dora Seconda").ID("id").String()
	spared := f.federation.Path + "/bans/" + f.ban("Ivo Sasso").ID("id").String()
	settled(t, f.server)
	ban := func(path string) (out openapi.Ban) {
		f.manager.Get(path).Want(200).Into(&out)
		return out
	}
	became(t, "Carlo's convocation", convocation("Carlo Grande"), "refused")
	became(t, "Fabio's convocation", convocation("Fabio Valle"), "sent")
	became(t, "Dora's ban", ban(banned).Mail, "refused")
	became(t, "Ivo's ban", ban(spared).Mail, "sent")
	var list openapi.BanPage
	f.manager.Get(f.federation.Path + "/bans?player=" + url.QueryEscape(f.person("Dora Seconda").String())).Want(200).Into(&list)
	became(t, "Dora's ban in the list", list.Items[0].Mail, "refused")
	waiting := mailTasks(f.manager, f.federation)
	if strings.Count(waiting, "mail-refused") != 2 || !strings.Contains(waiting, "Carlo Grande") || !strings.Contains(waiting, "Dora Seconda") ||
		!strings.Contains(waiting, "/convocations") || !strings.Contains(waiting, "/players/"+f.person("Dora Seconda").String()) {
		t.Errorf("waits %q", waiting)
	}

	for name, kind := range map[string]string{"Carlo Grande": "convocation", "Dora Seconda": "ban-decided"} {
		own := strings.ToLower(name[:4]) + ".nuovo@example.org"
		readdress(f.manager, f.federation.Path+"/players/"+f.person(name).String(), own)
		confirms(t, f.server, f.federation.Path, own)
		f.server.Mailbox.Wait(own, kind)
	}
	settled(t, f.server)
	became(t, "Carlo's convocation, sent anew", convocation("Carlo Grande"), "sent")
	became(t, "Dora's ban, told anew", ban(banned).Mail, "sent")
	if got := mailTasks(f.manager, f.federation); got != "" {
		t.Errorf("after the addresses were changed waits %q", got)
	}

	t.Run("who changes an address sees that nobody has it", func(t *testing.T) {
		manager, path := f.manager.In(t), f.federation.Path+"/players/"+f.person("Gina Monte").String()
		const mistyped = "gina@exmaple.org"
		refuses(f.server, mistyped)
		if got := readdress(manager, path, mistyped); got.Text("mail.state") != "waiting" {
			t.Errorf("got %s", got.Body)
		}
		settled(t, f.server)
		var gina openapi.Player
		manager.Get(path).Want(200).Into(&gina)
		became(t, "the address", gina.Mail, "refused")
		if got := mailTasks(manager, f.federation); !strings.Contains(got, "Gina Monte") || !strings.HasSuffix(got, "/players/"+gina.Id.String()) {
			t.Errorf("waits %q", got)
		}
		readdress(manager, path, "gina@example.org")
		if got := mailTasks(manager, f.federation); got != "" {
			t.Errorf("after the address was changed waits %q", got)
		}
	})
}

// A mail server takes its time to refuse a letter. If the reader's address changes and is confirmed by then, no later change would
// send the letter: it goes to the new address at once.
func TestRefusedLetterWhoseAddressChangesMeanwhile(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.nationalFinal()
	f.sized(f.piemonte, "2009-04-05", 28, "Carlo Grande", "Dora Seconda", "Eva Terza")
	const own = "dora.nuova@example.org"
	refuses(f.server, address("Dora Seconda"))
	f.server.Mailbox.Meanwhile(address("Dora Seconda"), func() {
		f.server.Database.Alter(t, `update league.players set email = '`+own+`' where email = '`+address("Dora Seconda")+`'`)
	})
	f.ban("Dora Seconda")
	f.server.Mailbox.Wait(own, "ban-decided")
}

// The person who decides about a leaving sees that its letter did not arrive.
func TestRefusedLetterAboutALeaving(t *testing.T) {
	t.Parallel()
	s := newRanking(t, 8)
	const email = "partito@example.org"
	readdress(s.federation.Manager, s.address("players/"+s.everyEntry()[1].Player.Id.String()), email)
	refuses(s.server, email)
	s.leaves(2)
	settled(t, s.server)
	var page openapi.LeavingReportPage
	s.federation.Manager.Get(s.address("leaving-reports")).Want(200).Into(&page)
	became(t, "the leaving", page.Items[0].Mail, "refused")
	if got := mailTasks(s.federation.Manager, s.federation); !strings.HasSuffix(got, "/leaving-reports") {
		t.Errorf("waits %q", got)
	}
	s.federation.Manager.Post(s.path+"/withdrawals/"+page.Items[0].Withdrawal.String()+"/decision", noBan()).Want(201)
	if got := mailTasks(s.federation.Manager, s.federation); got != "" {
		t.Errorf("after the decision waits %q", got)
	}
}

// All people see the outcome of the last letter to their own account.
func TestLettersToOnesOwnAccount(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna, bruno := s.SignUp("Anna Lodi"), s.SignUp("Bruno Neri")
	mailOf := func(c *apitest.Client) openapi.MailOutcome {
		var me openapi.Account
		c.Get("/me").Want(200).Into(&me)
		return me.Mail
	}
	settled(t, s)
	became(t, "the letter by which she signed up", mailOf(anna), "sent")
	refuses(s, anna.Email)
	s.Anonymous().Post("/password-resets", apitest.JSON{"email": anna.Email}).Want(202)
	settled(t, s)
	became(t, "the refused one", mailOf(anna), "refused")
	became(t, "that of somebody else", mailOf(bruno), "sent")
	s.Anonymous().Post("/password-resets", apitest.JSON{"email": anna.Email}).Want(202)
	s.Mailbox.Wait(anna.Email, "reset-password")
	settled(t, s)
	became(t, "the next one", mailOf(anna), "sent")
}
