package gate

import (
	"referto/internal/mail/maildb"
	"referto/openapi"
)

// Mail is what became of a letter, as answers tell it; nothing where it is not known.
func Mail(o maildb.Outcome) openapi.MailOutcome {
	return openapi.MailOutcome{State: openapi.MailOutcomeState(o.State), At: o.At, Reply: o.Reply}
}
