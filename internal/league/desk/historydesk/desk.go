package historydesk

import "referto/internal/league/desk"

// Desk has the use cases of this room, on the ground that all rooms share.
type Desk struct{ *desk.Desk }

// At returns the room at a desk.
func At(d *desk.Desk) Desk { return Desk{d} }
