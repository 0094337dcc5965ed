package leaguelog

import "referto/internal/logfact"

// makers make facts that differ in their kind alone, by a code of the league.
type makers[Body any] map[string]func(Body) logfact.Fact

// make makes the fact of a code. It panics where there is none: codes come from acts that
// know them, not from requests.
func (m makers[Body]) make(code string, body Body) logfact.Fact {
	of, known := m[code]
	if !known {
		panic("leaguelog: no fact of " + code)
	}
	return of(body)
}
