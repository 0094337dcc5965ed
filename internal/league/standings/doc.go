// Package standings orders the entrants of an event by their games.
package standings
