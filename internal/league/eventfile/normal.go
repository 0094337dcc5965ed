package eventfile

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// Normal returns the document in its normal form: texts without spaces around them, entries and
// tables by number, the seats of a result in the order of the table, nil instead of empty lists,
// and without meaningless facts such as a lateness of no minutes or the draw of a missing round.
// The document itself is not changed.
func (d Document) Normal() Document {
	d = d.ordered()
	if d.Outcome != nil {
		d.Outcome = d.Outcome.filled()
	}
	return d
}

// ordered returns the document in its normal form, but with the points of an outcome as they were written: what all
// of them together have could be far more than a file with faults holds.
func (d Document) ordered() Document {
	d.Format = FormatName
	d.Event = d.Event.normal()
	d.Ruleset.Readings = noneIfEmpty(maps.Clone(d.Ruleset.Readings))
	d.Entries = slices.Clone(d.Entries)
	for i := range d.Entries {
		e := &d.Entries[i]
		e.Name, e.Club = clean(e.Name), clean(e.Club)
	}
	slices.SortStableFunc(d.Entries, func(a, b Entry) int { return cmp.Compare(a.Number, b.Number) })
	if d.Entries == nil {
		d.Entries = []Entry{}
	}
	d.Facts = normalFacts(d.Facts)
	if d.Outcome != nil && d.Outcome.Ranking == nil {
		outcome := *d.Outcome
		outcome.Ranking = []league.Entry{}
		d.Outcome = &outcome
	}
	d.Reports = nilIfEmpty(slices.Clone(d.Reports))
	for i := range d.Reports {
		r := &d.Reports[i]
		r.Notes, r.Digest = clean(r.Notes), strings.ToLower(r.Digest)
		r.ReceivedAt, r.SentAt = moment(r.ReceivedAt), moment(r.SentAt)
	}
	return d
}

// filled returns the outcome without entries that have no points. A figure that others have and an entry with points
// has not is 0, as it is stored.
func (o Outcome) filled() *Outcome {
	names, points := o.pointNames(), map[league.Entry]map[string]league.Frac{}
	for entry, figures := range o.Points {
		if len(figures) == 0 {
			continue
		}
		points[entry] = make(map[string]league.Frac, len(names))
		for _, name := range names {
			points[entry][name] = figures[name]
		}
	}
	o.Points = noneIfEmpty(points)
	return &o
}

