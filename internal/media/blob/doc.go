// Package blob keeps files: a few bytes up to some megabytes each, whole, under a
// key, never changed.
//
// A [Store] is a folder ([NewFolder]), the default, or a bucket of anything that
// speaks the S3 protocol ([NewS3]); [Open] chooses by an address. Keys are our own
// words of lower-case letters, digits, dots and dashes between slashes: nothing that
// somebody else wrote becomes part of one, and one of another form is refused.
//
// What a store holds is not for everybody: whoever hands out a file decides first
// who may have it. A file is complete or not there. Who writes one and then fails to
// write down that it is there writes it again under the same key; otherwise whoever
// keeps the rows finds it by [Store.Below] and deletes it.
package blob
