package authzapi_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

func invite(t *apitest.Tenant, by *apitest.Client, email, role string, over apitest.Scope) *apitest.Answer {
	by.T.Helper()
	return by.Post(t.Path+"/invitations", apitest.JSON{"email": email, "role": role, "scope": over})
}

func TestInvitation(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation := s.Federation("Federazione")
	emilia := federation.Region("Emilia")
	bruno := s.SignUp("Bruno Rossi")

	invited := invite(federation, federation.Manager, bruno.Email, "regional-contact", apitest.Region(emilia)).Want(201)
	received := s.Mailbox.Wait(bruno.Email, "invitation")
	for _, word := range []string{"Federazione", "Emilia", "Manager of Federazione"} {
		if !strings.Contains(received.Subject+received.Text, word) {
			t.Errorf("the mail does not say %q:\n%s", word, received.Text)
		}
	}
	offered := bruno.Get("/me/invitations").Want(200)
	if offered.Len("items") != 1 || offered.Text("items.0.tenant.slug") != federation.Slug || offered.Text("items.0.scope.id") != emilia.String() {
		t.Fatalf("he is offered %s", offered.Body)
	}
	if n := federation.Manager.Get(federation.Path + "/invitations").Want(200).Len("items"); n != 1 {
		t.Errorf("%d open invitations", n)
	}
	bruno.Get(federation.Path+"/members").Refused(403, "role-missing")

	bruno.Accept(invited.ID("id"))
	grants := bruno.Get("/me/grants").Want(200)
	if grants.Len("items") != 1 || grants.Text("items.0.role") != "regional-contact" || grants.Text("items.0.tenant.name") != "Federazione" {
		t.Errorf("he holds %s", grants.Body)
	}
	if n := bruno.Get("/me/invitations").Want(200).Len("items"); n != 0 {
		t.Errorf("he is offered %d roles more", n)
	}
	bruno.Post("/me/invitations/"+invited.Text("id")+"/acceptance", nil).Refused(404, "invitation-not-open")
	members := federation.Manager.Get(federation.Path + "/members").Want(200)
	if members.Len("items") != 2 || members.Text("items.1.name") != "Bruno Rossi" {
		t.Errorf("members: %s", members.Body)
	}
}

// The answer, the row and the mail are the same whether or not an address has an account; a person who signs up later
// finds the offer.
func TestInvitationOfSomebodyWithoutAccount(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation := s.Federation("Federazione")
	bruno := s.SignUp("Bruno Rossi")
	known := invite(federation, federation.Manager, bruno.Email, "organizer", apitest.WholeTenant()).Want(201)
	unknown := invite(federation, federation.Manager, "carla@example.org", "organizer", apitest.WholeTenant()).Want(201)
	same := func(a *apitest.Answer) string {
		out := a.Traits()
		for _, path := range []string{"id", "email"} {
			out = strings.ReplaceAll(out, a.Text(path), path)
		}
		return strings.ReplaceAll(out, "Content-Length", "")
	}
	if a, b := same(known), same(unknown); unlike(a) != unlike(b) {
		t.Errorf("known:\n%s\nunknown:\n%s", a, b)
	}
	s.Mailbox.Wait("carla@example.org", "invitation")

	carla := s.Anonymous()
	carla.Email, carla.Password = "carla@example.org", apitest.Password
	carla.Post("/accounts", apitest.JSON{"email": "Carla@Example.org", "password": carla.Password, "name": "Carla Neri"}).Want(202)
	proof := apitest.Token(t, s.Mailbox.Wait(carla.Email, "verify-address"))
	carla.Post("/account-verifications", apitest.JSON{"token": proof}).Want(204)
	carla.SignIn()
	carla.Accept(unknown.ID("id"))
	if got := carla.Get("/me/grants").Want(200).Text("items.0.role"); got != "organizer" {
		t.Errorf("she holds %q", got)
	}
}

// unlike drops the length of an answer, which differs with the address that was sent, and what is left of quotas,
// which is less for the later caller.
func unlike(answer string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(answer, "\n"), func(line string) bool {
		return strings.HasPrefix(line, ": ") || strings.HasPrefix(line, "Ratelimit: ")
	}), "\n")
}

