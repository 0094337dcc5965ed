package registertest

import (
	"errors"
	"strings"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/register"
	"referto/internal/league/season"
)

// Why describes a refusal on one line: "now CN09 1.9: final-has-begun (event=nat)" for what is
// not possible as things stand, "rule …" for a no of the regulation, "/reason why-missing" for
// what is wrong with what was asked, each with all its parameters; "" for none.
func Why(err error) string {
	var now *league.StateError
	var rule *league.RuleError
	var faults league.Faults
	switch {
	case err == nil:
		return ""
	case errors.As(err, &faults):
		lines := make([]string, len(faults))
		for i, f := range faults {
			lines[i] = f.Field + " " + f.String()
		}
		return strings.Join(lines, "; ")
	case errors.As(err, &now):
		return "now " + now.String()
	case errors.As(err, &rule):
		return "rule " + rule.String()
	case errors.Is(err, league.ErrNotFound):
		return "not found"
	}
	return err.Error()
}

// Name gives the name of an id; "-" for none.
func (b *Book) Name(id uuid.UUID) string {
	if id == uuid.Nil {
		return "-"
	}
	found, _ := b.names.Load(id)
	name, _ := found.(string)
	return name
}

// Holders describes who has the places in a final and how they stand, in the order of the
// register: "anna held, - declined". A provisional place has a question mark, one that was
// filled by stepping in or being called up a plus.
func (b *Book) Holders(s *register.Season, final string) string {
	var out []string
	for _, p := range s.State.Places {
		if p.To != Final(final) {
			continue
		}
		line := b.Name(p.Holder.UUID)
		if p.Substitute || p.Origin.Kind == season.FromCallUp || p.Origin.Kind == season.FromDecision {
			line = "+" + line
		}
		if line += " " + string(p.State); p.Provisional {
			line += "?"
		}
		out = append(out, line)
	}
	return strings.Join(out, ", ")
}
