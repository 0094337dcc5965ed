package leagueapi

import (
	"strings"
	"time"

	"github.com/google/uuid"
)

// EventPosition marks the end of a page of events.
type EventPosition struct {
	Start time.Time
	ID    uuid.UUID
}

// ListName names a list by everything that decides which rows it has and in which order.
func ListName(parts ...string) string { return strings.Join(parts, ":") }
