package pages

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"referto/frontend/words"
	"referto/openapi"
)

// machineTime is the form of instants in datetime attributes.
const machineTime = "2006-01-02T15:04:05Z07:00"

// fact is one line of the facts of an event.
type fact struct {
	Label, Text string
	// DateTime, where not empty, is the instant that Text writes.
	DateTime string
	// Detail is a second line.
	Detail string
}

// factList is a list of facts; a brief one is left out on a phone.
type factList struct {
	Facts []fact
	Brief bool
	// Late states that the event was announced later than its ruleset requires; empty if it was not.
	Late []explanation
}

// whenAndWhere is the number of facts at the head of an event’s list about its time and place.
const whenAndWhere = 2

// facts lists the known facts of an event in its phase, first when and where it is.
func (p *Pages) facts(v EventPage) []fact {
	w, event := v.words(), v.Event
	start := event.StartsAt.In(p.zone(event.TimeZone))
	facts := []fact{
		{Label: "facts.when", Text: capital(w.DateTime(start)), DateTime: start.Format(machineTime)},
		{Label: "facts.where", Text: event.Venue.Name, Detail: strings.Join(present(event.Venue.Address, event.Venue.City), ", ")},
		{Label: "facts.formula", Text: formula(w, event), Detail: agreed(w, event)},
	}
	if started(event) {
		facts = append(facts, fact{Label: "facts.participants", Text: participants(w, event)})
	} else {
		if event.Fee.Amount != "" {
			facts = append(facts, fact{Label: "facts.fee", Text: w.Euro(event.Fee.Amount)})
		}
		if event.TimeLimitMinutes > 0 {
			facts = append(facts, fact{Label: "facts.time-limit", Text: minutes(w, event.TimeLimitMinutes)})
		}
	}
	if event.Target > 0 {
		facts = append(facts, fact{Label: "facts.target", Text: w.Number(event.Target)})
	}
	for _, office := range []struct {
		label string
		role  openapi.StaffRole
	}{{"facts.first-referee", openapi.StaffRoleFirstReferee}, {"facts.organizer", openapi.StaffRoleOrganizer}} {
		if names := staffNames(v.Staff, office.role); len(names) > 0 {
			facts = append(facts, fact{Label: office.label, Text: w.List(names)})
		}
	}
	if event.Ruleset.Title != "" {
		facts = append(facts, fact{Label: "facts.rules", Text: event.Ruleset.Title, Detail: event.Ruleset.Code})
	}
	for i := range facts {
		facts[i].Label = w.Text(facts[i].Label, nil)
	}
	return facts
}

// lateness lists the reasons of the notices that stay on the page of an event until its verdict: it was announced, or
// moved, too late.
var lateness = []string{"announced-too-late", "announced-too-late-to-count", "moved-too-late", "moved-too-late-to-count"}

// announcedLate states that the event was announced too late, until it is homologated (CN09 2.3).
func (s *eventPage) announcedLate() []explanation {
	if s.Decided {
		return nil
	}
	var lines []explanation
	for _, notice := range s.Event.Notices {
		if slices.Contains(lateness, notice.Reason) {
			lines = append(lines, s.explained(notice))
		}
	}
	return lines
}

func started(event openapi.Event) bool {
	return event.State == openapi.EventStateRunning || event.State == openapi.EventStateFinished
}

func place(event openapi.Event) string {
	return strings.Join(present(event.Venue.Name, event.Venue.City), ", ")
}

// formula is the structure as a sentence: "Club: 3 rounds and a final". A formula
// that has no name in the reader's language is named by the structure, or, where
// that is not known yet, as the ruleset names it.
func formula(w *words.Words, event openapi.Event) string {
	name := ""
	if key := "formula." + event.Formula; w.Has(key) {
		name = w.Text(key, nil)
	}
	f := event.Format
	if len(f.TableSizes) == 0 {
		return cmp.Or(name, event.FormulaName, event.Formula)
	}
	structure := w.Structure(f.Rounds, f.Advance, f.Semifinal, f.Final)
	if name == "" || !event.Structure.ApprovedAt.IsZero() {
		return capital(structure)
	}
	return w.Text("formula.named", map[string]any{"formula": name, "format": structure})
}

// agreed names the structure that was proposed in place of the formula's, or agreed (CN09
// 3.2); "" for neither.
func agreed(w *words.Words, event openapi.Event) string {
	s := event.Structure
	switch {
	case s.ProposedAt.IsZero():
		return ""
	case s.ApprovedAt.IsZero():
		return w.Text("facts.structure-proposed", map[string]any{"format": w.Structure(s.Rounds, s.Advance, s.Semifinal, s.Final), "reason": s.Reason})
	default:
		return w.Text("facts.structure-agreed", map[string]any{"reason": s.Reason})
	}
}

// participants counts the entrants who started and their tables, and those still playing if some have left. The
// tables of an event played elsewhere are unknown.
func participants(w *words.Words, event openapi.Event) string {
	if event.Elsewhere {
		return w.Text("count.players", map[string]any{"count": event.Counts.Players})
	}
	entrants := sum(event.Format.TableSizes)
	players := w.Text("count.players", map[string]any{"count": entrants})
	if event.State == openapi.EventStateRunning && event.Counts.Players < entrants {
		return w.Text("facts.still-playing", map[string]any{"players": players, "playing": event.Counts.Players})
	}
	return players + ", " + w.Text("count.tables", map[string]any{"count": len(event.Format.TableSizes)})
}

func staffNames(staff []openapi.Staff, role openapi.StaffRole) []string {
	var names []string
	for _, s := range staff {
		if s.Role == role {
			names = append(names, s.Name)
		}
	}
	return names
}

// placesLeft is "4 free places", "Full", or nothing where there is no limit.
func placesLeft(w *words.Words, event openapi.Event) string {
	free := freePlaces(event)
	switch {
	case event.Capacity == 0 || event.State != openapi.EventStateOpen:
		return ""
	case free <= 0:
		return w.Text("places.full", nil)
	default:
		return strconv.Itoa(free) + " " + w.Text("places.free", map[string]any{"count": free})
	}
}

func minutes(w *words.Words, count int) string {
	return w.Text("count.minutes", map[string]any{"count": count})
}

func sum(numbers []int) int {
	total := 0
	for _, n := range numbers {
		total += n
	}
	return total
}

// present are the texts that are not empty.
func present(texts ...string) []string {
	var kept []string
	for _, text := range texts {
		if text != "" {
			kept = append(kept, text)
		}
	}
	return kept
}
