package mail

import (
	"context"
	"errors"
	"sync/atomic"
)

// Counted is a [Sender] that counts the outcomes of messages, for the metrics. Make one with [Count]. It is safe for
// concurrent use.
type Counted struct {
	sender                Sender
	sent, refused, failed atomic.Int64
}

var _ Sender = (*Counted)(nil)

// Count makes a sender that delivers by another and counts.
func Count(sender Sender) *Counted { return &Counted{sender: sender} }

// Send delivers the message as the other does.
func (c *Counted) Send(ctx context.Context, m Message) error {
	err := c.sender.Send(ctx, m)
	switch {
	case err == nil:
		c.sent.Add(1)
	case errors.Is(err, ErrRefused), errors.Is(err, ErrMessage):
		c.refused.Add(1)
	default:
		c.failed.Add(1)
	}
	return err
}

// Counts returns how many messages were taken by the mail server, how many were refused for
// good, and how often one could not be delivered for now.
func (c *Counted) Counts() (sent, refused, failed int64) {
	return c.sent.Load(), c.refused.Load(), c.failed.Load()
}
