package mail

import (
	"errors"
	"regexp"
	"strings"
	"unicode"
)

// mostReply bounds the characters that are kept of a mail server's reply.
const mostReply = 200

// refusal is [ErrRefused] with the reply of the mail server. Its error text is that of [ErrRefused], because the
// reply is for people, not for logs.
type refusal struct{ reply string }

func (refusal) Error() string { return ErrRefused.Error() }

func (refusal) Is(target error) bool { return target == ErrRefused }

// Refuse makes an error that is [ErrRefused] from a mail server's reply about an address. The reply is kept on one
// line, bounded, and without addresses.
func Refuse(reply, to string) error { return refusal{clean(reply, to)} }

// Reply returns the reply of the mail server that refused a message: one line of at most 200 characters without mail
// addresses. It is "" if there was no reply, or if the message was not refused by the server.
func Reply(err error) string {
	var refused refusal
	if errors.As(err, &refused) {
		return refused.reply
	}
	return ""
}

// anyAddress matches text that may be a mail address, with the brackets around it.
var anyAddress = regexp.MustCompile(`<?[^\s<>"'(),;:]+@[^\s<>"'(),;:]+>?`)

// clean makes one bounded line without addresses from a mail server's reply.
func clean(reply, to string) string {
	reply = strings.ToValidUTF8(reply, "")
	reply = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r):
			return ' '
		case !unicode.IsGraphic(r): // marks of direction and the like
			return -1
		}
		return r
	}, reply)
	reply = anyAddress.ReplaceAllString(reply, "…")
	if local, _, found := strings.Cut(to, "@"); found && len(local) > 2 {
		reply = regexp.MustCompile(`(?i)(^|[^\p{L}\p{N}])`+regexp.QuoteMeta(local)+`($|[^\p{L}\p{N}])`).ReplaceAllString(reply, "$1…$2")
	}
	reply = strings.Join(strings.Fields(reply), " ")
	if runes := []rune(reply); len(runes) > mostReply {
		reply = string(runes[:mostReply-1]) + "…"
	}
	return reply
}
