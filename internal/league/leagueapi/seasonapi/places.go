package seasonapi

import (
	"bytes"
	"context"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/seasondesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/league/views"
	"referto/internal/live"
	"referto/internal/publication"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// seeFinals loads a season for reading its finals. A draft exists only for callers who set it up.
func (a API) seeFinals(c *gate.Call, id league.SeasonID) (*register.Season, error) {
	s, err := a.Desk.ViewSeason(c.Door(), id)
	if err != nil {
		return nil, err
	}
	if err := leagueapi.OpenTo(c, s.Season); err != nil {
		return nil, err
	}
	return s, nil
}

// ListPlaces answers with the register.
func (a API) ListPlaces(ctx context.Context, r openapi.ListPlacesRequestObject) (openapi.ListPlacesResponseObject, error) {
	c, p := gate.From(ctx), r.Params
	list := "places:" + r.Season.String() + ":" + string(p.Final) + ":" + p.Region.String() + ":" + string(p.State) + ":" + p.Player.String()
	after := ""
	if _, err := a.Cursors.Decode(list, p.Cursor, &after); err != nil {
		return nil, err
	}
	s, err := a.seeFinals(c, r.Season)
	if err != nil {
		return nil, err
	}
	places := slices.DeleteFunc(slices.Clone(s.State.Places), func(place season.Place) bool { return !wanted(s, place, p) })
	if p.Format == openapi.ListPlacesParamsFormatCsv {
		return a.placesAsCSV(c, s, places)
	}
	if after != "" {
		from := slices.IndexFunc(places, func(place season.Place) bool { return string(place.ID) == after })
		places = places[from+1:] // a place that is gone meanwhile begins anew
	}
	page, most := openapi.PlacePage{}, leagueapi.Limit(p.Limit)
	if len(places) > most {
		places = places[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, string(places[most-1].ID)))
	}
	v, err := a.Register(c, s, places)
	if err != nil {
		return nil, err
	}
	page.Items = openapi.Each(places, v.PlaceView)
	return openapi.ListPlaces200JSONResponse(page), published(c, s, page)
}

// published tags an answer about a season by its content, including names of people, and marks it for the
// public cache until the season changes.
func published(c *gate.Call, s *register.Season, shown any) error {
	if err := leagueapi.Tagged(c, shown); err != nil {
		return err
	}
	if c.Principal.Anonymous() {
		publication.Mark(c.Header, live.Topic{Tenant: c.Tenant.ID, Event: s.Season.ID.UUID}, s.Season.Revision)
	}
	return nil
}

// wanted reports whether a place is among the requested ones.
func wanted(s *register.Season, place season.Place, p openapi.ListPlacesParams) bool {
	switch {
	case p.Final != "" && string(place.To) != string(p.Final),
		p.State != "" && string(place.State) != string(p.State),
		p.Region != uuid.Nil && place.Region.UUID != p.Region && s.Host(place).UUID != p.Region:
		return false
	}
	return p.Player == uuid.Nil || place.Holder.UUID == p.Player ||
		slices.ContainsFunc(place.Steps, func(step season.PlaceStep) bool { return step.Player.UUID == p.Player })
}

// placesAsCSV is the register as a table, for a program that calculates.
func (a API) placesAsCSV(c *gate.Call, s *register.Season, places []season.Place) (openapi.ListPlacesResponseObject, error) {
	v, err := a.Register(c, s, places)
	if err != nil {
		return nil, err
	}
	rows := [][]string{{"place", "final", "region", "origin", "event", "rank", "day", "holder", "state", "refund", "rule", "reason"}}
	for _, place := range places {
		p := v.PlaceView(place)
		last := p.Steps[len(p.Steps)-1].Explanation
		rows = append(rows, []string{
			p.Id, string(p.Final), p.Region.Name, string(p.Origin.Kind), p.Origin.Event.Title, strconv.Itoa(p.Origin.Rank), p.Origin.Day,
			p.Holder.Name, string(p.State), strconv.FormatBool(p.Refund), last.Rule.Code + " " + last.Rule.Paragraph, last.Text,
		})
	}
	out, err := views.AsCSV(c.Language, rows)
	if err != nil {
		return nil, err
	}
	return openapi.ListPlaces200TextcsvResponse{Body: bytes.NewReader(out), ContentLength: int64(len(out))}, published(c, s, string(out))
}

// GetPlace answers with one place.
func (a API) GetPlace(ctx context.Context, r openapi.GetPlaceRequestObject) (openapi.GetPlaceResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.seeFinals(c, r.Season)
	if err != nil {
		return nil, err
	}
	p, known := s.Place(views.PlaceID(r.Place))
	if !known {
		return nil, league.ErrNotFound
	}
	v, err := a.Register(c, s, []season.Place{p})
	if err != nil {
		return nil, err
	}
	return openapi.GetPlace200JSONResponse(v.PlaceView(p)), nil
}

