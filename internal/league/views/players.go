package views

import (
	"github.com/google/uuid"

	"referto/internal/league/facts"
	"referto/openapi"
)

// PlayerView is a person of the register, with his contact data or without.
func PlayerView(p facts.Player, contact bool, mailOf func(uuid.UUID) openapi.MailOutcome) openapi.Player {
	out := openapi.Player{Id: p.ID, Name: p.Name, Club: p.Club, City: p.City, Version: p.Version, CreatedAt: p.CreatedAt}
	if contact {
		out.Email, out.HasAccount, out.EmailUnconfirmed = p.Email, p.AccountID != nil, p.AddressBefore != ""
		if out.EmailUnconfirmed {
			out.Mail = mailOf(p.ID.UUID)
		}
	}
	return out
}
