package views

import (
	"strconv"
	"strings"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/tenant"
	"referto/openapi"
)

// TenantRef names a tenant.
func TenantRef(t tenant.Ref) openapi.TenantRef {
	return openapi.TenantRef{Id: t.ID, Slug: t.Slug, Name: t.Name}
}

// EventSummary makes an event for lists.
func EventSummary(e facts.Event) openapi.EventSummary {
	return openapi.EventSummary{
		Id: e.ID, Slug: e.Slug, Title: e.Title, Kind: openapi.EventKind(e.Kind), State: openapi.EventState(e.State),
		StartsAt: e.StartsAt, TimeZone: e.TimeZone, LocalDate: Date(e.LocalDate()), Venue: venueOf(e),
	}
}

// degrees writes millionths of a degree, without zeros at the end.
func degrees(millionths int) string {
	sign := ""
	if millionths < 0 {
		sign, millionths = "-", -millionths
	}
	fraction := strconv.Itoa(1_000_000 + millionths%1_000_000)[1:]
	return strings.TrimRight(strings.TrimRight(sign+strconv.Itoa(millionths/1_000_000)+"."+fraction, "0"), ".")
}

func venueOf(e facts.Event) openapi.Venue {
	v := openapi.Venue{Name: e.VenueName, Address: e.VenueAddress, City: e.VenueCity}
	if e.VenueLatitude != nil && e.VenueLongitude != nil {
		v.Latitude, v.Longitude = degrees(*e.VenueLatitude), degrees(*e.VenueLongitude)
	}
	return v
}

// field makes the field: the rule for its size, and the entrants admitted now (JP22 2 and 4, FG14 1 and 2);
// zero once the event has started.
func (v View) field() openapi.EventField {
	if v.EventFacts.Event.Started() {
		return openapi.EventField{}
	}
	rule, admission := v.Rules.Field, v.admitted()
	out := openapi.EventField{
		Min: rule.Min, Max: rule.Max, Sizes: rule.Sizes, Seats: len(admission.Entrants), StandingBy: len(admission.Waiting) + len(admission.Late),
		Explanation: v.Explain(admission.Grounds),
	}
	if v.EventFacts.Event.IsFinal() {
		out.Min, out.Explanation = 0, v.Explain(v.FieldGrounds())
	}
	if len(admission.Waiting) > 0 {
		if next, ok := v.Admitted(admission, admission.Waiting[0]); ok && next.As == officiating.IsReserve {
			out.Missing, _ = strconv.Atoi(next.Grounds.Params["missing"]) // none: there is no larger field
			out.Next, _ = strconv.Atoi(next.Grounds.Params["size"])
		}
	}
	if rule.Deadline != nil {
		out.Deadline, out.DeadlineRule = v.onTheDay(rule.Deadline.At), v.rule(rule.Deadline.Paragraph)
	}
	return out
}

// FinalForm describes how the finalists of a regional final that has not started would play in the current
// state (CN09 1.7.1 to 1.7.4), and with the present entrants; it changes nothing for other events.
func (v View) FinalForm(of *register.Season, e *openapi.Event) {
	r, regional := of.RegionOfFinal(v.EventFacts.Event)
	if !regional || v.EventFacts.Event.Started() {
		return
	}
	e.Field.Explanation = v.Explain(r.Format.Grounds)
	if format, ok := of.FormatOfFinal(v.Situation); ok {
		e.Format = v.formatView(format)
	}
}

// onTheDay is a time of the day of the event at its venue.
func (v View) onTheDay(at rules.ClockTime) time.Time {
	day := v.EventFacts.Event.LocalDate()
	return time.Date(day.Year(), day.Month(), day.Day(), int(at)/60, int(at)%60, 0, 0, day.Location()).UTC()
}

// formulaName returns the ruleset's name for the chosen formula.
func (v View) formulaName() string {
	formula, _ := v.Rules.Formula(v.EventFacts.Event.Formula)
	return v.named(formula.ID, formula.Name)
}

// StaffList is the staff of the event.
func (v View) StaffList(staff []facts.Staff) []openapi.Staff {
	return openapi.Each(staff, v.StaffMember)
}

// StaffMember is one member of the staff of the event.
func (v View) StaffMember(s facts.Staff) openapi.Staff {
	out := openapi.Staff{Id: s.ID, Name: v.w.Player(s.Name, s.Initials), Role: openapi.StaffRole(s.Role)}
	if s.PlayerID != nil {
		out.Player = *s.PlayerID
	}
	return out
}

// PhotoList are photos of an event as the public sees them.
func PhotoList(photos []facts.Photo) []openapi.Photo { return openapi.Each(photos, Photo) }

// admissionView adds the admission of an entry: before the start for everybody, after it for those who stand
// by.
func (v View) admissionView(e facts.Entry, out *openapi.Entry) {
	if v.EventFacts.Event.Started() && e.State != facts.Waiting {
		return
	}
	admitted, ok := v.Admitted(v.admitted(), league.Entry(e.Number))
	if !ok {
		return
	}
	out.Admission = openapi.Admission{As: openapi.AdmissionAs(admitted.As), Explanation: v.Explain(admitted.Grounds)}
	out.WaitingPosition = admitted.Position
}

// structureView makes the structure proposed or agreed; zero for none.
func (v View) structureView() openapi.AgreedStructure {
	s := v.Structure
	if s == nil {
		return openapi.AgreedStructure{}
	}
	out := openapi.AgreedStructure{
		Rounds: s.Rounds, Semifinal: s.Semifinal, Final: s.Final, Advance: s.Advance, Reason: v.free(s.Reason), ProposedBy: v.w.Player(s.ProposedBy, s.ProposedByInitials), ProposedAt: s.ProposedAt,
		Rule: v.rule(v.Rules.Format.OtherStructure.Paragraph),
	}
	if s.ApprovedAt != nil {
		out.ApprovedAt = *s.ApprovedAt
	}
	if s.ApprovedBy != nil {
		out.ApprovedBy = v.w.Player(*s.ApprovedBy, s.ApprovedByInitials)
	}
	return out
}

// PreviousView makes the standings of the event before, by which the first round is seated.
func (v View) PreviousView() openapi.PreviousStandings {
	out := openapi.PreviousStandings{Players: openapi.Each(v.Previous, func(line facts.Previous) openapi.PreviousPlayer {
		player := openapi.PreviousPlayer{Position: line.Position, Player: openapi.PlayerRef{Id: line.PlayerID, Name: v.w.Player(line.Player, line.Initials)}}
		for _, e := range v.Entries {
			if e.PlayerID == line.PlayerID && e.State != facts.EntryCancelled {
				player.Entry, player.Player = e.Number, v.playerRef(e)
			}
		}
		return player
	})}
	if len(v.Previous) > 0 && v.Previous[0].FromEvent != nil {
		out.Event = *v.Previous[0].FromEvent
	}
	return out
}

// Drawn reads numbers drawn by hand; nil if none were given.
func Drawn(pointer string, list []openapi.DrawnNumber) (map[league.Entry]int, error) {
	if list == nil {
		return nil, nil
	}
	out := make(map[league.Entry]int, len(list))
	for _, d := range list {
		if _, twice := out[league.Entry(d.Entry)]; twice {
			return nil, league.Faults{{Field: pointer, Grounds: league.Grounds{Reason: "entry-drawn-twice", Params: map[string]string{"entry": strconv.Itoa(d.Entry)}}}}
		}
		out[league.Entry(d.Entry)] = d.Number
	}
	return out, nil
}
