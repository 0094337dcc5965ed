// Package playdesk records the play at the tables of a running event: rounds drawn, discarded, closed and
// reopened, results and their corrections, clocks, warnings, penalties, expulsions, withdrawals and rulings.
package playdesk
