package serve

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/desk/playerdesk"
	"referto/internal/league/desk/rankingdesk"
	"referto/internal/league/leagueapi/rankingapi"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/internal/live"
	"referto/internal/publication"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

const (
	// rankingRows is the number of rows of a page of a ranking.
	rankingRows = 50
	// hallRows is the number of players of the hall beside a ranking, racers the number of players in the ranking's
	// chart.
	hallRows, racers = 5, 15
	// lastGains is the number of players who are listed with their gains at the last event.
	lastGains = 5
)

// rankings is the list of a tenant's rankings. It follows from many revisions.
func (s *site) rankings(v visit, body *bytes.Buffer) (string, error) {
	all, err := s.allRankings(v)
	if err != nil {
		return "", err
	}
	publication.Spare(v.echo.Response().Header().Set)
	err = s.pages.Rankings(body, pages.Rankings{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Rankings: all})
	return bodyTag(body), err
}

func (s *site) allRankings(v visit) ([]openapi.Ranking, error) {
	all, err := rankingdesk.At(s.api.desk).All(v.door)
	if err != nil {
		return nil, err
	}
	w := words.For(v.reader.Lang)
	return openapi.Each(all, func(r rankingdesk.Ranking) openapi.Ranking { return views.NewRankingView(r, w).Ranking() }), nil
}

func (s *site) ranking(v visit, body *bytes.Buffer) (string, error) {
	return s.rankingPart(v, body, false)
}

func (s *site) hall(v visit, body *bytes.Buffer) (string, error) { return s.rankingPart(v, body, true) }

// rankingPart serves a page of a ranking or its hall. The page of a ranking depends only on the ranking's revision;
// the hall also names events, which have revisions of their own.
func (s *site) rankingPart(v visit, body *bytes.Buffer, hall bool) (string, error) {
	ask, err := s.rankingAsk(v, hall)
	if err != nil {
		return "", err
	}
	room := rankingdesk.At(s.api.desk)
	r, err := room.Named(v.door, v.echo.Param("ranking"), ask.Club)
	if err != nil {
		return "", err
	}
	if ask.SinceLast {
		ask.Since, ask.SinceLast = r.BeforeLast, false
	}
	part, absent, err := s.rowsOf(v, r.ID, ask)
	if err != nil {
		return "", err
	}
	if ask.From > 0 && len(part.Rows) == 0 {
		return "", league.ErrNotFound // a page behind the last
	}
	view := views.NewRankingView(part.Ranking, words.For(v.reader.Lang))
	page := pages.Ranking{
		Reader: v.reader, Tenant: tenantapi.View(v.tenant), Ranking: view.Ranking(), Hall: hall, Part: view.Page(part.Page, wireDay(ask.AsOf)),
		From: max(0, part.First-1), Size: rankingRows, Find: sought(v.echo.QueryParam("q")), Around: part.Around, Absent: absent,
	}
	if absent {
		page.Around = ask.Around
	}
	page.Categories, page.Only = openapi.Each(r.Categories, views.Category), only(ask, r)
	page.First, page.Race, page.Last = view.Page(part.Hall, openapi_types.Date{}), openapi.Each(part.Ways, view.Career), openapi.Each(part.Last, view.Career)
	set := v.echo.Response().Header().Set
	switch {
	case page.Find != "": // a search result is cached for no other reader
	case hall, ask.Club != nil, ask.Category != "":
		publication.Spare(set)
		err = s.pages.Ranking(body, page)
		return bodyTag(body), err
	default:
		publication.Mark(set, live.Topic{Tenant: v.tenant.ID, Event: r.ID.UUID}, part.Revision)
	}
	return s.revisionTag(part.Revision, v), s.pages.Ranking(body, page)
}

// rowsOf finds the rows of a page, with everything beside them where the page shows it. Absent reports that the player
// in the middle was not in the list on the chosen day: the day may be chosen on the page around a player who came
// later, or was in the other list. The rows are then the first ones.
func (s *site) rowsOf(v visit, id league.RankingID, ask rankingdesk.Ask) (part rankingdesk.First, absent bool, err error) {
	room := rankingdesk.At(s.api.desk)
	if !ask.Hall && ask.AsOf == "" && ask.Words == nil && ask.Club == nil && ask.Category == "" {
		part, err = room.First(v.door, id, ask, rankingdesk.Beside{Hall: hallRows, Ways: racers, Last: lastGains})
		return part, false, err
	}
	part.Page, err = room.Page(v.door, id, ask)
	if absent = ask.AsOf != "" && ask.Around != nil && notListed(err); absent {
		ask.Around = nil
		part.Page, err = room.Page(v.door, id, ask)
	}
	return part, absent, err
}

