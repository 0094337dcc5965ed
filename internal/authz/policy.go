package authz

import (
	_ "embed" // the law is part of the program
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Permission is the name of an act, as in x-permission: the kind of thing, a colon, the kind of act. Names are
// compared for equality only.
type Permission string

// The files; see the package documentation.
var (
	//go:embed model.conf
	modelConf string
	//go:embed permissions.csv
	permissionsCSV string
	//go:embed policy.csv
	policyCSV string
	//go:embed scopes.csv
	scopesCSV string
	//go:embed grantable.csv
	grantableCSV string
	//go:embed sensitive.csv
	sensitiveCSV string
)

// law is the text of the files, so that tests can break one of them.
type law struct {
	model, permissions, policy, scopes, grantable, sensitive string
}

func embedded() law {
	return law{
		model: modelConf, permissions: permissionsCSV, policy: policyCSV,
		scopes: scopesCSV, grantable: grantableCSV, sensitive: sensitiveCSV,
	}
}

// rule is one line of policy.csv.
type rule struct {
	role       Role
	permission Permission
}

var permissionName = regexp.MustCompile(`^[a-z]+(-[a-z]+)*:[a-z]+(-[a-z]+)*$`)

// parsePermissions reads the vocabulary, in the order of the file.
func parsePermissions(text string) ([]Permission, error) {
	var out []Permission
	err := eachLine("permissions.csv", text, func(name, about string) error {
		if !permissionName.MatchString(name) {
			return fmt.Errorf("%q is not a permission's name", name)
		}
		if about == "" {
			return fmt.Errorf("%s: say what it is for", name)
		}
		out = append(out, Permission(name))
		return nil
	})
	return out, err
}

// parsePolicy reads policy.csv against the vocabulary. Every permission must be held by some role, because a
// permission without a role is a mistake in the file.
func parsePolicy(text string, vocabulary []Permission) ([]rule, error) {
	held := make(map[Permission]bool, len(vocabulary))
	for _, p := range vocabulary {
		held[p] = false
	}
	var out []rule
	err := eachLine("policy.csv", text, func(role, permission string) error {
		r, p := Role(role), Permission(permission)
		if !r.Known() {
			return fmt.Errorf("unknown role %q", role)
		}
		if _, ok := held[p]; !ok {
			return fmt.Errorf("unknown permission %q", permission)
		}
		held[p] = true
		out = append(out, rule{r, p})
		return nil
	})
	for _, p := range vocabulary {
		if err == nil && !held[p] {
			err = fmt.Errorf("policy.csv: nobody holds %s", p)
		}
	}
	return out, err
}

// parseScopes reads scopes.csv: for each role the scopes it is granted over.
func parseScopes(text string) (out [roleCount]scopeSet, err error) {
	err = eachLine("scopes.csv", text, func(role, scope string) error {
		i, ok := Role(role).index()
		if !ok {
			return fmt.Errorf("unknown role %q", role)
		}
		if implied.has(Role(role)) {
			return fmt.Errorf("%s is implied, not granted", role)
		}
		k, ok := Scope(scope).index()
		if !ok {
			return fmt.Errorf("unknown scope %q", scope)
		}
		out[i] |= 1 << k
		return nil
	})
	return out, err
}

// parseGrantable reads grantable.csv: for each role the roles it may grant.
func parseGrantable(text string) (out [roleCount]roleSet, err error) {
	err = eachLine("grantable.csv", text, func(role, other string) error {
		i, ok := Role(role).index()
		if !ok {
			return fmt.Errorf("unknown role %q", role)
		}
		if !Role(other).Known() {
			return fmt.Errorf("unknown role %q", other)
		}
		if implied.has(Role(role)) || implied.has(Role(other)) {
			return errors.New("an implied role neither grants nor is granted")
		}
		out[i] |= setOf(Role(other))
		return nil
	})
	return out, err
}

// parseSensitive reads sensitive.csv against the vocabulary.
func parseSensitive(text string, vocabulary []Permission) (map[Permission]bool, error) {
	out := map[Permission]bool{}
	err := eachLine("sensitive.csv", text, func(permission, why string) error {
		p := Permission(permission)
		switch {
		case !slices.Contains(vocabulary, p):
			return fmt.Errorf("unknown permission %q", permission)
		case why == "":
			return fmt.Errorf("%s: say why", permission)
		case out[p]:
			return fmt.Errorf("%s stands twice", permission)
		}
		out[p] = true
		return nil
	})
	return out, err
}

// eachLine reads lines of two columns, refusing a line that stands twice. Empty
// lines and lines that start with # are for the reader.
func eachLine(file, text string, do func(a, b string) error) error {
	r := csv.NewReader(strings.NewReader(text))
	r.Comment = '#'
	r.FieldsPerRecord = 2
	r.ReuseRecord = true
	seen := make(map[[2]string]bool)
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		line, _ := r.FieldPos(0)
		key := [2]string{strings.TrimSpace(record[0]), strings.TrimSpace(record[1])}
		if seen[key] {
			return fmt.Errorf("%s:%d: %s, %s stands twice", file, line, key[0], key[1])
		}
		seen[key] = true
		if err := do(key[0], key[1]); err != nil {
			return fmt.Errorf("%s:%d: %w", file, line, err)
		}
	}
}
