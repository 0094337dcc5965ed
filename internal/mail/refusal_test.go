package mail_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"referto/internal/mail"
)

// A person who waits for a letter reads the mail server's reply: on one line, without addresses.
func TestReplyOfARefusal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ said, want string }{
		{"550 5.1.1 no such mailbox", "550 5.1.1 no such mailbox"},
		{"550 5.1.1 <anna.lodi@example.it>: Recipient address rejected", "550 5.1.1 …: Recipient address rejected"},
		{"550 ANNA.LODI@example.it unknown; ask postmaster@example.it", "550 … unknown; ask …"},
		{"550 user anna.lodi unknown", "550 user … unknown"},
		{"550-5.7.1 first\r\n550 second\x00\x1b[31m", "550-5.7.1 first 550 second [31m"},
		{"550 \u202egnihton\u2028 here \xff", "550 gnihton here"},
		{"", ""},
	} {
		err := fmt.Errorf("wrapped: %w", mail.Refuse(tt.said, "anna.lodi@example.it"))
		if got := mail.Reply(err); got != tt.want || !errors.Is(err, mail.ErrRefused) {
			t.Errorf("%q: got %q, want %q", tt.said, got, tt.want)
		}
		if strings.Contains(err.Error(), "550") {
			t.Errorf("the words for logs hold the server's: %s", err)
		}
	}
	if got := mail.Reply(mail.Refuse(strings.Repeat("ж", 5000), "a@example.it")); utf8.RuneCountInString(got) != 200 {
		t.Errorf("%d characters", utf8.RuneCountInString(got))
	}
	if got := mail.Reply(mail.ErrMessage); got != "" {
		t.Errorf("nobody said %q", got)
	}
}
