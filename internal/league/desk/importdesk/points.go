package importdesk

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/imports"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// checkPoints adds the faults of the points that the event of a file gave, as far as no ranking can take them.
func (d Desk) checkPoints(door tenantdb.Door, found *Imported) error {
	if found.Outcome == nil || len(found.Outcome.Points) == 0 {
		return nil
	}
	var event facts.Event
	imports.Announcement(found.File).Apply(&event, found.Rules)
	event.Kind = found.Event.Kind
	entries := slices.Sorted(maps.Keys(found.Outcome.Points))
	gains := make([]map[string]league.Frac, len(entries))
	for i, entry := range entries {
		gains[i] = found.Outcome.Points[entry]
	}
	const list = "/outcome/points"
	faults, err := d.CheckGains(door, event, found.Rules, list, gains)
	if err != nil {
		return err
	}
	for i, f := range faults { // "/outcome/points/0/figures/wins": of the first of the entries
		at, name, _ := strings.Cut(strings.TrimPrefix(f.Field, list+"/"), "/figures/")
		if n, err := strconv.Atoi(at); err == nil && n < len(entries) {
			faults[i].Field = fmt.Sprintf("%s/%d/%s", list, entries[n], name)
		}
	}
	found.Refuse(faults)
	return nil
}

// pointsEntered returns the points of a file as they are stored with the outcome; without columns if it has none.
func pointsEntered(s *officiating.Situation, o *eventfile.Outcome) (out facts.EnteredPoints) {
	if o == nil {
		return out
	}
	for _, entry := range slices.Sorted(maps.Keys(o.Points)) {
		figures := o.Points[entry]
		out.Columns = slices.Sorted(maps.Keys(figures)) // in the normal form all have the same
		gain := facts.EnteredGain{PlayerID: s.Entry(entry).Record(), Place: slices.Index(o.Ranking, entry) + 1}
		for _, name := range out.Columns {
			gain.Figures = append(gain.Figures, figures[name].String())
		}
		out.Gains = append(out.Gains, gain)
	}
	return out
}

// pointsInFile returns the points that were entered for an event in the form of a file; nil if there are none. A
// person is named by the record by which they entered.
func pointsInFile(s *officiating.Situation, entered facts.EnteredPoints) (map[league.Entry]map[string]league.Frac, error) {
	out := map[league.Entry]map[string]league.Frac{}
	for _, gain := range entered.Gains {
		entry := s.EntryOfRecord(gain.PlayerID)
		if entry == nil {
			continue
		}
		figures := make(map[string]league.Frac, len(entered.Columns))
		for column, name := range entered.Columns {
			value, err := league.ParseFrac(gain.Figures[column])
			if err != nil {
				return nil, err
			}
			figures[name] = value
		}
		out[league.Entry(entry.Number)] = figures
	}
	return out, nil
}
