package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// Encryption names the protection of the connection to the mail server.
type Encryption string

// The ways of protection.
const (
	StartTLS Encryption = "starttls" // turned on within the connection, always (port 587)
	TLS      Encryption = "tls"      // from the first byte (port 465)
	Plain    Encryption = "plain"    // none: for a server on the same machine (port 25)
)

// SMTPConfig is the address of a mail server and how to sign in there.
type SMTPConfig struct {
	Host       string
	Port       int // zero: the port usual for the encryption
	Encryption Encryption

	// Username and Password sign in to the server; both or none. They are never
	// sent unprotected.
	Username, Password string

	From    Address
	Timeout time.Duration // of each step; zero: 15 s

	// RootCAs are the authorities that may vouch for the server; nil: the system's.
	RootCAs *x509.CertPool

	Now func() time.Time // the clock; required
}

// SMTP delivers by a mail server, one connection for each message. It is safe for
// concurrent use.
type SMTP struct {
	config  SMTPConfig
	options []gomail.Option
}

var _ Sender = (*SMTP)(nil)

// NewSMTP checks the configuration. It does not connect.
func NewSMTP(c SMTPConfig) (*SMTP, error) {
	if c.Timeout == 0 {
		c.Timeout = 15 * time.Second
	}
	if c.Port == 0 {
		c.Port = map[Encryption]int{StartTLS: 587, TLS: 465, Plain: 25}[c.Encryption]
	}
	switch {
	case c.Host == "":
		return nil, errors.New("mail: no host of the mail server")
	case c.Port < 1 || c.Port > 65535:
		return nil, fmt.Errorf("mail: port %d, encryption %q: want starttls, tls or plain", c.Port, c.Encryption)
	case (c.Username == "") != (c.Password == ""):
		return nil, errors.New("mail: username and password go together")
	case c.Encryption == Plain && c.Username != "":
		return nil, errors.New("mail: a password is not sent over a plain connection")
	case c.Timeout < 0:
		return nil, errors.New("mail: negative timeout")
	case c.Now == nil:
		return nil, errors.New("mail: no clock")
	}
	if err := c.From.check(); err != nil {
		return nil, fmt.Errorf("mail: sender: %w", err)
	}
	options, err := c.options()
	if err != nil {
		return nil, err
	}
	if _, err := gomail.NewClient(c.Host, options...); err != nil {
		return nil, fmt.Errorf("mail: %w", err)
	}
	return &SMTP{config: c, options: options}, nil
}

func (c SMTPConfig) options() ([]gomail.Option, error) {
	options := []gomail.Option{
		gomail.WithPort(c.Port),
		gomail.WithTimeout(c.Timeout),
		gomail.WithTLSConfig(&tls.Config{ServerName: c.Host, RootCAs: c.RootCAs, MinVersion: tls.VersionTLS12}),
		gomail.WithoutNoop(),
	}
	switch c.Encryption {
	case StartTLS:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case TLS:
		options = append(options, gomail.WithSSL())
	case Plain:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		return nil, fmt.Errorf("mail: encryption %q: want starttls, tls or plain", c.Encryption)
	}
	if c.Username != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(c.Username), gomail.WithPassword(c.Password))
	}
	return options, nil
}

// Send delivers the message to the mail server. The context bounds the connecting;
// after that each step has the configured timeout.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	built, err := m.build(s.config.From, s.config.Now())
	if err != nil {
		return err
	}
	client, err := gomail.NewClient(s.config.Host, s.options...)
	if err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	err = client.DialAndSendWithContext(ctx, built)
	if err == nil || built.IsDelivered() {
		// A fault in taking leave comes after the server has taken the message: to
		// send again would send it twice.
		return nil
	}
	return explain(err, m.To.Mail)
}

// explain turns the library's error into one without addresses: both its own words and those of the server it quotes
// may hold the recipient's. The server's reply goes with a refusal for those who wait for the message.
func explain(err error, to string) error {
	var sending *gomail.SendError
	if !errors.As(err, &sending) {
		return connecting(err)
	}
	kind := errors.New("mail: not accepted for now")
	if !sending.IsTemp() && sending.ErrorCode() >= 500 {
		kind = Refuse(quoted(sending), to)
	}
	return fmt.Errorf("%w: %s (%d %s)", kind, sending.Reason, sending.ErrorCode(), sending.EnhancedStatusCode())
}

// quoted takes the server's reply out of the library's words about it. Some versions of
// the standard library write the text behind the code in quotes.
func quoted(sending *gomail.SendError) string {
	reply, _, _ := strings.Cut(sending.Error(), ", affected ")
	reply = strings.TrimPrefix(reply, sending.Reason.String()+": ")
	code, text, _ := strings.Cut(reply, " ")
	if unquoted, err := strconv.Unquote(text); err == nil {
		return code + " " + unquoted
	}
	return reply
}

// connecting explains a failure before any address was sent: of the network, of encryption or of the sign-in.
func connecting(err error) error {
	var network net.Error
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("mail: connect: %w", err)
	case errors.As(err, &certificate):
		return fmt.Errorf("mail: connect: %w", certificate)
	case errors.As(err, &network):
		return fmt.Errorf("mail: connect: %w", network)
	default:
		return fmt.Errorf("mail: connect or sign in: %w", err)
	}
}
