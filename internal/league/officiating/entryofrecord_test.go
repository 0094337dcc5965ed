package officiating_test

import (
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
)

// Somebody who left and entered again has two entries under one record: what is known of the record belongs to the one that stands.
func TestEntryOfRecord(t *testing.T) {
	t.Parallel()
	again, gone := league.PlayerID{UUID: uuid.New()}, league.PlayerID{UUID: uuid.New()}
	s := &officiating.Situation{EventFacts: facts.EventFacts{Entries: []facts.Entry{
		{Number: 1, PlayerID: again, State: facts.EntryCancelled}, {Number: 2, PlayerID: gone, State: facts.EntryCancelled}, {Number: 3, PlayerID: again},
	}}}
	if got := s.EntryOfRecord(again); got == nil || got.Number != 3 {
		t.Errorf("got %v, want the entry 3", got)
	}
	if got := s.EntryOfRecord(gone); got != nil {
		t.Errorf("got %v of somebody whose only entry was cancelled", got)
	}
}
