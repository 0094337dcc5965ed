package pages

import (
	"strings"
	"time"

	"referto/openapi"
)

// MyStanding is the row of the signed-in person in one ranking, or in its hall.
type MyStanding struct {
	Ranking openapi.Ranking
	// Hall: the row is in the hall.
	Hall bool
	Row  openapi.RankingRow
	// Players counts those in the list of the row.
	Players int
}

// myStandingsModel is the section of the person's rows in rankings, with the form for a day.
type myStandingsModel struct {
	matters
	Action, Day string
	Keep        []param
	// Now leads back from the day; Updated names it.
	Now, Updated string
	Shown        bool
}

// standings is the section of the rankings that know the person. It is left out where none does, except on a chosen
// day, which can be changed.
func (v MyRecord) standings(at address) myStandingsModel {
	s := newRankingPage(v.Reader, v.Tenant)
	out := myStandingsModel{
		matters: matters{ID: "rankings", Title: s.text("mine.rankings")}, Action: at.path, Keep: v.choices(),
		Shown: len(v.Standings) > 0 || !v.AsOf.IsZero(),
	}
	if !v.AsOf.IsZero() {
		out.Day, out.Now = v.AsOf.Format(time.DateOnly), s.link(at)
		out.Updated, out.Empty = s.text("ranking.as-of", "day", s.w.PlainDate(v.AsOf.Time)), s.text("mine.no-ranking")
	}
	for _, one := range v.Standings {
		out.Items = append(out.Items, s.standing(one, out.Day))
	}
	return out
}

// standing describes a row: rank, points, and the distance to the cap.
func (s *rankingPage) standing(v MyStanding, day string) matter {
	at := rankingAddress(s.tenant, v.Ranking)
	if v.Hall {
		at = hallAddress(s.tenant, v.Ranking)
	}
	at = at.with("around", v.Row.Player.Id.String())
	if day != "" {
		at = at.with("asOf", day)
	}
	var parts []string
	if v.Hall {
		parts = append(parts, s.text("ranking.hall")+", "+s.text("player.place-in-hall", "rank", s.w.Number(v.Row.Rank)))
	} else {
		parts = append(parts, s.text("player.place", "rank", s.w.Number(v.Row.Rank), "players", s.w.Number(v.Players)))
	}
	if column := pointsColumn(v.Ranking); column >= 0 && column < len(v.Row.Figures) {
		parts = append(parts, s.text("mine.standing-points", "points", v.Row.Figures[column]))
	}
	if v.Ranking.Cap.Points > 0 && !v.Hall {
		parts = append(parts, s.text("player.to-go", "points", v.Row.Distance, "cap", v.Ranking.Cap.Points))
	}
	return matter{Title: v.Ranking.Title, Link: s.link(at), Lines: []matterLine{{Text: strings.Join(parts, " · "), Rule: s.cite(v.Ranking.Cap.Rule)}}}
}
