package apiclient

import (
	"context"
	"strconv"
	"time"
)

// The most attempts at a busy server, and the bounds of the waits in between.
const (
	maxAttempts = 5
	maxPatience = 5 * time.Second
	minPatience = 100 * time.Millisecond
	// maxLimited is the longest wait of a patient client after a 429: rates are by the minute.
	maxLimited = 5 * time.Minute
)

// patience reads a Retry-After in seconds, which is never less than a moment.
func patience(retryAfter string) time.Duration {
	seconds, err := strconv.Atoi(retryAfter)
	if err != nil {
		return minPatience
	}
	return max(time.Duration(seconds)*time.Second, minPatience)
}

// pause waits, or returns the context's error when that ends first.
func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
