package history

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
)

const (
	// MostBytes is the largest size of a table.
	MostBytes = 32 << 20
	// MostLines is the largest number of lines of a table, without its header.
	MostLines = 500_000
	// MostAlike is the largest number of people with one folded name in a table and the register
	// together: with more namesakes nobody could tell them apart.
	MostAlike = 50
	// MostAtEvent is the largest number of people at one event.
	MostAtEvent = 2_000
	// MostShown is the largest number of faults, questions and differences that are listed.
	MostShown = 200

	mostHeadings  = 60
	longestCell   = 200
	firstYear     = 1900
	longestMember = 60
	longestName   = 80
	longestClub   = 80
	longestTitle  = 120
	shortest      = 2 // of names and places
)

// Limits returns the limits for reading a table.
func Limits() eventfile.Limits {
	return eventfile.Limits{File: MostBytes, Rows: MostLines + 1, Columns: mostHeadings, Text: longestCell}
}

// Setting is the way in which a table is read.
type Setting struct {
	Subject Subject
	Mapping Mapping
	// Keeper is the keeper of the ranking to which figures belong; nil for [Players].
	Keeper *ranking.Keeper
	// Today is the last day that counts as history.
	Today rules.Day
	// Fold returns a form of a name that is equal for its spellings.
	Fold func(string) string
}

// Someone is a person of a table, from their first line.
type Someone struct {
	Line                                int
	Name, Key, Club, City, Mail, Member string // Key is the folded name
	Born                                int    // year; 0 if not given
}

// Line is one line of a table.
type Line struct {
	Line     int
	Person   int // position among the people
	Event    int // position among the events; -1: none
	Place    int // 0 if not given
	Figures  []league.Frac
	National league.Frac
}

// Happening is an event of a table, from its first line.
type Happening struct {
	Line  int
	Title string
	Day   rules.Day
	City  string
	// Lines are the lines of its people, in the order of the ranking.
	Lines []int
}

// File holds the content of a table.
type File struct {
	Headings []string
	People   []Someone
	Lines    []Line
	Events   []Happening
	// Total is the number of lines that are not empty, Repeated the number of those that repeat an
	// earlier line about a person.
	Total    int
	Repeated int
	// Last is the number of the last line that is not empty. Open reports that no line break ends the file, so that
	// this line may have been cut off.
	Last int
	Open bool
	// Faults are the first faults found, Faulty is the number of all.
	Faults eventfile.Faults
	Faulty int
}

func (f *File) fault(line int, column, value, reason string, params ...string) {
	g := league.Grounds{Reason: reason}
	for i := 0; i+1 < len(params); i += 2 {
		if g.Params == nil {
			g.Params = map[string]string{}
		}
		g.Params[params[i]] = params[i+1]
	}
	f.refuse(line, column, value, g)
}

func (f *File) refuse(line int, column, value string, g league.Grounds) {
	if f.Faulty++; len(f.Faults) < MostShown {
		f.Faults = append(f.Faults, eventfile.Fault{Place: eventfile.Place{Line: line, Column: column, Value: value}, Fault: league.Fault{Grounds: g}})
	}
}

// reader reads a table line by line.
type reader struct {
	Setting
	file   *File
	at     map[Column]int // positions of the mapped columns
	people map[string]int
	member map[string]int
	events map[string]int
	cells  []string
	line   int
}

// Headings reads the headings of a table and the first lines below them.
func Headings(data []byte, lines int) (headings []string, sample [][]string, err error) {
	err = eventfile.Rows(data, Limits(), func(_ int, cells []string) error {
		switch {
		case headings == nil:
			headings = slices.Clone(cells)
		case len(sample) < lines:
			sample = append(sample, slices.Clone(cells))
		default:
			return eventfile.ErrEnough
		}
		return nil
	})
	return headings, sample, err
}

