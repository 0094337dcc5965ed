package eventfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// reading builds a document from the sheets of a workbook and records the place of each of its
// parts.
type reading struct {
	sheets   map[string]*table
	places   map[string]Place // by pointer into the document
	faults   Faults
	language string
	rulesets Rulesets
	fields   map[string]*line // of the sheet of the event

	// broken reports whether a sheet is missing or its rows cannot be distinguished: references to
	// them cannot be judged.
	broken  bool
	doc     Document
	rules   *rules.Ruleset
	entered map[league.Entry]bool
	seats   map[seatKey]int // index of a table's row, by round and table
}

// readBook makes a file from sheets.
func readBook(b book, rulesets Rulesets) *File {
	r := &reading{
		sheets: map[string]*table{}, places: map[string]Place{}, rulesets: rulesets,
		entered: map[league.Entry]bool{}, doc: Document{Format: FormatName},
	}
	for _, s := range b {
		r.open(s)
	}
	for _, name := range []string{sheetEvent, sheetEntries} {
		if r.sheets[name] == nil {
			r.broken = true
			r.fault(at(Place{Sheet: name}, "sheet-missing"))
		}
	}
	if r.sheets[sheetEvent] != nil && r.event() {
		r.figures()
		for _, sheet := range []func(){r.entries, r.drawn, r.rounds, r.tables, r.results, r.people, r.reports} {
			if sheet(); r.broken {
				break
			}
		}
	}
	return &File{Document: r.doc, Rules: r.rules, Faults: r.faults, places: r.places, Lines: lines(b)}
}

// lines counts the rows of a workbook.
func lines(b book) int {
	n := 0
	for _, s := range b {
		n += len(s.rows)
	}
	return n
}

func (r *reading) fault(f Fault) { r.faults = append(r.faults, f) }

// open adds a sheet, whose header names the columns.
func (r *reading) open(s sheet) {
	name := sheetNamed(s.name)
	switch {
	case name == "":
		r.fault(at(Place{Sheet: s.name}, "unknown-sheet"))
		return
	case r.sheets[name] != nil:
		r.fault(at(Place{Sheet: name}, "sheet-twice"))
		return
	}
	t := &table{reading: r, name: name, index: map[string]int{}, rows: s.rows}
	r.sheets[name] = t
	known := columnsOf(name)
	for i, column := range s.columns {
		here := Place{Sheet: name, Line: 1}.with(column)
		title := strings.TrimSpace(column)
		if k := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, title) }); k >= 0 {
			title = known[k]
		} else if title == "" || name != sheetResults && name != sheetEntries || !strings.HasPrefix(title, figurePrefix) {
			if title != "" || t.used(i) {
				r.fault(at(here, "unknown-column"))
			}
			continue
		}
		if _, twice := t.index[title]; twice {
			r.fault(at(here, "column-twice"))
			continue
		}
		t.index[title] = i
		if strings.HasPrefix(title, figurePrefix) {
			t.figures = append(t.figures, title)
		}
	}
	t.beyondColumns(len(s.columns))
	for _, l := range layout {
		for _, column := range l.required {
			if _, ok := t.index[column]; l.sheet == name && !ok {
				r.fault(at(Place{Sheet: name, Line: 1, Column: column}, "column-missing"))
			}
		}
	}
}

// figures checks that the ruleset has the figures of the columns.
func (r *reading) figures() {
	t := r.sheets[sheetResults]
	if t == nil {
		return
	}
	for _, title := range t.figures {
		id := strings.TrimPrefix(title, figurePrefix)
		if !slices.ContainsFunc(r.rules.Game.Figures, func(f rules.Figure) bool { return f.ID == id }) {
			r.fault(at(Place{Sheet: sheetResults, Line: 1, Column: title}.with(id), "figure-unknown", "figure", id))
		}
	}
}

