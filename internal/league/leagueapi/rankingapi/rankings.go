package rankingapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/rankingdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/internal/live"
	"referto/internal/oneline"
	"referto/internal/publication"
	"referto/openapi"
)

func (a API) room() rankingdesk.Desk { return rankingdesk.At(a.Desk) }

// ListRankings lists the rankings of the tenant.
func (a API) ListRankings(ctx context.Context, _ openapi.ListRankingsRequestObject) (openapi.ListRankingsResponseObject, error) {
	c := gate.From(ctx)
	all, err := a.room().All(c.Door())
	if err != nil {
		return nil, err
	}
	return openapi.ListRankings200JSONResponse{Items: openapi.Each(all, func(r rankingdesk.Ranking) openapi.Ranking {
		return views.NewRankingView(r, leagueapi.Words(c)).Ranking()
	})}, nil
}

// CreateRanking begins to keep a ranking.
func (a API) CreateRanking(ctx context.Context, r openapi.CreateRankingRequestObject) (openapi.CreateRankingResponseObject, error) {
	c := gate.From(ctx)
	title, err := oneline.Clean(r.Body.Title)
	if err != nil {
		return nil, err
	}
	made, err := a.room().CreateRanking(c.Tx(), leagueapi.Act(c), facts.Ranking{
		Slug: r.Body.Slug, Title: title, Counted: kinds(r.Body.Counted), National: kinds(r.Body.National), Games: games(r.Body.Games), FromDay: dayOf(r.Body.From), UntilDay: dayOf(r.Body.Until),
	}, planning.Choice{Ruleset: r.Body.Ruleset, Version: r.Body.RulesetVersion, Readings: r.Body.Readings})
	if err != nil {
		return nil, err
	}
	return openapi.CreateRanking201JSONResponse(views.NewRankingView(made, leagueapi.Words(c)).Ranking()), nil
}

func kinds(list []openapi.EventKind) []string {
	return openapi.Each(list, func(k openapi.EventKind) string { return string(k) })
}

func games(list []openapi.PlayedGame) []facts.PlayedGame {
	return openapi.Each(list, func(g openapi.PlayedGame) facts.PlayedGame {
		return facts.PlayedGame{Game: strings.TrimSpace(g.Game), Variant: g.Variant}
	})
}

func dayOf(d openapi_types.Date) rules.Day {
	if d.IsZero() {
		return ""
	}
	return rules.DayOf(d.Time)
}

// GetRanking answers with a ranking.
func (a API) GetRanking(ctx context.Context, r openapi.GetRankingRequestObject) (openapi.GetRankingResponseObject, error) {
	c := gate.From(ctx)
	found, err := a.room().Find(c.Door(), r.Ranking)
	if err != nil {
		return nil, err
	}
	return openapi.GetRanking200JSONResponse(views.NewRankingView(found, leagueapi.Words(c)).Ranking()), nil
}

// GetRankingStandings lists the players on their way to the cap.
func (a API) GetRankingStandings(ctx context.Context, r openapi.GetRankingStandingsRequestObject) (openapi.GetRankingStandingsResponseObject, error) {
	p := r.Params
	q := asked{false, p.AsOf, p.Since, p.SinceLast, p.From, p.Around, p.Name, p.Club, p.Category, p.Limit, p.Cursor}
	if p.Format != openapi.GetRankingStandingsParamsFormatCsv && q.writable() {
		return a.writtenPage(gate.From(ctx), r.Ranking, q)
	}
	page, of, err := a.page(gate.From(ctx), r.Ranking, q)
	if err != nil || p.Format != openapi.GetRankingStandingsParamsFormatCsv {
		return openapi.GetRankingStandings200JSONResponse(page), err
	}
	table, err := of.CSV(page)
	return openapi.GetRankingStandings200TextcsvResponse{Body: bytes.NewReader(table), ContentLength: int64(len(table))}, err
}

