package authzapi_test

import (
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/serve"
)

// Of three servers one is half a minute ahead and one behind: a person who signs in at one is known at each, renews
// at each, does an act once whichever is asked again, and is signed out at all of them at once.
func TestServersWhoseClocksDiffer(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	off := func(by time.Duration) *apitest.Server {
		return s.ReplicaWith(func(c *serve.Config) { c.Now = func() time.Time { return s.Clock.Now().Add(by) } })
	}
	servers := map[string]*apitest.Server{"right": s, "ahead": off(30 * time.Second), "behind": off(-30 * time.Second)}
	anna := s.SignUp("Anna Lodi")
	for begins, at := range servers {
		one := anna.At(at).Again()
		for reads, other := range servers {
			if got := one.At(other).Get("/me"); got.Status != 200 {
				t.Errorf("signed in at the server that is %s: the one that is %s says %d", begins, reads, got.Status)
			}
		}
		for renews, other := range servers {
			one = one.At(other)
			one.Renew()
			for reads, third := range servers {
				if got := one.At(third).Get("/me"); got.Status != 200 {
					t.Errorf("renewed at the server that is %s: the one that is %s says %d", renews, reads, got.Status)
				}
			}
		}
		club := apitest.JSON{"kind": "club", "name": "Circolo " + begins, "slug": "circolo-" + begins}
		made := one.At(at).Post("/tenants", club, apitest.Key("founding-"+begins)).Want(201).Text("id")
		for asked, other := range servers {
			if again := one.At(other).Post("/tenants", club, apitest.Key("founding-"+begins)).Want(201).Text("id"); again != made {
				t.Errorf("founded at the server that is %s and asked again at the one that is %s: another", begins, asked)
			}
		}
		one.At(at).Do("DELETE", "/sessions/current", nil).Want(204)
		for reads, other := range servers {
			if got := one.At(other).Get("/me"); got.Status != 401 {
				t.Errorf("signed out at the server that is %s: the one that is %s says %d", begins, reads, got.Status)
			}
		}
	}
	// A clock that is wrong by more than a minute is not believed: a positive control of all this.
	if got := anna.At(off(2 * time.Minute)).Again().At(s).Get("/me"); got.Status != 401 {
		t.Errorf("a token of two minutes ahead: %d", got.Status)
	}
}
