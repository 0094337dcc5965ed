package mail_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"

	"referto/internal/mail"
)

// delivery is a message that the mail server was handed.
type delivery struct {
	from     string
	to       []string
	data     []byte
	signedIn string // the username of the sign-in, if any
	secure   bool
}

// mailServer is a real mail server in this process that keeps the received messages.
type mailServer struct {
	config mail.SMTPConfig // how to reach it

	// refuse, if set, is its answer to a recipient; dataDelay how long it thinks
	// about a message.
	refuse    error
	dataDelay time.Duration

	mu         sync.Mutex
	deliveries []delivery
}

func (s *mailServer) delivered() []delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.deliveries
}

type conversation struct {
	server *mailServer
	conn   *smtp.Conn
	now    delivery
}

func (c *conversation) Reset()        { c.now = delivery{signedIn: c.now.signedIn} }
func (c *conversation) Logout() error { return nil }

func (c *conversation) Mail(from string, _ *smtp.MailOptions) error {
	c.now.from = from
	return nil
}

func (c *conversation) Rcpt(to string, _ *smtp.RcptOptions) error {
	c.now.to = append(c.now.to, to)
	return c.server.refuse
}

func (c *conversation) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	time.Sleep(c.server.dataDelay)
	c.now.data = data
	_, c.now.secure = c.conn.TLSConnectionState()
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.server.deliveries = append(c.server.deliveries, c.now)
	return nil
}

func (c *conversation) AuthMechanisms() []string { return []string{sasl.Plain} }

func (c *conversation) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		if username != "referto" || password != "s3cret" {
			return smtp.ErrAuthFailed
		}
		c.now.signedIn = username
		return nil
	}), nil
}

// certificate is one for 127.0.0.1, with the authority that vouches for it.
func certificate(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "mail"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

// start runs a mail server of the encryption until the test ends. Change is applied to it first.
func start(t *testing.T, e mail.Encryption, change func(*mailServer)) *mailServer {
	t.Helper()
	cert, pool := certificate(t)
	s := &mailServer{}
	if change != nil {
		change(s)
	}
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &conversation{server: s, conn: c}, nil
	}))
	server.Domain = "mail.test"
	server.ErrorLog = log.New(io.Discard, "", 0)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	switch e {
	case mail.StartTLS:
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{cert}}
	case mail.TLS:
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{cert}})
	}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		// A test may end before the server has begun to serve; then it does not
		// know the listener yet.
		_ = listener.Close()
		if err := <-done; err != nil && !errors.Is(err, smtp.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			t.Errorf("mail server: %v", err)
		}
	})
	s.config = mail.SMTPConfig{
		Host: "127.0.0.1", Port: port, Encryption: e, From: referto, Timeout: time.Minute, RootCAs: pool,
		Now: func() time.Time { return time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC) },
	}
	return s
}

func send(t *testing.T, c mail.SMTPConfig, m mail.Message) error {
	t.Helper()
	sender, err := mail.NewSMTP(c)
	if err != nil {
		t.Fatal(err)
	}
	return sender.Send(t.Context(), m)
}

func TestSMTPDelivers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rule       string
		encryption mail.Encryption
		signIn     bool
	}{
		{"encryption turned on, signed in", mail.StartTLS, true},
		{"encryption turned on", mail.StartTLS, false},
		{"encryption from the first byte, signed in", mail.TLS, true},
		{"plain, on the same machine", mail.Plain, false},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			s := start(t, tt.encryption, nil)
			if tt.signIn {
				s.config.Username, s.config.Password = "referto", "s3cret"
			}
			m := render(t, "bg", mail.Address{Name: "Ана Лоди", Mail: anna.Mail}, contents()[5])
			m.ID = "job-7"
			if err := send(t, s.config, m); err != nil {
				t.Fatal(err)
			}
			got := s.delivered()
			if len(got) != 1 {
				t.Fatalf("%d deliveries", len(got))
			}
			d := got[0]
			if d.from != referto.Mail || !cmp.Equal(d.to, []string{anna.Mail}) {
				t.Errorf("envelope from %s to %v", d.from, d.to)
			}
			if d.secure != (tt.encryption != mail.Plain) || (d.signedIn == "referto") != tt.signIn {
				t.Errorf("secure %t, signed in as %q", d.secure, d.signedIn)
			}
			r, err := mail.Parse(d.data)
			if err != nil {
				t.Fatal(err)
			}
			want := mail.Received{
				ID: "job-7@league.example", Date: r.Date, Kind: "invitation", Language: "bg", From: referto, To: m.To,
				Subject: m.Subject, Text: m.Text, HTML: m.HTML,
			}
			if diff := cmp.Diff(want, r); diff != "" {
				t.Error(diff)
			}
			if !r.Date.Equal(s.config.Now()) {
				t.Errorf("date %s", r.Date)
			}
		})
	}
}