func TestInvitationIsNotAccepted(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation := s.Federation("Federazione")
	bruno, thief := s.SignUp("Bruno Rossi"), s.SignUp("Dario Verdi")
	offer := func() *apitest.Answer {
		s.Clock.Advance(20 * time.Minute) // mails to one address are limited
		bruno.SignIn()
		thief.SignIn()
		federation.Manager.SignIn()
		return invite(federation, federation.Manager, bruno.Email, "organizer", apitest.WholeTenant()).Want(201)
	}
	accept := func(t *testing.T, c *apitest.Client, invitation string) *apitest.Answer {
		return c.In(t).Post("/me/invitations/"+invitation+"/acceptance", nil)
	}
	t.Run("by somebody else", func(t *testing.T) {
		foreign, unknown := accept(t, thief, offer().Text("id")), accept(t, thief, uuid.NewString())
		foreign.Refused(404, "invitation-not-open")
		if a, b := foreign.Traits(), unknown.Traits(); a != b {
			t.Errorf("foreign:\n%s\nunknown:\n%s", a, b)
		}
	})
	t.Run("once withdrawn", func(t *testing.T) {
		id := offer().Text("id")
		federation.Manager.Delete(federation.Path + "/invitations/" + id).Want(204)
		accept(t, bruno, id).Refused(404, "invitation-not-open")
		federation.Manager.Delete(federation.Path+"/invitations/"+id).Refused(404, "invitation-not-open")
	})
	t.Run("when it is too late", func(t *testing.T) {
		id := offer().Text("id")
		s.Clock.Advance(14 * 24 * time.Hour)
		bruno.SignIn()
		accept(t, bruno, id).Refused(404, "invitation-not-open")
	})
	t.Run("when the role's own time is over", func(t *testing.T) {
		s.Clock.Advance(time.Hour)
		federation.Manager.SignIn()
		id := federation.Manager.Post(federation.Path+"/invitations", apitest.JSON{
			"email": bruno.Email, "role": "organizer", "scope": apitest.WholeTenant(), "until": s.Clock.Now().Add(time.Minute),
		}).Want(201).Text("id")
		s.Clock.Advance(time.Minute)
		bruno.SignIn()
		accept(t, bruno, id).Refused(404, "invitation-not-open")
	})
	t.Run("twice at once", func(t *testing.T) {
		id := offer().Text("id")
		answers := apitest.AnswersAtOnce(4, func(i int) *apitest.Answer { return accept(t, bruno, id) })
		if got := apitest.Statuses(answers); !slices.Equal(got, []int{204, 404, 404, 404}) {
			t.Errorf("got %v", got)
		}
	})
	t.Run("a second time under its key it is the same act", func(t *testing.T) {
		id := offer().Text("id")
		for range 2 {
			bruno.Post("/me/invitations/"+id+"/acceptance", nil, apitest.Key("accept-it-"+id)).Want(204)
		}
	})
	t.Run("a repeated appointment takes the place of the first", func(t *testing.T) {
		if n := bruno.Get("/me/grants").Want(200).Len("items"); n != 1 {
			t.Errorf("he holds the role %d times", n)
		}
	})
}