// ListFinals answers with how the finals are played.
func (a API) ListFinals(ctx context.Context, r openapi.ListFinalsRequestObject) (openapi.ListFinalsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.seeFinals(c, r.Season)
	if err != nil {
		return nil, err
	}
	out, err := a.finals(c, s)
	return openapi.ListFinals200JSONResponse(out), err
}

func (a API) finals(c *gate.Call, s *register.Season) (openapi.FinalList, error) {
	v, err := a.Register(c, s, s.State.Places, namedInFinals(s)...)
	if err != nil {
		return openapi.FinalList{}, err
	}
	return v.Finals(), nil
}

// namedInFinals returns the players whom the manager has called up, and those who played in a regional final
// without a place.
func namedInFinals(s *register.Season) []league.PlayerID {
	var out []league.PlayerID
	for _, r := range s.State.Regions {
		if r.Result != nil {
			out = append(out, r.Result.WithoutPlace...)
		}
	}
	for _, d := range s.Decisions {
		out = append(out, d.CalledUp...)
	}
	return out
}

// regionFinal makes how the final of a region is played after an act.
func (a API) regionFinal(c *gate.Call, s *register.Season, region league.RegionID) (openapi.RegionFinal, error) {
	v, err := a.Register(c, s, nil, namedInFinals(s)...)
	if err != nil {
		return openapi.RegionFinal{}, err
	}
	r, _ := s.Region(region)
	return v.RegionFinal(r), nil
}

// MergeRegions lets a region play with another.
func (a API) MergeRegions(ctx context.Context, r openapi.MergeRegionsRequestObject) (openapi.MergeRegionsResponseObject, error) {
	c := gate.From(ctx)
	done, err := seasondesk.At(a.Desk).MergeRegions(c.Tx(), leagueapi.Act(c), r.Season, newMerge(r.Body))
	if err != nil {
		return nil, err
	}
	if err := a.Followed(c, done); err != nil {
		return nil, err
	}
	out, err := a.regionFinal(c, done.After, regionID(r.Body.Region))
	return openapi.MergeRegions201JSONResponse(out), err
}

func newMerge(m *openapi.NewRegionMerge) facts.RegionMerge {
	return facts.RegionMerge{RegionID: regionID(m.Region), IntoID: regionID(m.Into), Reason: m.Reason}
}

