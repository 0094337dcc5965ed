// Package words has the texts of the product in every language it speaks: the words of pages and console, and the
// sentences behind refusals and explanations. Only letters have their texts elsewhere, as whole templates beside the
// code that sends them.
//
// There is one catalog, one JSON file per language (en.json, it.json,
// bg.json), which the console reads too. A message is a text, or an object with
// one text for each plural form of the language and, under "by", the parameter
// that chooses the form:
//
//	"round.of": "Round {n} of {m}",
//	"count.tables": {"by": "count", "one": "{count} table", "other": "{count} tables"}
//
// A counted noun always stands inside its message, because languages inflect it
// by the number (Bulgarian has a count form of its own: "3 тура", not "турове").
// A placeholder may name how its value is written:
//
//	{figure, decimal}   an exact decimal "85.68" as the reader writes it: "85,68"
//	{entry, who}        a start number as the person's name, see [Words.Reason]
//	{tables, list}      several values "1, 4, 5" as the language lists them
//	{sizes, tally}      table sizes "4 4 3" as how many there are of each
//	{by, day}           a day "2010-02-14" with its weekday
//	{until, moment}     an instant of RFC 3339 with day, time and zone
//	{role, role}        any other word: the message "role." + value
//
// [For] gives the [Words] of a language; [Negotiate] chooses the language. Besides
// texts, Words write numbers, money, dates, times and lists, and order names.
// Nothing here is a float, and nothing depends on the machine's locale or zone.
//
// Keys are grouped by the part before the first dot. "reason.<code>" is the sentence of a stable reason code of the
// core and the API.
package words
