package pages

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"referto/frontend/words"
	"referto/openapi"
)

// PrintPath is the address, below an event's, of the prints for the room: [Prints] follow it.
const PrintPath = "/print/"

// Print is one thing that is printed for an event.
type Print string

// The prints. Name cards and the check-in list name entrants who have not played yet, so that they are only for
// readers who may read the entries.
const (
	PrintSeats     Print = "seats"     // the seats by name, to hang at the door
	PrintSheets    Print = "sheets"    // a score sheet for each table
	PrintStandings Print = "standings" // the standings, to hang beside the seats
	PrintNames     Print = "names"     // cards with the names of the entrants
	// PrintPoster shows passers-by when and where an event is, and leads to its page.
	PrintPoster Print = "poster"
	// PrintCheckIn lists the entrants, with boxes to tick at the door.
	PrintCheckIn Print = "check-in"
	// PrintCertificates are for the first places and the prizes.
	PrintCertificates Print = "certificates"
	// PrintCodes are slips with codes by which people claim their records. Codes are made on request on the page, and
	// shown by that answer alone.
	PrintCodes Print = "codes"
)

// Prints lists all that is printed.
func Prints() []Print {
	return []Print{PrintPoster, PrintNames, PrintCheckIn, PrintSeats, PrintSheets, PrintStandings, PrintCertificates, PrintCodes}
}

// OfEntries reports whether a print names entrants before the start.
func (p Print) OfEntries() bool { return p == PrintNames || p == PrintCheckIn }

// Paper is the size of the sheets.
type Paper string

// The usual paper sizes, the default first.
const (
	A4 Paper = "a4"
	A5 Paper = "a5"
)

// PaperNamed returns the paper of a name, A4 for any other text.
func PaperNamed(name string) Paper {
	if Paper(name) == A5 {
		return A5
	}
	return A4
}

// Printed is a page with one thing to print.
type Printed struct {
	EventPage
	What  Print
	Paper Paper
	// Public is the address people use for this site, to which the printed codes lead.
	Public string
	// Entries are the entries for the name cards and the check-in list, which have no other content.
	Entries []openapi.Entry
	// Codes are the codes by which tables enter results themselves; none for readers who may not have them.
	Codes []openapi.PrintedCode
	// Claims are the codes that were just made for [PrintCodes].
	Claims []openapi.EventClaimCode
	// Staff reports whether the reader may print the names of the entrants.
	Staff bool
	// Links reports whether the reader may link accounts to the records of the event's entrants, and so have codes
	// made.
	Links bool
}

// offers reports whether the reader is led to a print.
func (v Printed) offers(what Print) bool {
	switch {
	case what == PrintCodes:
		return v.Links
	case what.OfEntries():
		return v.Staff
	}
	return true
}

// printModel is the content of templates/print.html.
type printModel struct {
	frame
	Heading, Event, Back string
	When, Lead           string
	Kinds, Papers        []choice
	// What names the part that is shown, Paper the size, as classes of the style sheet.
	What, Paper  string
	Round        string
	Seats        []seatList
	Sheets       []sheet
	Standings    *standingsModel
	Cards        [][]nameCard
	Claims       [][]claimSlip
	MakeCodes    string // where codes are asked for; "" elsewhere
	Poster       *poster
	CheckIn      []checkInList
	Certificates []certificate
	Code         string // the path of the code that leads to the event
	CodeSize     int
}

// seatList is one page of the list of seats, in columns.
type seatList struct {
	Part    string // the first and last name, if there is more than one page
	Columns [][]wallName
}

// The numbers of names in a column of a page, and of cards on a page. The style sheet gives each a fixed height.
var (
	namesInColumn = map[Paper]int{A4: 28, A5: 19}
	cardsOnPage   = map[Paper]int{A4: 8, A5: 4}
)

const columnsOfNames = 2

// sheet is the score sheet of one table.
type sheet struct {
	Number int
	Seats  []sheetSeat
	// Columns are the boxes of each seat, in the order of the form in which a result is entered.
	Columns []string
	// Choices are asked once for the table, below the seats.
	Choices []sheetChoice
	// Code is the path of the code that leads to the table on the page of the event, or, where it Declares,
	// to the page on which the table enters its result.
	Declares bool
	Code     string
	CodeSize int
}

