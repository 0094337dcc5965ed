package rankingdesk

import (
	"fmt"
	"strings"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// The ways in which a ranking can be read, with the same answers.
const (
	InMemory   = "in memory"
	InDatabase = "in the database"
	Derived    = "derived"
)

// Listed writes both lists of a ranking as read in one of the ways: rank, player and figures.
func (d Desk) Listed(door tenantdb.Door, id league.RankingID, day rules.Day, way string) (text string, err error) {
	write := func(r *reading, gathered map[league.PlayerID]desk.Gathered) error {
		var out strings.Builder
		for _, hall := range []bool{false, true} {
			n, err := r.players(hall)
			if err != nil {
				return err
			}
			places, err := r.page(hall, -1, 1001)
			if err != nil {
				return err
			}
			fmt.Fprintf(&out, "%d:", n)
			for i, p := range places {
				position, found, err := r.find(p.Key, p.Player)
				rank, failed := r.rank(p.Key)
				if err != nil || failed != nil || position != i || p.Position != i || !found || rank != p.Rank {
					fmt.Fprintf(&out, " (found %t at %d, of rank %d: %v %v)", found, position, rank, err, failed)
				}
				fmt.Fprintf(&out, " %d %x %v %v", p.Rank, p.Player.UUID[12:], gathered[p.Player].Figures, gathered[p.Player].Penalty)
			}
			out.WriteString(" | ")
		}
		text = out.String()
		return nil
	}
	switch way {
	case Derived:
		r, err := d.derive(door, id, day)
		if err != nil {
			return "", err
		}
		return text, write(r, r.gathered)
	case InDatabase:
		found, err := d.Find(door, id)
		if err != nil {
			return "", err
		}
		r := &reading{places: inDatabase{door, id}, ranking: found, ladder: &desk.Ladder{Ranking: found.Ranking, Kept: found.Kept}}
		w := writing{now: r}
		return text, d.filled(door, &w, write)
	default:
		w := writing{}
		if err := d.ask(door, id, []rules.Day{day}, func(open []*reading, _ *tenantdb.Batch) error {
			w.now = open[0]
			return nil
		}); err != nil {
			return "", err
		}
		return text, d.filled(door, &w, write)
	}
}

// filled loads the careers of all listed players.
func (d Desk) filled(door tenantdb.Door, w *writing, write func(*reading, map[league.PlayerID]desk.Gathered) error) error {
	for _, hall := range []bool{false, true} {
		places, err := w.now.page(hall, 0, 1000)
		if err != nil {
			return err
		}
		w.lines = append(w.lines, lines(places, 0, 1000)...)
	}
	b := &tenantdb.Batch{}
	w.queue(b)
	if err := door.Send(b); err != nil {
		return err
	}
	careers, err := w.careers()
	if err != nil {
		return err
	}
	return write(w.now, careers)
}

// RankedBySQL lists the players of the ranking with the ranks that PostgreSQL gives them.
func RankedBySQL(door tenantdb.Door, id league.RankingID) (text string, err error) {
	b := &tenantdb.Batch{}
	tenantdb.Scalar(b, &text, `select coalesce(string_agg(r || ' ' || right(player_id::text, 8), ' ' order by key desc, player_id), '') from (
		select player_id, key, rank() over (order by key desc) as r from league.careers where ranking_id = $1 and key >= '\x01'::bytea) x`, id.UUID)
	err = door.Send(b)
	return text, err
}

// RankedInMemory is the same from memory.
func (d Desk) RankedInMemory(door tenantdb.Door, id league.RankingID) (string, error) {
	var texts []string
	err := d.ask(door, id, []rules.Day{""}, func(open []*reading, _ *tenantdb.Batch) error {
		texts = nil
		places, err := open[0].page(false, 0, 1000)
		for _, p := range places {
			texts = append(texts, fmt.Sprintf("%d %x", p.Rank, p.Player.UUID[12:]))
		}
		return err
	})
	return strings.Join(texts, " "), err
}
