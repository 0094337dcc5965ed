// Package people rules on which account belongs to which record of a register. An account
// has at most one record in a tenant, a record at most one account, and the two are linked by
// an explicit act only: a link in a mail to the record's address ([CheckMail]), a code that
// was printed for the record ([CheckCode]), or a request that somebody of the staff confirms
// ([MayConfirm]). Nobody is linked because of his name.
//
// Two may ask for one record: one of them is confirmed, and the other told ([Settle]). As
// long as somebody else asks for it, neither mail nor code decides ([Standing.MayLink]).
//
// Everything is a function of plain values and of a moment that comes in. Who may decide,
// what a record is worth and what is stored are left to others.
package people
