package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league/facts"
)

// AddPlayed queues all facts of an event that has neither entries nor rounds yet, or entries of the same
// players under the same numbers: the facts that [LoadEventFacts] reads back. By and now are the account that
// imported them and the time. It does not change the event's own row ([ChangeEvent]).
func AddPlayed(b *pgx.Batch, s facts.EventFacts, by uuid.UUID, now time.Time) {
	id := s.Event.ID
	SetEntries(b, id, s.Entries, by, now)
	for _, round := range s.Rounds {
		AddRound(b, id, round, by)
		for _, table := range round.Tables {
			if table.Result != nil {
				AddResult(b, id, *table.Result, by, nil)
			}
		}
		if round.State == "closed" {
			CloseRound(b, id, round.Number, by, now)
		}
	}
	for _, sanction := range s.Sanctions {
		AddSanction(b, id, sanction, by, false)
		if sanction.ConfirmedAt != nil {
			ConfirmSanction(b, sanction.ID, by, now, sanction.ConfirmedMoment())
		}
	}
	for _, w := range s.Withdrawals {
		AddWithdrawal(b, id, w, by)
	}
	addWhoPlays(b, s, by, now)
}

// addWhoPlays queues the facts that decide who sits in a round, beside draws and standings.
func addWhoPlays(b *pgx.Batch, s facts.EventFacts, by uuid.UUID, now time.Time) {
	id := s.Event.ID
	if s.Structure != nil {
		ProposeStructure(b, id, *s.Structure, by)
		ApproveStructure(b, s.Structure.ID, by, now)
	}
	if len(s.Previous) > 0 {
		SetPrevious(b, id, s.Previous, by, now)
	}
	for _, pair := range s.Apart {
		AddApart(b, id, pair, by)
	}
	for _, a := range s.Attendance {
		AddAttendance(b, id, a, by)
	}
}
