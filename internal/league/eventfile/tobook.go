package eventfile

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// bookOf returns a document as sheets, with the numbers and dates of a language.
func bookOf(d Document, r *rules.Ruleset, language string) book {
	return book{
		eventSheet(d, language),
		entriesSheet(d, language),
		drawsSheet(d.Facts),
		roundsSheet(d.Facts),
		tablesSheet(d.Facts),
		resultsSheet(d.Facts, r, language),
		sanctionsSheet(d.Facts, language),
		withdrawalsSheet(d.Facts),
		listed(sheetAbsences, d.Facts.Absences, func(a tournament.Absence) []cell {
			return []cell{entryCell(a.Entry), number(a.Round), count(a.AfterDraw)}
		}),
		listed(sheetArrivals, d.Facts.Arrivals, func(a tournament.Arrival) []cell {
			return []cell{entryCell(a.Entry), number(a.Round), number(a.Minutes), count(a.AfterDraw)}
		}),
		listed(sheetApart, d.Facts.Apart, func(a tournament.Apart) []cell {
			return []cell{entryCell(a.Pair[0]), entryCell(a.Pair[1]), count(a.From), count(a.Until)}
		}),
		listed(sheetReports, d.Reports, func(r Report) []cell {
			return []cell{text(r.ReceivedAt.Format(time.RFC3339Nano)), text(r.SentAt.Format(time.RFC3339Nano)), text(r.Digest), text(r.Notes)}
		}),
	}
}

// listed returns a sheet with a row for each element of a list.
func listed[T any](name string, list []T, cells func(T) []cell) sheet {
	s := sheet{name: name, columns: columnsOf(name)}
	for _, one := range list {
		s.add(cells(one)...)
	}
	return s
}

func (s *sheet) add(cells ...cell) {
	s.rows = append(s.rows, row{line: len(s.rows) + 2, cells: cells})
}

func eventSheet(d Document, language string) sheet {
	s := sheet{name: sheetEvent, columns: columnsOf(sheetEvent)}
	e, f := d.Event, d.Facts
	start := e.StartsAt.In(zone(e.TimeZone))
	values := map[string]cell{
		fieldFormat: text(d.Format), fieldLanguage: text(language), fieldTitle: text(e.Title), fieldKind: text(e.Kind),
		fieldDate: text(start.Format(time.DateOnly)), fieldTime: text(start.Format(clockForm(start))), fieldZone: text(e.TimeZone),
		fieldVenue: text(e.Venue.Name), fieldAddress: text(e.Venue.Address), fieldCity: text(e.Venue.City),
		fieldCapacity: count(e.Capacity), fieldTimeLimit: count(e.TimeLimitMinutes), fieldNotes: text(e.Notes),
		fieldRuleset: text(d.Ruleset.Key), fieldVersion: count(d.Ruleset.Version), fieldDigest: text(d.Ruleset.Digest),
		fieldVariant: text(f.Variant), fieldTarget: count(f.Target), fieldFormula: text(f.Formula), fieldPairing: text(string(f.Pairing)),
	}
	for field, degrees := range map[string]*league.Frac{fieldLatitude: e.Venue.Latitude, fieldLongitude: e.Venue.Longitude} {
		if degrees != nil {
			values[field] = decimal(*degrees, language)
		}
	}
	values[fieldElsewhere] = yesIf(d.Outcome != nil)
	if e.Fee != nil {
		values[fieldFee], values[fieldCurrency] = decimal(e.Fee.Amount, language), text(e.Fee.Currency)
	}
	if agreed := f.Structure; agreed != nil {
		values[fieldRounds], values[fieldSemifinal], values[fieldFinal] = number(agreed.Rounds), yesIf(agreed.Semifinal), yesIf(agreed.Final)
		values[fieldAdvance] = count(agreed.Advance)
	}
	for _, field := range fields {
		s.add(text(field), values[field])
	}
	for _, key := range slices.Sorted(maps.Keys(d.Ruleset.Readings)) {
		s.add(text(fieldReading+key), text(d.Ruleset.Readings[key]))
	}
	return s
}

// clockForm returns the form of a time of day, with seconds only if there are any.
func clockForm(t time.Time) string {
	if t.Second() != 0 {
		return time.TimeOnly
	}
	return "15:04"
}

// zone returns the zone of a name; UTC for an unknown one.
func zone(name string) *time.Location {
	if loc, err := time.LoadLocation(name); err == nil {
		return loc
	}
	return time.UTC
}

// decimal writes an exact number in a language; a fraction without a finite decimal stays a
// fraction.
func decimal(f league.Frac, language string) cell {
	written := f.String()
	if decimalComma(language) {
		written = strings.Replace(written, ".", ",", 1)
	}
	return text(written)
}

