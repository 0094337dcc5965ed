// Package bandesk decides about bans and exclusions that keep somebody from events: on the
// report of an expulsion or a leaving or without one, with appeal and revision; the entries
// of those concerned follow (BG 1.1.7, CN09 5.5).
package bandesk
