// Package eventfile writes a whole event into a file and reads it back: its announcement, entries,
// tables, results, sanctions and withdrawals. It imports events played on paper and exports events
// played here. Of an event that was played elsewhere only the final order is known, and no game.
//
// A [Document] is the event. It has two forms with the same content:
//
//   - JSON, "referto-event/1", read by [Decode] and written by [Encode];
//   - a workbook of sheets, one row for one fact, as XLSX or as a zip archive of
//     one CSV file for each sheet. The columns of its results are those figures
//     that the ruleset has recorded.
//
// [Read] reads any of them. Unreadable parts, and the faults that [File.Check] finds, are [Fault]
// values that name the place: sheet, line, column and value of a workbook, the pointer of a
// document. A file without faults is clean; no other file may be stored.
//
// Files are not trusted. [Limits] bound bytes, unpacked bytes, parts, rows, columns and the length
// of a cell before anything is built from them; formulas, macros and links to other files are
// refused. Text that a spreadsheet would take for a formula is escaped on writing and unescaped on
// reading.
//
// A document has one normal form, made by [Document.Normal]. A written document is read back as the
// same document.
//
// The package does no I/O, knows no database and no regulation by name.
package eventfile