// RevokeRegionMerge lets a region play by itself again.
func (a API) RevokeRegionMerge(ctx context.Context, r openapi.RevokeRegionMergeRequestObject) (openapi.RevokeRegionMergeResponseObject, error) {
	c := gate.From(ctx)
	done, err := seasondesk.At(a.Desk).RevokeMerge(c.Tx(), leagueapi.Act(c), r.Season, r.Decision, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	if err := a.Followed(c, done); err != nil {
		return nil, err
	}
	out, err := a.finals(c, done.After)
	return openapi.RevokeRegionMerge200JSONResponse(out), err
}

// DecideFinal takes the manager's word on a regional final.
func (a API) DecideFinal(ctx context.Context, r openapi.DecideFinalRequestObject) (openapi.DecideFinalResponseObject, error) {
	c := gate.From(ctx)
	done, err := seasondesk.At(a.Desk).DecideFinal(c.Tx(), leagueapi.Act(c), r.Season, newDecision(r.Body))
	if err != nil {
		return nil, err
	}
	if err := a.Followed(c, done); err != nil {
		return nil, err
	}
	out, err := a.regionFinal(c, done.After, regionID(r.Body.Region))
	return openapi.DecideFinal201JSONResponse(out), err
}

func newDecision(n *openapi.NewFinalDecision) facts.FinalDecision {
	return facts.FinalDecision{
		RegionID: regionID(n.Region), Kind: string(n.Kind), Semifinals: n.Semifinals, Why: n.Why,
		CalledUp: append([]league.PlayerID{}, n.CalledUp...), // stored and logged as a list even if it is empty
	}
}

// RevokeFinalDecision takes the manager's word back.
func (a API) RevokeFinalDecision(ctx context.Context, r openapi.RevokeFinalDecisionRequestObject) (openapi.RevokeFinalDecisionResponseObject, error) {
	c := gate.From(ctx)
	done, err := seasondesk.At(a.Desk).RevokeDecision(c.Tx(), leagueapi.Act(c), r.Season, r.Decision, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	if err := a.Followed(c, done); err != nil {
		return nil, err
	}
	out, err := a.finals(c, done.After)
	return openapi.RevokeFinalDecision200JSONResponse(out), err
}

// EnterFromPlaces enters all players who come to a final.
func (a API) EnterFromPlaces(ctx context.Context, r openapi.EnterFromPlacesRequestObject) (openapi.EnterFromPlacesResponseObject, error) {
	c := gate.From(ctx)
	done, err := seasondesk.At(a.Desk).EnterFromPlaces(c.Tx(), leagueapi.Act(c), r.Event)
	if err != nil {
		return nil, err
	}
	a.Changed(c, done.Situation)
	if err := a.Followed(c, done.Followed); err != nil {
		return nil, err
	}
	effects, err := a.EntryEffects(c, done.Entries)
	return openapi.EnterFromPlaces200JSONResponse{Items: openapi.Each(done.Situation.Entries, leagueapi.View(c, done.Situation).EntryOf), Effects: effects}, err
}

// ListMyPlaces answers with the caller's own places.
func (a API) ListMyPlaces(ctx context.Context, r openapi.ListMyPlacesRequestObject) (openapi.ListMyPlacesResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.seeFinals(c, r.Season)
	if err != nil {
		return nil, err
	}
	me, err := myPlayer(c)
	if err != nil {
		return nil, err
	}
	places := s.MyPlaces(me)
	follows := openapi.Each(places, s.Follows)
	v, err := a.Register(c, s, places, openapi.Each(follows, func(f register.Follow) league.PlayerID { return f.Player })...)
	if err != nil {
		return nil, err
	}
	out := openapi.MyPlaces{Items: []openapi.MyPlace{}}
	for i, p := range places {
		out.Items = append(out.Items, openapi.MyPlace{Place: v.PlaceView(p), Follows: v.Follower(follows[i])})
	}
	return openapi.ListMyPlaces200JSONResponse(out), nil
}

// myPlayer is the caller's own player; the zero id without one.
func myPlayer(c *gate.Call) (league.PlayerID, error) {
	var me *facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayerOfAccount(b, &me, c.Account())
	if err := c.Door().Send(b); err != nil || me == nil {
		return league.PlayerID{}, err
	}
	return me.ID, nil
}

// WhatIfSeason lists the consequences that an act would have.
func (a API) WhatIfSeason(ctx context.Context, r openapi.WhatIfSeasonRequestObject) (openapi.WhatIfSeasonResponseObject, error) {
	c := gate.From(ctx)
	question, places := question(r.Body)
	previewed, err := seasondesk.At(a.Desk).Preview(c.Door(), leagueapi.Act(c).Unrecorded(), r.Season, question)
	if err != nil {
		return nil, leagueapi.InRequest(err, places)
	}
	consequences, entries, err := a.Consequences(c, previewed)
	return openapi.WhatIfSeason200JSONResponse{Revision: previewed.Before.Season.Revision, Consequences: consequences, Entries: entries}, err
}

// question returns the supposed act, of which the contract lets exactly one through, and the places in the
// request of the fields of the supposed facts.
func question(q *openapi.SeasonQuestion) (seasondesk.Question, map[string]string) {
	switch {
	case q.Decline.Final != "":
		return seasondesk.PreviewDecline(q.Decline.Player, rules.SeasonFinal(q.Decline.Final)), leagueapi.Below("/decline", "/player")
	case q.Verdict.Event.UUID != uuid.Nil:
		return seasondesk.PreviewVerdict(q.Verdict.Event, q.Verdict.Valid), nil
	case q.Reversal.Event.UUID != uuid.Nil:
		return seasondesk.PreviewReversal(q.Reversal.Event), nil
	case q.Report.Event.UUID != uuid.Nil:
		return seasondesk.PreviewReport(q.Report.Event, rules.Day(q.Report.Day)), map[string]string{"/receivedAt": "/report/day"}
	case q.Merge.Region != uuid.Nil:
		return seasondesk.PreviewMerge(newMerge(&q.Merge)), nil
	case q.Decision.Region != uuid.Nil:
		return seasondesk.PreviewDecision(newDecision(&q.Decision)), nil
	}
	return seasondesk.PreviewEvent(register.PlannedEvent{
		Circuit: rules.Circuit(q.Stage.Circuit), Region: regionID(q.Stage.Region), Day: rules.Day(q.Stage.Day),
		Players: q.Stage.Players, Ranking: q.Stage.Ranking,
	}), map[string]string{"/kind": "/stage/circuit", "/region": "/stage/region", "/startsAt": "/stage/day", "/ranking": "/stage/ranking"}
}
