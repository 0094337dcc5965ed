package eventfile

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// utf8Mark is the mark with which spreadsheets begin a text in UTF-8.
var utf8Mark = []byte("\xef\xbb\xbf")

// encodingOf returns the encoding of a text that is not UTF-8, as far as it can be recognized; ""
// for UTF-8.
func encodingOf(text []byte) string {
	switch {
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return "UTF-16"
	case !utf8.Valid(text):
		return "Windows-1252"
	}
	return ""
}

// endsInLetter reports whether a text in UTF-8 ends within a character because it was cut off. A
// text in another encoding may end in such a byte too, but it has no other UTF-8 character before
// it.
func endsInLetter(text []byte) bool {
	from := len(text) - 1
	for from > len(text)-utf8.UTFMax && from >= 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	if from < 0 || utf8.FullRune(text[from:]) {
		return false
	}
	before := text[:from]
	return utf8.Valid(before) && bytes.ContainsFunc(bytes.TrimPrefix(before, utf8Mark), func(r rune) bool { return r > unicode.MaxASCII && r != utf8.RuneError })
}

// clean returns a text in its stored form: with uniform line ends and without spaces around it.
func clean(text string) string { return strings.TrimSpace(lineEnds.Replace(text)) }

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// unprintable reports whether a text contains anything that no cell may: control characters other
// than tab and line break, or invalid bytes.
func unprintable(text string) bool {
	return !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\ufffe' || r == '\uffff'
	})
}

// formulaMarks are the characters that begin a formula in a spreadsheet, in both widths.
const formulaMarks = "=+-@\t\r\n＝＋－＠"

// EscapeFormula puts an apostrophe before a text that a spreadsheet would take for a formula;
// [unescapeFormula] removes it.
func EscapeFormula(text string) string {
	if calculates(text) {
		return "'" + text
	}
	return text
}

// figure matches a number as league.Frac is written, also a negative one.
var figure = regexp.MustCompile(`^-?[0-9]+([./][0-9]+)?$`)

// EscapeCell is [EscapeFormula] for texts that may be figures: a figure stays one, for programs
// that calculate. Evaluated, it gives only itself.
func EscapeCell(text string) string {
	if figure.MatchString(text) {
		return text
	}
	return EscapeFormula(text)
}

func unescapeFormula(text string) string {
	if strings.HasPrefix(text, "'") && calculates(text) {
		return text[1:]
	}
	return text
}

// calculates reports whether a text, apart from apostrophes before it, begins like a formula.
func calculates(text string) bool {
	rest := strings.TrimLeft(text, "'")
	first, _ := utf8.DecodeRuneInString(rest)
	return rest != "" && strings.ContainsRune(formulaMarks, first)
}
