package mail

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	gomail "github.com/wneessen/go-mail"
)

// Address is a person's or the installation's mail address.
type Address struct {
	Name string // may be empty
	Mail string // local@domain
}

// Message is one mail to one person, as [Render] makes it.
type Message struct {
	// ID makes the Message-ID, if set: a job that is done twice then sends the same
	// id, and mail programs show the message once. Letters, digits, dots, dashes
	// and underscores.
	ID string

	Kind     string // such as "verify-address"; see [Content]
	Language string // en, it or bg
	To       Address
	Subject  string
	Text     string // lines end with \n
	HTML     string // may be empty
}

// Sender delivers messages. Delivered means accepted by the next hop.
type Sender interface {
	// Send delivers the message. It returns [ErrMessage] or [ErrRefused] if trying again is of no use, another error
	// if it may be.
	Send(context.Context, Message) error
}

// The errors that make it useless to send a message again.
var (
	// ErrMessage: the message cannot be sent at all, because of a bad address or a header with control characters.
	ErrMessage = errors.New("mail: not a message that can be sent")

	// ErrRefused: the mail server refused the message for good, for example because the address does not exist.
	ErrRefused = errors.New("mail: refused by the mail server")
)

// ParseAddress reads "Name <local@domain>" or "local@domain", as the sender's address
// is configured. The error is [ErrMessage].
func ParseAddress(text string) (Address, error) {
	parsed, err := mail.ParseAddress(text)
	if err != nil {
		return Address{}, fmt.Errorf("%w: address", ErrMessage)
	}
	a := Address{Name: parsed.Name, Mail: parsed.Address}
	return a, a.check()
}

// check refuses an address that a header or an envelope could misread. Local parts in
// quotes are legal, rare and refused.
func (a Address) check() error {
	parsed, err := mail.ParseAddress(a.Mail)
	sound := err == nil && parsed.Name == "" && parsed.Address == a.Mail && len(a.Mail) <= 254 &&
		!strings.ContainsAny(a.Mail, "\" \t<>(),;:\\") && oneLine(a.Mail) && oneLine(a.Name)
	if !sound {
		return fmt.Errorf("%w: address", ErrMessage)
	}
	return nil
}

// check refuses text that would break a header.
func (m Message) check() error {
	if err := m.To.check(); err != nil {
		return err
	}
	for field, text := range map[string]string{"subject": m.Subject, "kind": m.Kind, "language": m.Language} {
		if !oneLine(text) {
			return fmt.Errorf("%w: %s", ErrMessage, field)
		}
	}
	if strings.Trim(m.ID, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_") != "" {
		return fmt.Errorf("%w: id", ErrMessage)
	}
	if !utf8.ValidString(m.Text) || !utf8.ValidString(m.HTML) || m.Text == "" {
		return fmt.Errorf("%w: text", ErrMessage)
	}
	return nil
}

// oneLine reports whether the text is valid, without a control character such as a
// line break, and without an encoded word, as which a reader could decode one.
func oneLine(text string) bool {
	return utf8.ValidString(text) && strings.IndexFunc(text, unicode.IsControl) < 0 &&
		!strings.Contains(text, encodedWord)
}

// encodedWord begins an encoded word of a header (RFC 2047).
const encodedWord = "=?"

// kindHeader names the kind of a message to mail programs and to [ReadFolder].
const kindHeader = "X-Message-Kind"

// build puts the message into the form that travels.
func (m Message) build(from Address, now time.Time) (*gomail.Msg, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	out := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	out.FromMailAddress(&mail.Address{Name: from.Name, Address: from.Mail})
	out.ToMailAddress(&mail.Address{Name: m.To.Name, Address: m.To.Mail})
	id := m.ID
	if id == "" {
		id = rand.Text()
	}
	_, domain, _ := strings.Cut(from.Mail, "@")
	out.SetMessageIDWithValue(id + "@" + domain)
	out.SetDateWithValue(now)
	out.Subject(m.Subject)
	out.SetGenHeader(gomail.HeaderContentLang, m.Language)
	out.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no answer from an absent person's program
	out.SetGenHeader(kindHeader, m.Kind)
	out.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		out.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return out, nil
}

// encode is the message as the bytes of a file.
func (m Message) encode(from Address, now time.Time) ([]byte, error) {
	built, err := m.build(from, now)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if _, err := built.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("mail: encode: %w", err)
	}
	return b.Bytes(), nil
}
