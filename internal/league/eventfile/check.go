package eventfile

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
	"referto/internal/oneline"
)

// maxNumber is the largest start number.
const maxNumber = 10_000

// maxMinutes is the largest time limit of a game.
const maxMinutes = 600

// check adds the faults of the document: first those of the entries and the announcement, then,
// found by the engines, those of the facts. Pointers lead into the file in its written order; the
// document takes its normal form only afterwards.
func (f *File) check() {
	f.Document = f.resolved(f.Rules)
	f.derive()
	c := &checking{doc: f.Document}
	c.announcement()
	c.entries()
	c.facts()
	c.draws(f.Rules)
	c.outcome(f.Rules)
	c.reports()
	if len(c.faults) == 0 && f.Outcome == nil {
		c.replay(f)
	}
	f.Refuse(c.faults)
	f.written = asWritten(f.Entries)
	if len(c.faults) > 0 { // what it holds is not bounded
		f.Document = f.ordered()
		return
	}
	f.Document = f.Normal()
}

// asWritten returns the indexes of entries in a file, in the order of the normal form.
func asWritten(entries []Entry) []int {
	order := make([]int, len(entries))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(entries[i].Number, entries[j].Number) })
	return order
}

type checking struct {
	doc    Document
	faults league.Faults
}

func (c *checking) fault(pointer, reason string, params ...string) {
	c.faults = append(c.faults, league.Fault{Field: pointer, Grounds: grounds(reason, params...)})
}

// says checks the length of a text, and that it is printable.
func (c *checking) says(pointer, text string, least, most int) {
	text = clean(text)
	switch n := utf8.RuneCountInString(text); {
	case n < least:
		c.fault(pointer, "text-missing")
	case n > most:
		c.fault(pointer, "text-too-long", "most", itoa(most))
	case unprintable(text):
		c.fault(pointer, "control-character")
	}
}

func (c *checking) announcement() {
	e := c.doc.Event
	c.says("/event/title", e.Title, 3, 120)
	c.says("/event/venue/name", e.Venue.Name, 1, 120)
	c.says("/event/venue/address", e.Venue.Address, 0, 200)
	c.says("/event/venue/city", e.Venue.City, 1, 80)
	c.says("/event/notes", e.Notes, 0, 2000)
	c.position(e.Venue)
	if !slices.Contains(Kinds(), e.Kind) {
		c.fault("/event/kind", "unknown-kind", "kinds", strings.Join(Kinds(), ", "))
	}
	if e.TimeZone == "" || !league.IsTimeZone(e.TimeZone) {
		c.fault("/event/timeZone", "unknown-time-zone", "zone", e.TimeZone)
	}
	if !league.PlausibleYear(e.StartsAt) {
		c.fault("/event/startsAt", "not-a-date")
	}
	c.within("/event/capacity", e.Capacity, maxNumber)
	c.within("/event/timeLimitMinutes", e.TimeLimitMinutes, maxMinutes)
	if fee := e.Fee; fee != nil {
		cents := fee.Amount.Mul(league.Int(100))
		if !cents.Trunc(0).Equal(cents) || cents.Cmp(league.Int(0)) < 0 || cents.Cmp(league.Int(999_999)) > 0 {
			c.fault("/event/fee/amount", "not-an-amount")
		}
		if fee.Currency != "EUR" {
			c.fault("/event/fee/currency", "unknown-currency", "currencies", "EUR")
		}
	}
}

// within checks a number that is 0 if not given.
func (c *checking) within(pointer string, number, most int) {
	if number < 0 || number > most {
		c.fault(pointer, "outside-range", "min", "0", "max", itoa(most))
	}
}

// position checks the coordinates of the venue: valid degrees, with no more decimals than are
// stored.
func (c *checking) position(v Venue) {
	if (v.Latitude == nil) != (v.Longitude == nil) {
		c.fault("/event/venue", "half-a-position")
	}
	for _, d := range []struct {
		pointer string
		degrees *league.Frac
		most    int
	}{{"/event/venue/latitude", v.Latitude, 90}, {"/event/venue/longitude", v.Longitude, 180}} {
		if d.degrees == nil {
			continue
		}
		if millionths := d.degrees.Mul(league.Int(1_000_000)); !millionths.Trunc(0).Equal(millionths) {
			c.fault(d.pointer, "not-a-number")
		}
		if d.degrees.Cmp(league.Int(-d.most)) < 0 || d.degrees.Cmp(league.Int(d.most)) > 0 {
			c.fault(d.pointer, "outside-range", "min", itoa(-d.most), "max", itoa(d.most))
		}
	}
}

func (c *checking) entries() {
	states := []EntryState{Played, NoShow, Cancelled, Waiting}
	seen := map[league.Entry]bool{}
	for i, e := range c.doc.Entries {
		at := fmt.Sprintf("/entries/%d", i)
		switch {
		case e.Number < 1 || e.Number > maxNumber:
			c.fault(at+"/number", "no-start-number", "entry", itoa(int(e.Number)))
		case seen[e.Number]:
			c.fault(at+"/number", "entry-twice", "entry", itoa(int(e.Number)))
		}
		seen[e.Number] = true
		c.says(at+"/name", e.Name, 2, 80)
		c.says(at+"/club", e.Club, 0, 120)
		if strings.ContainsAny(e.Name+e.Club, "\n\t") {
			c.fault(at+"/name", "control-character")
		}
		if _, err := oneline.Clean(e.Name); errors.Is(err, oneline.ErrUnreadable) && !unprintable(e.Name) {
			c.fault(at+"/name", "name-unreadable")
		}
		if !slices.Contains(states, e.State) {
			c.fault(at+"/state", "unknown-entry-state", "states", "no-show, cancelled, waiting")
		}
	}
}

