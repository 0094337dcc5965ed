package views

import (
	"referto/internal/league/facts"
	"referto/openapi"
)

func ToContactData(d facts.ContactData) openapi.ContactData {
	return openapi.ContactData{Mail: d.Mail, Telephone: d.Telephone, City: d.City}
}
