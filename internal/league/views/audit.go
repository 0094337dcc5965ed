package views

import (
	"regexp"
	"strconv"

	"referto/frontend/words"
	"referto/internal/league/leaguedb"
	"referto/openapi"
)

// AuditRecord makes a line of the audit, with the subjects of the act.
func AuditRecord(w *words.Words, r leaguedb.AuditRecord, about []leaguedb.AuditSubject) openapi.AuditRecord {
	out := openapi.AuditRecord{
		Id: r.ID, At: r.At, Actor: w.Person(r.Actor), Operation: r.Operation, Subject: r.Subject, Reason: r.Reason, RequestId: r.RequestID,
		Before: Object(r.Before), After: Object(r.After), Refused: r.Refused, Rule: openapi.Rule{Code: r.Code, Paragraph: r.Paragraph},
	}
	if r.Code == "" || r.Paragraph == "" {
		out.Rule = openapi.Rule{}
	}
	if r.EventID != nil {
		out.Event = *r.EventID
	}
	if r.AccountID != nil {
		out.Account = *r.AccountID
	}
	for _, s := range about {
		if s.Kind == string(openapi.AuditSubjectKindPlayer) {
			s.Name = w.Person(s.Name)
		}
		out.About = append(out.About, openapi.AuditSubject{Kind: openapi.AuditSubjectKind(s.Kind), Id: s.ID, Name: s.Name, Slug: s.Slug, Number: s.Number})
	}
	out.About = append(out.About, places(w, r.Subject)...)
	return out
}

var placed = regexp.MustCompile(`(?:^|of )round ([0-9]+)(?: table ([0-9]+))?`)

// places are the round and the table of an event that the words of a record name.
func places(w *words.Words, subject string) (out []openapi.AuditSubject) {
	found := placed.FindStringSubmatch(subject)
	for i, of := range []struct {
		kind openapi.AuditSubjectKind
		key  string
	}{{openapi.AuditSubjectKindRound, "round.preliminary"}, {openapi.AuditSubjectKindTable, "table.number"}} {
		if len(found) == 0 || found[i+1] == "" {
			break
		}
		if n, err := strconv.Atoi(found[i+1]); err == nil {
			out = append(out, openapi.AuditSubject{Kind: of.kind, Name: w.Text(of.key, map[string]any{"n": n}), Number: n})
		}
	}
	return out
}
