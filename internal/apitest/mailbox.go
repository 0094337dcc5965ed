package apitest

import (
	"cmp"
	"context"
	"log/slog"
	"net/url"
	"path/filepath"
	"slices"
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

	mu      sync.Mutex
	came    []mail.Received            // all mails that were read from their files, oldest first
	unread  map[string][]mail.Received // those that Wait has not returned, by address and kind, oldest first
	arrived chan struct{}              // closed when the next mail has come
	behind  bool                       // mails have come since the files were read
	fail    error                      // the answer of Send instead
	once    map[string]error           // its next answer instead, by address
	act     map[string]func()          // what happens while it answers next, by address
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
	return &Mailbox{
		t: t, dir: dir, folder: folder, unread: map[string][]mail.Received{}, arrived: make(chan struct{}),
		once: map[string]error{}, act: map[string]func(){},
	}
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
	if err := m.folder.Send(ctx, message); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.behind = true
	close(m.arrived)
	m.arrived = make(chan struct{})
	return nil
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

// All returns the mails until now, oldest first.
func (m *Mailbox) All() []mail.Received {
	m.t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.catchUp()
	return slices.Clone(m.came)
}

// catchUp reads the mails that have come since it was called last, each once.
func (m *Mailbox) catchUp() {
	m.t.Helper()
	if !m.behind {
		return
	}
	m.behind = false
	files, err := mail.Files(m.dir)
	if err != nil {
		m.t.Fatal(err)
	}
	for _, file := range files {
		at, known := slices.BinarySearchFunc(m.came, file, byFile)
		if known {
			continue
		}
		received, err := mail.ReadFile(file)
		if err != nil {
			m.t.Fatal(err)
		}
		m.came = slices.Insert(m.came, at, received)
		place := placeOf(received.To.Mail, received.Kind)
		at, _ = slices.BinarySearchFunc(m.unread[place], file, byFile)
		m.unread[place] = slices.Insert(m.unread[place], at, received)
	}
}

// byFile orders mails by their files, whose names begin with the time.
func byFile(received mail.Received, file string) int { return strings.Compare(received.File, file) }

// placeOf names the mails of a kind to an address.
func placeOf(address, kind string) string { return strings.ToLower(address) + " " + kind }

// patience limits how long a mail may take.
const patience = time.Minute

// Wait returns the oldest mail of a kind to an address that it has not returned
// before, and waits for it if need be.
func (m *Mailbox) Wait(to, kind string) mail.Received {
	m.t.Helper()
	ctx, cancel := context.WithTimeout(m.t.Context(), patience)
	defer cancel()
	for ctx.Err() == nil {
		found, arrived := m.take(placeOf(to, kind))
		if found != nil {
			return *found
		}
		select {
		case <-arrived:
		case <-ctx.Done():
		}
	}
	m.t.Fatalf("no mail %q to %s within %s", kind, to, patience)
	return mail.Received{}
}

// take returns the oldest mail at a place that it has not returned before. If there is none, it returns what is closed
// when the next mail has come.
func (m *Mailbox) take(place string) (found *mail.Received, arrived <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.catchUp()
	if unread := m.unread[place]; len(unread) > 0 {
		m.unread[place] = unread[1:]
		return &unread[0], nil
	}
	return nil, m.arrived
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
