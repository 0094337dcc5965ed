package main

import (
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"time"

	"referto/internal/mail"
)

// mailSender is the configured mail server, or a folder that mails are put into.
func mailSender(s Settings, log *slog.Logger, now func() time.Time) (mail.Sender, error) {
	from, err := mail.ParseAddress(s.MailFrom)
	if err != nil {
		return nil, fmt.Errorf("settings: MAIL_FROM: %w", err)
	}
	if s.SMTPURL == "" {
		return mail.NewFolder(mail.FolderConfig{Dir: s.below("mail"), From: from, Log: log, Now: now})
	}
	u, err := url.Parse(s.SMTPURL)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf("settings: SMTP_URL: want smtp://host, smtps://host or smtp+plain://host")
	}
	config := mail.SMTPConfig{Host: u.Hostname(), From: from, Now: now, Username: u.User.Username()}
	config.Password, _ = u.User.Password()
	if port := u.Port(); port != "" {
		if config.Port, err = strconv.Atoi(port); err != nil {
			return nil, fmt.Errorf("settings: SMTP_URL: port: %w", err)
		}
	}
	switch u.Scheme {
	case "smtp":
		config.Encryption = mail.StartTLS
	case "smtps":
		config.Encryption = mail.TLS
	case "smtp+plain":
		config.Encryption = mail.Plain
	default:
		return nil, fmt.Errorf("settings: SMTP_URL: unknown scheme %q", u.Scheme)
	}
	return mail.NewSMTP(config)
}
