// Package seriesdesk keeps the series of a tenant: it sets them up, adds events and takes
// them out, imposes penalties and takes them back, and looks up who stands where and why.
package seriesdesk
