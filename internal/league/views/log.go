package views

import (
	"encoding/json"

	"referto/internal/league/leaguedb"
	"referto/openapi"
)

func ToAudit(r leaguedb.AuditRecord) openapi.AuditRecord {
	out := openapi.AuditRecord{
		Id: r.ID, At: r.At, Actor: r.Actor, Operation: r.Operation, Subject: r.Subject, Reason: r.Reason, RequestId: r.RequestID,
		Before: Object(r.Before), After: Object(r.After),
	}
	if r.EventID != nil {
		out.Event.UUID = *r.EventID
	}
	if r.AccountID != nil {
		out.Account = *r.AccountID
	}
	return out
}

// Object decodes stored JSON, which is always an object or nothing.
func Object(raw json.RawMessage) map[string]any {
	var out map[string]any
	if len(raw) == 0 || json.Unmarshal(raw, &out) != nil {
		return nil
	}
	return out
}
