package words

// Structure describes an event's format as a part of a sentence: "3 rounds, semifinals
// and a final". Advance is the number of players of each table that go on from a
// semifinal with which it begins, 0 elsewhere.
func (w *Words) Structure(rounds, advance int, semifinal, final bool) string {
	key := "format.rounds"
	switch {
	case advance > 0:
		return w.Text("format.semifinal-drawn", map[string]any{"advance": advance})
	case semifinal:
		key = "format.rounds-semifinal-final"
	case final:
		key = "format.rounds-final"
	}
	return w.Text(key, map[string]any{"rounds": rounds})
}
