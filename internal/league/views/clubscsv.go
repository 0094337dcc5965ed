package views

import (
	"strconv"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/words"
	"referto/openapi"
)

// ClubsCSV writes clubs as a table for a program that calculates, a row for each.
func ClubsCSV(w *words.Words, list []openapi.PlayerClub) ([]byte, error) {
	rows := [][]string{{"club", "name", "shortName", "city", "founded", "closedFrom", "members"}}
	for _, c := range list {
		founded := ""
		if c.Founded != 0 {
			founded = strconv.Itoa(c.Founded)
		}
		rows = append(rows, []string{c.Id.String(), c.Name, c.ShortName, c.City, founded, dayText(c.ClosedFrom), strconv.Itoa(c.Members)})
	}
	return AsCSV(w.Lang(), rows)
}

// MembersCSV writes members of a club as a table, a row for each.
func MembersCSV(w *words.Words, list []openapi.ClubMember) ([]byte, error) {
	rows := [][]string{{"player", "name", "from", "until"}}
	for _, m := range list {
		rows = append(rows, []string{m.Player.Id.String(), m.Player.Name, dayText(m.From), dayText(m.Until)})
	}
	return AsCSV(w.Lang(), rows)
}

// dayText writes a day; "" for one that is not known.
func dayText(d openapi_types.Date) string {
	if d.IsZero() {
		return ""
	}
	return d.String()
}
