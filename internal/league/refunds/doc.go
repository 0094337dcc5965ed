// Package refunds decides about claims for travel refunds (CN09 1.9): who may claim and until when,
// which expenses and receipts a claim may have, what it needs for its submission, who may decide
// about it, how much is approved, and which claims a payment list may contain. Nobody decides on a
// claim of their own, or pays one that they approved.
//
// Everything is a function of plain values over a [register.Season]; refusals cite the paragraph.
// Amounts are cents.
package refunds
