package tenant

import (
	"errors"
	"time"

	"github.com/google/uuid"
)

// The times of an archive.
const (
	// ArchiveKept is for how long an archive can be fetched once it is made.
	ArchiveKept = 7 * 24 * time.Hour
	// ArchiveTried is for how long it is tried to make one.
	ArchiveTried = 24 * time.Hour
)

// ArchiveState is the progress of an archive.
type ArchiveState string

// The states of an archive.
const (
	ArchiveWaiting ArchiveState = "waiting" // it is being made
	ArchiveReady   ArchiveState = "ready"   // it can be fetched
	ArchiveFailed  ArchiveState = "failed"  // it could not be made
	ArchiveExpired ArchiveState = "expired" // its file is gone
)

// Archive is everything of a tenant in a file that one of its managers has asked for.
type Archive struct {
	ID uuid.UUID
	// AskedBy is the account that has asked, and Asker its name.
	AskedBy    uuid.UUID
	Asker      string
	State      ArchiveState
	Done       int // steps of Total
	Total      int
	Bytes      int64
	AskedAt    time.Time
	FinishedAt *time.Time
	ExpiresAt  time.Time
	// SealedUnder names the key of each part of the file, in their order.
	SealedUnder []string
}

// Why an archive is not given.
var (
	// ErrNoArchive: the tenant has none of that id.
	ErrNoArchive = errors.New("tenant: no such archive")
	// ErrArchiveOfOther: another account has asked for the archive.
	ErrArchiveOfOther = errors.New("tenant: somebody else has asked for the archive")
	// ErrArchiveNotReady: it is being made, or could not be made.
	ErrArchiveNotReady = errors.New("tenant: the archive is not ready")
	// ErrArchiveExpired: its file is gone.
	ErrArchiveExpired = errors.New("tenant: the archive is gone")
)

// Fetch checks that an account may download the archive at a moment and returns the refusal. Only the account that
// asked for the archive, with its password, gets the file.
func (a *Archive) Fetch(by uuid.UUID, now time.Time) error {
	switch {
	case a == nil:
		return ErrNoArchive
	case a.AskedBy != by:
		return ErrArchiveOfOther
	case a.State == ArchiveExpired, a.State == ArchiveReady && !now.Before(a.ExpiresAt):
		return ErrArchiveExpired
	case a.State != ArchiveReady:
		return ErrArchiveNotReady
	}
	return nil
}
