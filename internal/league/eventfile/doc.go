// Package eventfile writes a whole event into a file and reads it back: its
// announcement, entries, tables, results, sanctions and leavings. An event played on paper comes in by it, an event
// played here goes out. Of an event that was played elsewhere the order is known in
// which it ended, and no game.
//
// A [Document] is the event. It has two forms with the same content:
//
//   - JSON, "referto-event/1", read by [Decode] and written by [Encode];
//   - a workbook of sheets, one row for one fact, as XLSX or as a zip archive of
//     one CSV file for each sheet. The columns of its results are those figures
//     that the ruleset has recorded.
//
// [Read] takes any of them. What it cannot read, and what [File.Check] finds
// wrong with what it has read, are [Fault] values that name the place: sheet,
// line, column and value of a workbook, the pointer of a document. A file is
// clean when there are none; nothing of any other is to be stored.
//
// Files are strangers' work. [Limits] bound bytes, unpacked bytes, parts, rows,
// columns and the length of a cell before anything is built from them; formulas,
// macros and links to other files are refused. Text that a spreadsheet would take
// for a formula is escaped on the way out and read back as it was.
//
// A file has one form: [Document.Normal] brings a document into it, and reading
// what was written gives the same document again.
//
// The package does no I/O, knows no database and no regulation by name.
package eventfile
