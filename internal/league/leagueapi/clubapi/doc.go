// Package clubapi answers operations on the clubs for which players play, on their members, and on year
// categories.
package clubapi
