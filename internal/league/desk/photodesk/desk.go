package photodesk

import "referto/internal/league/desk"

// Desk has the use cases of this room, and the common ones of [desk.Desk].
type Desk struct{ *desk.Desk }

// At returns the room at a desk.
func At(d *desk.Desk) Desk { return Desk{d} }
