// Package people decides which account belongs to which record of a register. An account has at
// most one record in a tenant, a record at most one account, and the two are linked by an explicit
// act only: a link in a mail to the record's address ([CheckMail]), a code that was printed for the
// record ([CheckCode]), or a request that the staff confirms ([MayConfirm]). Nobody is linked
// because of their name.
//
// If two people ask for one record, one of them is confirmed and the other notified
// ([Standing.Settle]). While another person asks for it, neither mail nor code is enough
// ([Standing.MayLink]).
//
// Two records of one person are merged by a fact that makes one an alias of the other
// ([Pair.MayMerge]), and parted by another fact ([Part]). Similar records are shown ([Likeness]),
// but never merged because of it. Two similar records can be declared to be two people
// ([Namesakes]): they are neither shown nor merged until that is revoked.
//
// Everything is a function of plain values and of a moment passed in. Who may decide, and what is
// stored, is up to the callers.
package people
