package mail

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// Received is a message as its reader gets it.
type Received struct {
	File     string // path, "" if not from a folder
	ID       string // Message-ID without brackets
	Date     time.Time
	Kind     string
	Language string
	From, To Address
	Subject  string
	Text     string
	HTML     string // "" if there is none
}

var link = regexp.MustCompile(`https?://[^\s<>"]+`)

// Links returns the addresses of pages in the text, in order.
func (r Received) Links() []string { return link.FindAllString(r.Text, -1) }

// ReadFolder reads the messages that a [Folder] wrote into the directory, oldest
// first. Other files and one still being written are left out; a damaged message is
// an error.
func ReadFolder(dir string) ([]Received, error) {
	paths, err := Files(dir)
	if err != nil {
		return nil, err
	}
	var out []Received
	for _, path := range paths {
		r, err := ReadFile(path)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// Files are the paths of the messages that a [Folder] wrote into the directory, oldest
// first.
func Files(dir string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*"+fileEnding))
	if err != nil {
		return nil, fmt.Errorf("mail: %w", err)
	}
	slices.Sort(paths)
	return paths, nil
}

// ReadFile reads a message that a [Folder] wrote.
func ReadFile(path string) (Received, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Received{}, fmt.Errorf("mail: %w", err)
	}
	r, err := Parse(text)
	if err != nil {
		return Received{}, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	r.File = path
	return r, nil
}

// Parse reads a message as it travels, of the form this package writes: plain text,
// or plain text with an HTML twin.
func Parse(text []byte) (Received, error) {
	m, err := mail.ReadMessage(bytes.NewReader(text))
	if err != nil {
		return Received{}, fmt.Errorf("mail: parse: %w", err)
	}
	var r Received
	if err := r.header(m.Header); err != nil {
		return Received{}, fmt.Errorf("mail: parse: %w", err)
	}
	if err := r.body(m.Header, m.Body); err != nil {
		return Received{}, fmt.Errorf("mail: parse: %w", err)
	}
	if r.Text == "" {
		return Received{}, errors.New("mail: parse: no text")
	}
	return r, nil
}

func (r *Received) header(h mail.Header) (err error) {
	if r.Subject, err = new(mime.WordDecoder).DecodeHeader(h.Get("Subject")); err != nil {
		return err
	}
	if r.Date, err = h.Date(); err != nil {
		return err
	}
	if r.From, err = sole(h, "From"); err != nil {
		return err
	}
	if r.To, err = sole(h, "To"); err != nil {
		return err
	}
	r.ID = string(bytes.Trim([]byte(h.Get("Message-Id")), "<>"))
	r.Kind, r.Language = h.Get(kindHeader), h.Get("Content-Language")
	return nil
}

// sole is the one address of a header.
func sole(h mail.Header, name string) (Address, error) {
	list, err := h.AddressList(name)
	if err != nil {
		return Address{}, err
	}
	if len(list) != 1 || len(h[name]) != 1 {
		return Address{}, fmt.Errorf("%s: want one address", name)
	}
	return Address{Name: list[0].Name, Mail: list[0].Address}, nil
}

func (r *Received) body(h mail.Header, body io.Reader) error {
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		return err
	}
	if kind != "multipart/alternative" {
		r.Text, err = decode(h.Get("Content-Transfer-Encoding"), body)
		return err
	}
	parts := multipart.NewReader(body, params["boundary"])
	for {
		// The raw part, because the other way would hide its encoding.
		part, err := parts.NextRawPart()
		if err == io.EOF { //nolint:errorlint // the reader returns it bare
			return nil
		}
		if err != nil {
			return err
		}
		text, err := decode(part.Header.Get("Content-Transfer-Encoding"), part)
		if err != nil {
			return err
		}
		switch kind, _, _ := mime.ParseMediaType(part.Header.Get("Content-Type")); kind {
		case "text/plain":
			r.Text = text
		case "text/html":
			r.HTML = text
		}
	}
}

// decode returns the text with lines that end with \n.
func decode(encoding string, body io.Reader) (string, error) {
	if encoding == "quoted-printable" {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	return string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))), err
}
