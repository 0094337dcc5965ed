package mail_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/mail"
)

var referto = mail.Address{Name: "Referto", Mail: "noreply@league.example"}

// folder is a sender into a new folder; lines are its log.
func folder(t *testing.T) (f *mail.Folder, dir string, lines *bytes.Buffer) {
	t.Helper()
	dir, lines = filepath.Join(t.TempDir(), "mail", "out"), new(bytes.Buffer)
	at := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	var mu sync.Mutex
	f, err := mail.NewFolder(mail.FolderConfig{
		Dir: dir, From: referto, Log: slog.New(slog.NewTextHandler(lines, nil)),
		Now: func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			at = at.Add(time.Second)
			return at
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return f, dir, lines
}

func read(t *testing.T, dir string) []mail.Received {
	t.Helper()
	got, err := mail.ReadFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestFolderKeepsEveryMessage(t *testing.T) {
	t.Parallel()
	f, dir, _ := folder(t)
	if got := read(t, dir); len(got) != 0 {
		t.Errorf("a new folder holds %d messages", len(got))
	}
	var sent []mail.Message
	for _, language := range mail.Languages() {
		for n, c := range contents() {
			m := render(t, language, mail.Address{Name: "Ана, \"Ани\" Лоди", Mail: "ani@example.bg"}, c)
			m.ID = fmt.Sprint("job-", language, n)
			if err := f.Send(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			sent = append(sent, m)
		}
	}
	got := read(t, dir)
	if len(got) != len(sent) {
		t.Fatalf("%d of %d messages", len(got), len(sent))
	}
	for n, m := range sent {
		want := mail.Received{
			File: got[n].File, ID: m.ID + "@league.example", Date: got[n].Date, Kind: m.Kind, Language: m.Language,
			From: referto, To: m.To, Subject: m.Subject, Text: m.Text, HTML: m.HTML,
		}
		if diff := cmp.Diff(want, got[n]); diff != "" {
			t.Errorf("message %d: %s", n, diff)
		}
		if diff := cmp.Diff([]string{page}, got[n].Links()); diff != "" {
			t.Errorf("message %d: links %s", n, diff)
		}
		if want := time.Date(2026, 3, 14, 12, 0, n+1, 0, time.UTC); !got[n].Date.Equal(want) {
			t.Errorf("message %d: %s, want %s", n, got[n].Date, want)
		}
	}
}

func TestFolderIsTheOwnersOnly(t *testing.T) {
	t.Parallel()
	f, dir, _ := folder(t)
	if err := f.Send(t.Context(), render(t, "en", anna, contents()[0])); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, read(t, dir)[0].File: 0o600} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode().Perm(), err)
		}
	}
}

// The printed line leads to the message and contains nothing of it.
func TestFolderLogsOneLineWithoutPersonalData(t *testing.T) {
	t.Parallel()
	f, dir, lines := folder(t)
	m := render(t, "en", anna, mail.Invitation{Tenant: "Canary Federation", Role: "referee", By: "Canary Person", Link: page, Until: until})
	if err := f.Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	text := lines.String()
	if strings.Count(text, "\n") != 1 || !strings.Contains(text, read(t, dir)[0].File) || !strings.Contains(text, "invitation") {
		t.Errorf("logged %q", text)
	}
	for _, canary := range []string{"anna", "Anna", "Canary", "league.example", "kX3v"} {
		if strings.Contains(text, canary) {
			t.Errorf("the log holds %q: %s", canary, text)
		}
	}
}