type sheetSeat struct {
	Number int // start number
	Name   string
}

type sheetChoice struct {
	Label   string
	Options []string // boxes to tick; none is a line to write on
}

type nameCard struct {
	Number int
	Name   string
	Club   string
}

// claimSlip is a code to hand out.
type claimSlip struct {
	Name, Code, Where, Until string
	Path                     string // of the code to scan, which leads to the page with the code entered
	Size                     int
}

// Print writes the page.
func (p *Pages) Print(out io.Writer, v Printed) error {
	s := newEventPage(v.EventPage, p.zone(v.Event.TimeZone))
	at := s.printAddress(v.What, v.Paper)
	heading := s.text("print." + string(v.What))
	m := printModel{
		frame: v.frame(&v.Tenant, heading+" · "+v.Event.Title, at), Heading: heading, Event: v.Event.Title, Back: v.link(s.at),
		When: s.w.Date(v.Event.StartsAt.In(s.zone)), What: string(v.What), Paper: string(v.Paper),
	}
	m.Sheet, m.Unlisted = "print.css", true
	if s.shown != nil {
		m.Round = s.roundName(*s.shown)
	}
	for _, what := range Prints() {
		if v.offers(what) {
			m.Kinds = append(m.Kinds, choice{Name: s.text("print." + string(what)), Address: v.link(s.printAddress(what, v.Paper)), Current: what == v.What})
		}
	}
	for _, paper := range []Paper{A4, A5} {
		m.Papers = append(m.Papers, choice{Name: strings.ToUpper(string(paper)), Address: v.link(s.printAddress(v.What, paper)), Current: paper == v.Paper})
	}
	var err error
	printed := 0
	if m.Code, m.CodeSize, err = qrPath(v.Public + s.at.path); err != nil {
		return err
	}
	switch v.What {
	case PrintSeats:
		var names []wallName
		if s.shown != nil {
			names = s.seatsByName(*s.shown)
		}
		m.Seats, printed = s.seatLists(names, namesInColumn[v.Paper]), len(names)
	case PrintSheets:
		if m.Sheets, err = s.sheets(v); err != nil {
			return err
		}
		printed = len(m.Sheets)
	case PrintStandings:
		if st := s.standings(); !st.Empty {
			m.Standings, printed = st, len(st.Rows)
		}
	case PrintPoster:
		if m.Poster = p.poster(s, v); m.Poster != nil {
			printed = 1
		}
	case PrintCheckIn:
		m.CheckIn, printed = checkInLists(s.w, v.Entries)
	case PrintCertificates:
		m.Certificates = s.certificates()
		printed = len(m.Certificates)
	case PrintCodes:
		slips, err := claimSlips(s.w, v)
		if err != nil {
			return err
		}
		if len(slips) == 0 {
			m.MakeCodes = v.link(at)
		} else {
			m.Papers = nil // codes are shown once: on paper of another size there would be none
		}
		m.Claims, printed = slices.Collect(slices.Chunk(slips, cardsOnPage[v.Paper])), len(slips)
	case PrintNames:
		cards := nameCards(s.w, v.Entries)
		m.Cards, printed = slices.Collect(slices.Chunk(cards, cardsOnPage[v.Paper])), len(cards)
	}
	m.Lead = s.text("print.nothing-" + string(v.What))
	if printed > 0 {
		m.Lead = s.text("print.lead-"+string(v.What), "count", printed)
	}
	return p.render(out, m.Lang, "print", m)
}

// printHere chooses the print for a reader who comes from the page of the event: the poster before anything is drawn,
// the seats of a round that is being played, the standings once it is over.
func (s *eventPage) printHere() Print {
	switch {
	case s.shown == nil:
		return PrintPoster
	case s.Event.State == openapi.EventStateRunning:
		return PrintSeats
	}
	return PrintStandings
}

// printAddress is the address of a page to print. A round that is not the latest stays chosen.
func (s *eventPage) printAddress(what Print, paper Paper) address {
	at := s.at.below(PrintPath + string(what))
	if s.shown != s.latest {
		at = at.round(s.shown.Number)
	}
	if paper != A4 {
		at = at.with("paper", string(paper))
	}
	return at
}

