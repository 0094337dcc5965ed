// Package historydesk brings in the past of a federation as tables: it checks them, stores them in steps, and
// takes everything back that one of them has brought in, as long as nothing else rests on it. The check and the
// beginning of storing are one function, so that exactly what the check has announced is stored.
//
// A step is a transaction that continues where the last one ended; the row of the table stores that position.
// Work that is interrupted continues with the next step, with the same people.
package historydesk
