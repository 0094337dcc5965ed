package serve

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/semaphore"

	"referto/internal/league"
	"referto/internal/strictyaml"
)

// bodyKey names the body as it came in echo's context.
const bodyKey = "body"

// writtenKey is the key of the raw body in echo's context. It is set once the body is read as JSON or YAML: faults
// found later can be located in it.
const writtenKey = "body-written"

// readKey notes in echo's context that the body has been read to its end.
const readKey = "body-read"

func requestBody(c echo.Context) []byte {
	body, _ := c.Get(bodyKey).([]byte)
	return body
}

// The media types of bodies. Operations may accept YAML, which is converted to JSON before all later steps. The
// contract does not describe binary bodies: the handler that reads them reports their faults.
const (
	mediaJSON   = "application/json"
	mediaYAML   = "application/yaml"
	mediaBinary = "application/octet-stream"
)

// plain reports whether the headers announce a media type in the form that we read: UTF-8 and not compressed. The
// announced type has to be the one as which we interpret the bytes.
func plain(h http.Header, want string) bool {
	media, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil || media != want || h.Get("Content-Encoding") != "" {
		return false
	}
	charset, given := params["charset"]
	return !given || strings.EqualFold(charset, "utf-8")
}

// binary reports whether the body is announced as bytes and the operation takes
// such.
func (e *entry) binary(h http.Header) bool {
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && media == mediaBinary && h.Get("Content-Encoding") == "" && e.body.Content[mediaBinary] != nil
}

// announcedBody checks the headers about the body, so that a body that will be refused is not even invited (RFC 9110
// 10.1.1).
func (e *entry) announcedBody(r *http.Request) error {
	switch {
	case r.ContentLength == 0:
		if e.body != nil && e.body.Required {
			return bodyMissing()
		}
		return nil
	case e.body == nil && r.ContentLength > 0:
		return &invalidRequest{status: http.StatusBadRequest, reason: "body-unexpected"}
	case r.ContentLength > int64(e.most):
		return echo.NewHTTPError(http.StatusRequestEntityTooLarge)
	case e.body == nil: // of unknown length, perhaps none
		return nil
	case plain(r.Header, mediaJSON) && e.content != nil, plain(r.Header, mediaYAML) && e.body.Content[mediaYAML] != nil, e.binary(r.Header):
		return nil
	}
	return echo.NewHTTPError(http.StatusUnsupportedMediaType)
}

func bodyMissing() error {
	return &invalidRequest{status: http.StatusUnprocessableEntity, reason: "invalid", faults: league.Faults{{Grounds: league.Grounds{Reason: "body-missing"}}}}
}

// Bytes of bodies that may be in memory at once, from their first byte to the end of their request. Anonymous callers
// have a share of their own, so that they can never keep out signed-in ones, however many come.
const (
	bytesOfStrangers = 8 << 20
	bytesOfKnown     = 64 << 20
)

// errBodiesFull: too many bodies are in memory.
var errBodiesFull = errors.New("serve: too many bodies under way")

// bodies reads the bodies of all requests, of which only so much is kept at once.
type bodies struct{ strangers, known *semaphore.Weighted }

func newBodies() *bodies {
	return &bodies{semaphore.NewWeighted(bytesOfStrangers), semaphore.NewWeighted(bytesOfKnown)}
}

// take reads the body once, for validation, fingerprint and handler, and validates
// it. Its bytes count as under way until release, which may be called in any case.
func (b *bodies) take(c echo.Context, e *entry, known bool) (release func(), err error) {
	r := c.Request()
	if r.ContentLength == 0 || r.Body == nil {
		return nothing, nil
	}
	share := &share{of: b.strangers}
	if known {
		share.of = b.known
	}
	return share.release, e.read(c, share)
}

// share is the part of one request in the bytes that may be under way.
type share struct {
	of   *semaphore.Weighted
	have int64
}

func (s *share) grow(n int) error {
	if !s.of.TryAcquire(int64(n)) {
		return errBodiesFull
	}
	s.have += int64(n)
	return nil
}

