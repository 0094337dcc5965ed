package rankingdesk

import (
	"referto/internal/league"
	"referto/internal/league/ladder"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// places looks up positions in a ranking and its hall: in memory, or in the database while the memory is being
// loaded, with the same answers.
type places interface {
	players(hall bool) (int, error)
	// page lists players from a position on, as [ladder.Snapshot.Page] does.
	page(hall bool, from, n int) ([]ladder.Place, error)
	find(key string, player league.PlayerID) (position int, found bool, err error)
	rank(key string) (int, error)
}

// inMemory answers from a snapshot.
type inMemory struct{ *ladder.Snapshot }

func (m inMemory) players(hall bool) (int, error) { return m.Players(hall), nil }

func (m inMemory) page(hall bool, from, n int) ([]ladder.Place, error) {
	return m.Page(hall, from, n), nil
}

func (m inMemory) find(key string, player league.PlayerID) (int, bool, error) {
	position, found := m.Find(key, player)
	return position, found, nil
}

func (m inMemory) rank(key string) (int, error) { return m.Rank(key), nil }

// inDatabase answers from the stored careers, counting those before.
type inDatabase struct {
	door tenantdb.Door
	id   league.RankingID
}

func (s inDatabase) players(hall bool) (n int, err error) {
	b := &tenantdb.Batch{}
	leaguedb.CountPlayers(b, &n, s.id, hall)
	err = s.door.Send(b)
	return n, err
}

func (s inDatabase) page(hall bool, from, n int) ([]ladder.Place, error) {
	if from < 0 {
		from, n = 0, n+from
	}
	if n <= 0 {
		return nil, nil
	}
	var rows []leaguedb.PlayerKey
	b := &tenantdb.Batch{}
	leaguedb.LoadPlaces(b, &rows, s.id, hall, from, n)
	if err := s.door.Send(b); err != nil || len(rows) == 0 {
		return nil, err
	}
	first, err := s.rank(string(rows[0].Key))
	if err != nil {
		return nil, err
	}
	list := make([]ladder.Place, len(rows))
	for i, row := range rows {
		list[i] = ladder.Place{Position: from + i, Rank: from + i + 1, Player: row.PlayerID, Key: string(row.Key)}
		switch {
		case i == 0:
			list[i].Rank = first
		case list[i].Key == list[i-1].Key:
			list[i].Rank = list[i-1].Rank
		}
	}
	return list, nil
}

func (s inDatabase) find(key string, player league.PlayerID) (position int, found bool, err error) {
	var now []leaguedb.PlayerKey
	b := &tenantdb.Batch{}
	leaguedb.CountBefore(b, &position, s.id, key, player)
	leaguedb.LoadKeysOf(b, &now, s.id, []league.PlayerID{player})
	err = s.door.Send(b)
	return position, len(now) > 0 && string(now[0].Key) == key, err
}

func (s inDatabase) rank(key string) (int, error) {
	better := 0
	b := &tenantdb.Batch{}
	leaguedb.CountBetter(b, &better, s.id, ladder.InHall(key), key)
	err := s.door.Send(b)
	return better + 1, err
}
