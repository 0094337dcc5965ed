package apiclient

import (
	"context"
	"net/http"
	"sync"

	"referto/openapi"
)

// session holds a caller's tokens, and the credentials for new ones.
type session struct {
	anonymous   *Client
	credentials openapi.Credentials
	mu          sync.Mutex
	tokens      openapi.Tokens
}

// SignIn is a client of the same server that speaks as an account.
func (c *Client) SignIn(ctx context.Context, email, password string) (*Client, error) {
	anonymous := &Client{base: c.base, http: c.http, patient: c.patient}
	s := &session{anonymous: anonymous, credentials: openapi.Credentials{Email: email, Password: password}}
	if err := s.signIn(ctx); err != nil {
		return nil, err
	}
	return &Client{base: c.base, http: c.http, session: s, patient: c.patient}, nil
}

// signIn gets tokens by password.
func (s *session) signIn(ctx context.Context) error {
	return s.anonymous.Do(ctx, http.MethodPost, "/sessions", s.credentials, &s.tokens)
}

// authorize puts the access token of now on a request, and returns it. Without a
// session it does nothing.
func (s *session) authorize(header http.Header) (access string) {
	if s == nil {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	header.Set("Authorization", "Bearer "+s.tokens.AccessToken)
	return s.tokens.AccessToken
}

// renew replaces an access token that was refused, unless another goroutine has done so since: by the refresh token,
// or by password if that is refused too.
func (s *session) renew(ctx context.Context, refused string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tokens.AccessToken != refused {
		return nil
	}
	err := s.anonymous.Do(ctx, http.MethodPost, "/sessions/refresh", openapi.RefreshRequest{RefreshToken: s.tokens.RefreshToken}, &s.tokens)
	if Status(err) != 0 && Status(err) != http.StatusServiceUnavailable {
		return s.signIn(ctx)
	}
	return err
}
