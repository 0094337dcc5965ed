// Package jobs does what takes longer than an answer may: it reads long files of events, and
// makes and deletes the pictures of photos. A job is inserted in the transaction that asks
// for it, holds ids only, and may be done again.
package jobs
