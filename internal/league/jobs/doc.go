// Package jobs does the work that takes longer than a request may: it reads long files of events, stores tables of
// the past, makes and deletes the pictures of photos, and makes copies of all data about a person. A job is inserted in the transaction that asks
// for it, holds ids only, and may be done again.
package jobs
