package leaguedb

import "strings"

// WordColumns are the columns, as table.column, whose words an erasure looks through.
func WordColumns() []string {
	var out []string
	for _, w := range written {
		for _, column := range strings.Fields(w.columns) {
			out = append(out, w.table+"."+column)
		}
	}
	return out
}