// notListed reports whether a player is not in the list that was asked for.
func notListed(err error) bool {
	return errors.Is(err, rankingdesk.ErrNotInRanking) || errors.Is(err, rankingdesk.ErrNotInHall) || errors.Is(err, rankingdesk.ErrLeft)
}

// rankingAsk reads the selection from the address. An impossible selection gets 404.
func (s *site) rankingAsk(v visit, hall bool) (rankingdesk.Ask, error) {
	q := v.echo.QueryParam
	ask := rankingdesk.Ask{Hall: hall, Limit: rankingRows, SinceLast: q("asOf") == ""}
	ways := 0
	for _, name := range []string{"page", "around", "q"} {
		if q(name) != "" {
			ways++
		}
	}
	if ways > 1 {
		return ask, rankingapi.ErrBoth
	}
	if text := q("asOf"); text != "" {
		day, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return ask, league.ErrNotFound
		}
		if ask.AsOf = rules.DayOf(day); ask.AsOf > rules.DayOf(s.now().Add(24*time.Hour)) { // it is tomorrow somewhere
			return ask, rankingapi.ErrDay
		}
	}
	if text := q("page"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 1_000_000 || strconv.Itoa(n) != text {
			return ask, league.ErrNotFound
		}
		ask.From = (n-1)*rankingRows + 1
	}
	if text := q("around"); text != "" {
		id, err := uuid.Parse(text)
		if err != nil || id.String() != text {
			return ask, league.ErrNotFound
		}
		ask.Around = &league.PlayerID{UUID: id}
	}
	ask.Today, ask.Category = rules.DayOf(s.now().UTC()), q("category")
	if text := q("club"); text != "" {
		id, err := uuid.Parse(text)
		if err != nil || id.String() != text {
			return ask, league.ErrNotFound
		}
		ask.Club = &league.ClubID{UUID: id}
	}
	if text := sought(q("q")); text != "" {
		if ask.Club != nil || ask.Category != "" {
			return ask, rankingapi.ErrBoth
		}
		ask.Words = []string{} // no name matches
		if folded := words.Fold(text); utf8.RuneCountInString(folded) > 1 {
			ask.Words = append(ask.Words, strings.Fields(folded)...)
		}
	}
	return ask, nil
}

// sought returns the searched name from the address: only the characters that a name may consist of.
func sought(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Letter, unicode.Mark, unicode.Digit) || strings.ContainsRune(" '’-", r) {
			return r
		}
		return -1
	}, text))
}

// only returns the club and category that the page is restricted to, with their names.
func only(ask rankingdesk.Ask, r rankingdesk.Named) pages.Only {
	out := pages.Only{Category: ask.Category}
	if r.Club != nil {
		out.Club, out.ClubName = r.Club.ID, r.Club.Name
	}
	for _, c := range r.Categories {
		if c.Key == ask.Category {
			out.CategoryTitle = c.Title
		}
	}
	return out
}

// wireDay is a day of the API; the zero one for none.
func wireDay(day rules.Day) openapi_types.Date {
	if day == "" {
		return openapi_types.Date{}
	}
	return views.Date(day.Midnight())
}

// player is the page of a player, under the address of any record of theirs. It follows from the
// revisions of many events.
func (s *site) player(v visit, body *bytes.Buffer) (string, error) {
	id, err := uuid.Parse(v.echo.Param("player"))
	if err != nil {
		return "", league.ErrNotFound
	}
	player := league.PlayerID{UUID: id}
	var against *league.PlayerID
	if text := v.echo.QueryParam("against"); text != "" {
		other, err := uuid.Parse(text)
		if err != nil {
			return "", league.ErrNotFound
		}
		against = &league.PlayerID{UUID: other}
	}
	life, err := playerdesk.At(s.api.desk).Life(v.door, player, against, playerdesk.Reading{Now: s.now()})
	if err != nil {
		return "", err
	}
	page := pages.Player{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Biography: views.Biography(words.For(v.reader.Lang), life), All: v.echo.QueryParam("results") == "all", Erased: life.Player.ErasedAt != nil}
	if life.Player.ClubID != nil {
		page.Club = *life.Player.ClubID
	}
	room := rankingdesk.At(s.api.desk)
	all, err := room.All(v.door)
	if err != nil {
		return "", err
	}
	for _, r := range all {
		career, err := room.CareerOf(v.door, r.ID, life.Player.ID)
		if err != nil {
			return "", err
		}
		if career.Row == nil {
			continue
		}
		view := views.NewRankingView(career.Ranking, words.For(v.reader.Lang))
		page.Careers = append(page.Careers, pages.Career{Ranking: view.Ranking(), Career: view.Career(career), Players: career.Players})
	}
	if page.Series, err = s.seriesOf(v, life.Player.ID); err != nil {
		return "", err
	}
	publication.Spare(v.echo.Response().Header().Set)
	err = s.pages.Player(body, page)
	return bodyTag(body), err
}
