package words

import "referto/internal/likeness"

// Fold writes a name so that its usual spellings meet ([likeness.Fold]), as people are
// looked for by their names.
func Fold(name string) string { return likeness.Fold(name) }