// seatsByName list at which table everybody sits in a round, by name.
func (s *eventPage) seatsByName(round openapi.Round) (names []wallName) {
	for _, table := range round.Tables {
		for _, seat := range table.Seats {
			names = append(names, wallName{Name: seat.Player.Name, Table: table.Number})
		}
	}
	words.Sort(s.w, names, func(n wallName) string { return n.Name })
	return names
}

// seatLists are the pages on which names fit, the names running down each column.
func (s *eventPage) seatLists(names []wallName, inColumn int) (lists []seatList) {
	for part := range slices.Chunk(names, columnsOfNames*inColumn) {
		one := seatList{Columns: slices.Collect(slices.Chunk(part, inColumn))}
		if len(part) < len(names) {
			one.Part = s.text("screen.names", "first", part[0].Name, "last", part[len(part)-1].Name)
		}
		lists = append(lists, one)
	}
	return lists
}

// sheets are the score sheets of the shown round: one for each table, with the boxes of the form in
// which its result is entered.
func (s *eventPage) sheets(v Printed) (out []sheet, err error) {
	if s.shown == nil {
		return nil, nil
	}
	for _, table := range s.shown.Tables {
		one := sheet{Number: table.Number}
		for _, seat := range table.Seats {
			one.Seats = append(one.Seats, sheetSeat{Number: seat.Number, Name: seat.Player.Name})
		}
		if at := slices.IndexFunc(s.Form.Tables, func(f openapi.TableForm) bool { return f.Seats == len(table.Seats) }); at >= 0 {
			one.Columns, one.Choices = s.boxes(s.Form.Tables[at], one.Seats)
		}
		at := fmt.Sprintf("%s%s?round=%d#t%d", v.Public, s.at.path, s.shown.Number, table.Number)
		for _, code := range v.Codes {
			if code.Table == table.Number {
				at, one.Declares = code.Url, true
			}
		}
		if one.Code, one.CodeSize, err = qrPath(at); err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// boxes list the questions of a score sheet: of each seat, and once of the table.
func (s *eventPage) boxes(form openapi.TableForm, seats []sheetSeat) (columns []string, choices []sheetChoice) {
	for _, question := range seatQuestions(s.w, form) {
		columns = append(columns, question.label)
	}
	for _, question := range tableQuestions(s.w, form) {
		one := sheetChoice{Label: question.label}
		if question.players {
			for _, seat := range seats {
				one.Options = append(one.Options, seat.Name)
			}
		}
		for _, option := range question.options {
			one.Options = append(one.Options, option.Name)
		}
		choices = append(choices, one)
	}
	return columns, append(choices, sheetChoice{Label: s.text("print.remarks")})
}

// nameCards returns the cards of all entrants who are expected or present, by name.
func nameCards(w *words.Words, entries []openapi.Entry) (cards []nameCard) {
	for _, e := range entries {
		switch e.State {
		case openapi.EntryStateEntered, openapi.EntryStateCheckedIn, openapi.EntryStatePlaying:
			cards = append(cards, nameCard{Number: e.Number, Name: e.Player.Name, Club: e.Player.Club})
		}
	}
	words.Sort(w, cards, func(c nameCard) string { return c.Name })
	return cards
}

// claimSlips returns the slips of the new codes, by name.
func claimSlips(w *words.Words, v Printed) ([]claimSlip, error) {
	slips := make([]claimSlip, 0, len(v.Claims))
	for _, c := range v.Claims {
		where, _, _ := strings.Cut(c.Link, "?")
		slip := claimSlip{
			Name: c.Player.Name, Code: c.Code, Where: w.Text("print.codes-where", map[string]any{"address": where}),
			Until: w.Text("print.codes-until", map[string]any{"number": c.Number, "date": w.Date(c.ExpiresAt)}),
		}
		var err error
		if slip.Path, slip.Size, err = qrPath(c.Link); err != nil {
			return nil, err
		}
		slips = append(slips, slip)
	}
	words.Sort(w, slips, func(c claimSlip) string { return c.Name })
	return slips, nil
}
