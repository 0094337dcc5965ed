package authz

import "github.com/google/uuid"

// Kind is the way in which callers prove their identity.
type Kind string

// The kinds of principal. The zero value is the anonymous caller.
const (
	KindAnonymous Kind = ""
	KindUser      Kind = "user" // a person's session
	KindKey       Kind = "key"  // an API key of an integrator
	KindLink      Kind = "link" // a link or code handed out, such as a helper's
)

// Principal identifies the sender of a request. The zero value is anonymous.
//
// It carries identity only: the principal's permissions follow from the grants, whose stamp each request reads.
type Principal struct {
	Kind    Kind
	Account uuid.UUID // of a user
	Session uuid.UUID // of a user
	Key     uuid.UUID // of a key
	Link    uuid.UUID // of a link
}

// User is the principal of a person's session.
func User(account, session uuid.UUID) Principal {
	return Principal{Kind: KindUser, Account: account, Session: session}
}

// Key is the principal of an API key.
func Key(id uuid.UUID) Principal { return Principal{Kind: KindKey, Key: id} }

// Link is the principal of a link or code.
func Link(id uuid.UUID) Principal { return Principal{Kind: KindLink, Link: id} }

// Anonymous reports whether the caller has no identity.
func (p Principal) Anonymous() bool { return p.Kind == KindAnonymous }

// ID is the identity that grants and logs refer to: the account, key or link.
// It is [uuid.Nil] for the anonymous caller.
func (p Principal) ID() uuid.UUID {
	switch p.Kind {
	case KindUser:
		return p.Account
	case KindKey:
		return p.Key
	case KindLink:
		return p.Link
	default:
		return uuid.Nil
	}
}

// String gives kind and id, fit for logs: it holds no personal data.
func (p Principal) String() string {
	if p.Anonymous() {
		return "anonymous"
	}
	return string(p.Kind) + ":" + p.ID().String()
}

// holdable are the roles that a grant can give to a principal of this kind.
// A grant of any other role to it does not count, so that a faulty row cannot
// make a manager of an API key or of a link.
func (k Kind) holdable() roleSet {
	switch k {
	case KindUser:
		return setOf(RolePlatformAdmin, RoleChampionshipManager, RoleTreasurer, RoleRegionalContact,
			RoleOrganizer, RoleFirstReferee, RoleReferee, RoleHelper, RoleAuditor)
	case KindKey:
		return setOf(RoleIntegrator)
	case KindLink:
		return setOf(RoleHelper)
	default:
		return 0
	}
}
