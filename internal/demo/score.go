package demo

import "referto/openapi"

// score is the end of a game, in the order of the seats.
type score struct {
	ended    openapi.Ending
	declarer int // seat from 0, where victory was declared
	vp       []int
	// record adds the other figures of the regulation for a seat, besides its points; nil for none.
	record func(seat int, result *openapi.NewSeatResult)
}

// declared is a game that ended with a declared victory.
func declared(declarer int, vp ...int) score {
	return score{ended: openapi.EndingDeclared, declarer: declarer, vp: vp}
}

// timeLimit is a game that the clock ended.
func timeLimit(vp ...int) score { return score{ended: openapi.EndingTimeLimit, vp: vp} }

// completed is a game played to its end, without a declaration of victory.
func completed(vp ...int) score { return score{ended: openapi.EndingCompleted, vp: vp} }

// with adds something to be recorded besides the points.
func (sc score) with(record func(seat int, result *openapi.NewSeatResult)) score {
	sc.record = record
	return sc
}

// of puts a score on the seats of a table.
func (sc score) of(table openapi.Table) openapi.NewResult {
	result := openapi.NewResult{Ended: sc.ended}
	for i, seat := range table.Seats {
		if i >= len(sc.vp) {
			break
		}
		end := openapi.NewSeatResult{Entry: seat.Number, Vp: sc.vp[i]}
		if sc.record != nil {
			sc.record(i, &end)
		}
		result.Seats = append(result.Seats, end)
	}
	if sc.ended == openapi.EndingDeclared && sc.declarer < len(table.Seats) {
		result.DeclaredBy = table.Seats[sc.declarer].Number
	}
	return result
}

// built are the pieces that make so many points: two or three settlements, the rest
// cities.
func built(vp int) map[string]int {
	settlements := 2 + vp%2
	return map[string]int{"settlements": settlements, "cities": (vp - settlements) / 2}
}
