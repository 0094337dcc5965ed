// Package authz decides who may do what.
//
// A question has four parts: the [Subject] who asks (a principal and the grants read together with the request), the
// [Permission] that the operation carries in the contract (x-permission: exact names like "draw:write", never URLs
// and never patterns), the [Target] that it concerns (the tenant, region, stage or player, according to x-scope) and
// the time. [Table.Can] answers with a [Decision] that names the role that allowed it or, if refused, the roles that
// would have allowed it.
//
// Which role carries which permission is data: policy.csv, read by casbin under
// model.conf. [Compile] asks casbin once for every role and permission and
// keeps the answers in an immutable [Table]; afterwards nothing is cached,
// reloaded or matched by pattern, so a grant that is revoked is refused at the
// next request on every replica. A look-up takes a fraction of a microsecond and
// allocates nothing.
//
// Six small files hold the law, each with its reasons as comments:
//
//	permissions.csv  the permissions there are, and what each is for
//	policy.csv       role, permission
//	scopes.csv       role, the kind of scope it may be granted over
//	grantable.csv    role, role it may grant to others
//	sensitive.csv    permission of which even refused acts are recorded, and why
//	model.conf       what casbin compares: two strings, for equality
//
// Everything is denied unless a line of policy.csv allows it, and any fault in these files (an unknown role or
// permission, a line twice, a permission without a role) is an error of [Compile], that is, of the program's start.
//
// A grant reaches what lies inside its scope: over the tenant its regions and
// stages, over a region its stages, over a stage that one only. Three roles need
// no grant: anonymous (everyone), account (every signed-in person, for their own
// things) and, by a grant over their own entry in the register, player.
//
// The package does no I/O. It does not know HTTP, SQL, sessions or the game; conditions that do not depend on roles
// (referees cannot play at their own event, homologators cannot homologate their own event) belong to the use cases.
package authz
