package authz

import (
	"errors"
	"fmt"

	"github.com/casbin/casbin/v2"
	"github.com/casbin/casbin/v2/model"
)

// Only this file calls casbin, whose functions take any number of arguments of any type; all other code uses typed
// questions and answers.

// judge asks casbin whether a role carries a permission.
type judge struct{ enforcer *casbin.Enforcer }

// newJudge loads the model and the rules. No adapter, watcher, cache or role
// manager takes part: the rules are added one by one and never change.
func newJudge(modelText string, rules []rule) (judge, error) {
	m, err := model.NewModelFromString(modelText)
	if err != nil {
		return judge{}, fmt.Errorf("model.conf: %w", err)
	}
	e, err := casbin.NewEnforcer(m)
	if err != nil {
		return judge{}, fmt.Errorf("model.conf: %w", err)
	}
	for _, r := range rules {
		added, err := e.AddPolicy(string(r.role), string(r.permission))
		if err != nil {
			return judge{}, fmt.Errorf("policy.csv: %s, %s: %w", r.role, r.permission, err)
		}
		if !added {
			return judge{}, fmt.Errorf("policy.csv: %s, %s stands twice", r.role, r.permission)
		}
	}
	return judge{e}, nil
}

// allows is casbin's answer. An error is never an allow.
func (j judge) allows(r Role, p Permission) (bool, error) {
	ok, err := j.enforcer.Enforce(string(r), string(p))
	if err != nil {
		return false, fmt.Errorf("casbin: %s, %s: %w", r, p, err)
	}
	return ok, nil
}

// errFailsOpen: casbin allowed an act that no rule allows.
var errFailsOpen = errors.New("casbin allows what no rule allows")

// control asks questions whose only right answer is no: every role for a permission that does not exist, and a role
// that does not exist for every permission. It detects a model that compares too little or by pattern, and an
// enforcer that was switched off (which allows everything).
func (j judge) control(vocabulary []Permission) error {
	for _, p := range vocabulary {
		for _, r := range []Role{"", "*", "nobody"} {
			if err := j.mustDeny(r, p); err != nil {
				return err
			}
		}
	}
	for _, r := range roles {
		for _, p := range []Permission{"", "*", "nothing:at-all", "event:*"} {
			if err := j.mustDeny(r, p); err != nil {
				return err
			}
		}
	}
	return nil
}

func (j judge) mustDeny(r Role, p Permission) error {
	ok, err := j.allows(r, p)
	if err == nil && ok {
		err = fmt.Errorf("%w: %q, %q", errFailsOpen, r, p)
	}
	return err
}
