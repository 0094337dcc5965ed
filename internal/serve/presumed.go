package serve

// presumed lists the operations that are decided by the cached state of the caller and of the event: the acts at the
// tables, at the check-in and on the event itself from its announcement to its end. They have no effect outside of
// their transaction, read their request once, and open their event before they take any other lock.
var presumed = operations(
	"RecordResult", "CorrectResult", "DrawRound", "DiscardRound", "CloseRound", "ReopenRound", "CommandClock",
	"Sanction", "ConfirmSanction", "RevokeSanction", "RecordWithdrawal", "RevokeWithdrawal", "RecordRuling", "AppealRuling", "DecideAppeal",
	"CreateEntry", "EnterPlayers", "EnterMyself", "WithdrawMyself", "LeaveMyself", "UpdateEntry", "CancelEntry", "CheckIn", "UndoCheckIn", "MarkEntries",
	"AcceptEntry", "UndoAcceptance", "ReplaceEntry", "DecideEntryCheck", "RecordAttendance", "RevokeAttendance", "KeepApart", "RevokeKeptApart",
	"AnnounceEvent", "OpenEntries", "CloseEntries", "CancelEvent", "StartEvent", "CompleteEvent",
)

// operations are a set of operations by their ids.
func operations(ids ...string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}
