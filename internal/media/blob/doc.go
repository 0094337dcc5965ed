// Package blob keeps files: a few bytes up to some megabytes each, whole, under a
// key, never changed.
//
// A [Store] is a folder ([NewFolder]), the default, or a bucket of anything that speaks the S3 protocol ([NewS3]);
// [Open] chooses by an address. Keys are our own words of lower-case letters, digits, dots and dashes between
// slashes: text from people never becomes part of one, and a key of another form is refused.
//
// The contents of a store are not public: the code that hands out a file decides first who may have it. A file is
// complete or not there. A caller who writes a file and then fails to record it writes it again under the same key;
// otherwise the owner of the rows finds it by [Store.Below] and deletes it.
package blob
