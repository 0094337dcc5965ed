package registertest

import (
	"errors"
	"strings"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/register"
	"referto/internal/league/season"
)

// Why writes a refusal on one line with all its parameters: "now CN09 1.9: final-has-begun
// (event=nat)" for a [league.StateError], "rule …" for a [league.RuleError], "/reason why-missing"
// for [league.Faults]; "" for nil.
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

// Name returns the name of an id; "-" for the zero id.
func (b *Book) Name(id uuid.UUID) string {
	if id == uuid.Nil {
		return "-"
	}
	found, _ := b.names.Load(id)
	name, _ := found.(string)
	return name
}

// Holders writes the holders of the places in a final with the states of the places, in the order
// of the register: "anna held, - declined". A question mark follows a provisional place, and a plus
// precedes a holder who stepped in or was called up.
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