// A message in plain ASCII as it travels: every header, in full.
func TestHeadersAsTheyTravel(t *testing.T) {
	t.Parallel()
	s := start(t, mail.Plain, nil)
	m := render(t, "en", anna, contents()[0])
	m.ID, m.HTML = "job-7", ""
	if err := send(t, s.config, m); err != nil {
		t.Fatal(err)
	}
	head, _, _ := bytes.Cut(s.delivered()[0].data, []byte("\r\n\r\n"))
	want := strings.ReplaceAll(`Date: Sat, 14 Mar 2026 12:00:00 +0000
MIME-Version: 1.0
Message-ID: <job-7@league.example>
Subject: Confirm your mail address
Auto-Submitted: auto-generated
Content-Language: en
X-Message-Kind: verify-address
From: "Referto" <noreply@league.example>
To: "Anna Lodi" <anna@example.it>
Content-Transfer-Encoding: quoted-printable
Content-Type: text/plain; charset=UTF-8`, "\n", "\r\n")
	if diff := cmp.Diff(sorted(want), sorted(string(head))); diff != "" {
		t.Error(diff)
	}
}

func sorted(head string) []string {
	return slices.Sorted(slices.Values(strings.Split(head, "\r\n")))
}

// Whatever a name or a text holds, the message has the headers and the recipient it
// should, and its text arrives as it was.
func TestNothingIsInjected(t *testing.T) {
	t.Parallel()
	s := start(t, mail.Plain, nil)
	evil := []string{
		"x\r\nBcc: all@example.it", "x\nBcc: all@example.it", "x\rBcc: all@example.it", "x\r\n\r\nbody", "x\r\n.\r\nMAIL FROM:<a@b.it>",
		"x\r\n Bcc: all@example.it", "x\u2028Bcc: all@example.it", "x\x00Bcc", "=?utf-8?q?x=0D=0ABcc=3A_all=40example.it?=", "\" <all@example.it>, \"x",
		strings.Repeat("ж", 500) + "\r\nBcc: all@example.it", "х" + strings.Repeat(" ", 200) + "Bcc: all@example.it",
	}
	for n, text := range evil {
		m := render(t, "en", mail.Address{Name: text, Mail: anna.Mail}, mail.AffiliationDecided{Club: text, Federation: text, Reason: text, Link: page})
		if err := send(t, s.config, m); err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		d := s.delivered()[n]
		head, _, _ := bytes.Cut(d.data, []byte("\r\n\r\n"))
		for line := range bytes.Lines(head) {
			if bytes.HasPrefix(bytes.ToLower(line), []byte("bcc")) || bytes.ContainsAny(bytes.TrimRight(line, "\r\n"), "\r\n\x00") {
				t.Errorf("%q: header line %q", text, line)
			}
		}
		if !cmp.Equal(d.to, []string{anna.Mail}) {
			t.Errorf("%q: to %v", text, d.to)
		}
		r, err := mail.Parse(d.data)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if r.To != m.To || r.Subject != m.Subject || r.Text != m.Text {
			t.Errorf("%q: arrived as %+v", text, r)
		}
	}
	raw := render(t, "en", anna, contents()[0])
	raw.Text = "first\n.\n..\n.hidden\nMAIL FROM:<a@b.it>\n" + strings.Repeat("long ", 400) + "\n"
	if err := send(t, s.config, raw); err != nil {
		t.Fatal(err)
	}
	if r, err := mail.Parse(s.delivered()[len(evil)].data); err != nil || r.Text != raw.Text {
		t.Errorf("a text with dots and long lines: %v\n%s", err, r.Text)
	}
}

func TestSMTPSaysWhetherToTryAgain(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rule    string
		answer  *smtp.SMTPError
		refused bool
	}{
		{"nobody has the address", &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no mailbox for <anna@example.it>"}, true},
		{"the mailbox is full for now", &smtp.SMTPError{Code: 452, EnhancedCode: smtp.EnhancedCode{4, 2, 2}, Message: "<anna@example.it> is full"}, false},
		{"greylisting", &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "come back later"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			s := start(t, mail.Plain, func(s *mailServer) { s.refuse = tt.answer })
			err := send(t, s.config, render(t, "en", anna, contents()[0]))
			if err == nil || errors.Is(err, mail.ErrRefused) != tt.refused || errors.Is(err, mail.ErrMessage) {
				t.Errorf("got %v", err)
			}
			if err != nil && strings.Contains(err.Error(), "anna") {
				t.Errorf("the error shows the address: %v", err)
			}
			if want := map[bool]string{true: "550 5.1.1 no mailbox for …"}[tt.refused]; mail.Reply(err) != want {
				t.Errorf("the server said %q, want %q", mail.Reply(err), want)
			}
			if n := len(s.delivered()); n != 0 {
				t.Errorf("%d deliveries", n)
			}
		})
	}
}

