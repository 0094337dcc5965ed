// Package historydesk brings in the past of a federation as tables: it checks them, stores them in
// steps, and takes back as a whole what one of them has brought, as long as nothing rests on it. A
// check and the beginning of storing are one function, so that what is stored is what the check has
// announced.
//
// A step is a transaction that goes on where the last one ended; the row of the table says where
// that is. Work that is cut off goes on with the next step, with the same people.
package historydesk
