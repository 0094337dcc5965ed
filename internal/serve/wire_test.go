package serve_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
)

// dial sends bytes to a server and leaves the connection to be read.
func dial(t *testing.T, s *apitest.Server, text string) *bufio.Reader {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.Address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return bufio.NewReader(conn)
}

// next is the next answer of a connection, its text included.
func next(t *testing.T, from *bufio.Reader) (status int, header http.Header, body string) {
	t.Helper()
	response, err := http.ReadResponse(from, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.Close { // the reader has taken the header away
		response.Header.Set("Connection", "close")
	}
	return response.StatusCode, response.Header, string(text)
}

// lines joins the lines of a request's head.
func lines(line ...string) string {
	return strings.Join(append(line, "Host: league.test", "Content-Type: application/json"), "\r\n") + "\r\n\r\n"
}

// renewal is a body that is not limited by a quota: for a session that does not exist.
const renewal = `{"refreshToken":"rt_0123456789abcdefghijABCDEFGHIJ01"}`

// A body that will be refused is neither invited nor waited for: the sender's headers
// say enough.
func TestBodiesAreInvitedLast(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	person := s.SignUp("Piera Prova")
	s.SignUp("Mara Manager").Post("/tenants", apitest.JSON{"slug": "federazione", "name": "Federazione", "kind": "federation"}).Want(201)
	bearer := "Authorization: Bearer " + person.Access
	for _, tt := range []struct {
		name  string
		lines []string
		want  int // 100: the body is invited
		about string
	}{
		{"of nobody", []string{"POST /v1/tenants/federazione/imports HTTP/1.1", "Content-Length: 2000", "Idempotency-Key: 12345678"}, 401, "sign-in-required"},
		{"of nobody, who waits", []string{"POST /v1/tenants/federazione/imports HTTP/1.1", "Content-Length: 2000", "Expect: 100-continue"}, 401, "sign-in-required"},
		{"of nobody, in chunks", []string{"POST /v1/tenants/federazione/imports HTTP/1.1", "Transfer-Encoding: chunked"}, 401, "sign-in-required"},
		{"of somebody without the role", []string{"POST /v1/tenants/federazione/imports HTTP/1.1", "Content-Length: 20000", bearer, "Idempotency-Key: 12345678"}, 403, "role"},
		{"of somebody without the role, who waits", []string{"POST /v1/tenants/federazione/imports HTTP/1.1", "Content-Length: 20", bearer, "Expect: 100-continue", "Idempotency-Key: 12345678"}, 403, "role"},
		{"of somebody without the role, in chunks", []string{"POST /v1/tenants/federazione/imports HTTP/1.1", "Transfer-Encoding: chunked", bearer, "Idempotency-Key: 12345678"}, 403, "role"},
		{"beyond the limit", []string{"POST /v1/sessions HTTP/1.1", "Content-Length: 200000", "Expect: 100-continue"}, 413, "body-too-large"},
		{"far beyond the limit, not waiting", []string{"POST /v1/sessions HTTP/1.1", "Content-Length: 9999999999"}, 413, "body-too-large"},
		{"in a form nobody reads", []string{"POST /v1/sessions HTTP/1.1", "Content-Length: 20", "Expect: 100-continue", "Content-Encoding: gzip"}, 415, "media-type"},
		{"within it", []string{"POST /v1/sessions HTTP/1.1", "Content-Length: 46", "Expect: 100-continue"}, 100, ""},
		{"another expectation", []string{"POST /v1/sessions HTTP/1.1", "Content-Length: 46", "Expect: a miracle"}, 417, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			status, header, body := next(t, dial(t, s, lines(tt.lines...)))
			if status != tt.want || !strings.Contains(body, tt.about) {
				t.Fatalf("%d %s, want %d", status, body, tt.want)
			}
			if status != http.StatusContinue && header.Get("Connection") != "close" {
				t.Error("the connection goes on with a body that nobody has read")
			}
		})
	}
}

