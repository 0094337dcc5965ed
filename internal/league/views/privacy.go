package views

import (
	"referto/frontend/words"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant"
	"referto/openapi"
)

// DataExport makes the state of a copy of a person's data.
func DataExport(x leaguedb.DataExport) openapi.DataExport {
	out := openapi.DataExport{
		Id: x.ID, State: openapi.DataExportState(x.State), Done: x.Done, Total: x.Total, Bytes: int(x.Bytes), AskedAt: x.AskedAt, ExpiresAt: x.ExpiresAt,
	}
	if x.FinishedAt != nil {
		out.FinishedAt = *x.FinishedAt
	}
	return out
}

// DataAccess is an access to one's private data.
func DataAccess(w *words.Words, at tenant.Ref, x leaguedb.AccessToMe) openapi.DataAccess {
	return openapi.DataAccess{
		Tenant: TenantRef(at), At: x.At, By: w.Person(x.Reader), Operation: x.Operation, What: openapi.DataAccessWhat(x.What),
		Roles: openapi.Each(x.Roles, func(r string) openapi.Role { return openapi.Role(r) }),
	}
}

// The kinds of data that are erased from a record and those that are kept, in the order in which they are
// listed.
var (
	erases = []string{"name", "contact", "account", "words", "audit", "staff", "letters", "answers", "files", "photos"}
	keeps  = []string{"entries", "results", "rankings", "decisions", "money", "log"}
)

// Erasure lists the data that are erased from a record and those that are kept; kinds without data are left
// out.
func Erasure(w *words.Words, p facts.Player, gone, kept leaguedb.ErasedRows) openapi.Erasure {
	named := openapi.PlayerRef{Id: p.ID, Name: w.Person(p.Name)}
	return openapi.Erasure{Player: named, Erases: erasureLines(w, "erasure.goes", erases, gone), Keeps: erasureLines(w, "erasure.stays", keeps, kept)}
}

func erasureLines(w *words.Words, group string, kinds []string, rows leaguedb.ErasedRows) []openapi.ErasureLine {
	out := []openapi.ErasureLine{}
	for _, kind := range kinds {
		if n := rows[kind]; n > 0 {
			out = append(out, openapi.ErasureLine{What: openapi.ErasureLineWhat(kind), Number: int(n), Text: w.Text(group+"."+kind, nil)})
		}
	}
	return out
}
