package apitest

import (
	"cmp"
	"context"
	"log/slog"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"referto/internal/mail"
)

// Mailbox receives the server's mails, as files like those of an installation without a mail server.
type Mailbox struct {
	t      testing.TB
	dir    string
	folder *mail.Folder

	mu   sync.Mutex
	came map[string]mail.Received // all mails until now, by file
	read map[string]bool          // files that Wait has returned
	fail error                    // the answer of Send instead
	once map[string]error         // its next answer instead, by address
	act  map[string]func()        // what happens while it answers next, by address
}

func newMailbox(t testing.TB) *Mailbox {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mail")
	order := NewClock(Began) // the server's stands still, but mails sort by when they came
	tick := func() time.Time { return time.Unix(0, order.nanoseconds.Add(1)) }
	folder, err := mail.NewFolder(mail.FolderConfig{
		Dir: dir, From: mail.Address{Name: "Referto", Mail: "no-reply@referto.example"},
		Log: slog.New(slog.DiscardHandler),
		Now: tick,
	})
	if err != nil {
		t.Fatal(err)
	}
	return &Mailbox{t: t, dir: dir, folder: folder, came: map[string]mail.Received{}, read: map[string]bool{}, once: map[string]error{}, act: map[string]func(){}}
}

// Dir is the folder of the mails, for programs that read it themselves.
func (m *Mailbox) Dir() string { return m.dir }

// Send delivers into the mailbox, or fails as the test has asked for. It reports a letter that leads to none of its [Leads].
func (m *Mailbox) Send(ctx context.Context, message mail.Message) error {
	m.mu.Lock()
	fail, meanwhile := cmp.Or(m.fail, m.once[message.To.Mail]), m.act[message.To.Mail]
	delete(m.once, message.To.Mail)
	delete(m.act, message.To.Mail)
	m.mu.Unlock()
	if meanwhile != nil {
		meanwhile()
	}
	if fail != nil {
		return fail
	}
	m.leads(message)
	return m.folder.Send(ctx, message)
}

// Fail makes every delivery fail with an error from now on; nil ends that.
func (m *Mailbox) Fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fail = err
}

// FailOnce makes the next delivery to an address fail with an error.
func (m *Mailbox) FailOnce(to string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.once[to] = err
}

// Meanwhile runs a function during the next delivery to an address.
func (m *Mailbox) Meanwhile(to string, act func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.act[to] = act
}

// All returns the mails until now, oldest first. Each is parsed once, however often All is called.
func (m *Mailbox) All() []mail.Received {
	m.t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	files, err := mail.Files(m.dir)
	if err != nil {
		m.t.Fatal(err)
	}
	all := make([]mail.Received, len(files))
	for i, file := range files {
		received, known := m.came[file]
		if !known {
			if received, err = mail.ReadFile(file); err != nil {
				m.t.Fatal(err)
			}
			m.came[file] = received
		}
		all[i] = received
	}
	return all
}

// patience limits how long a mail may take.
const patience = time.Minute

// Wait returns the oldest mail of a kind to an address that it has not returned
// before, and waits for it if need be.
func (m *Mailbox) Wait(to, kind string) mail.Received {
	m.t.Helper()
	ctx, cancel := context.WithTimeout(m.t.Context(), patience)
	defer cancel()
	for ctx.Err() == nil {
		if found, ok := m.take(to, kind); ok {
			return found
		}
		time.Sleep(10 * time.Millisecond)
	}
	m.t.Fatalf("no mail %q to %s within %s", kind, to, patience)
	return mail.Received{}
}

func (m *Mailbox) take(to, kind string) (mail.Received, bool) {
	all := m.All()
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, received := range all {
		if received.Kind == kind && strings.EqualFold(received.To.Mail, to) && !m.read[received.File] {
			m.read[received.File] = true
			return received, true
		}
	}
	return mail.Received{}, false
}

// Token is the secret of the link in a mail.
func Token(t testing.TB, received mail.Received) string {
	t.Helper()
	for _, link := range received.Links() {
		if at, err := url.Parse(link); err == nil && at.Query().Get("token") != "" {
			if !strings.HasPrefix(link, PublicURL+"/") {
				t.Errorf("the link %s does not begin with the public address", link)
			}
			return at.Query().Get("token")
		}
	}
	t.Fatalf("no link with a token in the mail %q", received.Subject)
	return ""
}