func TestInvitationRefuses(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation, elsewhere := s.Federation("Federazione"), s.Federation("Altrove")
	emilia, toscana := federation.Region("Emilia"), federation.Region("Toscana")
	foreign := elsewhere.Region("Lazio")
	contact := federation.Member("Bruno Rossi", "regional-contact", apitest.Region(emilia))
	organizer := federation.Member("Carla Neri", "organizer", apitest.WholeTenant())
	manager := federation.Manager
	tests := []struct {
		rule   string
		by     *apitest.Client
		role   string
		over   any
		status int
		reason string
	}{
		{"a region of another tenant", manager, "regional-contact", apitest.Region(foreign), 422, "scope-unknown"},
		{"a region nobody has", manager, "regional-contact", apitest.Region(uuid.New()), 422, "scope-unknown"},
		{"an event nobody has", manager, "referee", apitest.Stage(uuid.New()), 422, "scope-unknown"},
		{"a region without its id", manager, "regional-contact", apitest.JSON{"kind": "region"}, 422, "scope-unknown"},
		{"another tenant by its id", manager, "organizer", apitest.JSON{"kind": "tenant", "id": elsewhere.ID}, 422, "scope-unknown"},
		{"a role over what it is never over", manager, "referee", apitest.WholeTenant(), 403, "not-grantable"},
		{"a player, which is claimed and not given", manager, "player", apitest.WholeTenant(), 422, "invalid"},
		{"a contact makes no manager", contact, "championship-manager", apitest.WholeTenant(), 403, "role-missing"},
		{"nor a contact, even in his region", contact, "regional-contact", apitest.Region(emilia), 403, "role-missing"},
		{"an organizer makes no organizer", organizer, "organizer", apitest.WholeTenant(), 403, "role-missing"},
		{"nor a contact of a region", organizer, "regional-contact", apitest.Region(toscana), 403, "role-missing"},
		{"a manager of elsewhere", elsewhere.Manager, "organizer", apitest.WholeTenant(), 403, "role-missing"},
		{"a role there is not", manager, "platform-admin", apitest.WholeTenant(), 422, "invalid"},
		{"a scope there is not", manager, "organizer", apitest.JSON{"kind": "platform"}, 422, "invalid"},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			answer := tt.by.In(t).Post(federation.Path+"/invitations", apitest.JSON{"email": "dario@example.org", "role": tt.role, "scope": tt.over}).Want(tt.status)
			if got := answer.Text("reason"); got != tt.reason {
				t.Errorf("refused because of %q, want %q", got, tt.reason)
			}
		})
	}
	manager.Post(federation.Path+"/invitations", apitest.JSON{
		"email": "dario@example.org", "role": "organizer", "scope": apitest.WholeTenant(), "until": s.Clock.Now(),
	}).Refused(422, "until-past")
	if n := s.Database.Count(t, "select count(*) from league.invitations where email = 'dario@example.org'"); n != 0 {
		t.Errorf("%d invitations were stored", n)
	}
}

// T13: a role that is taken away is refused at the next request.
func TestT13RevokedRoleIsGoneAtOnce(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation := s.Federation("Federazione")
	second := federation.Member("Bruno Rossi", "championship-manager", apitest.WholeTenant())
	grant := second.Get("/me/grants").Want(200).Text("items.0.id")
	second.Get(federation.Path + "/members").Want(200)
	federation.Manager.Delete(federation.Path + "/members/" + grant).Want(204)
	second.Get(federation.Path+"/members").Refused(403, "role-missing")
	second.Post(federation.Path+"/regions", apitest.JSON{"name": "Emilia"}).Refused(403, "role-missing")
	if n := second.Get("/me/grants").Want(200).Len("items"); n != 0 {
		t.Errorf("he still holds %d roles", n)
	}
	federation.Manager.Delete(federation.Path+"/members/"+grant).Refused(404, "not-found")
}

