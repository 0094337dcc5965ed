// Package historyapi answers the operations by which the past of a federation is brought in as
// tables. Short tables are worked on at once, long ones by a job.
package historyapi
