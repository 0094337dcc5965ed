// Package photoapi answers operations on the photos of an event.
package photoapi
