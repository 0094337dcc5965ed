package eventfile

import (
	"strconv"
	"strings"

	"referto/internal/league"
)

// book is a workbook independent of its form: sheets of rows of cells.
type book []sheet

type sheet struct {
	name    string
	columns []string
	rows    []row
}

type row struct {
	line  int // the spreadsheet's line number, the header is 1
	cells []cell
}

// cell is the content of a cell. A number is written with a point; a text is kept as typed.
type cell struct {
	text   string
	number bool
}

func text(s string) cell { return cell{text: s} }

func number(n int) cell { return cell{text: strconv.Itoa(n), number: true} }

func entryCell(e league.Entry) cell { return number(int(e)) }

// count returns a cell with a number, empty for 0.
func count(n int) cell {
	if n == 0 {
		return cell{}
	}
	return number(n)
}

func yesIf(b bool) cell {
	if b {
		return text("yes")
	}
	return cell{}
}

// The sheets of a workbook, in their order.
const (
	sheetEvent       = "Event"
	sheetEntries     = "Entries"
	sheetDraws       = "Draws"
	sheetRounds      = "Rounds"
	sheetTables      = "Tables"
	sheetResults     = "Results"
	sheetSanctions   = "Sanctions"
	sheetWithdrawals = "Withdrawals"
	sheetAbsences    = "Absences"
	sheetArrivals    = "Arrivals"
	sheetApart       = "Apart"
	sheetReports     = "Reports"
)

// The columns, which mean the same on every sheet.
const (
	colField          = "Field"
	colValue          = "Value"
	colNumber         = "Number"
	colName           = "Name"
	colClub           = "Club"
	colState          = "State"
	colLot            = "Lot"
	colPlace          = "Place"
	colPrevious       = "Previous"
	colRound          = "Round"
	colPosition       = "Position"
	colEntry          = "Entry"
	colOther          = "Other"
	colAfterDraw      = "After draw"
	colFrom           = "From"
	colUntil          = "Until"
	colKind           = "Kind"
	colClosed         = "Closed"
	colTable          = "Table"
	colEnded          = "Ended"
	colDeclaredBy     = "Declared by"
	colWonAtOnce      = "Won at once"
	colVoid           = "Void"
	colOthersScored   = "Others scored"
	colSeat           = "Seat"
	colVP             = "VP"
	colLeft           = "Left"
	colObjective      = "Objective"
	colPoints         = "Points"
	colScoredAnew     = "Void for"
	colAtFault        = "At fault"
	colDuring         = "During"
	colReason         = "Reason"
	colConfirmed      = "Confirmed"
	colConfirmedRound = "Confirmed round"
	colConfirmedThen  = "Confirmed during"
	colAfterEnd       = "After end"
	colQualified      = "Qualified"
	colUnexcused      = "Unexcused"
	colMinutes        = "Minutes"
	colRank           = "Rank"
	colReceived       = "Received"
	colSent           = "Sent"
	colDigest         = "Digest"
	colNotes          = "Notes"
)

// figurePrefix begins the names of the columns of recorded figures.
const figurePrefix = "Figure: "

// layout are the columns of each sheet. Those that are not required may be left
// out.
var layout = []struct {
	sheet    string
	required []string
	optional []string
}{
	{sheetEvent, []string{colField, colValue}, nil},
	{sheetEntries, []string{colNumber, colName}, []string{colClub, colState, colLot, colPlace, colPrevious, colRank}},
	{sheetDraws, []string{colRound, colPosition, colEntry}, nil},
	{sheetRounds, []string{colRound, colKind}, []string{colClosed}},
	{sheetTables, []string{colRound, colTable}, []string{colEnded, colDeclaredBy, colWonAtOnce, colVoid, colOthersScored}},
	{sheetResults, []string{colRound, colTable, colSeat, colEntry}, []string{colVP, colLeft, colObjective, colPoints, colScoredAnew, colAtFault}},
	{sheetSanctions, []string{colEntry, colKind, colRound, colReason}, []string{colDuring, colPoints, colConfirmed, colConfirmedRound, colConfirmedThen, colAfterEnd}},
	{sheetWithdrawals, []string{colEntry, colRound}, []string{colDuring, colReason, colQualified, colUnexcused}},
	{sheetAbsences, []string{colEntry, colRound}, []string{colAfterDraw}},
	{sheetArrivals, []string{colEntry, colRound, colMinutes}, []string{colAfterDraw}},
	{sheetApart, []string{colEntry, colOther}, []string{colFrom, colUntil}},
	{sheetReports, []string{colReceived, colSent, colDigest}, []string{colNotes}},
}

// The fields of the sheet of the event.
const (
	fieldFormat    = "Format"
	fieldLanguage  = "Language"
	fieldTitle     = "Title"
	fieldKind      = "Kind"
	fieldDate      = "Date"
	fieldTime      = "Time"
	fieldZone      = "Time zone"
	fieldVenue     = "Venue"
	fieldAddress   = "Address"
	fieldCity      = "City"
	fieldFee       = "Fee"
	fieldCurrency  = "Currency"
	fieldCapacity  = "Capacity"
	fieldTimeLimit = "Time limit"
	fieldNotes     = "Notes"
	fieldRuleset   = "Ruleset"
	fieldVersion   = "Ruleset version"
	fieldDigest    = "Ruleset digest"
	fieldVariant   = "Variant"
	fieldTarget    = "Winning score"
	fieldFormula   = "Formula"
	fieldPairing   = "Pairing"
	fieldRounds    = "Agreed rounds"
	fieldSemifinal = "Agreed semifinal"
	fieldFinal     = "Agreed final"
	fieldAdvance   = "Agreed advancing"
	fieldLatitude  = "Latitude"
	fieldLongitude = "Longitude"
	fieldElsewhere = "Played elsewhere"
	fieldReading   = "Reading "
)

var fields = []string{
	fieldFormat, fieldLanguage, fieldTitle, fieldKind, fieldDate, fieldTime, fieldZone, fieldVenue, fieldAddress, fieldCity, fieldLatitude, fieldLongitude, fieldFee,
	fieldCurrency, fieldCapacity, fieldTimeLimit, fieldNotes, fieldRuleset, fieldVersion, fieldDigest, fieldVariant, fieldTarget, fieldFormula,
	fieldPairing, fieldRounds, fieldSemifinal, fieldFinal, fieldAdvance, fieldElsewhere,
}

// columnsOf returns all columns of a sheet, in the order in which they are written.
func columnsOf(name string) []string {
	for _, l := range layout {
		if l.sheet == name {
			return append(append([]string{}, l.required...), l.optional...)
		}
	}
	return nil
}

// sheetNamed returns the standard spelling of a sheet's name; "" for an unknown sheet.
func sheetNamed(name string) string {
	for _, l := range layout {
		if strings.EqualFold(l.sheet, strings.TrimSpace(name)) {
			return l.sheet
		}
	}
	return ""
}