// A request whose body has two lengths could be two requests to two readers.
func TestTwoLengths(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(renewal), renewal)
	post := func(line ...string) string {
		return lines(append([]string{"POST /v1/sessions/refresh HTTP/1.1"}, line...)...)
	}
	length := fmt.Sprint("Content-Length: ", len(renewal))
	for _, tt := range []struct {
		name, sent string
		want       []int
		about      string
	}{
		{"a length", post(length) + renewal, []int{401}, "refresh-invalid"},
		{"chunks", post("Transfer-Encoding: chunked") + chunked, []int{401}, "refresh-invalid"},
		{"both", post(length, "Transfer-Encoding: chunked") + chunked, []int{400}, "two-lengths"},
		{"both, the other way round", post("Transfer-Encoding: chunked", "content-LENGTH:  5 ") + chunked, []int{400}, "two-lengths"},
		{"both, behind a request of before", post(length) + renewal + post(length, "Transfer-Encoding: chunked") + chunked, []int{401, 400}, "two-lengths"},
		{"both, behind a request without a body", lines("GET /livez HTTP/1.1") + post(length, "Transfer-Encoding: chunked") + chunked, []int{200, 400}, "two-lengths"},
		{"nothing is taken behind chunks", post("Transfer-Encoding: chunked") + chunked + lines("GET /livez HTTP/1.1"), []int{401}, "refresh-invalid"},
		{"a length twice", post(length, "Content-Length: 7") + renewal, []int{400}, ""},
		{"a length with a sign", post("Content-Length: +46") + renewal, []int{400}, ""},
		{"another coding", post("Transfer-Encoding: gzip, chunked") + chunked, []int{501}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			from := dial(t, s, tt.sent)
			var status int
			var body string
			for _, want := range tt.want {
				if status, _, body = next(t, from); status != want {
					t.Fatalf("%d %s, want %d", status, body, want)
				}
			}
			if !strings.Contains(body, tt.about) {
				t.Errorf("%d %s, want %s", status, body, tt.about)
			}
			if status == http.StatusBadRequest || strings.Contains(tt.sent, "chunked") {
				if rest, err := io.ReadAll(from); err != nil || len(rest) > 0 {
					t.Errorf("the connection goes on: %.80s %v", rest, err)
				}
			}
		})
	}
	t.Run("requests one after the other", func(t *testing.T) {
		t.Parallel()
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.Address, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		from := bufio.NewReader(conn)
		for range 3 {
			if _, err := io.WriteString(conn, post(length)+renewal); err != nil {
				t.Fatal(err)
			}
			if status, _, body := next(t, from); status != http.StatusUnauthorized {
				t.Fatalf("%d %s", status, body)
			}
		}
		if _, err := io.WriteString(conn, post("Transfer-Encoding: chunked")+chunked); err != nil {
			t.Fatal(err)
		}
		if status, _, body := next(t, from); status != http.StatusUnauthorized || !strings.Contains(body, "refresh-invalid") {
			t.Errorf("chunks behind three requests: %d %s", status, body)
		}
	})
}

// Headers with a single value are refused if they are repeated.
func TestHeadersTwice(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	bearer := "Authorization: Bearer " + s.SignUp("Piera Prova").Access
	for _, name := range []string{bearer, "Idempotency-Key: 12345678", `If-Match: "1"`, "Content-Encoding: identity", "Upload-Offset: 0", "Last-Event-ID: 1", "Expect: 100-continue"} {
		status, _, body := next(t, dial(t, s, lines("GET /v1/tenants HTTP/1.1", name, name)))
		if status != http.StatusBadRequest || !strings.Contains(body, "header-twice") {
			t.Errorf("%.20s twice: %d %s", name, status, body)
		}
		if status, _, body := next(t, dial(t, s, lines("GET /v1/tenants HTTP/1.1", name))); status != http.StatusOK && !strings.HasPrefix(name, "Expect") {
			t.Errorf("%.20s once: %d %s", name, status, body)
		}
	}
	status, _, body := next(t, dial(t, s, lines("GET /t/nobody/ HTTP/1.1", bearer, bearer)))
	if status != http.StatusBadRequest || !strings.Contains(body, "header-twice") {
		t.Errorf("at a page: %d %s", status, body)
	}
}

// Anonymous callers who never end their bodies keep out only other anonymous callers, and those only until they are
// gone.
func TestBodiesUnderWayAreBounded(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	person := s.SignUp("Piera Prova")
	const long = 127 << 10
	var held []net.Conn
	refused := 0
	for range 80 { // of which 64 have room
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.Address, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		held = append(held, conn)
		if _, err := io.WriteString(conn, lines("POST /v1/sessions HTTP/1.1", fmt.Sprint("Content-Length: ", long))+strings.Repeat(" ", long-1)); err != nil {
			refused++ // the server has ended it
		}
	}
	attempt := apitest.JSON{"email": person.Email, "password": person.Password}
	var full *apitest.Answer
	for range 100 { // until the last body has come
		if full = s.Anonymous().Post("/sessions", attempt); full.Status == http.StatusServiceUnavailable {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	full.Refused(503, "busy")
	if full.Header.Get("Retry-After") == "" {
		t.Error("nobody is told when to come back")
	}
	person.Post("/tenants", apitest.JSON{"slug": "federazione", "name": "Federazione", "kind": "federation"}).Want(201)
	for _, conn := range held {
		_ = conn.Close()
	}
	for range 100 {
		if full = s.Anonymous().Post("/sessions", attempt); full.Status == http.StatusCreated {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("when they are gone: %d %s", full.Status, full.Body)
}
