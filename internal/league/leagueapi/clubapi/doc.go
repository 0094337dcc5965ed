// Package clubapi answers operations on the clubs for which players play, on who is in them, and on year
// categories.
package clubapi
