package attack_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// TestWhoAsksComesFirst sends to every operation bodies and conditions that it must refuse from every caller. A
// caller who has to sign in or lacks the role learns that and nothing about the body; that the same request is
// refused for its faults to a permitted caller shows that there was something to learn. No row changes.
func TestWhoAsksComesFirst(t *testing.T) {
	t.Parallel()
	w := theWorld(t)
	requests := first(w.requests(w.sides[0]))
	requireEveryOperation(t, theContract(t), requests)
	law, account := readLaw(t), column{"account", "", w.account, nil}
	for n := range squads {
		t.Run(itoa(n+1), func(t *testing.T) {
			t.Parallel()
			a := enter(t)
			before := a.hashes()
			for i := n; i < len(requests); i += squads {
				target := a.aim(requests[i])
				t.Run(target.op.ID, func(t *testing.T) {
					stranger := signIn
					switch {
					case target.op.Public:
						stranger = allow
					case target.op.Hidden:
						stranger = hide
					}
					target.in(t).askFirst(stranger, law.decide(target.op, requests[i], account))
				})
			}
			if tables := a.hashes().Changed(before); len(tables) > 0 {
				t.Errorf("refused requests have changed rows of %v", tables)
			}
		})
	}
}

// rubbish are requests with the valid one's address and faulty content.
func (t *target) rubbish() []message {
	body := func(media string, text string) message {
		m := t.valid.clone()
		m.header.Set("Content-Type", media)
		if t.op.Idempotency != "none" {
			m.header.Set("Idempotency-Key", uuid.NewString())
		}
		m.body = []byte(text)
		return m
	}
	out := []message{
		body("application/json", `{"`),
		body("application/json", `[`+strings.Repeat(`{},`, 1_000)+`{}]`),
		body("application/json", strings.Repeat(" ", 20_000)),
		body("application/json", strings.Repeat(" ", t.op.MaxBody+1)),
		body("application/yaml", "a: &a [*a]\n"),
		body("text/plain", "x"),
	}
	if t.request.bytes == nil && t.valid.body != nil {
		out = append(out, body("application/json", `{"unknown":1}`))
	}
	if t.op.NeedsMatch {
		out = append(out, t.valid.with("If-Match", ""), t.valid.with("If-Match", `W/"1"`))
	}
	if t.op.Idempotency == "required" {
		out = append(out, t.valid.with("Idempotency-Key", "short"), t.valid.with("Idempotency-Key", ""))
	}
	return out
}

func (t *target) askFirst(stranger, account string) {
	unfit := []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity, http.StatusPreconditionRequired}
	for _, m := range t.rubbish() {
		for _, sender := range []struct {
			name, credential string
			decision         string
		}{
			{"nobody", "", stranger},
			{"somebody signed out", "Bearer " + t.bearer(t.world.gone), signIn},
			{"somebody without a role", "Bearer " + t.bearer(t.world.account), account},
			{"who may", t.valid.header.Get("Authorization"), allow},
		} {
			sent := m.with("Authorization", sender.credential)
			got := t.send(sent)
			t.check(sent, got)
			if d := decision(t.op, got.status); d != sender.decision || d == allow && !slices.Contains(unfit, got.status) {
				t.t.Errorf("%s by %s: %d %s, want %s\n%.80q %v", m, sender.name, got.status, got.reason(), sender.decision, m.body, m.header)
			}
		}
	}
}