// GetRankingHall lists the players who have reached the hall.
func (a API) GetRankingHall(ctx context.Context, r openapi.GetRankingHallRequestObject) (openapi.GetRankingHallResponseObject, error) {
	p := r.Params
	page, of, err := a.page(gate.From(ctx), r.Ranking, asked{true, p.AsOf, p.Since, p.SinceLast, p.From, p.Around, p.Name, p.Club, p.Category, p.Limit, p.Cursor})
	if err != nil || p.Format != openapi.GetRankingHallParamsFormatCsv {
		return openapi.GetRankingHall200JSONResponse(page), err
	}
	table, err := of.CSV(page)
	return openapi.GetRankingHall200TextcsvResponse{Body: bytes.NewReader(table), ContentLength: int64(len(table))}, err
}

// Errors of parameters.
var (
	// ErrDay: there are no standings at the end of a day to come.
	ErrDay = errors.New("rankingapi: a day to come")
	// ErrBoth: two parameters that exclude one another.
	ErrBoth = errors.New("rankingapi: parameters that exclude one another")
)

// asked are the parameters of a page.
type asked struct {
	hall        bool
	asOf, since openapi_types.Date
	sinceLast   bool
	from        int
	around      league.PlayerID
	name        string
	club        league.ClubID
	category    string
	limit       openapi.Limit
	cursor      openapi.Cursor
}

// list names the list of a page, with everything that decides which rows it has and in which
// order.
func (q asked) list(c *gate.Call, id league.RankingID) string {
	return strings.Join([]string{"ranking", c.Tenant.ID.String(), id.String(), strconv.FormatBool(q.hall), string(dayOf(q.asOf)), words.Fold(q.name), strconv.FormatBool(q.name != ""), q.club.String(), q.category}, ":")
}

// chooses reports whether only some of the players are requested.
func (q asked) chooses() bool { return q.club.UUID != uuid.Nil || q.category != "" }

// ask checks the parameters.
func (q asked) ask(c *gate.Call) (rankingdesk.Ask, error) {
	out := rankingdesk.Ask{Hall: q.hall, AsOf: dayOf(q.asOf), Since: dayOf(q.since), SinceLast: q.sinceLast, From: q.from, Limit: leagueapi.Limit(q.limit)}
	latest := rules.DayOf(c.Now.Add(24 * time.Hour)) // it is tomorrow somewhere
	if out.AsOf > latest || out.Since > latest {
		return out, ErrDay
	}
	if q.around.UUID != uuid.Nil {
		out.Around = &q.around
	}
	if q.name != "" {
		out.Words = append([]string{}, strings.Fields(words.Fold(q.name))...)
	}
	if q.club.UUID != uuid.Nil {
		out.Club = &q.club
	}
	out.Category, out.Today, out.Full = q.category, rules.DayOf(c.Now.UTC()), leagueapi.ReadsNames(c)
	ways := 0
	for _, one := range []bool{out.From > 0, out.Around != nil, out.Words != nil, q.cursor != "" && out.Words == nil} {
		if one {
			ways++
		}
	}
	if ways > 1 || out.Words != nil && q.chooses() || out.Since != "" && out.SinceLast {
		return out, ErrBoth
	}
	return out, nil
}

// page returns a page of the ranking or its hall. A page after a player begins behind the position where they
// stood; if they have moved, behind their current one.
func (a API) page(c *gate.Call, id league.RankingID, q asked) (openapi.RankingStandings, views.RankingView, error) {
	ask, list, err := a.asks(c, id, q)
	if err != nil {
		return openapi.RankingStandings{}, views.RankingView{}, err
	}
	page, err := a.room().Page(c.Door(), id, ask)
	if err != nil {
		return openapi.RankingStandings{}, views.RankingView{}, err
	}
	of := views.NewRankingView(page.Ranking, leagueapi.Words(c))
	out := of.Page(page, q.asOf)
	a.finish(c, page, q, list, &out)
	return out, of, nil
}

// asks reads the request for a page, and returns it with the name of its list.
func (a API) asks(c *gate.Call, id league.RankingID, q asked) (ask rankingdesk.Ask, list string, err error) {
	list = q.list(c, id)
	var after rankingdesk.Mark
	more, err := a.Cursors.Decode(list, q.cursor, &after)
	if err != nil {
		return ask, list, err
	}
	if q.name != "" { // the players found depend on the caller
		if err := c.Identify(); err != nil {
			return ask, list, err
		}
	}
	ask, err = q.ask(c)
	if more {
		ask.After = &after
	}
	return ask, list, err
}