func entriesSheet(d Document, language string) sheet {
	previous := make(map[league.Entry]int, len(d.Facts.Previous))
	for i, entry := range d.Facts.Previous {
		previous[entry] = i + 1
	}
	rank := map[league.Entry]int{}
	if d.Outcome != nil {
		for i, entry := range d.Outcome.Ranking {
			rank[entry] = i + 1
		}
	}
	var names []string
	if d.Outcome != nil {
		names = d.Outcome.pointNames()
	}
	s := listed(sheetEntries, d.Entries, func(e Entry) []cell {
		cells := []cell{
			entryCell(e.Number), text(e.Name), text(e.Club), text(string(e.State)),
			drawn(d.Facts.Lots, e.Number), drawn(d.Facts.Places, e.Number), count(previous[e.Number]), count(rank[e.Number]),
		}
		for _, name := range names {
			value, given := d.Outcome.Points[e.Number][name]
			if !given {
				cells = append(cells, cell{})
				continue
			}
			cells = append(cells, decimal(value, language))
		}
		return cells
	})
	for _, name := range names {
		s.columns = append(s.columns, figurePrefix+name)
	}
	return s
}

// drawn returns a cell with the number that an entry has drawn, empty without one.
func drawn(numbers map[league.Entry]int, entry league.Entry) cell {
	if n, ok := numbers[entry]; ok {
		return number(n)
	}
	return cell{}
}

func drawsSheet(f tournament.Facts) sheet {
	s := sheet{name: sheetDraws, columns: columnsOf(sheetDraws)}
	add := func(round int, order []league.Entry) {
		for i, entry := range order {
			s.add(number(round), number(i+1), entryCell(entry))
		}
	}
	add(1, f.FirstRound)
	for i, order := range f.Draws {
		add(i+2, order)
	}
	return s
}

func roundsSheet(f tournament.Facts) sheet {
	s := sheet{name: sheetRounds, columns: columnsOf(sheetRounds)}
	for i, round := range f.Rounds {
		s.add(number(i+1), text(string(round.Kind)), yesIf(round.Closed))
	}
	return s
}

func tablesSheet(f tournament.Facts) sheet {
	s := sheet{name: sheetTables, columns: columnsOf(sheetTables)}
	for i, round := range f.Rounds {
		for _, table := range round.Tables {
			cells := []cell{number(i + 1), number(table.Number)}
			if r := table.Result; r != nil {
				cells = append(cells, text(string(r.Ended)), count(int(r.DeclaredBy)), text(r.WonAtOnce), yesIf(r.Void != nil),
					yesIf(r.Void != nil && r.Void.OthersScored))
			}
			s.add(cells...)
		}
	}
	return s
}

func resultsSheet(f tournament.Facts, r *rules.Ruleset, language string) sheet {
	s := sheet{name: sheetResults, columns: columnsOf(sheetResults)}
	for _, figure := range r.Game.Figures {
		s.columns = append(s.columns, figurePrefix+figure.ID)
	}
	for i, round := range f.Rounds {
		for _, table := range round.Tables {
			for seat, entry := range table.Seats {
				cells := []cell{number(i + 1), number(table.Number), number(seat + 1), entryCell(entry)}
				s.add(append(cells, resultCells(table.Result, entry, r, language)...)...)
			}
		}
	}
	return s
}

// resultCells writes the result of a seat; no cells without a result.
func resultCells(result *league.Result, entry league.Entry, r *rules.Ruleset, language string) []cell {
	if result == nil {
		return nil
	}
	at := slices.IndexFunc(result.Seats, func(s league.SeatResult) bool { return s.Entry == entry })
	if at < 0 {
		return nil
	}
	seat := result.Seats[at]
	points := cell{}
	if seat.Points != nil {
		points = decimal(*seat.Points, language)
	}
	void := result.Void
	cells := []cell{
		number(seat.VP), count(seat.Left), text(seat.Objective), points,
		yesIf(void != nil && slices.Contains(void.For, entry)), yesIf(void != nil && slices.Contains(void.AtFault, entry)),
	}
	for _, figure := range r.Game.Figures {
		value := cell{}
		if n, ok := seat.Figures[figure.ID]; ok {
			value = number(n)
		}
		cells = append(cells, value)
	}
	return cells
}

func sanctionsSheet(f tournament.Facts, language string) sheet {
	return listed(sheetSanctions, f.Sanctions, func(s league.Sanction) []cell {
		points, confirmedRound, confirmedDuring := cell{}, cell{}, cell{}
		if s.Points != nil {
			points = decimal(*s.Points, language)
		}
		if s.ConfirmedAt != nil {
			confirmedRound, confirmedDuring = number(s.ConfirmedAt.Round), yesIf(s.ConfirmedAt.During)
		}
		return []cell{
			entryCell(s.Entry), text(string(s.Kind)), number(s.At.Round), text(s.Reason), yesIf(s.At.During),
			points, yesIf(s.Confirmed), confirmedRound, confirmedDuring, yesIf(s.AfterEnd),
		}
	})
}

func withdrawalsSheet(f tournament.Facts) sheet {
	return listed(sheetWithdrawals, f.Withdrawals, func(w league.Withdrawal) []cell {
		return []cell{
			entryCell(w.Entry), number(w.At.Round), yesIf(w.At.During), text(w.Reason), yesIf(w.Qualified), yesIf(w.Unexcused),
		}
	})
}

func itoa(n int) string { return strconv.Itoa(n) }
