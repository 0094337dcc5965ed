package main

import (
	"context"
	"io"
	"net"
	"regexp"
	"sync"

	"github.com/emersion/go-smtp"
)

// letterbox is a mail server that keeps the letters received.
type letterbox struct {
	address string

	mu    sync.Mutex
	taken map[string]int // by the id of the letter, how often
	mute  bool           // the first receipt of each letter is lost on the way back
	to    map[string]int // by recipient, how many different letters
}

// startLetterbox starts one that ends with the context.
func startLetterbox(ctx context.Context) (*letterbox, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &letterbox{address: listener.Addr().String(), taken: map[string]int{}, to: map[string]int{}}
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &delivery{box: l, conn: c.Conn()}, nil }))
	server.Domain, server.ErrorLog = "faults.example", quiet{}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	go func() { _ = server.Serve(listener) }()
	return l, nil
}

// quiet drops the mail server's messages about interrupted conversations, which are intended.
type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// delivery is one conversation with the letterbox.
type delivery struct {
	box  *letterbox
	conn net.Conn
	to   string
}

func (d *delivery) Reset()                               {}
func (d *delivery) Logout() error                        { return nil }
func (d *delivery) Mail(string, *smtp.MailOptions) error { return nil }

func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	d.to = to
	return nil
}

var messageID = regexp.MustCompile(`(?mi)^Message-ID:\s*(\S+)`)

func (d *delivery) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err // it has not arrived whole
	}
	id := messageID.FindSubmatch(text)
	if id == nil {
		return &smtp.SMTPError{Code: 554, Message: "no Message-ID"}
	}
	d.box.mu.Lock()
	defer d.box.mu.Unlock()
	if d.box.taken[string(id[1])]++; d.box.taken[string(id[1])] == 1 {
		d.box.to[d.to]++
		if d.box.mute {
			_ = d.conn.Close()
		}
	}
	return nil
}

// twice counts the letters that have come more than once.
func (l *letterbox) twice() (twice int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, times := range l.taken {
		if times > 1 {
			twice++
		}
	}
	return twice
}

// got counts the different letters that a person has got.
func (l *letterbox) got(to string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.to[to]
}
