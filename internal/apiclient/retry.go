package apiclient

import (
	"context"
	"strconv"
	"time"
)

// How often a busy server is asked, and how long to wait in between at most.
const (
	maxAttempts = 5
	maxPatience = 5 * time.Second
	minPatience = 100 * time.Millisecond
)

// patience reads a Retry-After in seconds, within bounds.
func patience(retryAfter string) time.Duration {
	seconds, err := strconv.Atoi(retryAfter)
	if err != nil {
		return minPatience
	}
	return min(max(time.Duration(seconds)*time.Second, minPatience), maxPatience)
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
