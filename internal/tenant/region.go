package tenant

import "github.com/google/uuid"

// Region is a part of a federation's country, with a contact of its own.
type Region struct {
	ID   uuid.UUID
	Name string
}
