// Package photoapi is a room of leagueapi.
package photoapi
