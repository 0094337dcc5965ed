package tenantcopydb

import (
	"time"

	"github.com/google/uuid"
)

// Format is the version of archives that this program writes.
const Format = 1

// Manifest lists the content of an archive.
type Manifest struct {
	Format  int       `json:"format"`
	Release string    `json:"release"` // of the program that wrote it
	Schema  int64     `json:"schema"`  // number of the last migration that the database had
	TakenAt time.Time `json:"takenAt"`
	Tenant  Tenant    `json:"tenant"`
	Tables  []Part    `json:"tables"` // in alphabetical order
	Files   []Part    `json:"files"`  // likewise
	// SealingKeys are the names of the keys under which bank data and receipts are encrypted; without the keys they
	// cannot be read.
	SealingKeys []string          `json:"sealingKeys"`
	LeftOut     map[string]string `json:"leftOut"` // tables, and why
}

// Tenant names the tenant of an archive.
type Tenant struct {
	ID   uuid.UUID `json:"id"`
	Slug string    `json:"slug"`
	Name string    `json:"name"`
}

// Part is a table or a file in the archive.
type Part struct {
	Name   string `json:"name"` // of its entry in the archive
	Rows   int64  `json:"rows,omitempty"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// LeftOut are the tables of tenants that are not carried, and why.
var LeftOut = map[string]string{
	"league.audit_seals":     "seals are over rows as they stand in this installation, where an account may have another id; the audit itself is carried, and sealed where it comes to",
	"league.audit_digests":   "the same",
	"league.idempotency":     "answers to requests of the last three days, to be given again by the installation that gave them",
	"league.tenant_archives": "archives like this one that the installation keeps for some days",
	"league.file_searches":   "when this installation last looked for files that no row names",
}

// Rows is the number of rows of all tables.
func (m Manifest) Rows() (n int64) {
	for _, t := range m.Tables {
		n += t.Rows
	}
	return n
}

// Names of the parts of an archive.
const (
	manifestName = "manifest.json"
	tableFolder  = "tables/"
	tableEnd     = ".ndjson"
	fileFolder   = "files/"
)