func TestRevocationRefuses(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation, elsewhere := s.Federation("Federazione"), s.Federation("Altrove")
	organizer := federation.Member("Carla Neri", "organizer", apitest.WholeTenant())
	mine := federation.Manager.Get("/me/grants").Want(200).Text("items.0.id")
	foreign := elsewhere.Manager.Get("/me/grants").Want(200).Text("items.0.id")

	t.Run("the last manager stays", func(t *testing.T) {
		federation.Manager.In(t).Delete(federation.Path+"/members/"+mine).Refused(409, "last-manager")
	})
	t.Run("who may not give a role may not take it", func(t *testing.T) {
		organizer.In(t).Delete(federation.Path+"/members/"+mine).Refused(403, "role-missing")
	})
	t.Run("T01 a grant of elsewhere is as unknown as one that is not", func(t *testing.T) {
		manager := federation.Manager.In(t)
		a := manager.Delete(federation.Path + "/members/" + foreign).Want(404).Traits()
		if b := manager.Delete(federation.Path + "/members/" + uuid.NewString()).Want(404).Traits(); a != b {
			t.Errorf("foreign:\n%s\nunknown:\n%s", a, b)
		}
		elsewhere.Manager.In(t).Get(elsewhere.Path + "/members").Want(200)
	})
	t.Run("a manager whose time runs out later counts", func(t *testing.T) {
		manager := federation.Manager.In(t)
		bruno := s.SignUp("Bruno Rossi")
		id := manager.Post(federation.Path+"/invitations", apitest.JSON{
			"email": bruno.Email, "role": "championship-manager", "scope": apitest.WholeTenant(), "until": s.Clock.Now().Add(time.Hour),
		}).Want(201).ID("id")
		bruno.Accept(id)
		bruno.Delete(federation.Path + "/members/" + mine).Want(204)
		manager.Get(federation.Path+"/members").Refused(403, "role-missing")
		s.Clock.Advance(time.Hour)
		bruno.SignIn()
		bruno.Get(federation.Path+"/members").Refused(403, "grant-expired")
	})
}

// Two managers who remove each other at the same moment leave one.
func TestManagersRemoveEachOther(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	a, b := s.SignUp("Anna Lodi"), s.SignUp("Bruno Rossi")
	for trial := range 12 {
		federation := a.Found("federation", "Federazione")
		federation.Appoint(b, "championship-manager", apitest.WholeTenant())
		s.Clock.Advance(time.Hour) // mails to one address are limited
		a.SignIn()
		b.SignIn()
		members := a.Get(federation.Path + "/members").Want(200)
		grants := []string{members.Text("items.1.id"), members.Text("items.0.id")}
		answers := apitest.AnswersAtOnce(2, func(i int) *apitest.Answer {
			return []*apitest.Client{a, b}[i].Delete(federation.Path + "/members/" + grants[i])
		})
		left := s.Database.Count(t, "select count(*) from league.grants where tenant_id = $1 and revoked_at is null", federation.ID)
		if left != 1 {
			t.Fatalf("trial %d: %d managers are left after %v", trial, left, apitest.Statuses(answers))
		}
	}
}

