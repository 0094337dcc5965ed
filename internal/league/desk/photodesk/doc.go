// Package photodesk keeps the photos of an event: what was sent, what became of it, and
// who removed it (CN09 1.11); and finds stored files, photos and receipts, that nothing
// refers to any more.
package photodesk
