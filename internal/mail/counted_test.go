package mail_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"referto/internal/mail"
)

// replies is a sender that answers in turn.
type replies struct{ left []error }

func (r *replies) Send(context.Context, mail.Message) error {
	err := r.left[0]
	r.left = r.left[1:]
	return err
}

func TestCounted(t *testing.T) {
	t.Parallel()
	answers := []error{
		nil, nil, nil, fmt.Errorf("550: %w", mail.ErrRefused), mail.ErrMessage, errors.New("not now"),
	}
	c := mail.Count(&replies{left: answers})
	for _, want := range answers {
		if err := c.Send(t.Context(), mail.Message{}); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	if sent, refused, failed := c.Counts(); sent != 3 || refused != 2 || failed != 1 {
		t.Errorf("%d sent, %d refused, %d failed", sent, refused, failed)
	}
}
