// Package photodesk receives, keeps and removes the photos of an event (CN09 1.11); and finds stored files, photos and receipts, that nothing
// refers to any more.
package photodesk
