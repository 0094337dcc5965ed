package apitest

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"referto/internal/serve"
	"referto/openapi"
)

// Client is a caller of the server: a signed-in person, or an anonymous one.
type Client struct {
	Server *Server
	T      testing.TB // the test that fails; the server's, unless set by [Client.In]

	ID                    uuid.UUID // of the account; uuid.Nil for a stranger
	Name, Email, Password string
	Access, Refresh       string // tokens; "" for a stranger
}

// In is the same client for a subtest.
func (c *Client) In(t testing.TB) *Client {
	other := *c
	other.T = t
	return &other
}

// At is the same client at another server, such as a replica.
func (c *Client) At(s *Server) *Client {
	other := *c
	other.Server = s
	return &other
}

// Anonymous is a stranger.
func (s *Server) Anonymous() *Client { return &Client{Server: s, T: s.T} }

// An Option changes a request before it is sent.
type Option func(*http.Request)

// Header sets a header; an empty value removes it.
func Header(name, value string) Option {
	return func(r *http.Request) {
		if value == "" {
			r.Header.Del(name)
			return
		}
		r.Header.Set(name, value)
	}
}

// Host claims that the request is for another host.
func Host(name string) Option { return func(r *http.Request) { r.Host = name } }

// From lets a request come from an address, by the word of a proxy ([BehindProxy]).
func From(address string) Option { return Header("X-Forwarded-For", address) }

// BehindProxy configures a server that believes the tests to be its proxy.
func BehindProxy(c *serve.Config) {
	c.TrustedProxies = []*net.IPNet{{IP: net.IPv4(127, 0, 0, 0).To4(), Mask: net.CIDRMask(8, 32)}}
}

// Match sets If-Match.
func Match(etag string) Option { return Header("If-Match", etag) }

// Key sets the Idempotency-Key.
func Key(key string) Option { return Header("Idempotency-Key", key) }

// Bearer sends another access token; "" none.
func Bearer(token string) Option {
	if token == "" {
		return Header("Authorization", "")
	}
	return Header("Authorization", "Bearer "+token)
}

// Get reads a path of the API, without the server's /v1.
func (c *Client) Get(path string, options ...Option) *Answer {
	c.T.Helper()
	return c.Do(http.MethodGet, path, nil, options...)
}

// Post sends a body to a path of the API.
func (c *Client) Post(path string, body any, options ...Option) *Answer {
	c.T.Helper()
	return c.Do(http.MethodPost, path, body, options...)
}

// Patch changes the resource at a path of the API.
func (c *Client) Patch(path string, body any, options ...Option) *Answer {
	c.T.Helper()
	return c.Do(http.MethodPatch, path, body, options...)
}

// Delete removes the resource at a path of the API.
func (c *Client) Delete(path string, options ...Option) *Answer {
	c.T.Helper()
	return c.Do(http.MethodDelete, path, nil, options...)
}

// Do sends a request to a path of the API, without the server's /v1, and checks the
// answer against the contract. A body is encoded as JSON; a string or bytes are sent
// as they are, nil is none. Operations that require an Idempotency-Key get a new one
// unless the options set it. It may be called by several goroutines.
func (c *Client) Do(method, path string, body any, options ...Option) *Answer {
	c.T.Helper()
	answer, err := c.Try(method, path, body, options...)
	if err != nil {
		c.T.Fatalf("%s %s: %v", method, path, err)
	}
	return answer
}

// Try is [Client.Do] for a request that may get no answer at all.
func (c *Client) Try(method, path string, body any, options ...Option) (*Answer, error) {
	c.T.Helper()
	request, err := http.NewRequestWithContext(c.T.Context(), method, c.Server.Address+"/v1"+path, encode(c.T, body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.Access != "" {
		Bearer(c.Access)(request)
	}
	op := c.Server.contract.operation(request)
	if op != nil && op.Idempotency == openapi.IdempotencyRequired {
		Key(uuid.NewString())(request)
	}
	for _, option := range options {
		option(request)
	}
	response, err := c.Server.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if err := c.Server.contract.check(op, request, response, text); err != nil {
		c.T.Errorf("%s %s answers outside the contract: %v\n%s", method, path, err, text)
	}
	return &Answer{T: c.T, Request: method + " " + path, Status: response.StatusCode, Header: response.Header, Body: text}, nil
}

func encode(t testing.TB, body any) io.Reader {
	t.Helper()
	switch body := body.(type) {
	case nil:
		return nil
	case string:
		return bytes.NewReader([]byte(body))
	case []byte:
		return bytes.NewReader(body)
	}
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatalf("a body that is no JSON: %v", err)
	}
	return bytes.NewReader(text)
}
