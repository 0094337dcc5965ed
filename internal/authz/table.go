package authz

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Table is the compiled policy: for each permission the roles that carry it. It
// is immutable and safe for concurrent use. The zero value denies everything.
type Table struct {
	carriers  map[Permission]roleSet
	scopes    [roleCount]scopeSet // the kinds of scope over which a role may be granted
	grantable [roleCount]roleSet  // which roles a role may grant
	sensitive map[Permission]bool
}

// Compile reads the embedded policy, asks casbin for every role and permission and
// returns the answers as a table, once per process (some tens of milliseconds). Any
// fault in the files is an error.
var Compile = sync.OnceValues(func() (Table, error) { return compile(embedded()) })

func compile(l law) (Table, error) {
	t, err := l.table()
	if err != nil {
		return Table{}, fmt.Errorf("authz: %w", err)
	}
	return t, nil
}

func (l law) table() (t Table, err error) {
	vocabulary, err := parsePermissions(l.permissions)
	if err != nil {
		return Table{}, err
	}
	rules, err := parsePolicy(l.policy, vocabulary)
	if err != nil {
		return Table{}, err
	}
	if t.scopes, err = parseScopes(l.scopes); err != nil {
		return Table{}, err
	}
	if t.grantable, err = parseGrantable(l.grantable); err != nil {
		return Table{}, err
	}
	if t.sensitive, err = parseSensitive(l.sensitive, vocabulary); err != nil {
		return Table{}, err
	}
	j, err := newJudge(l.model, rules)
	if err != nil {
		return Table{}, err
	}
	if err := j.control(vocabulary); err != nil {
		return Table{}, err
	}
	t.carriers, err = carriers(j, vocabulary)
	return t, err
}

// Sensitive reports whether a refused act under a permission is recorded in the audit of its tenant.
func (t Table) Sensitive(p Permission) bool { return t.sensitive[p] }

// carriers asks the judge every question there is.
func carriers(j judge, vocabulary []Permission) (map[Permission]roleSet, error) {
	out := make(map[Permission]roleSet, len(vocabulary))
	for _, p := range vocabulary {
		var set roleSet
		for i, r := range roles {
			ok, err := j.allows(r, p)
			if err != nil {
				return nil, err
			}
			if ok {
				set |= 1 << i
			}
		}
		out[p] = set
	}
	return out, nil
}

// Allows reports whether the role carries the permission, its scope aside. It is
// false for a role or permission that does not exist.
func (t Table) Allows(r Role, p Permission) bool { return t.carriers[p].has(r) }

// Permissions returns every permission, sorted.
func (t Table) Permissions() []Permission { return slices.Sorted(maps.Keys(t.carriers)) }

// Carriers returns the roles that carry the permission in the order of [Roles],
// nil if there is no such permission.
func (t Table) Carriers(p Permission) []Role { return t.carriers[p].list() }

// ErrUnknownPermission is returned by [Table.Require].
var ErrUnknownPermission = errors.New("unknown permission")

// Require returns an error that names the given permissions that do not exist. It is for the start of the program: an
// operation whose x-permission is misspelled would be refused to every caller.
func (t Table) Require(permissions ...Permission) error {
	var errs []error
	for _, p := range permissions {
		if _, ok := t.carriers[p]; !ok {
			errs = append(errs, fmt.Errorf("authz: %w: %q", ErrUnknownPermission, p))
		}
	}
	return errors.Join(errs...)
}
