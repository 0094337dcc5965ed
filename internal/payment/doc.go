// Package payment writes orders to a bank: many credit transfers in euro from one
// account, as the XML that banks read (ISO 20022 pain.001.001.09, by the rules of the
// European Payments Council for SEPA credit transfers) and as CSV for people.
//
// An [Order] holds all contents of its documents, including the time it was made: the same order gives the same
// bytes, however often and wherever it is written. Amounts are whole cents throughout. Names and texts are converted
// to the letters that all banks of the area accept ([Latin]); account numbers are checked by their country's form and
// check digits ([CheckIBAN]).
package payment
