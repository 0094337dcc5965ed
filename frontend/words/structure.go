package words

// Structure is how an event is played, as a part of a sentence: "3 rounds, semifinals
// and a final".
func (w *Words) Structure(rounds int, semifinal, final bool) string {
	key := "format.rounds"
	switch {
	case semifinal:
		key = "format.rounds-semifinal-final"
	case final:
		key = "format.rounds-final"
	}
	return w.Text(key, map[string]any{"rounds": rounds})
}
