// Package seasondesk is a room of the desk.
package seasondesk

import "referto/internal/league/desk"

// Desk is the room's.
type Desk struct{ *desk.Desk }

// At returns the room at a desk.
func At(d *desk.Desk) Desk { return Desk{d} }
