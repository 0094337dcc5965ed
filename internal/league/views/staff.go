package views

import (
	"referto/internal/league/facts"
	"referto/openapi"
)

// StaffList is the staff of an event as the public sees it.
func StaffList(staff []facts.Staff) []openapi.Staff { return openapi.Each(staff, ToStaff) }

func ToStaff(s facts.Staff) openapi.Staff {
	out := openapi.Staff{Id: s.ID, Name: s.Name, Role: openapi.StaffRole(s.Role)}
	if s.PlayerID != nil {
		out.Player.UUID = *s.PlayerID
	}
	return out
}
