package serve

// presumed are the operations that are done by what is remembered of the caller and of the
// event, where it stands: what is done at the tables, at the door and to the event itself from
// its announcement to its end. They have no effect but in their transaction, read their request
// once, and open their event before anything else is held.
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