func (s *share) release() {
	s.of.Release(s.have)
	s.have = 0
}

func (e *entry) read(c echo.Context, s *share) error {
	r := c.Request()
	most := e.most
	if e.body == nil {
		most = 1 // of unknown length: a byte shows that there is one
	}
	body, err := wholeBody(r, most, s)
	if err != nil {
		return err
	}
	c.Set(readKey, true)
	switch {
	case len(body) == 0:
		r.Body = http.NoBody
		if e.body != nil && e.body.Required {
			return bodyMissing()
		}
		return nil
	case e.body == nil:
		return &invalidRequest{status: http.StatusBadRequest, reason: "body-unexpected"}
	case e.binary(r.Header):
		keepBody(c, body)
		return nil
	case plain(r.Header, mediaJSON):
		c.Set(writtenKey, body)
	default:
		written := body
		if body, err = jsonOf(body, most); err != nil {
			return err
		}
		if err := s.grow(len(body)); err != nil {
			return err
		}
		c.Set(writtenKey, written)
		r.Header.Set("Content-Type", mediaJSON)
		r.ContentLength = int64(len(body))
	}
	if err := e.content.check(body); err != nil {
		return err
	}
	keepBody(c, body)
	return nil
}

// inMemory is a body that is in memory as a whole; Bytes returns all of it without copying.
type inMemory struct {
	bytes.Reader
	all []byte
}

func newInMemory(all []byte) *inMemory {
	body := &inMemory{all: all}
	body.Reset(all)
	return body
}

// Bytes returns the whole body.
func (b *inMemory) Bytes() []byte { return b.all }

// Close does nothing.
func (*inMemory) Close() error { return nil }

// wholeBody returns the whole body of a request, without copying if it is in memory already.
func wholeBody(r *http.Request, most int, s *share) ([]byte, error) {
	body, here := r.Body.(*inMemory)
	switch {
	case !here:
		return readAll(r.Body, int(r.ContentLength), most, s)
	case len(body.all) > most:
		return nil, echo.NewHTTPError(http.StatusRequestEntityTooLarge)
	}
	return body.all, s.grow(len(body.all))
}

// firstRead is the room of a body at first, unless its length is known.
const firstRead = 4 << 10

// readAll reads a body of at most the given number of bytes. Its share grows with the received bytes, not with the
// announced length.
func readAll(from io.Reader, announced, most int, s *share) ([]byte, error) {
	room := firstRead
	if announced >= 0 {
		room = min(announced, short)
	}
	if err := s.grow(room); err != nil {
		return nil, err
	}
	body := make([]byte, 0, room+1) // one more, to see the end without growing
	for {
		n, err := from.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case len(body) > most:
			return nil, echo.NewHTTPError(http.StatusRequestEntityTooLarge)
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil:
			return nil, &invalidRequest{status: http.StatusBadRequest, reason: "body-unreadable"}
		}
		if len(body) == cap(body) {
			more := min(len(body), most+1-len(body))
			if err := s.grow(more); err != nil {
				return nil, err
			}
			body = append(make([]byte, 0, len(body)+more), body...)
		}
	}
}

// keepBody puts back a body that has been read, for the next reader.
func keepBody(c echo.Context, body []byte) {
	c.Set(bodyKey, body)
	c.Request().Body = newInMemory(body)
}

// jsonOf converts a YAML document to JSON. It refuses a document that [strictyaml.ToJSON] refuses, or whose JSON is
// longer than a body may be.
func jsonOf(document []byte, most int) ([]byte, error) {
	body, err := strictyaml.ToJSON(document)
	var fault *strictyaml.Error
	switch {
	case errors.As(err, &fault):
		where := league.Fault{Field: fault.Pointer, Grounds: league.Grounds{Reason: fault.Reason}}
		where.Params = fault.Params
		return nil, &invalidRequest{status: http.StatusBadRequest, reason: "yaml-unreadable", faults: league.Faults{where}}
	case err != nil:
		return nil, err
	case len(body) > most:
		return nil, echo.NewHTTPError(http.StatusRequestEntityTooLarge)
	}
	return body, nil
}
