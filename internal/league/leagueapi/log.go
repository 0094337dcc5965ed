package leagueapi

import (
	"referto/internal/authz"
	"referto/internal/authz/gate"
)

// Confidential maps the first word of permissions and of kinds in the log to the permission to read about bans,
// exclusions and money. The actor and the time of such an act would reveal whom it concerns.
var Confidential = map[string]authz.Permission{
	"ban": "ban:read", "exclusion": "exclusion:read", "refund": "refund:read", "payment-list": "refund:read",
}

// Withheld reports whether the caller does not read of a subject.
func Withheld(c *gate.Call, about string) bool {
	office, is := Confidential[about]
	return is && !c.Can(office, authz.Target{Tenant: c.Tenant.ID}).Allowed
}