// Read reads a table. The result contains its faults.
func Read(data []byte, s Setting) *File {
	r := &reader{Setting: s, file: &File{Open: len(data) == 0 || data[len(data)-1] != '\n'}, people: map[string]int{}, member: map[string]int{}, events: map[string]int{}}
	err := eventfile.Rows(data, Limits(), r.take)
	var faults eventfile.Faults
	switch {
	case errors.As(err, &faults):
		r.file.Faulty += len(faults)
		r.file.Faults = append(r.file.Faults, faults...)
	case r.file.Headings == nil:
		r.file.fault(1, "", "", "table-empty")
	case r.file.Total == 0 && r.file.Faulty == 0:
		r.file.fault(2, "", "", "table-empty")
	}
	r.rank()
	return r.file
}

// errMapping stops the reading of a table whose headings do not match.
var errMapping = eventfile.ErrEnough

func (r *reader) take(line int, cells []string) error {
	r.line, r.cells = line, cells
	if r.file.Headings == nil {
		r.file.Headings = slices.Clone(cells)
		return r.find()
	}
	if !slices.ContainsFunc(cells, func(c string) bool { return c != "" }) {
		return nil
	}
	r.file.Total++
	r.file.Last = line
	before := r.file.Faulty
	person := r.person()
	entry := Line{Line: line, Person: person, Event: -1}
	switch r.Subject {
	case Players:
	case Openings:
		entry.Figures, entry.National = r.figures()
	case Results:
		entry.Figures, _ = r.figures()
		entry.Place = r.number(Place, "place-no-number", 1, MostAtEvent)
		entry.Event = r.event()
	}
	if r.file.Faulty > before {
		return nil
	}
	if r.Subject == Players {
		if r.file.People[person].Line != line {
			r.file.Repeated++
		}
		return nil
	}
	if entry.Event >= 0 {
		of := &r.file.Events[entry.Event]
		if len(of.Lines) == MostAtEvent {
			r.file.fault(line, r.Mapping[Event], of.Title, "too-many-at-event", "limit", strconv.Itoa(MostAtEvent))
			return nil
		}
		of.Lines = append(of.Lines, len(r.file.Lines))
	}
	r.file.Lines = append(r.file.Lines, entry)
	return nil
}

// find sets the positions of the mapped columns among the headings.
func (r *reader) find() error {
	r.at = map[Column]int{}
	var columns []rules.Criterion
	if r.Keeper != nil {
		columns = r.Keeper.Columns()
	}
	allowed, used := Columns(r.Subject, columns), map[string]Column{}
	for _, column := range sorted(r.Mapping) {
		heading := r.Mapping[column]
		i := slices.Index(r.file.Headings, heading)
		switch other, twice := used[heading]; {
		case !slices.Contains(allowed, column):
			r.file.fault(0, heading, string(column), "no-such-column", "column", string(column))
		case i < 0:
			r.file.fault(1, heading, "", "heading-not-there", "column", string(column))
		case twice:
			r.file.fault(1, heading, "", "heading-mapped-twice", "column", string(column), "other", string(other))
		case slices.Index(r.file.Headings[i+1:], heading) >= 0:
			r.file.fault(1, heading, "", "heading-twice")
		}
		r.at[column], used[heading] = i, column
	}
	for _, column := range r.Subject.required() {
		if _, mapped := r.at[column]; !mapped {
			r.file.fault(1, "", "", "column-required", "column", string(column))
		}
	}
	if r.Subject != Players && !r.has(Place) && !slices.ContainsFunc(columns, func(c rules.Criterion) bool { return r.has(FigureColumn(c.Figure)) }) {
		r.file.fault(1, "", "", "column-required", "column", string(FigureColumn(rules.FigurePoints)))
	}
	if r.file.Faulty > 0 {
		return errMapping
	}
	return nil
}

func sorted(m Mapping) []Column {
	list := make([]Column, 0, len(m))
	for c := range m {
		list = append(list, c)
	}
	slices.Sort(list)
	return list
}

func (r *reader) has(c Column) bool { _, is := r.at[c]; return is }

