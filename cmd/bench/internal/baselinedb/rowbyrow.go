package baselinedb

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Seat is the end of one player's game.
type Seat struct {
	Entry int `json:"entry"`
	VP    int `json:"vp"`
}

// The rows of a program that saves standings as rows. Their tables are made by
// [Spread].
type (
	seatRow struct {
		TenantID    uuid.UUID `gorm:"primaryKey"`
		EventID     uuid.UUID `gorm:"primaryKey"`
		Round       int       `gorm:"primaryKey"`
		TableNumber int       `gorm:"primaryKey"`
		Entry       int       `gorm:"primaryKey"`
		VP          int
		Won         bool
	}
	standingRow struct {
		TenantID uuid.UUID `gorm:"primaryKey"`
		EventID  uuid.UUID `gorm:"primaryKey"`
		Entry    int       `gorm:"primaryKey"`
		Wins     int
		VP       int
		Rank     int
	}
	eventRow struct {
		TenantID uuid.UUID `gorm:"primaryKey"`
		ID       uuid.UUID `gorm:"primaryKey"`
		Revision int64
	}
	entryRow struct {
		TenantID uuid.UUID `gorm:"primaryKey"`
		EventID  uuid.UUID `gorm:"primaryKey"`
		Number   int       `gorm:"primaryKey"`
		State    string
	}
	auditRow struct {
		TenantID  uuid.UUID `gorm:"primaryKey"`
		ID        uuid.UUID `gorm:"primaryKey"`
		At        time.Time
		AccountID uuid.UUID
		Operation string
		EventID   uuid.UUID
		Subject   string
		After     json.RawMessage
		RequestID string
	}
	counterRow struct {
		TenantID uuid.UUID `gorm:"primaryKey"`
		Last     int64
	}
	logRow struct {
		TenantID uuid.UUID `gorm:"primaryKey"`
		Sequence int64     `gorm:"primaryKey"`
		At       time.Time
		Kind     string
		EventID  uuid.UUID
		Data     json.RawMessage
	}
	answerRow struct {
		TenantID    uuid.UUID `gorm:"primaryKey"`
		Principal   string    `gorm:"primaryKey"`
		Operation   string    `gorm:"primaryKey"`
		Key         string    `gorm:"primaryKey"`
		Fingerprint []byte
		Status      int
		Header      json.RawMessage
		Body        []byte
		CreatedAt   time.Time
	}
)

func (seatRow) TableName() string     { return "bench.seats" }
func (standingRow) TableName() string { return "bench.standings" }
func (eventRow) TableName() string    { return "league.events" }
func (entryRow) TableName() string    { return "league.entries" }
func (auditRow) TableName() string    { return "league.audit" }
func (counterRow) TableName() string  { return "league.log_counters" }
func (logRow) TableName() string      { return "league.log" }
func (answerRow) TableName() string   { return "league.idempotency" }

// RowByRow writes a result the way an ORM invites to: a transaction that saves
// each seat, each row of the standings and each record by itself. It returns the
// remembered answer.
func (db *DB) RowByRow(ctx context.Context, r Result, seats []Seat) ([]byte, error) {
	err := db.gorm.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec(`select set_config('app.tenant_id', ?, true)`, r.Tenant.String()).Error; err != nil {
			return err
		}
		var event eventRow
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Take(&event, "id = ?", r.Event).Error; err != nil {
			return err
		}
		for _, seat := range seats {
			row := seatRow{TenantID: r.Tenant, EventID: r.Event, Round: 1, TableNumber: r.Table, Entry: seat.Entry, VP: seat.VP, Won: seat.Entry == r.By}
			if err := tx.Save(&row).Error; err != nil {
				return err
			}
		}
		if err := saveStandings(tx, r.Stage); err != nil {
			return err
		}
		event.Revision++
		if err := tx.Model(&event).Update("revision", event.Revision).Error; err != nil {
			return err
		}
		return db.saveRecords(tx, r)
	})
	if err != nil {
		return nil, fmt.Errorf("row by row: %w", err)
	}
	return db.act.Body, nil
}

// saveStandings computes the standings from all seats and saves each row.
func saveStandings(tx *gorm.DB, s Stage) error {
	var entries []entryRow
	if err := tx.Find(&entries, "event_id = ?", s.Event).Error; err != nil {
		return err
	}
	var seats []seatRow
	if err := tx.Find(&seats, "event_id = ?", s.Event).Error; err != nil {
		return err
	}
	rows := make([]standingRow, len(entries))
	byEntry := make(map[int]*standingRow, len(entries))
	for i, e := range entries {
		rows[i] = standingRow{TenantID: s.Tenant, EventID: s.Event, Entry: e.Number}
		byEntry[e.Number] = &rows[i]
	}
	for _, seat := range seats {
		row := byEntry[seat.Entry]
		row.VP += seat.VP
		if seat.Won {
			row.Wins++
		}
	}
	slices.SortFunc(rows, func(a, b standingRow) int {
		return cmp.Or(cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.VP, a.VP), cmp.Compare(a.Entry, b.Entry))
	})
	for i := range rows {
		rows[i].Rank = i + 1
		if err := tx.Save(&rows[i]).Error; err != nil {
			return err
		}
	}
	return nil
}

// saveRecords saves audit record, fact and remembered answer.
func (db *DB) saveRecords(tx *gorm.DB, r Result) error {
	a := &db.act
	audit := auditRow{
		TenantID: r.Tenant, ID: uuid.Must(uuid.NewV7()), At: r.At, AccountID: r.Account, Operation: "RecordResult", EventID: r.Event,
		Subject: "round 1 table 1", After: a.After, RequestID: r.Key,
	}
	if err := tx.Create(&audit).Error; err != nil {
		return err
	}
	// The counter's row is there: Spread has made it.
	var counter counterRow
	if err := tx.Raw(`select tenant_id, last from league.log_counters for update`).Scan(&counter).Error; err != nil {
		return err
	}
	counter.Last++
	if err := tx.Model(&counter).Update("last", counter.Last).Error; err != nil {
		return err
	}
	fact := logRow{TenantID: r.Tenant, Sequence: counter.Last, At: r.At, Kind: "result.recorded", EventID: r.Event, Data: a.Data}
	if err := tx.Create(&fact).Error; err != nil {
		return err
	}
	answer := answerRow{
		TenantID: r.Tenant, Principal: a.Principal, Operation: "RecordResult", Key: r.Key, Fingerprint: a.Fingerprint, Status: 201,
		Header: a.Header, Body: a.Body, CreatedAt: r.At,
	}
	return tx.Create(&answer).Error
}