func TestSMTPIsNeverLessSecureThanConfigured(t *testing.T) {
	t.Parallel()
	m := render(t, "en", anna, contents()[0])
	tests := []struct {
		rule   string
		server mail.Encryption
		change func(*mail.SMTPConfig)
	}{
		{"a server that cannot encrypt", mail.Plain, func(c *mail.SMTPConfig) { c.Encryption = mail.StartTLS }},
		{"a server that does not encrypt at once", mail.Plain, func(c *mail.SMTPConfig) { c.Encryption = mail.TLS }},
		{"an authority we do not know, turned on", mail.StartTLS, func(c *mail.SMTPConfig) { c.RootCAs = nil }},
		{"an authority we do not know, at once", mail.TLS, func(c *mail.SMTPConfig) { c.RootCAs = x509.NewCertPool() }},
		{"another server's certificate", mail.StartTLS, func(c *mail.SMTPConfig) { c.Host = "localhost" }},
		{"a wrong password", mail.StartTLS, func(c *mail.SMTPConfig) { c.Username, c.Password = "referto", "wrong" }},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			s := start(t, tt.server, nil)
			c := s.config
			tt.change(&c)
			err := send(t, c, m)
			if err == nil || errors.Is(err, mail.ErrRefused) {
				t.Errorf("got %v", err)
			}
			if n := len(s.delivered()); n != 0 {
				t.Errorf("%d deliveries", n)
			}
			if err := send(t, s.config, m); err != nil {
				t.Errorf("configured rightly: %v", err)
			}
		})
	}
}

func TestSMTPDoesNotWaitForever(t *testing.T) {
	t.Parallel()
	m := render(t, "en", anna, contents()[0])
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	slow := start(t, mail.Plain, func(s *mailServer) { s.dataDelay = 10 * time.Second })
	nobody := slow.config
	nobody.Port = silent.Addr().(*net.TCPAddr).Port
	nobody.Timeout, slow.config.Timeout = 200*time.Millisecond, 200*time.Millisecond
	for rule, c := range map[string]mail.SMTPConfig{"a server that says nothing": nobody, "a server that thinks": slow.config} {
		began := time.Now()
		if err := send(t, c, m); err == nil || errors.Is(err, mail.ErrRefused) {
			t.Errorf("%s: %v", rule, err)
		}
		if took := time.Since(began); took > 8*time.Second {
			t.Errorf("%s: waited %s", rule, took)
		}
	}

	sender, err := mail.NewSMTP(nobody)
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := sender.Send(over, m); !errors.Is(err, context.Canceled) {
		t.Errorf("a job that is over: %v", err)
	}
}

func TestSMTPNobodyListens(t *testing.T) {
	t.Parallel()
	s := start(t, mail.Plain, nil)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := s.config
	c.Port = closed.Addr().(*net.TCPAddr).Port
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := send(t, c, render(t, "en", anna, contents()[0])); err == nil || errors.Is(err, mail.ErrRefused) {
		t.Errorf("got %v", err)
	}
}

func TestNewSMTPRefuses(t *testing.T) {
	t.Parallel()
	sound := mail.SMTPConfig{Host: "mail.example", Encryption: mail.StartTLS, Username: "u", Password: "canary", From: referto, Now: time.Now}
	if _, err := mail.NewSMTP(sound); err != nil {
		t.Fatal(err)
	}
	for fault, change := range map[string]func(*mail.SMTPConfig){
		"no host":                  func(c *mail.SMTPConfig) { c.Host = "" },
		"a port out of range":      func(c *mail.SMTPConfig) { c.Port = 65536 },
		"a negative port":          func(c *mail.SMTPConfig) { c.Port = -1 },
		"no encryption chosen":     func(c *mail.SMTPConfig) { c.Encryption = "" },
		"no encryption, with port": func(c *mail.SMTPConfig) { c.Encryption, c.Port = "", 25 },
		"an unknown encryption":    func(c *mail.SMTPConfig) { c.Encryption, c.Port = "ssl", 465 },
		"a username alone":         func(c *mail.SMTPConfig) { c.Password = "" },
		"a password alone":         func(c *mail.SMTPConfig) { c.Username = "" },
		"a password over plain":    func(c *mail.SMTPConfig) { c.Encryption = mail.Plain },
		"a negative timeout":       func(c *mail.SMTPConfig) { c.Timeout = -1 },
		"no clock":                 func(c *mail.SMTPConfig) { c.Now = nil },
		"no sender":                func(c *mail.SMTPConfig) { c.From = mail.Address{} },
		"a sender of two lines":    func(c *mail.SMTPConfig) { c.From.Name = "a\r\nb" },
	} {
		c := sound
		change(&c)
		_, err := mail.NewSMTP(c)
		if err == nil {
			t.Errorf("%s: accepted", fault)
			continue
		}
		if strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: the error shows the password: %v", fault, err)
		}
	}
}