// text returns the cell of a column, "" if there is none.
func (r *reader) text(c Column) string {
	if i, mapped := r.at[c]; mapped && i < len(r.cells) {
		return r.cells[i]
	}
	return ""
}

// number returns the whole number in a column; 0 if there is none.
func (r *reader) number(c Column, reason string, least, most int) int {
	text := strings.TrimSuffix(r.text(c), ".")
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		r.file.fault(r.line, r.Mapping[c], text, reason, "min", strconv.Itoa(least), "max", strconv.Itoa(most))
		return 0
	}
	return n
}

// person returns the position of the person of a line; -1 if the line has none.
func (r *reader) person() int {
	p := Someone{Line: r.line, Name: oneSpace(r.text(Name)), Club: oneSpace(r.text(Club)), City: oneSpace(r.text(City)), Mail: strings.ToLower(r.text(Mail)), Member: r.text(Member)}
	p.Key = r.Fold(p.Name)
	lastYear, _ := strconv.Atoi(string(r.Today[:4]))
	p.Born = r.number(Born, "birth-year-no-number", firstYear, lastYear)
	switch {
	case utf8.RuneCountInString(p.Name) < shortest:
		r.file.fault(r.line, r.Mapping[Name], "", "name-required")
		return -1
	case strings.TrimSpace(p.Key) == "":
		r.file.fault(r.line, r.Mapping[Name], p.Name, "name-without-letters", "name", p.Name)
		return -1
	case p.Mail != "" && !isMail(p.Mail):
		r.file.fault(r.line, r.Mapping[Mail], p.Mail, "mail-address")
	case len(p.Member) > longestMember:
		r.file.fault(r.line, r.Mapping[Member], p.Member, "text-too-long", "most", strconv.Itoa(longestMember))
	}
	r.bounded(Name, p.Name, longestName)
	r.bounded(Club, p.Club, longestClub)
	r.bounded(City, p.City, longestClub)
	if p.Member != "" {
		if i, known := r.member[p.Member]; known {
			if r.file.People[i].Key != p.Key {
				r.file.fault(r.line, r.Mapping[Member], p.Member, "member-of-another", "line", strconv.Itoa(r.file.People[i].Line), "name", r.file.People[i].Name)
			}
			return i
		}
		r.member[p.Member] = len(r.file.People)
		r.file.People = append(r.file.People, p)
		return len(r.file.People) - 1
	}
	key := strings.Join([]string{strings.ToLower(p.Name), r.Fold(p.Club), p.Mail, strconv.Itoa(p.Born)}, "\x00")
	if i, known := r.people[key]; known {
		return i
	}
	r.people[key] = len(r.file.People)
	r.file.People = append(r.file.People, p)
	return len(r.file.People) - 1
}

// bounded adds a fault for a text that is too long.
func (r *reader) bounded(c Column, text string, most int) {
	if utf8.RuneCountInString(text) > most {
		r.file.fault(r.line, r.Mapping[c], "", "text-too-long", "most", strconv.Itoa(most))
	}
}

func oneSpace(text string) string { return strings.Join(strings.Fields(text), " ") }

func isMail(text string) bool {
	local, domain, _ := strings.Cut(text, "@")
	return local != "" && strings.Contains(domain, ".") && !strings.ContainsAny(text, " ,;<>\t\n") && !strings.Contains(domain, "@")
}

// figures returns the figures of a line, parallel to the columns of the ranking: 0 if missing, and
// 1 for the number of tournaments of an event.
func (r *reader) figures() (list []league.Frac, national league.Frac) {
	given := make(map[string]league.Frac, len(r.Keeper.Columns()))
	for _, c := range r.Keeper.Columns() {
		column := FigureColumn(c.Figure)
		if !r.has(column) && c.Figure == rules.LineTournaments && r.Subject == Results {
			given[c.Figure] = league.Int(1)
			continue
		}
		given[c.Figure] = r.exact(column)
	}
	national = r.exact(National)
	list, err := r.Keeper.CheckOpening(given, national)
	var faults league.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			column := FigureColumn(strings.TrimPrefix(f.Field, "/figures/"))
			if f.Field == "/nationalPoints" {
				column = National
			}
			r.file.refuse(r.line, r.Mapping[column], r.text(column), f.Grounds)
		}
	}
	return list, national
}

