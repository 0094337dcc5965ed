package officiating

import (
	"maps"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
)

// Background holds the tenant's records that may exclude people from an event.
type Background struct {
	Staff      []facts.Staff     // of the event
	Left       []league.PlayerID // who left an earlier event without good reason, with no decision yet
	Bans       []facts.BanTerm   // standing bans, whatever their term
	Exclusions []facts.Exclusion
	Season     map[league.PlayerID]league.Grounds // see [Situation.Excludes]
	Hall       map[league.PlayerID]league.Grounds // who has reached the cap of a ranking (BG 1)
	Lapses     map[league.PlayerID]league.Grounds // who has lapsed too often (BG FP 2)
	Yields     map[league.PlayerID]league.Grounds // whose entries come after those of others because of lapses
}

// Record collects all facts known of a player. Any further reason for an exclusion belongs here:
// every way of entering an event calls it.
func (p *Background) Record(player league.PlayerID, account *uuid.UUID) qualify.Record {
	var r qualify.Record
	if slices.Contains(p.Left, player) {
		r.Facts = append(r.Facts, rules.Banned) // BG 1.1.7
	}
	if slices.ContainsFunc(p.Staff, func(s facts.Staff) bool {
		return s.Referees() && (s.PlayerID != nil && s.PlayerID.UUID == player.UUID || s.AccountID != nil && account != nil && *s.AccountID == *account)
	}) {
		r.Facts = append(r.Facts, rules.RefereeOfEvent)
	}
	if p.Season[player].Reason == QualifiedAt {
		r.Facts = append(r.Facts, rules.AlreadyQualified)
	}
	for _, b := range p.Bans {
		if b.PlayerID == player {
			r.Bans = append(r.Bans, qualify.Ban{ID: b.ID, Term: qualify.Term{From: b.FromDay, Until: b.UntilDay}, Kinds: b.Kinds, Season: seasonOf(b.SeasonID)})
		}
	}
	for _, x := range p.Exclusions {
		if x.PlayerID == player {
			r.Exclusions = append(r.Exclusions, qualify.Exclusion{Reason: x.Kind, Term: qualify.Term{From: x.FromDay, Until: x.UntilDay}})
		}
	}
	return r
}

// Excludes lists the reasons of the ruleset for which a person may not enter or start
// on the day of the event (CN09 1.5, BG 1.1.7).
func (s *Situation) Excludes(p *Background, player league.PlayerID, account *uuid.UUID) []league.Grounds {
	out := qualify.Exclusions(s.Rules, p.Record(player, account).Reasons(s.Occasion()))
	if retired, ok := p.Hall[player]; ok {
		out = append(out, retired)
	}
	if barred, ok := p.Lapses[player]; ok {
		out = append(out, barred)
	}
	bySeason, excluded := p.Season[player]
	if excluded && bySeason.Reason != QualifiedAt {
		return append(out, bySeason)
	}
	for i := range out {
		if out[i].Reason == string(rules.AlreadyQualified) {
			out[i].Reason, out[i].Params = bySeason.Reason, bySeason.Params
		}
	}
	return out
}

// ExclusionOf returns the reason of the ruleset behind grounds of [Situation.Excludes].
func ExclusionOf(g league.Grounds) rules.ExclusionReason {
	if g.Reason == QualifiedAt {
		return rules.AlreadyQualified
	}
	return rules.ExclusionReason(g.Reason)
}

// Excluded is [Situation.Excludes] for an entry.
func (s *Situation) Excluded(p *Background, e facts.Entry) []league.Grounds {
	return s.Excludes(p, e.PlayerID, e.AccountID)
}

// Occasion returns the event as an occasion to take part. Its day is that of its start at the
// venue.
func (s *Situation) Occasion() qualify.Occasion {
	return qualify.Occasion{Day: rules.DayOf(s.Event.LocalDate()), Kind: s.Event.Kind, Season: seasonOf(s.Event.SeasonID)}
}

// seasonOf returns the season that a row names; the zero id if it names none.
func seasonOf(id *league.SeasonID) league.SeasonID {
	if id == nil {
		return league.SeasonID{}
	}
	return *id
}

// RefuseExcluded refuses the entries of players who may not take part.
func (s *Situation) RefuseExcluded(p *Background, entries []facts.Entry) error {
	var faults league.Faults
	for _, e := range entries {
		for _, g := range s.Excluded(p, e) {
			faults = append(faults, league.Fault{Field: EntryField(e.Number), Grounds: g})
		}
	}
	return faults.OrNil()
}

// EntryField returns the path of an entry in a fault.
func EntryField(number int) string { return "/entries/" + strconv.Itoa(number) }

// MayNotStart returns the waiting entries whose players may not take part, by start number, with
// all reasons.
func (s *Situation) MayNotStart(p *Background) map[int][]league.Grounds {
	out := map[int][]league.Grounds{}
	for _, e := range s.Entries {
		if grounds := s.Excluded(p, e); len(grounds) > 0 && e.Waits() {
			out[e.Number] = grounds
		}
	}
	return out
}

// ToStrike returns the reasons for which entries are struck from the field before it is fixed, by
// start number (CN09 1.5). A referee of the event is refused instead: somebody has to decide
// whether they referee or play.
func (s *Situation) ToStrike(p *Background) (map[int]rules.ExclusionReason, error) {
	out := map[int]rules.ExclusionReason{}
	var faults league.Faults
	excluded := s.MayNotStart(p)
	for _, number := range slices.Sorted(maps.Keys(excluded)) {
		grounds := excluded[number]
		if i := slices.IndexFunc(grounds, func(g league.Grounds) bool { return g.Reason == string(rules.RefereeOfEvent) }); i >= 0 {
			faults = append(faults, league.Fault{Field: EntryField(number), Grounds: grounds[i]})
			continue
		}
		out[number] = ExclusionOf(grounds[0])
	}
	return out, faults.OrNil()
}

// QualifiedAt is the reason for excluding a player who is qualified for a final of the season; it
// names the event and the day.
const QualifiedAt = "qualified-at"
