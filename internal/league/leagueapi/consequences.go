package leagueapi

import (
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/letters"
	"referto/internal/league/register"
	"referto/internal/league/season"
	"referto/internal/league/views"
	"referto/openapi"
)

// Consequences lists the differences between two states of a season, in its events, finals and places, and the
// changes of entries in its finals.
func (a *API) Consequences(c *gate.Call, done desk.Followed) ([]openapi.SeasonConsequence, []openapi.EntryEffect, error) {
	changes := season.Difference(done.Before.State, done.After.State)
	var people []league.PlayerID
	for _, change := range changes {
		people = append(people, change.Player, change.Replaced)
	}
	v, err := a.Register(c, done.After, nil, people...)
	if err != nil {
		return nil, nil, err
	}
	entries, err := a.EntryEffects(c, done.Entries)
	return openapi.Each(changes, v.Consequence), entries, err
}

// EntryEffects puts changes of entries into the reader's words. Names are those of the register of players.
func (a *API) EntryEffects(c *gate.Call, effects []desk.EntryEffect) ([]openapi.EntryEffect, error) {
	names, err := views.NewRegisterView(c.Door(), &register.Season{}, c.Language, ReaderOf(c), nil, openapi.Each(effects, func(e desk.EntryEffect) league.PlayerID { return e.Entry.PlayerID })...)
	if err != nil {
		return nil, err
	}
	out := make([]openapi.EntryEffect, len(effects))
	for i, e := range effects {
		v := View(c, e.Situation)
		out[i] = openapi.EntryEffect{
			Effect: openapi.EntryEffectEffect(e.Kind), Event: views.EventRef(e.Situation.Event), StartsAt: e.Situation.Event.StartsAt,
			Player: names.Player(e.Entry.PlayerID), Entry: e.Entry.Number, Explanation: names.Explain(e.Grounds), Promoted: []openapi.EntryRef{},
		}
		for _, p := range e.Promoted {
			out[i].Promoted = append(out[i].Promoted, v.EntryRef(league.Entry(p.Number)))
		}
	}
	return out, nil
}

// ConsequencesOf lists the consequences of an act on an event, done or previewed.
func (a *API) ConsequencesOf(c *gate.Call, ruled eventdesk.Ruled) (openapi.SeasonConsequences, error) {
	consequences, entries, err := a.Consequences(c, ruled.Followed)
	if err != nil {
		return openapi.SeasonConsequences{}, err
	}
	turns := ruled.Turns() // the turns about which letters.NotifyTurns writes
	people := openapi.Each(turns, func(t register.Turn) league.PlayerID { return t.Convocation.PlayerID })
	for _, p := range ruled.Posted {
		people = append(people, openapi.Each(p.Points, func(g desk.Got) league.PlayerID { return g.Player })...)
	}
	names, err := views.NewRegisterView(c.Door(), &register.Season{}, c.Language, ReaderOf(c), nil, people...)
	e := ruled.Event
	return openapi.SeasonConsequences{
		Event: e.ID, EventState: openapi.EventState(e.State), Checklist: View(c, ruled.Situation).Checklist(ruled.After),
		Consequences: consequences, Entries: entries, Posted: openapi.Each(ruled.Posted, names.Posted), Letters: openapi.Each(turns, names.Letter), Revision: e.Revision,
	}, err
}

// Followed publishes the finals whose entries an act has changed, and queues letters to the players whose
// convocations it has ended or brought back. Each letter is a job of the same transaction.
func (a *API) Followed(c *gate.Call, done desk.Followed) error {
	for _, e := range done.Entries {
		if e.Kind != register.EffectStays {
			a.Changed(c, e.Situation)
		}
	}
	return letters.NotifyTurns(a.Later, c, done)
}

// FollowedAll is [API.Followed] for several seasons.
func (a *API) FollowedAll(c *gate.Call, seasons []desk.Followed) error {
	for _, done := range seasons {
		if err := a.Followed(c, done); err != nil {
			return err
		}
	}
	return nil
}