// finish sets the cursor of the next page, and the entity tag.
func (a API) finish(c *gate.Call, page rankingdesk.Page, q asked, list string, out *openapi.RankingStandings) {
	if page.Next != nil {
		out.NextCursor = c.Next(a.Cursors.Encode(list, *page.Next))
	}
	a.published(c, page.Ranking, q)
}

// published tags a page of the ranking, and marks it as published for callers who are not signed in, because it
// follows from the revision alone. Pages of the hall are left out, because they name events, which have
// revisions of their own; so are pages of chosen players, because they follow from the day as well.
func (a API) published(c *gate.Call, r rankingdesk.Ranking, q asked) {
	if q.hall || q.chooses() {
		return
	}
	c.ETag(fmt.Sprintf("%d.%s", r.Revision, c.Language) + leagueapi.TagOfNames(leagueapi.ReadsNames(c)))
	if c.Principal.Anonymous() && q.name == "" {
		publication.Mark(c.Header, live.Topic{Tenant: c.Tenant.ID, Event: r.ID.UUID}, r.Revision)
	}
}

// GetCareer returns the career of a player, event by event.
func (a API) GetCareer(ctx context.Context, r openapi.GetCareerRequestObject) (openapi.GetCareerResponseObject, error) {
	out, err := a.career(gate.From(ctx), r.Ranking, r.Player)
	return openapi.GetCareer200JSONResponse(out), err
}

func (a API) career(c *gate.Call, id league.RankingID, player league.PlayerID) (openapi.Career, error) {
	player, err := a.Person(c.Door(), player)
	if err != nil {
		return openapi.Career{}, err
	}
	found, err := a.room().CareerOf(c.Door(), id, player)
	if err != nil {
		return openapi.Career{}, err
	}
	return views.NewRankingView(found.Ranking, leagueapi.Words(c)).Career(found), nil
}

// RecordOpening records a player's opening.
func (a API) RecordOpening(ctx context.Context, r openapi.RecordOpeningRequestObject) (openapi.RecordOpeningResponseObject, error) {
	c := gate.From(ctx)
	figures, national, err := opening(*r.Body)
	if err != nil {
		return nil, err
	}
	if err := a.room().RecordOpening(c.Tx(), leagueapi.Act(c), r.Ranking, r.Body.Player, figures, national, r.Body.Reason); err != nil {
		return nil, err
	}
	out, err := a.career(c, r.Ranking, r.Body.Player)
	return openapi.RecordOpening201JSONResponse(out), err
}

// opening reads the figures of a request; nil are none.
func opening(n openapi.NewOpening) (figures map[string]league.Frac, national league.Frac, err error) {
	var faults league.Faults
	number := func(at, text string) league.Frac {
		f, err := league.ParseFrac(text)
		if err != nil {
			faults = append(faults, league.Fault{Field: at, Grounds: league.Grounds{Reason: "not-a-number"}})
		}
		return f
	}
	if n.Figures != nil {
		figures = make(map[string]league.Frac, len(n.Figures))
		for key, text := range n.Figures {
			figures[key] = number("/figures/"+key, text)
		}
	}
	if n.NationalPoints != "" {
		national = number("/nationalPoints", n.NationalPoints)
	}
	return figures, national, faults.OrNil()
}

// DecideValidity declares an event void, or that it counts after all.
func (a API) DecideValidity(ctx context.Context, r openapi.DecideValidityRequestObject) (openapi.DecideValidityResponseObject, error) {
	c := gate.From(ctx)
	v, err := a.room().DecideValidity(c.Tx(), leagueapi.Act(c), r.Event, r.Body.Valid, r.Body.Reason)
	return openapi.DecideValidity200JSONResponse{Event: r.Event, Valid: v.Valid, Reason: v.Reason}, err
}
