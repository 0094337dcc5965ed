package views

import (
	"errors"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/register"
	"referto/openapi"
)

// Reader is a person to whom the API gives the reasons why people may not take part. Everybody may read those
// about themselves; those about others only if bans and exclusions are their office. The zero reader reads
// none.
type Reader struct {
	Account uuid.UUID
	Office  bool
	// Names reports that they read the names of minors in full.
	Names bool
}

// is reports whether an account, nil for none, belongs to the reader.
func (r Reader) is(account *uuid.UUID) bool {
	return account != nil && r.Account != uuid.Nil && *account == r.Account
}

// redact returns grounds about a person without the parts that the reader may not read; own reports that the
// reader is that person.
func (r Reader) redact(g league.Grounds, own bool) league.Grounds {
	if r.Office || own {
		return g
	}
	return register.Discreet(g)
}

// RedactAll is [Reader.redact] for several grounds about one person. Grounds that read
// alike are given once: twice would reveal that a person is both banned and an employee.
func (r Reader) RedactAll(all []league.Grounds, own bool) []league.Grounds {
	faults := make(league.Faults, len(all))
	for i, g := range all {
		faults[i].Grounds = g
	}
	return openapi.Each(r.faults(faults, own), func(f league.Fault) league.Grounds { return f.Grounds })
}

// faults is [Reader.RedactAll] for a refusal, in which each pointer is about one person.
func (r Reader) faults(faults league.Faults, own bool) league.Faults {
	out := make(league.Faults, 0, len(faults))
	for _, f := range faults {
		was := f.Reason
		f.Grounds = r.redact(f.Grounds, own)
		again := f.Reason != was && slices.ContainsFunc(out, func(x league.Fault) bool {
			return x.Field == f.Field && x.Reason == f.Reason && x.Par == f.Par
		})
		if !again {
			out = append(out, f)
		}
	}
	return out
}

// Refusal is an error as the reader gets it.
func (r Reader) Refusal(err error, own bool) error {
	hidden := func(g league.Grounds) bool { return r.redact(g, own).Reason != g.Reason }
	var faults league.Faults
	var state *league.StateError
	var rule *league.RuleError
	switch {
	case errors.As(err, &rule) && hidden(rule.Grounds):
		return &league.RuleError{Grounds: r.redact(rule.Grounds, own)}
	case errors.As(err, &faults) && slices.ContainsFunc(faults, func(f league.Fault) bool { return hidden(f.Grounds) }):
		return r.faults(faults, own)
	case errors.As(err, &state) && hidden(state.Grounds):
		return &league.StateError{Grounds: r.redact(state.Grounds, own), Current: state.Current}
	}
	return err
}
