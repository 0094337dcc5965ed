package leagueapi

import (
	"slices"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/register"
	"referto/internal/league/season"
	"referto/openapi"
)

// consequences are what differs between two states of a season, in its events, finals
// and places, and what becomes of entries in its finals.
func (a *API) consequences(c *gate.Call, done desk.Followed) ([]openapi.SeasonConsequence, []openapi.EntryEffect, error) {
	changes := season.Difference(done.Before.State, done.After.State)
	var people []league.PlayerID
	for _, change := range changes {
		people = append(people, change.Player, change.Replaced)
	}
	v, err := a.register(c, done.After, nil, people...)
	if err != nil {
		return nil, nil, err
	}
	entries, err := a.entryEffects(c, done.Entries)
	return openapi.Each(changes, v.consequence), entries, err
}

// entryEffects put what becomes of entries into the reader's words. Names are those of
// the register of players.
func (a *API) entryEffects(c *gate.Call, effects []desk.EntryEffect) ([]openapi.EntryEffect, error) {
	names, err := newRegisterView(c.Door(), &register.Season{}, c.Language, readerOf(c), nil, openapi.Each(effects, func(e desk.EntryEffect) league.PlayerID { return e.Entry.PlayerID })...)
	if err != nil {
		return nil, err
	}
	out := make([]openapi.EntryEffect, len(effects))
	for i, e := range effects {
		v := view(c, e.Stage)
		out[i] = openapi.EntryEffect{
			Effect: openapi.EntryEffectEffect(e.Kind), Event: eventRef(e.Stage.Event), StartsAt: e.Stage.Event.StartsAt,
			Player: names.player(e.Entry.PlayerID), Entry: e.Entry.Number, Explanation: names.Explain(e.Grounds), Promoted: []openapi.EntryRef{},
		}
		for _, p := range e.Promoted {
			out[i].Promoted = append(out[i].Promoted, v.EntryRef(league.Entry(p.Number)))
		}
	}
	return out, nil
}

// outcome tells everybody whom an answer concerns, and is what it has led to.
func (a *API) outcome(c *gate.Call, done desk.Followed) (openapi.AnswerOutcome, error) {
	if err := a.followed(c, done); err != nil {
		return openapi.AnswerOutcome{}, err
	}
	consequences, entries, err := a.consequences(c, done)
	return openapi.AnswerOutcome{Consequences: consequences, Entries: entries}, err
}

// consequencesOf is what an act on an event has led to, or would.
func (a *API) consequencesOf(c *gate.Call, ruled eventdesk.Ruled) (openapi.SeasonConsequences, error) {
	consequences, entries, err := a.consequences(c, ruled.Followed)
	e := ruled.Event
	return openapi.SeasonConsequences{
		Event: e.ID, EventState: openapi.EventState(e.State), Checklist: view(c, ruled.Situation).checklist(ruled.After),
		Consequences: consequences, Entries: entries, Revision: e.Revision,
	}, err
}

// followed tells who looks at the finals whose entries an act has changed, and writes to
// those whose convocations it has ended or brought back. Each letter is a job of the
// same transaction.
func (a *API) followed(c *gate.Call, done desk.Followed) error {
	for _, e := range done.Entries {
		if e.Kind != register.EffectStays {
			a.changed(c, e.Stage)
		}
	}
	return a.tellTurns(c, done)
}

// followedAll is [API.followed] for several seasons.
func (a *API) followedAll(c *gate.Call, seasons []desk.Followed) error {
	for _, done := range seasons {
		if err := a.followed(c, done); err != nil {
			return err
		}
	}
	return nil
}

// tellTurns writes to those whose convocations an act has ended or brought back, but for
// people who are told otherwise.
func (a *API) tellTurns(c *gate.Call, done desk.Followed, told ...league.PlayerID) error {
	for _, turn := range eventdesk.Turns(done) {
		if slices.Contains(told, turn.Convocation.PlayerID) {
			continue
		}
		letter := ConvocationTurn{Tenant: c.Tenant.ID, Season: done.After.Season.ID.UUID, Convocation: turn.Convocation.ID, Ended: turn.Ended}
		if err := a.later.Insert(c.Tx(), letter); err != nil {
			return err
		}
	}
	return nil
}