func (r *reading) entries() {
	f := &r.doc.Facts
	previous, ranked := map[int]league.Entry{}, map[int]league.Entry{}
	lines := map[league.Entry]*line{}
	for _, l := range r.lines(sheetEntries) {
		number, ok := l.key(colNumber)
		if !ok {
			continue
		}
		e := Entry{Number: league.Entry(number), Name: l.text(colName), Club: l.text(colClub), State: EntryState(strings.ToLower(l.text(colState)))}
		if r.entered[e.Number] {
			r.broken = true
			l.fault(colNumber, "entry-twice", "entry", itoa(number))
			continue
		}
		if e.Name == "" {
			l.fault(colName, "cell-missing")
		}
		r.entered[e.Number], lines[e.Number] = true, l
		at := fmt.Sprintf("/entries/%d", len(r.doc.Entries))
		for pointer, column := range map[string]string{"": colNumber, "/name": colName, "/club": colClub, "/state": colState} {
			l.stands(at+pointer, column)
		}
		r.doc.Entries = append(r.doc.Entries, e)
		f.Lots = l.drawnBy(f.Lots, e.Number, "/facts/lots", colLot)
		f.Places = l.drawnBy(f.Places, e.Number, "/facts/places", colPlace)
		l.ranks(previous, e.Number, colPrevious)
		l.ranks(ranked, e.Number, colRank)
		l.points(e.Number)
	}
	r.rankings(previous, ranked, lines)
	f.Entrants = r.doc.played()
}

// points reads the figures that an event played elsewhere gave to an entry.
func (l *line) points(entry league.Entry) {
	o, at := l.table.reading.doc.Outcome, fmt.Sprintf("/outcome/points/%d", entry)
	for _, title := range l.table.figures {
		if !l.has(title) {
			continue
		}
		if o == nil {
			l.fault(title, "points-without-elsewhere")
			continue
		}
		value := l.frac(title)
		if value == nil {
			continue
		}
		if o.Points == nil {
			o.Points = map[league.Entry]map[string]league.Frac{}
		}
		if o.Points[entry] == nil {
			o.Points[entry] = map[string]league.Frac{}
			l.stands(at, title)
		}
		name := strings.TrimPrefix(title, figurePrefix)
		o.Points[entry][name] = *value
		l.stands(at+"/"+name, title)
	}
}

// rankings reads the orders of entries in the previous event and in one that was played elsewhere.
func (r *reading) rankings(previous, ranked map[int]league.Entry, lines map[league.Entry]*line) {
	r.doc.Facts.Previous = r.order(previous, colPrevious)
	standInOrder(lines, r.doc.Facts.Previous, "/facts/previous", colPrevious)
	if ranking := r.order(ranked, colRank); r.doc.Outcome != nil {
		r.doc.Outcome.Ranking = ranking
		standInOrder(lines, ranking, "/outcome/ranking", colRank)
	} else if len(ranking) > 0 {
		r.fault(at(Place{Sheet: sheetEntries, Column: colRank}, "rank-without-elsewhere"))
	}
}

// ranks adds the rank of an entry in a column.
func (l *line) ranks(by map[int]league.Entry, entry league.Entry, column string) {
	rank, given := l.number(column)
	if !given {
		return
	}
	if by[rank] != 0 {
		l.fault(column, "number-drawn-twice", "number", itoa(rank), "entry", itoa(int(by[rank])))
	}
	by[rank] = entry
}

// order returns the entries by their rank in a column; a missing rank is a fault.
func (r *reading) order(by map[int]league.Entry, column string) []league.Entry {
	return inOrder(by, func(rank int) {
		r.fault(at(Place{Sheet: sheetEntries, Column: column}, "number-missing", "number", itoa(rank)))
	})
}

// standInOrder records the line of each entry of an order; the place of the whole order is that of
// its first entry.
func standInOrder(lines map[league.Entry]*line, order []league.Entry, pointer, column string) {
	for i, entry := range order {
		if i == 0 {
			lines[entry].stands(pointer, column)
		}
		lines[entry].stands(pointer+"/"+itoa(i), column)
	}
}

// reports reads the reports that were sent for the homologation.
func (r *reading) reports() {
	for _, l := range r.lines(sheetReports) {
		r.at(fmt.Sprintf("/reports/%d", len(r.doc.Reports)), l, map[string]string{
			"": colReceived, "/receivedAt": colReceived, "/sentAt": colSent, "/digest": colDigest, "/notes": colNotes,
		})
		r.doc.Reports = append(r.doc.Reports, Report{
			ReceivedAt: l.instant(colReceived), SentAt: l.instant(colSent), Notes: l.text(colNotes), Digest: l.text(colDigest),
		})
	}
}

// inOrder lists values numbered 1, 2, …; it calls missing for a missing number.
func inOrder[T any](numbered map[int]T, missing func(int)) []T {
	var out []T
	for n := 1; n <= len(numbered); n++ {
		one, ok := numbered[n]
		if !ok {
			missing(n)
			return nil
		}
		out = append(out, one)
	}
	return out
}