// pointNames returns the names of the figures that the outcome gives, each once.
func (o Outcome) pointNames() []string {
	names := map[string]bool{}
	for _, figures := range o.Points {
		for name := range figures {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// moment returns an instant with the precision that is stored.
func moment(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

func (a Announcement) normal() Announcement {
	a.Title, a.Notes = clean(a.Title), clean(a.Notes)
	a.Venue.Name, a.Venue.Address, a.Venue.City = clean(a.Venue.Name), clean(a.Venue.Address), clean(a.Venue.City)
	a.StartsAt = a.StartsAt.UTC().Truncate(time.Second)
	return a
}

// played returns the numbers of the entries that played.
func (d Document) played() []league.Entry {
	out := []league.Entry{}
	for _, e := range d.Entries {
		if e.State == Played {
			out = append(out, e.Number)
		}
	}
	return out
}

func normalFacts(f tournament.Facts) tournament.Facts {
	f.Entrants = slices.Sorted(slices.Values(f.Entrants))
	if f.Entrants == nil {
		f.Entrants = []league.Entry{}
	}
	if f.Lots == nil {
		f.Lots = map[league.Entry]int{}
	}
	f.Places = noneIfEmpty(f.Places)
	f.FirstRound, f.Previous, f.Absences = nilIfEmpty(f.FirstRound), nilIfEmpty(f.Previous), nilIfEmpty(f.Absences)
	f.Draws = nilIfEmpty(f.Draws[:min(len(f.Draws), max(0, preliminary(f)-1))])
	f.Arrivals = nilIfEmpty(keep(f.Arrivals, func(a tournament.Arrival) bool { return a.Minutes > 0 }))
	f.Apart = nilIfEmpty(slices.Clone(f.Apart))
	for i := range f.Apart {
		pair := &f.Apart[i].Pair
		f.Apart[i].From = max(1, f.Apart[i].From)
		*pair = [2]league.Entry{min(pair[0], pair[1]), max(pair[0], pair[1])}
	}
	f.Rounds = slices.Clone(f.Rounds)
	if f.Rounds == nil {
		f.Rounds = []tournament.Round{}
	}
	for i := range f.Rounds {
		f.Rounds[i] = normalRound(f.Rounds[i])
	}
	f.Sanctions = nilIfEmpty(slices.Clone(f.Sanctions))
	for i := range f.Sanctions {
		s := &f.Sanctions[i]
		s.Reason = clean(s.Reason)
		if s.ConfirmedAt != nil && *s.ConfirmedAt == s.At {
			s.ConfirmedAt = nil
		}
	}
	f.Withdrawals = nilIfEmpty(slices.Clone(f.Withdrawals))
	for i := range f.Withdrawals {
		f.Withdrawals[i].Reason = clean(f.Withdrawals[i].Reason)
	}
	return f
}

// preliminary counts the preliminary rounds, the only ones that are drawn by lot.
func preliminary(f tournament.Facts) int {
	n := 0
	for _, round := range f.Rounds {
		if round.Kind == league.Preliminary {
			n++
		}
	}
	return n
}

func normalRound(r tournament.Round) tournament.Round {
	r.Tables = slices.Clone(r.Tables)
	if r.Tables == nil {
		r.Tables = []tournament.Table{}
	}
	slices.SortStableFunc(r.Tables, func(a, b tournament.Table) int { return cmp.Compare(a.Number, b.Number) })
	for i := range r.Tables {
		if r.Tables[i].Seats == nil {
			r.Tables[i].Seats = []league.Entry{}
		}
		if result := r.Tables[i].Result; result != nil {
			r.Tables[i].Result = normalResult(*result, r.Tables[i].Seats)
		}
	}
	return r
}

func normalResult(r league.Result, seated []league.Entry) *league.Result {
	order := func(entry league.Entry) int {
		if i := slices.Index(seated, entry); i >= 0 {
			return i
		}
		return len(seated)
	}
	r.Seats = slices.Clone(r.Seats)
	if r.Seats == nil {
		r.Seats = []league.SeatResult{}
	}
	slices.SortStableFunc(r.Seats, func(a, b league.SeatResult) int { return cmp.Compare(order(a.Entry), order(b.Entry)) })
	for i := range r.Seats {
		r.Seats[i].Figures = noneIfEmpty(r.Seats[i].Figures)
	}
	if r.Void != nil && r.Ended == "" { // a void game without an ending
		r.Ended = league.Completed
	}
	if r.Void != nil {
		void := *r.Void
		byOrder := func(a, b league.Entry) int { return cmp.Compare(order(a), order(b)) }
		if void.For = slices.SortedStableFunc(slices.Values(void.For), byOrder); void.For == nil {
			void.For = []league.Entry{}
		}
		void.AtFault = slices.SortedStableFunc(slices.Values(void.AtFault), byOrder)
		r.Void = &void
	}
	return &r
}

// resolved returns the document with missing parts filled in: the ruleset's own options, and the
// entries that played as entrants.
func (d Document) resolved(r *rules.Ruleset) Document {
	if v, ok := r.Variant(d.Facts.Variant); ok {
		d.Facts.Variant = v.ID
	}
	if f, ok := r.Formula(d.Facts.Formula); ok {
		d.Facts.Formula = f.ID
	}
	if p, ok := r.Pairing(d.Facts.Pairing); ok {
		d.Facts.Pairing = p.System
	}
	if len(d.Facts.Entrants) == 0 {
		d.Facts.Entrants = d.played()
	}
	return d
}

func nilIfEmpty[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

func noneIfEmpty[K comparable, V any](m map[K]V) map[K]V {
	if len(m) == 0 {
		return nil
	}
	return m
}
