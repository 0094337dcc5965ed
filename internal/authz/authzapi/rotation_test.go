package authzapi_test

import (
	"bytes"
	"testing"

	"referto/internal/apitest"
	"referto/internal/authz/token"
	"referto/internal/serve"
)

// While secret and signing keys are replaced, on one server after the other, a person who has signed in at one is
// known at the other, gets the same answers twice, and need not sign in again.
func TestSessionsOutliveKeys(t *testing.T) {
	t.Parallel()
	var oldPEM, nextPEM []byte
	for _, pem := range []*[]byte{&oldPEM, &nextPEM} {
		made, err := token.GenerateKey()
		if err != nil {
			t.Fatal(err)
		}
		*pem = made
	}
	next := bytes.Repeat([]byte("n"), 32)
	with := func(secrets [][]byte, pems ...[]byte) func(*serve.Config) {
		return func(c *serve.Config) {
			keys, err := token.ParseKeys(bytes.Join(pems, nil))
			if err != nil {
				t.Fatal(err)
			}
			c.Keys, c.Secret, c.FurtherSecrets = keys, secrets[0], secrets[1:]
		}
	}
	s := apitest.StartWith(t, with([][]byte{apitest.Secret, next}, oldPEM, nextPEM)) // knows the new ones
	ahead := s.ReplicaWith(with([][]byte{next, apitest.Secret}, nextPEM, oldPEM))    // uses them
	alone := s.ReplicaWith(with([][]byte{next}, nextPEM))                            // has the new ones alone

	anna := s.SignUp("Anna Lodi")
	bruno := anna.At(ahead).Again()
	for _, at := range []*apitest.Server{s, ahead} {
		anna.At(at).Get("/me").Want(200)
		bruno.At(at).Get("/me").Want(200)
	}
	bruno.At(alone).Get("/me").Want(200)
	anna.At(alone).Get("/me").Refused(401, "unauthenticated") // signed by a key that is gone

	// A refresh whose answer was lost gets the same answer from a server that is a step ahead, or behind.
	for what, servers := range map[string][2]*apitest.Server{"a step ahead": {s, ahead}, "a step behind": {ahead, s}} {
		first := refresh(anna.At(servers[0]), anna.Refresh).Want(200).Text("refreshToken")
		if again := refresh(anna.At(servers[1]), anna.Refresh).Want(200).Text("refreshToken"); again != first {
			t.Errorf("%s: another successor", what)
		}
		anna.Refresh = first
	}
	// Without the secret that made the answer it is an old token that comes back: the session ends.
	lost := refresh(anna, anna.Refresh).Want(200).Text("refreshToken")
	refresh(anna.At(alone), anna.Refresh).Refused(401, "refresh-invalid")
	refresh(anna, lost).Refused(401, "refresh-invalid")

	// An act under a key is done once, whichever server is asked again, and another act under it is refused.
	club := apitest.JSON{"kind": "club", "name": "Circolo", "slug": "circolo"}
	made := bruno.At(s).Post("/tenants", club, apitest.Key("founding-once")).Want(201).Text("id")
	if again := bruno.At(ahead).Post("/tenants", club, apitest.Key("founding-once")).Want(201).Text("id"); again != made {
		t.Errorf("founded twice: %s and %s", made, again)
	}
	other := apitest.JSON{"kind": "club", "name": "Altro", "slug": "altro"}
	bruno.At(ahead).Post("/tenants", other, apitest.Key("founding-once")).Refused(422, "idempotency-key-reused")

	// A device that is known stays known: no new proof of it is given.
	proof := s.Anonymous().Post("/sessions", apitest.JSON{"email": bruno.Email, "password": bruno.Password}).Want(201).Text("device")
	known := apitest.JSON{"email": bruno.Email, "password": bruno.Password, "device": proof}
	for at, want := range map[*apitest.Server]bool{s: false, ahead: false, alone: true} {
		if anew := at.Anonymous().Post("/sessions", known).Want(201).Value("device") != nil; anew != want {
			t.Errorf("a new proof of a device: %v, want %v", anew, want)
		}
	}
}
