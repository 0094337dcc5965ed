// Package seating makes the tables of a round.
package seating
