package demo

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"

	"referto/internal/apiclient"
)

// actor carries out the acts of the demo data one after the other. After one that
// failed it does nothing more, so that the story reads as it goes and err is
// looked at once, at the end.
type actor struct {
	ctx  context.Context // of the one load that an actor is made for
	err  error
	acts map[[sha256.Size]byte]int // how often each was done
}

// act posts, with a key made of the content and of how often the same content was posted before: a later load repeats
// the same acts, while the draw of round 2 differs from the draw of round 1.
func (t *actor) act(who *apiclient.Client, path string, body, out any) {
	if t.err != nil {
		return
	}
	text, err := json.Marshal(body)
	if err != nil {
		t.err = err
		return
	}
	sum := sha256.Sum256(append([]byte(path+"\n"), text...))
	t.acts[sum]++
	key := fmt.Sprintf("demo-%x-%d", sum[:16], t.acts[sum])
	t.err = who.Post(t.ctx, path, body, out, apiclient.Key(key))
}

// get reads.
func (t *actor) get(who *apiclient.Client, path string, out any) {
	if t.err == nil {
		t.err = who.Get(t.ctx, path, out)
	}
}

// change starts from a version of a thing; where that is stale the change was
// made by an earlier load.
func (t *actor) change(who *apiclient.Client, method, path string, version int, body any) {
	if t.err != nil {
		return
	}
	err := who.Do(t.ctx, method, path, body, nil, apiclient.IfMatch(version))
	if apiclient.Status(err) != http.StatusPreconditionFailed {
		t.err = err
	}
}
