// Package refunds decides about claims of travel refunds (CN09 1.9): what may be claimed and
// until when, which expenses and receipts a claim takes, what it lacks to be handed in, who
// may decide about it and how much is approved, and which claims a list of payments may
// hold. Nobody decides on a claim of their own, or pays one that they approved.
//
// Everything is a function of plain values over a [register.Season]; what cannot be is
// refused with the paragraph. Amounts are cents.
package refunds
