// Package qualify says who goes on, who steps in, and who may not enter.
package qualify