func TestMembersComeInPages(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation := s.Federation("Federazione")
	for _, name := range []string{"Anna Lodi", "Bruno Rossi", "Carla Neri", "Dario Verdi"} {
		federation.Member(name, "organizer", apitest.WholeTenant())
	}
	manager := federation.Manager
	var names []string
	path := federation.Path + "/members?limit=2"
	for page := manager.Get(path).Want(200); ; page = manager.Get(path).Want(200) {
		for i := range page.Len("items") {
			names = append(names, page.Text("items."+string(rune('0'+i))+".name"))
		}
		next := page.Text("nextCursor")
		if next == "" {
			if page.Header.Get("Link") != "" {
				t.Error("the last page leads on")
			}
			break
		}
		if link := page.Header.Get("Link"); link != `<?cursor=`+next+`&limit=2>; rel="next"` {
			t.Errorf("Link: %s", link)
		}
		path = federation.Path + "/members?limit=2&cursor=" + next
	}
	if want := []string{"Manager of Federazione", "Anna Lodi", "Bruno Rossi", "Carla Neri", "Dario Verdi"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	elsewhere := manager.Found("federation", "Altrove")
	cursor := manager.Get(federation.Path + "/members?limit=2").Text("nextCursor")
	manager.Get(elsewhere.Path+"/members?cursor="+cursor).Refused(400, "cursor-invalid")
	manager.Get(federation.Path+"/members?cursor=A"+cursor).Refused(400, "cursor-invalid")
	manager.Get(federation.Path + "/members?limit=0").Want(400)
	manager.Get(federation.Path + "/members?limit=101").Want(400)
	manager.Get(federation.Path + "/members?sort=name").Want(400)
}

// Every write in a tenant leaves an audit record, and facts without gaps.
func TestWritesLeaveFactsAndAudit(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation := s.Federation("Federazione")
	organizer := federation.Member("Carla Neri", "organizer", apitest.WholeTenant())
	grant := organizer.Get("/me/grants").Want(200).Text("items.0.id")
	federation.Manager.Delete(federation.Path + "/members/" + grant).Want(204)
	dario := invite(federation, federation.Manager, "dario@example.org", "organizer", apitest.WholeTenant()).Want(201).Text("id")
	federation.Manager.Delete(federation.Path + "/invitations/" + dario).Want(204)
	want := []string{"tenant.founded", "member.invited", "member.joined", "member.revoked", "member.invited", "member.invitation-withdrawn"}
	for i, kind := range want {
		if n := s.Database.Count(t, "select count(*) from league.log where tenant_id = $1 and sequence = $2 and kind = $3", federation.ID, i+1, kind); n != 1 {
			t.Errorf("fact %d is not %s", i+1, kind)
		}
	}
	if n := s.Database.Count(t, "select count(*) from league.audit where tenant_id = $1", federation.ID); n != len(want) {
		t.Errorf("%d audit records, want %d", n, len(want))
	}
	if n := s.Database.Count(t, "select count(*) from league.audit where tenant_id = $1 and operation = 'AcceptInvitation' and account_id = $2 and after is not null", federation.ID, organizer.ID); n != 1 {
		t.Error("the acceptance is not in the audit")
	}
}

// A person who is named on an event's staff by mail is linked to their account once they accept.
func TestAcceptanceReachesTheStaffOfAnEvent(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation := s.Federation("Federazione")
	event := federation.Stage(nil)
	carla := s.SignUp("Carla Neri")
	federation.Manager.Post(federation.Path+"/events/"+event.String()+"/staff",
		apitest.JSON{"name": "Carla Neri", "role": "first-referee", "email": carla.Email}).Want(201)
	received := s.Mailbox.Wait(carla.Email, "invitation")
	if !strings.Contains(received.Text, "first referee") {
		t.Errorf("the mail says\n%s", received.Text)
	}
	offered := carla.Get("/me/invitations").Want(200)
	carla.Accept(offered.ID("items.0.id"))
	if n := s.Database.Count(t, "select count(*) from league.event_staff where event_id = $1 and account_id = $2", event, carla.ID); n != 1 {
		t.Error("the staff does not know her account")
	}
	if got := carla.Get("/me/grants").Want(200).Text("items.0.scope.id"); got != event.String() {
		t.Errorf("her role is over %s", got)
	}
}

func TestMe(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	me := anna.Get("/me").Want(200)
	etag := me.ETag()
	anna.Get("/me", apitest.Header("If-None-Match", etag)).Want(304)
	changed := anna.Patch("/me", apitest.JSON{"name": " Anna  Lodi-Neri ", "language": "it"}, apitest.Match(etag)).Want(200)
	if changed.Text("name") != "Anna Lodi-Neri" || changed.Text("language") != "it" || changed.ETag() == etag {
		t.Errorf("her account is %s under %s", changed.Body, changed.ETag())
	}
	stale := anna.Patch("/me", apitest.JSON{"name": "Anna"}, apitest.Match(etag)).Refused(412, "stale")
	if stale.Text("current.name") != "Anna Lodi-Neri" {
		t.Errorf("the stale change is shown %s", stale.Body)
	}
	anna.Patch("/me", apitest.JSON{"name": "Anna"}).Refused(428, "if-match-missing")
	anna.Patch("/me", apitest.JSON{}, apitest.Match(changed.ETag())).Want(422)
	anna.Patch("/me", apitest.JSON{"email": "other@example.org"}, apitest.Match(changed.ETag())).Want(422)
	anna.Patch("/me", apitest.JSON{"name": " . \u200b"}, apitest.Match(changed.ETag())).Refused(422, "name-unreadable")
	answers := apitest.AnswersAtOnce(4, func(i int) *apitest.Answer {
		return anna.Patch("/me", apitest.JSON{"language": "bg"}, apitest.Match(changed.ETag()))
	})
	if got := apitest.Statuses(answers); !slices.Equal(got, []int{200, 412, 412, 412}) {
		t.Errorf("T51: of changes at once %v", got)
	}
}

// The holder of a role over a region sees the roles over it and its events with their holders, and the open offers
// there; over an event, only those over that event. A holder who may give no role sees no mail address.
func TestRolesAreSeenAsFarAsOnesOwnReach(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation := s.Federation("Federazione")
	emilia, liguria := federation.Region("Emilia"), federation.Region("Liguria")
	bologna, genova := federation.Stage(apitest.JSON{"region": emilia}), federation.Stage(apitest.JSON{"region": liguria})
	open := federation.Stage(nil)
	contact := federation.Member("Contatto Emilia", "regional-contact", apitest.Region(emilia))
	organizer := federation.Member("Organizza Bologna", "organizer", apitest.Stage(bologna))
	referee := federation.Member("Arbitra Bologna", "first-referee", apitest.Stage(bologna))
	federation.Member("Contatto Liguria", "regional-contact", apitest.Region(liguria))
	other := federation.Member("Organizza Genova", "organizer", apitest.Stage(genova))
	federation.Member("Tavolo Aperto", "referee", apitest.Stage(open))
	federation.Member("Cassa", "treasurer", apitest.WholeTenant())
	for email, over := range map[string]apitest.Scope{"all@example.org": apitest.WholeTenant(), "bologna@example.org": apitest.Stage(bologna), "genova@example.org": apitest.Stage(genova)} {
		invite(federation, federation.Manager, email, "organizer", over).Want(201)
	}
	invite(federation, federation.Manager, "emilia@example.org", "regional-contact", apitest.Region(emilia)).Want(201)

	of := func(c *apitest.Client, list, what string) (all []string) {
		t.Helper()
		for path := federation.Path + list + "?limit=2"; ; { // in pages, each of them full
			page := c.Get(path).Want(200)
			for i := range page.Len("items") {
				all = append(all, page.Text("items."+string(rune('0'+i))+"."+what))
			}
			next := page.Text("nextCursor")
			if next == "" {
				slices.Sort(all)
				return all
			}
			if page.Len("items") != 2 {
				t.Errorf("a page of %d goes on", page.Len("items"))
			}
			path = federation.Path + list + "?limit=2&cursor=" + next
		}
	}
	for _, c := range []struct {
		name    string
		who     *apitest.Client
		members []string
		offered []string
	}{
		{"the manager", federation.Manager, []string{
			"Arbitra Bologna", "Cassa", "Contatto Emilia", "Contatto Liguria", "Manager of Federazione", "Organizza Bologna", "Organizza Genova", "Tavolo Aperto",
		}, []string{"all@example.org", "bologna@example.org", "emilia@example.org", "genova@example.org"}},
		{"the contact of a region", contact, []string{"Arbitra Bologna", "Contatto Emilia", "Organizza Bologna"}, []string{"bologna@example.org", "emilia@example.org"}},
		{"the organizer of an event", organizer, []string{"Arbitra Bologna", "Organizza Bologna"}, []string{"bologna@example.org"}},
		{"the organizer of another", other, []string{"Organizza Genova"}, []string{"genova@example.org"}},
	} {
		if got := of(c.who, "/members", "name"); !slices.Equal(got, c.members) {
			t.Errorf("%s sees %q, want %q", c.name, got, c.members)
		}
		if got := of(c.who, "/invitations", "email"); !slices.Equal(got, c.offered) {
			t.Errorf("%s sees what is offered to %q, want %q", c.name, got, c.offered)
		}
	}
	if got := of(referee, "/members", "name"); !slices.Equal(got, []string{"Arbitra Bologna", "Organizza Bologna"}) {
		t.Errorf("the first referee sees %q", got)
	}
	referee.Get(federation.Path+"/invitations").Refused(403, "role-missing")

	grant := organizer.Get("/me/grants").Want(200).Text("items.0.id")
	federation.Manager.Delete(federation.Path + "/members/" + grant).Want(204)
	organizer.Get(federation.Path+"/members").Refused(403, "role-missing")
	foreign := s.Federation("Altra")
	foreign.Manager.Get(federation.Path+"/members").Refused(403, "role-missing")
}