// facts checks faults that only a file can have: entrants without an entry, refs chosen by the
// recorder.
func (c *checking) facts() {
	f := c.doc.Facts
	played := c.doc.played()
	for i, entry := range f.Entrants {
		if !slices.Contains(played, entry) {
			c.fault(fmt.Sprintf("/facts/entrants/%d", i), "not-entered", "entry", itoa(int(entry)))
		}
	}
	for _, entry := range played {
		if !slices.Contains(f.Entrants, entry) {
			c.fault("/facts/entrants", "entrant-missing", "entry", itoa(int(entry)))
		}
	}
	c.voids(f.Rounds)
	c.drawn("/facts/lots", f.Lots)
	c.drawn("/facts/places", f.Places)
	c.once()
	for i, a := range f.Apart {
		if a.From < 0 || a.Until < 0 || a.Until > 0 && a.Until < a.From {
			c.fault(fmt.Sprintf("/facts/apart/%d/until", i), "of-no-use")
		}
	}
	for i, s := range f.Sanctions {
		at := fmt.Sprintf("/facts/sanctions/%d", i)
		c.says(at+"/reason", s.Reason, 1, 500)
		if s.Ref != "" {
			c.fault(at+"/ref", "unknown-field")
		}
		if s.ConfirmedAt != nil && !s.Confirmed {
			c.fault(at+"/confirmedAt", "not-confirmed")
		}
	}
	for i, w := range f.Withdrawals {
		at := fmt.Sprintf("/facts/withdrawals/%d", i)
		c.says(at+"/reason", w.Reason, 0, 500)
		if w.Ref != "" {
			c.fault(at+"/ref", "unknown-field")
		}
	}
}

// voids checks the endings of void games, which are kept but not checked by the engines.
func (c *checking) voids(rounds []tournament.Round) {
	known := []league.Ending{"", league.Declared, league.TimeLimit, league.TooFewPlayers, league.Completed}
	for i, round := range rounds {
		for j, table := range round.Tables {
			if r := table.Result; r != nil && r.Void != nil && !slices.Contains(known, r.Ended) {
				c.fault(fmt.Sprintf("/facts/rounds/%d/tables/%d/result/ended", i, j), "unknown-ending", "ended", string(r.Ended))
			}
		}
	}
}

// draws checks that orders of later rounds are only given if rounds are drawn by lot.
func (c *checking) draws(r *rules.Ruleset) {
	pairing, ok := r.Pairing(c.doc.Facts.Pairing)
	if ok && pairing.System != rules.ByLot && len(c.doc.Facts.Draws) > 0 {
		c.faults = append(c.faults, league.Fault{Field: "/facts/draws", Grounds: r.Grounds(pairing.Paragraph, "of-no-use")})
	}
}

// drawn checks that drawn numbers are at least 1.
func (c *checking) drawn(pointer string, numbers map[league.Entry]int) {
	for _, entry := range slices.Sorted(maps.Keys(numbers)) {
		if numbers[entry] < 1 {
			c.fault(pointer+"/"+itoa(int(entry)), "not-a-whole-number")
		}
	}
}

// once checks facts that may exist only once per entry or pair.
func (c *checking) once() {
	f := c.doc.Facts
	type coming struct {
		entry league.Entry
		round int
	}
	recorded := map[coming]bool{}
	come := func(pointer string, entry league.Entry, round int) {
		if recorded[coming{entry, round}] {
			c.fault(pointer, "attendance-twice", "entry", itoa(int(entry)), "round", itoa(round))
		}
		recorded[coming{entry, round}] = true
	}
	for i, a := range f.Absences {
		come(fmt.Sprintf("/facts/absences/%d", i), a.Entry, a.Round)
	}
	for i, a := range f.Arrivals {
		come(fmt.Sprintf("/facts/arrivals/%d", i), a.Entry, a.Round)
	}
	gone := map[league.Entry]bool{}
	for i, w := range f.Withdrawals {
		if gone[w.Entry] {
			c.fault(fmt.Sprintf("/facts/withdrawals/%d", i), "withdrawal-twice", "entry", itoa(int(w.Entry)))
		}
		gone[w.Entry] = true
	}
	pairs := map[[2]league.Entry]bool{}
	for i, a := range f.Apart {
		pair := a.Pair
		pair = [2]league.Entry{min(pair[0], pair[1]), max(pair[0], pair[1])}
		if pairs[pair] {
			c.fault(fmt.Sprintf("/facts/apart/%d", i), "apart-twice", "entry", itoa(int(pair[0])), "other", itoa(int(pair[1])))
		}
		pairs[pair] = true
	}
}