func (r *reading) drawn() {
	orders := map[int]map[int]league.Entry{}
	for _, l := range r.lines(sheetDraws) {
		round, okRound := l.whole(colRound)
		position, okPosition := l.whole(colPosition)
		entry, okEntry := l.entry(colEntry)
		if !okRound || !okPosition || !okEntry {
			continue
		}
		pointer := drawnAt(round)
		if orders[round] == nil {
			orders[round] = map[int]league.Entry{}
			l.stands(pointer, colRound)
			if round > 1 {
				l.stands("/facts/draws", colRound)
			}
		}
		if other, twice := orders[round][position]; twice {
			l.fault(colPosition, "number-drawn-twice", "number", itoa(position), "entry", itoa(int(other)))
			continue
		}
		orders[round][position] = entry
		l.stands(pointer+"/"+itoa(position-1), colEntry)
	}
	order := func(round int) []league.Entry {
		return inOrder(orders[round], func(position int) {
			r.fault(at(Place{Sheet: sheetDraws, Column: colPosition}, "number-missing", "number", itoa(position)))
		})
	}
	r.doc.Facts.FirstRound = order(1)
	last := 1
	for round := range orders {
		last = max(last, min(round, mostRounds))
	}
	for round := 2; round <= last; round++ {
		r.doc.Facts.Draws = append(r.doc.Facts.Draws, order(round))
	}
}

// drawnAt returns the pointer to the order drawn for a round.
func drawnAt(round int) string {
	if round == 1 {
		return "/facts/firstRound"
	}
	return "/facts/draws/" + itoa(round-2)
}

// mostRounds is the largest number of rounds in a workbook.
const mostRounds = 100

// seatKey identifies a table of a round.
type seatKey struct{ round, table int }

func (r *reading) rounds() {
	rounds := map[int]tournament.Round{}
	for _, l := range r.lines(sheetRounds) {
		n, ok := l.key(colRound)
		if !ok {
			continue
		}
		if _, twice := rounds[n]; twice {
			r.broken = true
			l.fault(colRound, "round-twice", "round", itoa(n))
			continue
		}
		rounds[n] = tournament.Round{Kind: league.RoundKind(strings.ToLower(l.text(colKind))), Closed: l.yes(colClosed)}
		at := fmt.Sprintf("/facts/rounds/%d", n-1)
		l.stands(at, colRound)
		l.stands(at+"/kind", colKind)
		l.stands(at+"/closed", colClosed)
	}
	r.doc.Facts.Rounds = inOrder(rounds, func(n int) {
		r.broken = true
		r.fault(at(Place{Sheet: sheetRounds, Column: colRound}, "number-missing", "number", itoa(n)))
	})
}

// tables reads the tables of the rounds with the data of each table as a whole.
func (r *reading) tables() {
	type numbered struct {
		table tournament.Table
		line  *line
	}
	all := map[int][]numbered{}
	known := map[seatKey]bool{}
	for _, l := range r.lines(sheetTables) {
		round, okRound := l.round(colRound)
		n, okTable := l.key(colTable)
		if !okRound || !okTable {
			r.broken = true
			continue
		}
		if known[seatKey{round, n}] {
			r.broken = true
			l.fault(colTable, "table-twice", "round", itoa(round), "table", itoa(n))
			continue
		}
		known[seatKey{round, n}] = true
		all[round] = append(all[round], numbered{tournament.Table{Number: n, Result: l.result()}, l})
	}
	r.seats = map[seatKey]int{}
	for round, tables := range all {
		slices.SortFunc(tables, func(a, b numbered) int { return cmp.Compare(a.table.Number, b.table.Number) })
		for i, one := range tables {
			at := fmt.Sprintf("/facts/rounds/%d/tables/%d", round-1, i)
			for pointer, column := range map[string]string{
				"": colTable, "/number": colTable, "/result": colEnded, "/result/ended": colEnded, "/result/declaredBy": colDeclaredBy,
				"/result/wonAtOnce": colWonAtOnce, "/result/void": colVoid, "/result/void/othersScored": colOthersScored,
			} {
				one.line.stands(at+pointer, column)
			}
			r.seats[seatKey{round, one.table.Number}] = i
			r.doc.Facts.Rounds[round-1].Tables = append(r.doc.Facts.Rounds[round-1].Tables, one.table)
		}
	}
}

