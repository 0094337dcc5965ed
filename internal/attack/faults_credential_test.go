package attack_test

import (
	"encoding/base64"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// credentialFaults are missing credentials where one is needed, and wrong ones everywhere: also a public operation
// refuses an invalid credential, so that nobody wrongly believes to be signed in.
func (t *target) credentialFaults() []fault {
	var out []fault
	if !t.op.Public {
		want := http.StatusUnauthorized
		if t.op.Hidden {
			want = http.StatusNotFound
		}
		out = append(out, t.make("no credential", want, func(m *message) { m.header.Del("Authorization") }))
	}
	for name, second := range map[string]string{"the same": t.valid.header.Get("Authorization"), "another": "Bearer x.y.z", "none": ""} {
		out = append(out, t.make("two credentials: "+name, http.StatusBadRequest, func(m *message) {
			m.header["Authorization"] = []string{t.valid.header.Get("Authorization"), second}
		}))
	}
	forged := t.forgeries()
	for _, name := range slices.Sorted(maps.Keys(forged)) {
		out = append(out, t.make("credential: "+name, http.StatusUnauthorized, func(m *message) {
			m.header.Set("Authorization", forged[name])
		}))
	}
	return out
}

// forgeries are values of the header Authorization that prove nothing.
func (a *arena) forgeries() map[string]string {
	a.t.Helper()
	w := a.world
	manager, other := w.sides[0].people["manager"], w.sides[0].people["referee"]
	good := a.bearer(manager)
	head, rest, _ := strings.Cut(good, ".")
	body, signature, _ := strings.Cut(rest, ".")
	unsigned := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"at+jwt"}`))
	own := session(a.t, manager)
	by := func(at time.Time, issuer string) string {
		return "Bearer " + a.issue(a.authority(at, a.keys, issuer), manager.ID, own)
	}
	return map[string]string{
		"empty":                      "Bearer",
		"without scheme":             good,
		"another scheme":             "Basic " + base64.StdEncoding.EncodeToString([]byte(manager.Email+":"+apitest.Password)),
		"no token":                   "Bearer x.y.z",
		"two tokens":                 "Bearer " + good + ", Bearer " + good,
		"too long":                   "Bearer " + strings.Repeat("a", 5000),
		"not signed":                 "Bearer " + unsigned + "." + body + ".",
		"signature of another token": "Bearer " + head + "." + body + "." + lastPart(a.bearer(other)),
		"signature cut":              "Bearer " + head + "." + body + "." + signature[:len(signature)-2],
		"out of date":                by(w.now.Add(-time.Hour), apitest.PublicURL),
		"from the future":            by(w.now.Add(time.Hour), apitest.PublicURL),
		"of another installation":    by(w.now, "https://elsewhere.example"),
		"signed by another key":      "Bearer " + a.issue(a.authority(w.now, a.strangerKeys, apitest.PublicURL), manager.ID, own),
		"of no session":              "Bearer " + a.issue(a.tokens, manager.ID, uuid.MustParse("01a1f7fe-0000-7000-8000-000000000000")),
		"of another's session":       "Bearer " + a.issue(a.tokens, manager.ID, session(a.t, other)),
		"of an ended session":        "Bearer " + a.bearer(w.gone),
		"a refresh token":            "Bearer " + w.renewer.Refresh,
		"an API key":                 "Bearer lk_live_0123456789abcdefghijABCDEFGHIJ012345",
	}
}

func lastPart(token string) string { return token[strings.LastIndexByte(token, '.')+1:] }
