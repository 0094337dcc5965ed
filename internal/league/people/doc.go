// Package people rules on which account belongs to which record of a register. An account
// has at most one record in a tenant, a record at most one account, and the two are linked by
// an explicit act only: a link in a mail to the record's address ([CheckMail]), a code that
// was printed for the record ([CheckCode]), or a request that somebody of the staff confirms
// ([MayConfirm]). Nobody is linked because of their name.
//
// Two may ask for one record: one of them is confirmed, and the other notified
// ([Standing.Settle]). As long as somebody else asks for it, neither mail nor code
// decides ([Standing.MayLink]).
//
// Two records of one person are merged by a fact that makes one an alias of the other
// ([Pair.MayMerge]), and parted by another fact ([Part]). Which records are alike is shown
// ([Likeness]); nobody is merged because of it. Of two who look like one somebody may say that
// they are two people ([Namesakes]): they are neither shown nor merged until that is taken back.
//
// Everything is a function of plain values and of a moment that comes in. Who may decide,
// what a record is worth and what is stored are left to others.
package people