// result reads the game of a table's row; nil if it has not ended.
func (l *line) result() *league.Result {
	ended, void := league.Ending(strings.ToLower(l.text(colEnded))), l.yes(colVoid)
	declared, _ := l.number(colDeclaredBy)
	if declared != 0 {
		l.entry(colDeclaredBy)
	}
	others := l.yes(colOthersScored)
	result := &league.Result{Ended: ended, DeclaredBy: league.Entry(declared), WonAtOnce: l.text(colWonAtOnce)}
	switch {
	case void:
		result.Void = &league.Void{OthersScored: others}
	case others:
		l.fault(colOthersScored, "cell-without-void")
	case ended == "":
		if declared != 0 || result.WonAtOnce != "" {
			l.fault(colEnded, "cell-missing")
		}
		return nil
	}
	return result
}

func (r *reading) people() {
	f := &r.doc.Facts
	for _, l := range r.lines(sheetSanctions) {
		r.at(fmt.Sprintf("/facts/sanctions/%d", len(f.Sanctions)), l, map[string]string{
			"": colEntry, "/entry": colEntry, "/kind": colKind, "/at": colRound, "/points": colPoints, "/reason": colReason, "/confirmedAt": colConfirmedRound,
		})
		f.Sanctions = append(f.Sanctions, l.sanction())
	}
	for _, l := range r.lines(sheetWithdrawals) {
		r.at(fmt.Sprintf("/facts/withdrawals/%d", len(f.Withdrawals)), l, map[string]string{"": colEntry, "/entry": colEntry, "/at": colRound, "/reason": colReason})
		entry, _ := l.entry(colEntry)
		f.Withdrawals = append(f.Withdrawals, league.Withdrawal{
			Entry: entry, At: l.moment(colRound, colDuring), Reason: l.text(colReason), Qualified: l.yes(colQualified), Unexcused: l.yes(colUnexcused),
		})
	}
	for _, l := range r.lines(sheetAbsences) {
		r.at(fmt.Sprintf("/facts/absences/%d", len(f.Absences)), l, map[string]string{"": colEntry, "/entry": colEntry, "/round": colRound, "/afterDraw": colAfterDraw})
		entry, _ := l.entry(colEntry)
		afterDraw, _ := l.number(colAfterDraw)
		f.Absences = append(f.Absences, tournament.Absence{Entry: entry, Round: l.moment(colRound, "").Round, AfterDraw: afterDraw})
	}
	for _, l := range r.lines(sheetArrivals) {
		r.at(fmt.Sprintf("/facts/arrivals/%d", len(f.Arrivals)), l, map[string]string{"": colEntry, "/entry": colEntry, "/round": colRound, "/minutes": colMinutes, "/afterDraw": colAfterDraw})
		entry, _ := l.entry(colEntry)
		minutes, _ := l.required(colMinutes)
		afterDraw, _ := l.number(colAfterDraw)
		f.Arrivals = append(f.Arrivals, tournament.Arrival{Entry: entry, Round: l.moment(colRound, "").Round, Minutes: minutes, AfterDraw: afterDraw})
	}
	for _, l := range r.lines(sheetApart) {
		r.at(fmt.Sprintf("/facts/apart/%d", len(f.Apart)), l, map[string]string{
			"": colEntry, "/pair": colEntry, "/pair/0": colEntry, "/pair/1": colOther, "/from": colFrom, "/until": colUntil,
		})
		one, _ := l.entry(colEntry)
		other, _ := l.entry(colOther)
		from, _ := l.number(colFrom)
		until, _ := l.number(colUntil)
		f.Apart = append(f.Apart, tournament.Apart{Pair: [2]league.Entry{one, other}, From: from, Until: until})
	}
}

// at records the places of the members of a part of the document.
func (r *reading) at(pointer string, l *line, columns map[string]string) {
	for member, column := range columns {
		l.stands(pointer+member, column)
	}
}

func (l *line) sanction() league.Sanction {
	entry, _ := l.entry(colEntry)
	s := league.Sanction{
		Entry: entry, Kind: league.SanctionKind(strings.ToLower(l.text(colKind))), At: l.moment(colRound, colDuring), Reason: l.text(colReason),
		Points: l.frac(colPoints), Confirmed: l.yes(colConfirmed), AfterEnd: l.yes(colAfterEnd),
	}
	if l.has(colConfirmedRound) {
		confirmed := l.moment(colConfirmedRound, colConfirmedThen)
		s.ConfirmedAt = &confirmed
	} else if l.yes(colConfirmedThen) {
		l.fault(colConfirmedRound, "cell-missing")
	}
	return s
}
