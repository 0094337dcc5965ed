package eventfile

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// outcome checks the final order of an event that was played without the program, of which no games
// are known.
func (c *checking) outcome(r *rules.Ruleset) {
	if c.doc.Outcome == nil {
		return
	}
	f := c.doc.Facts
	drawn := len(f.Lots) + len(f.FirstRound) + len(f.Places) + len(f.Draws)
	happened := len(f.Rounds) + len(f.Sanctions) + len(f.Withdrawals) + len(f.Absences) + len(f.Arrivals)
	if drawn+happened > 0 {
		c.fault("/outcome", "outcome-with-games")
	}
	played, ranked := map[league.Entry]bool{}, map[league.Entry]bool{}
	for _, entry := range c.doc.played() {
		played[entry] = true
	}
	for i, entry := range c.doc.Outcome.Ranking {
		at := fmt.Sprintf("/outcome/ranking/%d", i)
		switch {
		case ranked[entry]:
			c.fault(at, "entry-twice", "entry", itoa(int(entry)))
		case !played[entry]:
			c.fault(at, "ranked-without-playing")
		}
		ranked[entry] = true
	}
	c.points()
	c.add(tournament.Unruled(r, f))
	for i, entry := range f.Previous {
		c.entered(fmt.Sprintf("/facts/previous/%d", i), entry)
	}
	for i, pair := range f.Apart {
		c.entered(fmt.Sprintf("/facts/apart/%d/pair/0", i), pair.Pair[0])
		c.entered(fmt.Sprintf("/facts/apart/%d/pair/1", i), pair.Pair[1])
	}
}

// mostPointNames is the largest number of figures for which an event played elsewhere gives points, and
// longestPointName the largest number of characters of the name of one.
const (
	mostPointNames   = 40
	longestPointName = 60
)

// points checks that all entries that played have points, or none, and no other entry. The rankings decide which figures
// they may have; how many and how long names is bounded here, since all entries are given all of them.
func (c *checking) points() {
	points := c.doc.Outcome.Points
	if len(points) == 0 {
		return
	}
	names := c.doc.Outcome.pointNames()
	if len(names) > mostPointNames {
		c.fault("/outcome/points", "too-many", "most", itoa(mostPointNames))
		return
	}
	if slices.ContainsFunc(names, func(name string) bool { return utf8.RuneCountInString(name) > longestPointName }) {
		c.fault("/outcome/points", "text-too-long", "most", itoa(longestPointName))
		return
	}
	states := make(map[league.Entry]EntryState, len(c.doc.Entries))
	for i, e := range c.doc.Entries {
		if states[e.Number] = e.State; e.State == Played && len(points[e.Number]) == 0 {
			c.fault(fmt.Sprintf("/entries/%d", i), "figures-of-some")
		}
	}
	for _, entry := range slices.Sorted(maps.Keys(points)) {
		at := fmt.Sprintf("/outcome/points/%d", entry)
		switch state, entered := states[entry]; {
		case !entered:
			c.fault(at, "not-entered", "entry", itoa(int(entry)))
		case state != Played:
			c.fault(at, "figures-without-playing")
		}
	}
}

// entered checks that a start number has an entry.
func (c *checking) entered(pointer string, entry league.Entry) {
	if !slices.ContainsFunc(c.doc.Entries, func(e Entry) bool { return e.Number == entry }) {
		c.fault(pointer, "not-entered", "entry", itoa(int(entry)))
	}
}

// digest matches a SHA-256 in hexadecimal.
var digest = regexp.MustCompile(`^[0-9A-Fa-f]{64}$`)

func (c *checking) reports() {
	for i, r := range c.doc.Reports {
		at := fmt.Sprintf("/reports/%d", i)
		c.says(at+"/notes", r.Notes, 0, 2000)
		if !digest.MatchString(r.Digest) {
			c.fault(at+"/digest", "not-a-digest")
		}
		c.dated(at+"/receivedAt", r.ReceivedAt)
		c.dated(at+"/sentAt", r.SentAt)
	}
}

func (c *checking) dated(pointer string, when time.Time) {
	if !league.PlausibleYear(when) {
		c.fault(pointer, "not-a-date")
	}
}
