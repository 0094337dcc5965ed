// Package moneyapi answers operations on refunds, lists of payments, prizes and mail addresses.
package moneyapi