func TestFolderRefuses(t *testing.T) {
	t.Parallel()
	f, dir, _ := folder(t)
	sound := render(t, "en", anna, contents()[0])
	for fault, change := range map[string]func(*mail.Message){
		"a subject of two lines":  func(m *mail.Message) { m.Subject = "a\r\nBcc: b@example.it" },
		"a subject with a return": func(m *mail.Message) { m.Subject = "a\rb" },
		"a name of two lines":     func(m *mail.Message) { m.To.Name = "Anna\nBcc: b@example.it" },
		"a kind of two lines":     func(m *mail.Message) { m.Kind = "a\nb" },
		"a language of two lines": func(m *mail.Message) { m.Language = "en\nb" },
		"an id with a bracket":    func(m *mail.Message) { m.ID = "1>\r\nBcc: b@example.it" },
		"an id with a space":      func(m *mail.Message) { m.ID = "1 2" },
		"no text":                 func(m *mail.Message) { m.Text = "" },
		"broken text":             func(m *mail.Message) { m.Text = "a\xff" },
		"broken HTML":             func(m *mail.Message) { m.HTML = "a\xff" },
		"nobody to send it to":    func(m *mail.Message) { m.To = mail.Address{} },
	} {
		m := sound
		change(&m)
		if err := f.Send(t.Context(), m); !errors.Is(err, mail.ErrMessage) {
			t.Errorf("%s: %v", fault, err)
		}
	}
	for _, address := range badAddresses {
		m := sound
		m.To.Mail = address
		if err := f.Send(t.Context(), m); !errors.Is(err, mail.ErrMessage) {
			t.Errorf("to %q: %v", address, err)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Send(over, sound); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that is over: %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("%d files were written, %v", len(entries), err)
	}
}

func TestFolderWritesSideBySide(t *testing.T) {
	t.Parallel()
	f, dir, _ := folder(t)
	m := render(t, "bg", anna, contents()[0])
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if err := f.Send(t.Context(), m); err != nil {
				t.Error(err)
			}
			if _, err := mail.ReadFolder(dir); err != nil {
				t.Errorf("read while writing: %v", err)
			}
		})
	}
	all.Wait()
	ids := make(map[string]bool)
	for _, r := range read(t, dir) {
		ids[r.ID] = true
	}
	if len(ids) != 50 {
		t.Errorf("%d different messages, want 50", len(ids))
	}
}

func TestReadFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"notes.txt": "x", "20260314.eml.part": "half"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := read(t, dir); len(got) != 0 {
		t.Errorf("%d messages from other files", len(got))
	}
	if got := read(t, filepath.Join(dir, "none")); len(got) != 0 {
		t.Errorf("%d messages from no folder", len(got))
	}
	for fault, text := range map[string]string{
		"empty":         "",
		"no header":     "hello",
		"no sender":     "To: a@b.it\r\nDate: Sat, 14 Mar 2026 12:00:00 +0000\r\nContent-Type: text/plain\r\n\r\nx",
		"two readers":   "From: a@b.it\r\nTo: a@b.it, c@d.it\r\nDate: Sat, 14 Mar 2026 12:00:00 +0000\r\nContent-Type: text/plain\r\n\r\nx",
		"no date":       "From: a@b.it\r\nTo: a@b.it\r\nContent-Type: text/plain\r\n\r\nx",
		"no form":       "From: a@b.it\r\nTo: a@b.it\r\nDate: Sat, 14 Mar 2026 12:00:00 +0000\r\n\r\nx",
		"a cut message": "From: a@b.it\r\nTo: a@b.it\r\nDate: Sat, 14 Mar 2026 12:00:00 +0000\r\nContent-Type: multipart/alternative; boundary=q\r\n\r\n--q\r\n",
	} {
		if got, err := mail.Parse([]byte(text)); err == nil {
			t.Errorf("%s: %+v", fault, got)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "1.eml"), []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := mail.ReadFolder(dir); err == nil || !strings.Contains(err.Error(), "1.eml") {
		t.Errorf("a damaged file: %v", err)
	}
}

func TestNewFolderRefuses(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	sound := mail.FolderConfig{Dir: t.TempDir(), From: referto, Log: slog.New(slog.DiscardHandler), Now: time.Now}
	if _, err := mail.NewFolder(sound); err != nil {
		t.Fatal(err)
	}
	for fault, change := range map[string]func(*mail.FolderConfig){
		"no path":         func(c *mail.FolderConfig) { c.Dir = "" },
		"a file":          func(c *mail.FolderConfig) { c.Dir = file },
		"no log":          func(c *mail.FolderConfig) { c.Log = nil },
		"no clock":        func(c *mail.FolderConfig) { c.Now = nil },
		"no sender":       func(c *mail.FolderConfig) { c.From = mail.Address{} },
		"a sender broken": func(c *mail.FolderConfig) { c.From.Name = "a\nb" },
	} {
		c := sound
		change(&c)
		if _, err := mail.NewFolder(c); err == nil {
			t.Errorf("%s: accepted", fault)
		}
	}
}
