package leagueapi_test

import (
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// Letters about bans and with the links of answers go to the address in the register: a contact reads and
// changes only addresses of their own region.
func TestContactDataAreThoseOfOnesRegion(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 0, nil)
	c := x.championship
	register := c.federation.Path + "/players"
	add := func(by *apitest.Client, name, email string) uuid.UUID {
		return by.Post(register, apitest.JSON{"name": name, "email": email}).Want(201).ID("id")
	}
	x.organizer.Post(x.path+"/entry-opening", nil).Want(200)
	here := add(c.manager, "Ines Iscritta", "ines@example.org")
	x.organizer.Post(x.path+"/entries", apitest.JSON{"player": here}).Want(201)
	nobody := add(c.manager, "Nico Nessuno", "nico@example.org")
	stranger := c.federation.Member("Dino Referente", "regional-contact", apitest.Region(c.piemonte))
	own := add(stranger, "Piera Propria", "piera@example.org")

	for _, tt := range []struct {
		rule   string
		by     *apitest.Client
		player uuid.UUID
		email  string // as they read it
	}{
		{"the manager reads everybody's", c.manager, nobody, "nico@example.org"},
		{"a contact reads who entered in his region", x.contact, here, "ines@example.org"},
		{"a contact reads nobody of another region", stranger, here, ""},
		{"a contact reads nobody who has entered nowhere", x.contact, nobody, ""},
		{"a contact reads whom he added himself", stranger, own, "piera@example.org"},
		{"nobody else reads whom he added", x.contact, own, ""},
		{"an organizer finds people by their names", x.organizer, here, ""},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			by := tt.by.In(t)
			got := by.Get(register + "/" + tt.player.String()).Want(200)
			if got.Text("email") != tt.email {
				t.Errorf("reads %s", got.Body)
			}
			var page openapi.PlayerPage
			by.Get(register + "?name=" + got.Text("name")[:4]).Want(200).Into(&page)
			if len(page.Items) != 1 || page.Items[0].Email != tt.email {
				t.Errorf("the list has %+v", page.Items)
			}
			change := by.Patch(register+"/"+tt.player.String(), apitest.JSON{"email": "new@example.org"}, apitest.Match(got.ETag()))
			if tt.email == "" {
				change.Refused(403, "out-of-scope")
				return
			}
			change.Want(200)
			by.Patch(register+"/"+tt.player.String(), apitest.JSON{"email": tt.email}, apitest.Match(change.ETag())).Want(200)
		})
	}
	x.organizer.Post(x.path+"/entries", apitest.JSON{"player": own}).Want(201)
	if got := stranger.Get(register + "/" + own.String()).Want(200); got.Text("email") != "" {
		t.Errorf("whom he added plays in another region now, and he reads %s", got.Body)
	}
}
