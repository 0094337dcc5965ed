package apiclient

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
)

// callTimeout limits how long one exchange may take.
const callTimeout = 30 * time.Second

// Client calls the API of one server as one caller. It is safe for concurrent
// use.
type Client struct {
	base    string // ends with /v1
	http    *http.Client
	session *session // nil: anonymous
	patient bool     // see Patient
}

// New makes an anonymous client of the server at an address without a slash at
// the end, such as "http://127.0.0.1:8080".
func New(server string) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 16
	return &Client{base: server + "/v1", http: &http.Client{Transport: transport, Timeout: callTimeout}}
}

// Patient returns the same client in a mode that waits after a 429, for as long as the server demands, and asks
// again: for programs with many requests and enough time. A refusal for longer than some minutes, such as by a daily
// quota, is still returned.
func (c *Client) Patient() *Client {
	other := *c
	other.patient = true
	return &other
}

// Option changes one call.
type Option func(*call)

// Key is the call's Idempotency-Key, where a repeat by a later run of the program
// has to be known as such. Without it every call of Do has a key of its own.
func Key(key string) Option { return func(c *call) { c.header.Set("Idempotency-Key", key) } }

// IfMatch names the version of a thing from which a change starts.
func IfMatch(version int) Option {
	return func(c *call) { c.header.Set("If-Match", strconv.Quote(strconv.Itoa(version))) }
}

// Language asks for the texts of the answer in a language.
func Language(tag string) Option { return func(c *call) { c.header.Set("Accept-Language", tag) } }

// ForwardedFor sets the address of the original caller, as a proxy does. Servers believe only the proxies that they
// trust.
func ForwardedFor(address string) Option {
	return func(c *call) { c.header.Set("X-Forwarded-For", address) }
}

// call is one exchange to be made, perhaps several times.
type call struct {
	method, path string
	header       http.Header
	body         []byte // nil: none
}

// Do calls an operation. The path starts below /v1 and may have a query. Body is written as JSON unless it is nil;
// the answer is decoded into out unless that is nil. It returns a [*Problem] for a refusal, and another error if the
// request does not get through.
//
// 503 is repeated a few times after the pause that the server asks for, 401 once with new tokens, 429 by a
// [Client.Patient] client.
func (c *Client) Do(ctx context.Context, method, path string, body, out any, options ...Option) error {
	one := call{method: method, path: path, header: http.Header{"Accept": {"application/json, application/problem+json"}}}
	if method == http.MethodPost {
		Key(uuid.NewString())(&one)
	}
	for _, option := range options {
		option(&one)
	}
	if body != nil {
		var err error
		if one.body, err = json.Marshal(body); err != nil {
			return fmt.Errorf("%s %s: %w", method, path, err)
		}
		one.header.Set("Content-Type", "application/json")
	}
	answer, err := c.send(ctx, one)
	if err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	if out == nil || len(answer) == 0 {
		return nil
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("%s %s: answer: %w", method, path, err)
	}
	return nil
}

// Get reads a thing into out.
func (c *Client) Get(ctx context.Context, path string, out any, options ...Option) error {
	return c.Do(ctx, http.MethodGet, path, nil, out, options...)
}

// Post does something; the answer is read into out unless that is nil.
func (c *Client) Post(ctx context.Context, path string, body, out any, options ...Option) error {
	return c.Do(ctx, http.MethodPost, path, body, out, options...)
}

// send makes the exchange until it is answered for good, and returns the body of
// a good answer.
func (c *Client) send(ctx context.Context, one call) ([]byte, error) {
	renewed := false
	for attempt := 1; ; attempt++ {
		access := c.session.authorize(one.header)
		answer, wait, err := c.exchange(ctx, one)
		status := Status(err)
		switch {
		case err == nil:
			return answer, nil
		case status == http.StatusUnauthorized && c.session != nil && !renewed:
			renewed = true
			if err := c.session.renew(ctx, access); err != nil {
				return nil, err
			}
		case status == http.StatusServiceUnavailable && attempt < maxAttempts:
			if err := pause(ctx, min(wait, maxPatience)); err != nil {
				return nil, err
			}
		case status == http.StatusTooManyRequests && c.patient && wait <= maxLimited:
			if err := pause(ctx, wait); err != nil {
				return nil, err
			}
		default:
			return nil, err
		}
	}
}

// exchange sends one request and reads the answer; wait is the time for which
// the server asks for patience.
func (c *Client) exchange(ctx context.Context, one call) (answer []byte, wait time.Duration, err error) {
	var body io.Reader = http.NoBody
	if one.body != nil {
		body = bytes.NewReader(one.body)
	}
	request, err := http.NewRequestWithContext(ctx, one.method, c.base+one.path, body)
	if err != nil {
		return nil, 0, err
	}
	request.Header = one.header.Clone()
	response, err := c.http.Do(request)
	if err != nil {
		return nil, 0, err
	}
	defer response.Body.Close()
	if answer, err = io.ReadAll(response.Body); err != nil {
		return nil, 0, err
	}
	if response.StatusCode < http.StatusBadRequest {
		return answer, 0, nil
	}
	return nil, patience(response.Header.Get("Retry-After")), problem(response, answer)
}
