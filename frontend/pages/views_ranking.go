package pages

import "referto/openapi"

// Rankings is the page that lists the rankings of a tenant.
type Rankings struct {
	Reader
	Tenant   openapi.Tenant
	Rankings []openapi.Ranking
}

// Ranking is a part of a ranking, or of its hall: a page, the rows around a player, or the players of a name.
type Ranking struct {
	Reader
	Tenant  openapi.Tenant
	Ranking openapi.Ranking
	// Hall: it is the hall that is shown.
	Hall bool
	Part openapi.RankingStandings
	// From is the position of the first row, from 0, on pages of Size rows.
	From, Size int
	// Only restricts the players shown, Categories are the alternatives for the reader: the year categories of the
	// tenant.
	Only       Only
	Categories []openapi.Category
	// Find is the name that was looked for; "" where the rows follow one another.
	Find string
	// Around is the player in the middle; nil for none.
	Around *openapi.PlayerID
	// Absent: that player was not in the list on the day shown, which is shown from its beginning.
	Absent bool
	// First are the first of the hall, which stand beside the ranking.
	First openapi.RankingStandings
	// Race holds the careers of the leaders and of the first of the hall; nil leaves out the chart.
	Race []openapi.Career
	// Last are the players who gained the most at the last event, each with that event alone.
	Last []openapi.Career
}

// Only restricts a ranking to the players of a club, of a year category, or of both; the zero value means all.
type Only struct {
	Club                              openapi.ClubID
	ClubName, Category, CategoryTitle string
}

// Player is the page of one player: the way in each ranking, results, records, opponents.
type Player struct {
	Reader
	Tenant    openapi.Tenant
	Biography openapi.Biography
	// Careers are those in the rankings in which the player has something.
	Careers []Career
	// Series are those in which the player stands, the latest first.
	Series []SeriesRank
	// Club is the club in which the player is; the zero id for none.
	Club openapi.ClubID
	// Erased: the person was erased, and has a neutral name.
	Erased bool
	// All: every result is shown, not only the latest.
	All bool
}

// Career shows one player in one ranking.
type Career struct {
	Ranking openapi.Ranking
	Career  openapi.Career
	// Players counts those in the ranking, or in the hall where the player is
	// there.
	Players int
}
