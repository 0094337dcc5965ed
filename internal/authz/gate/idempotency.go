package gate

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"referto/internal/authz/authzdb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// RememberFor limits how long the answer to an Idempotency-Key is kept.
const RememberFor = 72 * time.Hour

// errReplay ends the transaction of an act that was done before.
var errReplay = errors.New("gate: replay")

// remembered is the answer to one act under an Idempotency-Key. It is stored in
// the transaction of the act, so that there is one if and only if there is the
// other. All methods may be called on nil: no key was given.
type remembered struct {
	principal, operation, key string
	fingerprint               [sha256.Size]byte
	further                   [][sha256.Size]byte // the same under secrets that were used before, or will be

	status int
	header http.Header
	body   []byte
}

// idempotency returns the key of the request, whose form [Gate.Preconditions] has checked; nil without one.
func (p *passage) idempotency() *remembered {
	op := p.call.Operation
	key := p.echo.Request().Header.Get("Idempotency-Key")
	if op.Idempotency == openapi.IdempotencyNone || key == "" {
		return nil
	}
	r := &remembered{principal: p.call.Principal.String(), operation: op.ID, key: key}
	r.fingerprint = p.fingerprint(p.gate.Secret)
	for _, secret := range p.gate.Further {
		r.further = append(r.further, p.fingerprint(secret))
	}
	return r
}

// fingerprint identifies the request. It is computed with a secret, because some bodies hold a password: a stolen
// table must not be a fast way to try guesses.
func (p *passage) fingerprint(secret []byte) (out [sha256.Size]byte) {
	sum := hmac.New(sha256.New, secret)
	fmt.Fprintf(sum, "%s %s\n", p.echo.Request().Method, p.echo.Request().URL.RequestURI())
	sum.Write(p.gate.Body(p.echo))
	sum.Sum(out[:0])
	return out
}

// same reports whether a fingerprint belongs to the request, under any of the secrets.
func (r *remembered) same(fingerprint []byte) bool {
	return bytes.Equal(fingerprint, r.fingerprint[:]) ||
		slices.ContainsFunc(r.further, func(f [sha256.Size]byte) bool { return bytes.Equal(fingerprint, f[:]) })
}

func keyWellFormed(key string) bool {
	if len(key) < 8 || len(key) > 255 {
		return false
	}
	for _, c := range []byte(key) {
		if c < 0x21 || c > 0x7e {
			return false
		}
	}
	return true
}

// queueLookup queries an earlier act. It follows the decision in the same batch, so that a caller who has lost their
// role gets no stored answer.
func (r *remembered) queueLookup(b *tenantdb.Batch, table authzdb.Answers) {
	if r == nil {
		return
	}
	table.Find(b, r.principal, r.operation, r.key, func(a authzdb.Answer) error {
		if !r.same(a.Fingerprint) {
			return ErrKeyReused
		}
		r.status, r.body = a.Status, a.Body
		if err := json.Unmarshal(a.Header, &r.header); err != nil {
			return fmt.Errorf("gate: remembered header: %w", err)
		}
		return errReplay
	})
}

// lock is the name of the lock under which the act is done; "" without a key.
func (r *remembered) lock() string {
	if r == nil {
		return ""
	}
	return authzdb.LockOf(r.principal, r.operation, r.key)
}

// record renders the handler's response as it will be written.
func (r *remembered) record(c *Call, response any) error {
	w := recorder{header: http.Header{}, status: http.StatusOK}
	visit := reflect.ValueOf(response).MethodByName("Visit" + c.Operation.ID + "Response")
	if !visit.IsValid() {
		return fmt.Errorf("gate: %T is no response of %s", response, c.Operation.ID)
	}
	if err, _ := visit.Call([]reflect.Value{reflect.ValueOf(http.ResponseWriter(&w))})[0].Interface().(error); err != nil {
		return fmt.Errorf("gate: render the answer of %s: %w", c.Operation.ID, err)
	}
	for name, value := range c.headers {
		w.header.Set(name, value)
	}
	r.status, r.header, r.body = w.status, w.header, w.body.Bytes()
	return nil
}

// queueStore stores the recorded answer with the act.
func (r *remembered) queueStore(b *tenantdb.Batch, table authzdb.Answers, now time.Time) {
	if r == nil {
		return
	}
	if r.body == nil {
		r.body = []byte{}
	}
	table.Keep(b, authzdb.Answer{
		Principal: r.principal, Operation: r.operation, Key: r.key, Fingerprint: r.fingerprint[:],
		Status: r.status, Header: encode(r.header), Body: r.body,
	}, now)
}

// replay sends the answer of the earlier act, and marks it as replayed.
func (r *remembered) replay(w *echo.Response) error {
	w.Header().Set("Idempotency-Replayed", "true")
	return r.write(w)
}

func (r *remembered) write(w *echo.Response) error {
	for name, values := range r.header {
		w.Header()[name] = values
	}
	w.WriteHeader(r.status)
	if len(r.body) == 0 {
		return nil
	}
	_, err := w.Write(r.body)
	return err
}

// recorder is a ResponseWriter that keeps the answer.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header         { return w.header }
func (w *recorder) WriteHeader(status int)      { w.status = status }
func (w *recorder) Write(p []byte) (int, error) { return w.body.Write(p) }
