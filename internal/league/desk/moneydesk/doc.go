// Package moneydesk handles everything that is paid and sent: travel refunds with their receipts, bank
// accounts, lists of payments for a bank, prizes and their shipment. Bank data are stored
// encrypted and erased when they are due.
package moneydesk