// exact returns the figure in a column, with a point or a comma before its decimals.
func (r *reader) exact(c Column) league.Frac {
	text := strings.TrimSpace(strings.TrimSuffix(r.text(c), "%"))
	if text == "" {
		return league.Frac{}
	}
	f, err := league.ParseFrac(strings.Replace(text, ",", ".", 1))
	if err != nil {
		r.file.fault(r.line, r.Mapping[c], r.text(c), "not-a-number")
	}
	return f
}

// event returns the position of the event of a line; -1 if the line has none.
func (r *reader) event() int {
	title, day := oneSpace(r.text(Event)), r.day()
	if utf8.RuneCountInString(title) <= shortest {
		r.file.fault(r.line, r.Mapping[Event], title, "event-required")
	}
	r.bounded(Event, title, longestTitle)
	r.bounded(Venue, r.text(Venue), longestClub)
	if title == "" || day == "" {
		return -1
	}
	key := string(day) + "\x00" + r.Fold(title)
	if i, known := r.events[key]; known {
		return i
	}
	r.events[key] = len(r.file.Events)
	r.file.Events = append(r.file.Events, Happening{Line: r.line, Title: title, Day: day, City: r.venue()})
	return len(r.file.Events) - 1
}

// venue returns the town of an event, "" if none is given.
func (r *reader) venue() string {
	if town := oneSpace(r.text(Venue)); utf8.RuneCountInString(town) >= shortest {
		return town
	}
	return ""
}

// layouts are the accepted forms of days; 8/2/2009 is the eighth of February.
var layouts = []string{time.DateOnly, "2.1.2006", "2/1/2006", "2.1.2006 г."}

func (r *reader) day() rules.Day {
	text := r.text(Day)
	for _, layout := range layouts {
		at, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		day := rules.DayOf(at)
		if day > r.Today || at.Year() < firstYear {
			r.file.fault(r.line, r.Mapping[Day], text, "day-not-past", "first", fmt.Sprint(firstYear))
			return ""
		}
		return day
	}
	r.file.fault(r.line, r.Mapping[Day], text, "day-no-date")
	return ""
}

// rank puts the lines of each event in the order of its ranking: by the places, or by the totals of
// the games if no line has one.
func (r *reader) rank() {
	if r.Subject != Results {
		return
	}
	criteria := r.Keeper.Criteria()
	for e := range r.file.Events {
		of := &r.file.Events[e]
		placed := 0
		for _, l := range of.Lines {
			if r.file.Lines[l].Place > 0 {
				placed++
			}
		}
		if placed > 0 && placed < len(of.Lines) {
			r.file.fault(of.Line, r.Mapping[Place], of.Title, "places-of-some", "event", of.Title)
			continue
		}
		by := func(a, b int) int { return r.file.Lines[a].Place - r.file.Lines[b].Place }
		if placed == 0 {
			by = func(a, b int) int { return compare(criteria, r.file.Lines[a].Figures, r.file.Lines[b].Figures) }
		}
		slices.SortStableFunc(of.Lines, by)
		if placed > 0 {
			continue
		}
		for i, l := range of.Lines {
			r.file.Lines[l].Place = i + 1
			if i > 0 && by(of.Lines[i-1], l) == 0 {
				r.file.Lines[l].Place = r.file.Lines[of.Lines[i-1]].Place
			}
		}
	}
}

// compare orders by figures, the better first.
func compare(criteria []rules.Criterion, a, b []league.Frac) int {
	for i, c := range criteria {
		if d := b[i].Cmp(a[i]); d != 0 {
			if c.Best != rules.Most {
				return -d
			}
			return d
		}
	}
	return 0
}
