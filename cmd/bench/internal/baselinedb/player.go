package baselinedb

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Player is a player as the API shows them.
type Player struct {
	ID         uuid.UUID `json:"id"`
	Name       string    `json:"name"`
	Club       string    `json:"club,omitempty"`
	City       string    `json:"city,omitempty"`
	Email      string    `json:"email,omitempty"`
	HasAccount bool      `json:"hasAccount,omitempty"`
	Version    int       `json:"version"`
	CreatedAt  time.Time `json:"createdAt"`
}

// Player reads one player by tenant and id: one statement, no row-level security.
func (db *DB) Player(ctx context.Context, tenant, id uuid.UUID) (Player, error) {
	var p Player
	err := db.super.QueryRow(ctx, `select id, name, club, city, email, account_id is not null, version, created_at
		from league.players where tenant_id = $1 and id = $2`, tenant, id).
		Scan(&p.ID, &p.Name, &p.Club, &p.City, &p.Email, &p.HasAccount, &p.Version, &p.CreatedAt)
	if err != nil {
		return p, fmt.Errorf("player %s: %w", id, err)
	}
	return p, nil
}

// SomePlayers are the ids of a tenant's players, at most a number of them.
func SomePlayers(ctx context.Context, superuser string, tenant uuid.UUID, most int) ([]uuid.UUID, error) {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return nil, fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	rows, err := conn.Query(ctx, `select id from league.players where tenant_id = $1 order by md5(id::text) limit $2`, tenant, most)
	if err != nil {
		return nil, fmt.Errorf("baselinedb: players: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}
